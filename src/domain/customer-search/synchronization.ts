/**
 * State machine of a dossier's synchronization with RSP: one table, used by every writer.
 * Synchronizing only reads: the RSP record's values are stored in the dossier's rsp… fields and lastSync is set. The
 * dossier's own fields remain as agreed between dealer and customer, since documents were generated from them; users
 * resolve differences by editing.
 */
import type { SYNC_STATUSES } from '../dossiers/dossier.ts';

export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** Changes without user action: waiting to be read, or being read. */
export const isSynchronizing = (status: SyncStatus | null): boolean => status === 'TO_SYNC' || status === 'SYNCING';

/** Each move and its starting states. `begin` also resumes the work of a process that died. */
export const SYNC_MOVES = {
  schedule: { from: ['SYNCED', 'SYNC_FAILED'], to: 'TO_SYNC' },
  begin: { from: ['TO_SYNC', 'SYNCING'], to: 'SYNCING' },
  finish: { from: ['SYNCING'], to: 'SYNCED' },
  retry: { from: ['SYNCING'], to: 'TO_SYNC' },
  giveUp: { from: ['SYNCING'], to: 'SYNC_FAILED' },
} as const satisfies Record<string, { from: readonly SyncStatus[]; to: SyncStatus }>;
export type SyncMove = keyof typeof SYNC_MOVES;

/** Links a dossier to a record in RSP. */
export interface RspLink {
  searchType: 'RSP' | 'DMS' | null;
  businessId: string | null;
}

/** Only a customer found in RSP, with a known key there, can be synchronized. */
export function isLinkedToRsp(link: RspLink): link is { searchType: 'RSP'; businessId: string } {
  return link.searchType === 'RSP' && link.businessId !== null && link.businessId !== '';
}

export interface Synchronization<Instant = Date> {
  syncStatus: SyncStatus | null;
  lastSync: Instant | null;
}

/** As displayed: both null when not linked; linked but never read is to be synchronized. */
export function synchronizationOf<Instant>(dossier: RspLink & Synchronization<Instant>): Synchronization<Instant> {
  if (!isLinkedToRsp(dossier)) return { syncStatus: null, lastSync: null };
  return { syncStatus: dossier.syncStatus ?? 'TO_SYNC', lastSync: dossier.lastSync };
}

/**
 * Effect of creating (`before` null) or editing a dossier on its synchronization. A new link is TO_SYNC until the RSP
 * record itself was read, since the values in the call may have been edited; an edit that does not change the link does
 * not change the state either.
 */
export function synchronizationAfter<Instant>(
  before: (RspLink & Synchronization<Instant>) | null,
  after: RspLink,
): Synchronization<Instant> {
  if (!isLinkedToRsp(after)) return { syncStatus: null, lastSync: null };
  const sameLink = before !== null && isLinkedToRsp(before) && before.businessId === after.businessId;
  return sameLink ? synchronizationOf(before) : { syncStatus: 'TO_SYNC', lastSync: null };
}
