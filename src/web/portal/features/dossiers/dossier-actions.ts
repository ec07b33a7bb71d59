/** The actions on a customer, from the domain's table: absent without the right, refused with the reason as text. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Action, Decision } from '#domain/access.ts';
import { availableActions } from '#domain/action-table.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import {
  anyPermitted,
  DOSSIER_ACTIONS,
  type DossierActionKey,
  type DossierFacts,
  type DossierReason,
} from '#domain/dossiers/dossier-actions.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { adherenceQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';

/** The reason why it is not possible, as text; null when it is. */
export interface OfferedAction {
  reason: string | null;
}

const REASONS = {
  readonly: 'registry.refused.readonly',
  hasFolders: 'registry.refused.hasFolders',
  provesAdherence: 'adherence.evidence',
  synchronizing: 'registry.rsp.running',
  notSynchronized: 'registry.rsp.updateFailed',
  notActive: 'adherence.revoke.notActive',
} as const satisfies Record<DossierReason, string>;

const wordOf = (key: DossierActionKey, reason: DossierReason) =>
  key === 'update' && reason === 'synchronizing' ? 'registry.rsp.updateWait' : REASONS[reason];

/** @returns null for an action that this user may not take. @param knownFacts facts that the row lacks. */
export function useDossierActions(dossier: DossierRow, knownFacts: Partial<DossierFacts> = {}) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { hst, createdBy, numberOfFolders } = dossier;
  // A folder of any brand and type.
  const mayMake = () =>
    anyPermitted(
      BRANDS.flatMap((brand) => FOLDER_TYPES.map((folderType) => may('folder.create', { hst, brand, folderType }))),
    );
  const mayHere = (right: Action): Decision =>
    right === 'folder.create' ? mayMake() : may(right, { hst, createdBy, numberOfFolders });
  const offered = availableActions<DossierActionKey, DossierFacts, DossierReason>(
    DOSSIER_ACTIONS,
    { ...dossier, ...knownFacts },
    mayHere,
  );
  return (key: DossierActionKey): OfferedAction | null => {
    const action = offered.find((candidate) => candidate.key === key);
    return action ? { reason: action.refused && t(wordOf(key, action.refused)) } : null;
  };
}

/** The actions on its page: whether adherence evidence forbids the deletion must be loaded first. */
export function usePageActions(dossier: DossierRow) {
  const { may } = useSession();
  const { id, hst, createdBy, numberOfFolders } = dossier;
  const isDeletable = may('dossier.delete', { hst, createdBy, numberOfFolders }).ok;
  const adherence = useQuery({ ...adherenceQuery(id), enabled: isDeletable && numberOfFolders > 0 });
  const provesAdherence = adherence.data?.history.some(({ moduleId, since }) => moduleId !== null && since !== null);
  return useDossierActions(dossier, { provesAdherence: provesAdherence ?? false });
}
