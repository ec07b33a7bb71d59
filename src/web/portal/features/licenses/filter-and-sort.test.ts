/** Licences are found by their words or by an activation, then filtered and sorted. */
import { describe, expect, test } from 'vitest';
import type { LicenseRow } from '../../api/queries/entitlements.ts';
import { filterAndSort, type LicenseFilter } from './filter-and-sort.ts';

const license = (id: number, expiresAt: string | null, taken: number, amount: number, legalEntity = 'LE1') =>
  ({
    id,
    licenseCode: `LIC-${id}`,
    expiresAt,
    activationsCount: taken,
    licenseAmount: amount,
    legalEntity,
  }) as LicenseRow;
const rows = [
  license(10, '2027-01-01', 5, 5),
  license(9, '2026-12-01', 1, 4),
  license(3, '2026-11-20', 0, 2, 'LE0'),
  license(4, null, 1, 2, 'LE0'),
];
const ids = (part: Partial<LicenseFilter> = {}) =>
  filterAndSort(rows, {
    ...{ text: '', filters: {}, today: '2026-11-21', holding: new Set<number>() },
    sorting: { field: 'entity', order: 'asc' },
    entityName: (code) => code,
    words: (row) => row.licenseCode,
    ...part,
  }).map(({ id }) => id);

describe('the list of licences', () => {
  test('is sorted by legal entity, then by code in natural order', () => {
    expect(ids()).toEqual([3, 4, 9, 10]);
    expect(ids({ sorting: { field: 'entity', order: 'desc' } })).toEqual([9, 10, 3, 4]);
  });
  test('can be sorted by expiry, by code, by used seats', () => {
    expect(ids({ sorting: { field: 'expiresAt', order: 'asc' } })).toEqual([3, 9, 10, 4]);
    expect(ids({ sorting: { field: 'licenseCode', order: 'desc' } })).toEqual([10, 9, 4, 3]);
    expect(ids({ sorting: { field: 'use', order: 'desc' } })).toEqual([10, 4, 9, 3]);
  });
  test.each([
    ['active', [4, 9, 10]],
    ['near', [9]],
    ['expired', [3]],
    ['full', [10]],
  ])('can be filtered to those that are %s', (state, found) => {
    expect(ids({ filters: { state } })).toEqual(found);
  });
  test('is searched by its texts, or by a former activation', () => {
    expect(ids({ text: 'lic-1' })).toEqual([10]);
    expect(ids({ text: 'tablet', holding: new Set([4]) })).toEqual([4]);
  });
});
