/**
 * The life of a dossier's synchronization with RSP (specification §4 "Dossier sync"): one table, asked by every writer.
 *
 * Synchronizing reads: the RSP record's values go into the dossier's rsp… fields and lastSync is set. The dossier's own
 * fields stay what the dealer and the customer agreed on, papers were made from them; whoever sees a difference edits.
 */
import type { SYNC_STATUSES } from '../dossiers/dossier.ts';

export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** It moves by itself: waiting to be read, or being read. */
export const isSynchronizing = (status: SyncStatus | null): boolean => status === 'TO_SYNC' || status === 'SYNCING';

/** Each move and the states it starts from. `begin` also takes up what a process that died was doing. */
export const SYNC_MOVES = {
  schedule: { from: ['SYNCED', 'SYNC_FAILED'], to: 'TO_SYNC' },
  begin: { from: ['TO_SYNC', 'SYNCING'], to: 'SYNCING' },
  finish: { from: ['SYNCING'], to: 'SYNCED' },
  retry: { from: ['SYNCING'], to: 'TO_SYNC' },
  giveUp: { from: ['SYNCING'], to: 'SYNC_FAILED' },
} as const satisfies Record<string, { from: readonly SyncStatus[]; to: SyncStatus }>;
export type SyncMove = keyof typeof SYNC_MOVES;

/** What ties a dossier to a record in RSP. */
export interface RspLink {
  searchType: 'RSP' | 'DMS' | null;
  businessId: string | null;
}

/** Only a customer found in RSP, whose key there is known, can be synchronized. */
export function isLinkedToRsp(link: RspLink): link is { searchType: 'RSP'; businessId: string } {
  return link.searchType === 'RSP' && link.businessId !== null && link.businessId !== '';
}

export interface Synchronization<Instant = Date> {
  syncStatus: SyncStatus | null;
  lastSync: Instant | null;
}

/** As it is shown: both null when not linked; linked and never looked at is yet to be synchronized. */
export function synchronizationOf<Instant>(dossier: RspLink & Synchronization<Instant>): Synchronization<Instant> {
  if (!isLinkedToRsp(dossier)) return { syncStatus: null, lastSync: null };
  return { syncStatus: dossier.syncStatus ?? 'TO_SYNC', lastSync: dossier.lastSync };
}

/**
 * What creating (`before` null) or editing a dossier makes of its synchronization. A new link is TO_SYNC until the RSP
 * record itself was read, for what arrived in the call may have been typed over; an edit that leaves the link alone
 * leaves the state alone too.
 */
export function synchronizationAfter<Instant>(
  before: (RspLink & Synchronization<Instant>) | null,
  after: RspLink,
): Synchronization<Instant> {
  if (!isLinkedToRsp(after)) return { syncStatus: null, lastSync: null };
  const sameLink = before !== null && isLinkedToRsp(before) && before.businessId === after.businessId;
  return sameLink ? synchronizationOf(before) : { syncStatus: 'TO_SYNC', lastSync: null };
}
