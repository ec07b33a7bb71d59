/** What can be done with a customer: rights and reasons; who may only read sees it as impossible. */
import type { Decision } from '../access.ts';
import type { ActionEntry } from '../action-table.ts';
import { isLinkedToRsp, isSynchronizing, type RspLink, type SyncStatus } from '../customer-search/synchronization.ts';

export interface DossierFacts extends RspLink {
  status: string;
  syncStatus: SyncStatus | null;
  /** True when a module in its folders proves an adherence, which is kept for twenty years; where that is known. */
  provesAdherence?: boolean;
  /** True while an adherence to the advanced signature is in force; where that is known. */
  hasAdhered?: boolean;
}

type SyncReason = 'synchronizing' | 'notSynchronized';
export type DossierReason = 'readonly' | 'hasFolders' | 'provesAdherence' | 'notActive' | SyncReason;

const possible = (): null => null;
const whileStill = ({ syncStatus }: DossierFacts): DossierReason | null =>
  isSynchronizing(syncStatus) ? 'synchronizing' : null;

const READABLE = { shownAgainst: ['readonly'] } as const;

export const DOSSIER_ACTIONS = {
  delete: {
    rights: ['dossier.delete'],
    shownAgainst: ['readonly', 'hasFolders'],
    refusal: ({ provesAdherence }: DossierFacts) => (provesAdherence ? 'provesAdherence' : null),
  },
  edit: { ...READABLE, rights: ['dossier.edit'], refusal: possible },
  'new-folder': { ...READABLE, rights: ['folder.create'], refusal: possible },
  synchronize: { ...READABLE, rights: ['dossier.edit'], applies: isLinkedToRsp, refusal: whileStill },
  /** Taking over what RSP says. */
  update: {
    ...READABLE,
    rights: ['dossier.edit'],
    applies: isLinkedToRsp,
    refusal: (dossier: DossierFacts) =>
      whileStill(dossier) ?? (dossier.syncStatus === 'SYNCED' ? null : 'notSynchronized'),
  },
  /** Withdrawing a consent, objecting, telling the register again. */
  consents: { ...READABLE, rights: ['dossier.edit'], refusal: possible },
  revoke: {
    ...READABLE,
    rights: ['document.sign'],
    refusal: ({ hasAdhered }: Pick<DossierFacts, 'hasAdhered'>) => (hasAdhered ? null : 'notActive'),
  },
  /** The papers of an adherence: its copy, the request that ended it, what an earlier person gave. */
  'adherence-papers': { ...READABLE, rights: ['document.sign'], refusal: possible },
} as const satisfies Record<string, ActionEntry<DossierFacts, DossierReason>>;
export type DossierActionKey = keyof typeof DOSSIER_ACTIONS;

/** Of several places where it could be done one is enough; read-only only where it is possible in none. */
export function anyOf(decisions: readonly Decision[]): Decision {
  const readonly = decisions.find((decision) => !decision.ok && decision.reason === 'readonly');
  return decisions.find(({ ok }) => ok) ?? readonly ?? { ok: false, kind: 'forbidden', reason: 'role' };
}
