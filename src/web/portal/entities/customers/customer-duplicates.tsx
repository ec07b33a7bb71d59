/** Warns that a new customer may already exist and offers the existing data; never blocks. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FISCAL_CODE, MOBILE_PHONE, normalisedPhone } from '#domain/dossiers/contact-patterns.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { openDossiers } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { paths } from '../../paths.ts';
import { uiLanguage } from '../../text/language.ts';
import { completePhone } from '../../text/phone-number.ts';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import type { CustomerValues } from './customer-values.ts';

const PROBED = ['fiscalCode', 'mobilePhone', 'email'] as const;
export type ProbedField = (typeof PROBED)[number];
type Probes = Partial<Record<ProbedField, string>>;

/** The value normalized for comparison; null while it is too short to search for. */
export function probeOf(field: ProbedField, typed: string): string | null {
  const text = typed.trim();
  if (field === 'fiscalCode') return FISCAL_CODE.test(text) ? text.toUpperCase() : null;
  if (field === 'mobilePhone') {
    const phone = completePhone(text);
    return MOBILE_PHONE.test(phone) ? normalisedPhone(phone).slice(3) : null;
  }
  return /^\S+@\S+\.\S+$/.test(text) ? text.toLowerCase() : null;
}

export interface Duplicate {
  dossier: DossierRow;
  same: ProbedField[];
}

/** Rows with one of the values, without duplicates, the best matches first. */
export function duplicatesAmong(rows: readonly DossierRow[], probes: Probes): Duplicate[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()]
    .map((dossier) => ({
      dossier,
      same: PROBED.filter((field) => {
        const probe = probes[field];
        return probe !== undefined && probeOf(field, dossier[field] ?? '') === probe;
      }),
    }))
    .filter(({ same }) => same.length > 0)
    .toSorted((a, b) => b.same.length - a.same.length || b.dossier.id - a.dossier.id);
}

const probesOf = (values: CustomerValues): Probes =>
  Object.fromEntries(
    PROBED.flatMap((field) => {
      const probe = probeOf(field, values[field]);
      return probe === null ? [] : [[field, probe]];
    }),
  );

/** Customers with this value in any field; empty while there is nothing to search for. */
function useMatches(probe: string | undefined): readonly DossierRow[] {
  const matches = useQuery({
    ...openDossiers(probe ?? ''),
    enabled: probe !== undefined,
    placeholderData: undefined,
  });
  return probe === undefined ? [] : (matches.data?.rows ?? []);
}

/** Queries each time one of the three fields loses the focus. @param id the customer itself, when editing one. */
export function useDuplicates(
  initial: CustomerValues,
  id: number | null = null,
): {
  found: Duplicate[];
  onBlur: (event: FocusEvent, values: CustomerValues) => void;
} {
  const [probes, setProbes] = useState<Probes>(() => probesOf(initial));
  const rows = [useMatches(probes.fiscalCode), useMatches(probes.mobilePhone), useMatches(probes.email)].flat();
  return {
    found: duplicatesAmong(rows, probes).filter(({ dossier }) => dossier.id !== id),
    onBlur: (event, values) => {
      const { path } = (event.target as HTMLElement).dataset;
      if (PROBED.some((field) => field === path)) setProbes(probesOf(values));
    },
  };
}

/** `known`: the form already edits an existing customer, so the other one can only be viewed. */
export function DuplicateNote(props: {
  found: readonly Duplicate[];
  /** The fields next to this note: it appears where the first matching field is. All fields when absent. */
  at?: readonly ProbedField[];
  known?: boolean;
  onUse: (dossier: DossierRow) => void;
}) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { at = PROBED } = props;
  const [first] = props.found;
  if (!first?.same.slice(0, 1).every((field) => at.includes(field))) return <div role="status" />;
  const { dossier, same } = first;
  const list = new Intl.ListFormat(uiLanguage()).format(same.map((field) => t(`customerFields.duplicate.${field}`)));
  return (
    <div role="status">
      <Note
        tone="waiting"
        title={t('customerFields.duplicate.title', { name: customerName(dossier) })}
        action={
          <SmallButton onClick={() => props.onUse(dossier)}>
            {t(props.known ? 'customerFields.duplicate.open' : 'customerFields.duplicate.use')}
          </SmallButton>
        }
      >
        {t(props.known ? 'customerFields.duplicate.known' : 'customerFields.duplicate.text', {
          same: list,
          dealer: dealerName(dossier.hst),
          folders: t('customerFields.duplicate.folders', { count: dossier.numberOfFolders }),
        })}{' '}
        {props.known ? null : (
          <Link to={paths.dossier(dossier.id)} target="_blank">
            {t('customerFields.duplicate.look')}
          </Link>
        )}
      </Note>
    </div>
  );
}
