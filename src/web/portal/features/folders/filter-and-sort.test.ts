/** Search, filter and sort order of a folder's documents. */
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '../../api/answer-types.ts';
import { type Filters, filterAndSort, statusesOf } from './filter-and-sort.ts';

const row = (id: number, fileName: string | null, status: DocumentRow['status'], type = 'SALE_NEW_RFO') =>
  ({ id, fileName, status, type, lastModifiedDate: `2026-11-${10 + id}T08:00:00.000Z` }) as DocumentRow;
const rows = [
  row(3, 'preventivo_rev10.pdf', 'SIGNED'),
  row(1, 'preventivo_rev2.pdf', 'DRAFT'),
  row(2, null, 'READY_TO_SIGN', 'SALE_NEW_PROPOSAL'),
  row(4, 'Àncora.pdf', 'EXPIRED'),
];
const wanted = (part: Partial<Filters> = {}): Filters => ({
  text: '',
  status: undefined,
  sorting: { field: 'fileName', order: 'asc' },
  label: (document) => (document.type === 'SALE_NEW_RFO' ? 'Preventivo nuovo' : 'Proposta d’acquisto'),
  ...part,
});
const ids = (part?: Partial<Filters>) => filterAndSort(rows, wanted(part)).map((document) => document.id);

describe('the documents of a folder', () => {
  test('are sorted by file name in natural order, a missing name first', () => {
    expect(ids()).toEqual([2, 4, 1, 3]);
  });
  test('are reversed completely, including equal keys', () => {
    const twins = [row(1, 'a.pdf', 'DRAFT'), row(2, 'a.pdf', 'DRAFT')];
    const order = (direction: 'asc' | 'desc') =>
      filterAndSort(twins, wanted({ sorting: { field: 'fileName', order: direction } })).map((document) => document.id);
    expect([order('asc'), order('desc')]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
  test('are sorted by number numerically, by type by label, by status along the document’s life', () => {
    expect(ids({ sorting: { field: 'id', order: 'desc' } })).toEqual([4, 3, 2, 1]);
    expect(ids({ sorting: { field: 'type', order: 'desc' } })).toEqual([2, 4, 3, 1]);
    expect(ids({ sorting: { field: 'status', order: 'asc' } })).toEqual([1, 2, 3, 4]);
  });
  test('are found by file name or type label, ignoring case', () => {
    expect(ids({ text: 'REV2' })).toEqual([1]);
    expect(ids({ text: 'proposta' })).toEqual([2]);
  });
  test('are not found by type code', () => {
    expect(ids({ text: 'sale_new' })).toEqual([]);
  });
  test('can be filtered by status', () => {
    expect(ids({ status: 'EXPIRED' })).toEqual([4]);
    expect(ids({ status: 'FINISH' })).toEqual([]);
  });
  test('have the occurring statuses as options, in the order of a document’s life', () => {
    expect(statusesOf(rows)).toEqual(['DRAFT', 'READY_TO_SIGN', 'SIGNED', 'EXPIRED']);
  });
  test('keep their original order', () => {
    ids();
    expect(rows.map((document) => document.id)).toEqual([3, 1, 2, 4]);
  });
});
