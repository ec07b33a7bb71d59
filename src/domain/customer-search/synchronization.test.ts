/** State transitions of a customer's synchronization. */
import { describe, expect, it } from 'vitest';
import { SYNC_STATUSES } from '../dossiers/dossier.ts';
import {
  isLinkedToRsp,
  type RspLink,
  SYNC_MOVES,
  type SyncMove,
  type SyncStatus,
  synchronizationAfter,
  synchronizationOf,
} from './synchronization.ts';

const linked: RspLink = { searchType: 'RSP', businessId: 'R-000123' };
const unlinked: readonly RspLink[] = [
  { searchType: 'RSP', businessId: null },
  { searchType: 'RSP', businessId: '' },
  { searchType: 'DMS', businessId: 'D-000123' },
  { searchType: null, businessId: 'R-000123' },
  { searchType: null, businessId: null },
];
const at = new Date('2026-11-20T08:00:00Z');
const NOTHING = { syncStatus: null, lastSync: null };

describe('a link to RSP', () => {
  it('is a customer found in RSP with its key', () => {
    expect(isLinkedToRsp(linked)).toBe(true);
    for (const link of unlinked) expect(isLinkedToRsp(link)).toBe(false);
  });

  it('has a state, which is absent without one', () => {
    expect(synchronizationOf({ ...linked, syncStatus: 'SYNCED', lastSync: at })).toEqual({
      syncStatus: 'SYNCED',
      lastSync: at,
    });
    expect(synchronizationOf({ ...linked, syncStatus: null, lastSync: null })).toEqual({
      syncStatus: 'TO_SYNC',
      lastSync: null,
    });
    for (const link of unlinked) {
      expect(synchronizationOf({ ...link, syncStatus: 'SYNCED', lastSync: at })).toEqual(NOTHING);
    }
  });
});

describe('creating and editing', () => {
  it('a linked customer starts as TO_SYNC, regardless of the request', () => {
    expect(synchronizationAfter(null, linked)).toEqual({ syncStatus: 'TO_SYNC', lastSync: null });
    for (const link of unlinked) expect(synchronizationAfter(null, link)).toEqual(NOTHING);
  });

  it.each(SYNC_STATUSES)('an edit that keeps the link keeps %s', (syncStatus) => {
    const before = { ...linked, syncStatus, lastSync: at };
    expect(synchronizationAfter(before, linked)).toEqual({ syncStatus, lastSync: at });
  });

  it.each(SYNC_STATUSES)('another link restarts from %s, no link ends it', (syncStatus) => {
    const before = { ...linked, syncStatus, lastSync: at };
    const other = { ...linked, businessId: 'R-000124' };
    expect(synchronizationAfter(before, other)).toEqual({ syncStatus: 'TO_SYNC', lastSync: null });
    for (const link of unlinked) expect(synchronizationAfter(before, link)).toEqual(NOTHING);
  });

  it('a first link starts it, even with a leftover state', () => {
    for (const link of unlinked) {
      const before = { ...link, syncStatus: 'SYNCED' as const, lastSync: at };
      expect(synchronizationAfter(before, linked)).toEqual({ syncStatus: 'TO_SYNC', lastSync: null });
    }
  });
});

describe('the transitions', () => {
  /** The table written a second time: every state × every move. */
  const TABLE: Record<SyncMove, Partial<Record<SyncStatus, SyncStatus>>> = {
    schedule: { SYNCED: 'TO_SYNC', SYNC_FAILED: 'TO_SYNC' },
    begin: { TO_SYNC: 'SYNCING', SYNCING: 'SYNCING' },
    finish: { SYNCING: 'SYNCED' },
    retry: { SYNCING: 'TO_SYNC' },
    giveUp: { SYNCING: 'SYNC_FAILED' },
  };

  it.each(Object.keys(TABLE) as SyncMove[])('%s is allowed only from its source states', (move) => {
    for (const status of SYNC_STATUSES) {
      const allowed = SYNC_MOVES[move].from.some((from) => from === status);
      expect(allowed ? SYNC_MOVES[move].to : undefined).toBe(TABLE[move][status]);
    }
  });

  it('leave no state without an exit', () => {
    for (const status of SYNC_STATUSES) {
      const ways = Object.values(SYNC_MOVES).filter(
        ({ from, to }) => from.some((start) => start === status) && to !== status,
      );
      expect(ways.length).toBeGreaterThan(0);
    }
  });
});
