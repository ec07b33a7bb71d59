/** Selects a dealer's person who may sign in a role, from the coworkers call. */
import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Brand } from '#domain/dealers/brands.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { rolesSigningAs, type StaffRole } from '#domain/signing/staff-signers.ts';
import { coworkersQuery } from '../../api/queries.ts';
import { RequiredSelect } from '../../ui/inputs/required-select.tsx';
import { useProposedChoice } from '../../ui/inputs/use-proposed-choice.ts';

export interface SigningPlaceOf {
  hst: string;
  brand: Brand;
  folderType: FolderType;
}

export function ColleagueSelect(props: {
  role: StaffRole;
  place: SigningPlaceOf;
  value: number | null;
  /** A required choice is missing. */
  missing: boolean;
  /** The user who cannot be selected again. */
  except?: number | null;
  /** Preselects the only person, or the one chosen last. */
  proposes?: boolean;
  onChange: (userId: number | null, name: string) => void;
}) {
  const { t } = useTranslation();
  const { role, place, value, except } = props;
  const label = t(`label.signerRole.${role}`);
  const queries = useQueries({
    queries: rolesSigningAs(role).map((role) => coworkersQuery(role, place.brand, place.folderType, place.hst)),
  });
  const people = new Map(queries.flatMap((query) => query.data ?? []).map((person) => [person.id, person.fullname]));
  const data = [...people]
    .filter(([id]) => id !== except)
    .map(([id, label]) => ({ value: String(id), label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'it'));
  const isReady = queries.every((query) => query.isSuccess);
  const none = isReady && data.length === 0;
  const choose = (id: number) => props.onChange(id, people.get(id) ?? '');
  const remember = useProposedChoice({
    of: ['signer', role, place.hst, place.brand, place.folderType],
    choose,
    ids: isReady && props.proposes ? data.map(({ value }) => Number(value)) : undefined,
    isChosen: value !== null,
  });
  return (
    <RequiredSelect
      label={label}
      data-path={role}
      data={data}
      placeholder={none ? '' : t('form.choose')}
      disabled={none}
      error={
        none ? t('ownSignature.missing.nobody') : props.missing ? t('validation.required', { field: label }) : undefined
      }
      value={value === null ? null : String(value)}
      onChange={(chosen) => {
        if (chosen === null) return props.onChange(null, '');
        remember(Number(chosen));
        choose(Number(chosen));
      }}
    />
  );
}
