/** Services are found by their words, filtered and sorted; which quotas are nearly used up. */
import { describe, expect, test } from 'vitest';
import type { ServiceRow } from '../../api/queries/entitlements.ts';
import { filterAndSort, type ServiceFilter } from './filter-and-sort.ts';
import { gaugeFor, nextExpiry, urgentQuotas } from './quotas.ts';

const TODAY = '2026-11-21';
const NAMES: Record<string, string> = { LE1: 'Zeta S.p.A.', LE2: 'Alfa S.r.l.' };

const service = (id: number, serviceType: ServiceRow['serviceType'], part: Partial<ServiceRow> = {}): ServiceRow => ({
  ...{ id, serviceType, legalEntity: 'LE1', expiresAt: null, notes: null, signatureType: null, folderTypeSet: null },
  ...{ totalSpace: null, totalOtp: null, usedSpace: null, usedOtp: null },
  ...{ createdBy: null, createdDate: '2026-01-01T00:00:00.000Z' },
  ...{ lastModifiedBy: null, lastModifiedDate: `2026-02-0${id}T00:00:00.000Z` },
  ...part,
});

const rows = [
  service(1, 'OTP', { totalOtp: 1000, usedOtp: 950 }),
  service(2, 'DISK_SPACE', { totalSpace: 100, usedSpace: 10, expiresAt: '2026-12-01' }),
  service(3, 'OTP', { legalEntity: 'LE2', totalOtp: 500, usedOtp: 300, notes: 'Rinnovo' }),
  service(4, 'STRONGDOX_SPACE', { legalEntity: 'LE2', totalSpace: 100, expiresAt: '2026-11-20' }),
  service(5, 'TPIM', { expiresAt: '2028-01-01' }),
];
const ids = (part: Partial<ServiceFilter> = {}) =>
  filterAndSort(rows, {
    ...{ text: '', filters: {}, today: TODAY },
    sorting: { field: 'legalEntity', order: 'asc' },
    entityName: (code) => NAMES[code] ?? code,
    words: (row) => `${row.serviceType} ${NAMES[row.legalEntity]} ${row.notes ?? ''}`,
    ...part,
  }).map(({ id }) => id);

describe('the list of services', () => {
  test('is sorted by legal entity, then in reading order', () => {
    expect(ids()).toEqual([3, 4, 1, 2, 5]);
    expect(ids({ sorting: { field: 'legalEntity', order: 'desc' } })).toEqual([1, 2, 5, 3, 4]);
  });
  test('can be sorted by use, unused types first', () => {
    expect(ids({ sorting: { field: 'use', order: 'desc' } }).slice(0, 3)).toEqual([1, 3, 2]);
  });
  test('can be sorted by expiry, without one last', () => {
    expect(ids({ sorting: { field: 'expiresAt', order: 'asc' } })).toEqual([4, 2, 5, 3, 1]);
  });
  test('can be sorted by last change', () => {
    expect(ids({ sorting: { field: 'lastModifiedDate', order: 'desc' } })).toEqual([5, 4, 3, 2, 1]);
  });
  test('is searched by every typed word, in any order and case', () => {
    expect(ids({ text: 'rinnovo ALFA' })).toEqual([3]);
    expect(ids({ text: 'rinnovo zeta' })).toEqual([]);
  });
  test.each([
    ['active', [3, 1, 2, 5]],
    ['near', [2]],
    ['expired', [4]],
  ])('can be filtered to those that are %s', (state, found) => {
    expect(ids({ filters: { state } })).toEqual(found);
  });
  test('can be filtered by type and legal entity', () => {
    expect(ids({ filters: { type: 'OTP', entity: 'LE2' } })).toEqual([3]);
  });
});

describe('the usage of a service', () => {
  test('is absent when it has expired or has no amount', () => {
    expect(rows.map((row) => gaugeFor(row)?.percent ?? null)).toEqual([95, 10, 60, null, null]);
  });
});

describe('quotas to renew', () => {
  test('are those from 90 per cent and expired ones, the latter first', () => {
    expect(urgentQuotas(rows, TODAY)).toEqual([
      { entity: 'LE2', kind: 'STRONGDOX_SPACE', percent: null },
      { entity: 'LE1', kind: 'OTP', percent: 95 },
    ]);
  });
  test('add up the services of one kind', () => {
    const more = service(6, 'OTP', { totalOtp: 1000, usedOtp: 0 });
    expect(urgentQuotas([...rows, more], TODAY).some(({ kind }) => kind === 'OTP')).toBe(false);
  });
  test('include the next day on which a total decreases', () => {
    expect(nextExpiry(rows, { kind: 'DISK_SPACE', entity: null, today: TODAY })).toBe('2026-12-01');
    expect(nextExpiry(rows, { kind: 'DISK_SPACE', entity: 'LE2', today: TODAY })).toBeNull();
    expect(nextExpiry(rows, { kind: 'STRONGDOX_SPACE', entity: null, today: TODAY })).toBeNull();
  });
});
