/** Actions on a customer: rights and reasons; read-only users see them disabled. */
import type { Decision } from '../access.ts';
import type { ActionEntry } from '../action-table.ts';
import { isLinkedToRsp, isSynchronizing, type RspLink, type SyncStatus } from '../customer-search/synchronization.ts';

export interface DossierFacts extends RspLink {
  status: string;
  syncStatus: SyncStatus | null;
  /** True when a module in its folders proves an adherence, which must be kept for twenty years; absent if unknown. */
  provesAdherence?: boolean;
  /** True while a FEA adherence is in force; absent if unknown. */
  hasAdhered?: boolean;
}

type SyncReason = 'synchronizing' | 'notSynchronized';
export type DossierReason = 'readonly' | 'hasFolders' | 'provesAdherence' | 'notActive' | SyncReason;

const noObstacle = (): null => null;
const synchronizationObstacle = ({ syncStatus }: DossierFacts): DossierReason | null =>
  isSynchronizing(syncStatus) ? 'synchronizing' : null;

const READABLE = { shownAgainst: ['readonly'] } as const;

export const DOSSIER_ACTIONS = {
  delete: {
    rights: ['dossier.delete'],
    shownAgainst: ['readonly', 'hasFolders'],
    refusal: ({ provesAdherence }: DossierFacts) => (provesAdherence ? 'provesAdherence' : null),
  },
  edit: { ...READABLE, rights: ['dossier.edit'], refusal: noObstacle },
  'new-folder': { ...READABLE, rights: ['folder.create'], refusal: noObstacle },
  synchronize: { ...READABLE, rights: ['dossier.edit'], applies: isLinkedToRsp, refusal: synchronizationObstacle },
  /** Copies values from RSP. */
  update: {
    ...READABLE,
    rights: ['dossier.edit'],
    applies: isLinkedToRsp,
    refusal: (dossier: DossierFacts) =>
      synchronizationObstacle(dossier) ?? (dossier.syncStatus === 'SYNCED' ? null : 'notSynchronized'),
  },
  /** Withdraws a consent, records an objection, repeats the delivery to the register. */
  consents: { ...READABLE, rights: ['dossier.edit'], refusal: noObstacle },
  revoke: {
    ...READABLE,
    rights: ['document.sign'],
    refusal: ({ hasAdhered }: Pick<DossierFacts, 'hasAdhered'>) => (hasAdhered ? null : 'notActive'),
  },
  /** Documents of an adherence: its copy, the revocation request, adherences of an earlier person. */
  'adherence-papers': { ...READABLE, rights: ['document.sign'], refusal: noObstacle },
} as const satisfies Record<string, ActionEntry<DossierFacts, DossierReason>>;
export type DossierActionKey = keyof typeof DOSSIER_ACTIONS;

/** One permitted place is enough; read-only is returned only if none is permitted. */
export function anyPermitted(decisions: readonly Decision[]): Decision {
  const readonlyDecision = decisions.find((decision) => !decision.ok && decision.reason === 'readonly');
  return decisions.find(({ ok }) => ok) ?? readonlyDecision ?? { ok: false, kind: 'forbidden', reason: 'role' };
}
