/** Search, filter and sort order of a folder's documents. */
import { describe, expect, test } from 'vitest';
import type { DocumentRow } from '../../api/shapes.ts';
import { filterAndSort, statusesOf, type Wanted } from './filter-and-sort.ts';

const row = (id: number, fileName: string | null, status: DocumentRow['status'], type = 'SALE_NEW_RFO') =>
  ({ id, fileName, status, type, lastModifiedDate: `2026-11-${10 + id}T08:00:00.000Z` }) as DocumentRow;
const rows = [
  row(3, 'preventivo_rev10.pdf', 'SIGNED'),
  row(1, 'preventivo_rev2.pdf', 'DRAFT'),
  row(2, null, 'READY_TO_SIGN', 'SALE_NEW_PROPOSAL'),
  row(4, 'Àncora.pdf', 'EXPIRED'),
];
const wanted = (part: Partial<Wanted> = {}): Wanted => ({
  text: '',
  status: undefined,
  sorting: { field: 'fileName', order: 'asc' },
  label: (document) => (document.type === 'SALE_NEW_RFO' ? 'Preventivo nuovo' : 'Proposta d’acquisto'),
  ...part,
});
const ids = (part?: Partial<Wanted>) => filterAndSort(rows, wanted(part)).map((document) => document.id);

describe('the documents of a folder', () => {
  test('stand by file name as people count, a missing name first', () => {
    expect(ids()).toEqual([2, 4, 1, 3]);
  });
  test('turn round, also where keys are equal', () => {
    const twins = [row(1, 'a.pdf', 'DRAFT'), row(2, 'a.pdf', 'DRAFT')];
    const order = (direction: 'asc' | 'desc') =>
      filterAndSort(twins, wanted({ sorting: { field: 'fileName', order: direction } })).map((document) => document.id);
    expect([order('asc'), order('desc')]).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });
  test('sort by number as numbers, by type as words, by status along the life of a document', () => {
    expect(ids({ sorting: { field: 'id', order: 'desc' } })).toEqual([4, 3, 2, 1]);
    expect(ids({ sorting: { field: 'type', order: 'desc' } })).toEqual([2, 4, 3, 1]);
    expect(ids({ sorting: { field: 'status', order: 'asc' } })).toEqual([1, 2, 3, 4]);
  });
  test('are found by file name or by the word of their type, whatever the case', () => {
    expect(ids({ text: 'REV2' })).toEqual([1]);
    expect(ids({ text: 'proposta' })).toEqual([2]);
  });
  test('are not found by the code of their type', () => {
    expect(ids({ text: 'sale_new' })).toEqual([]);
  });
  test('narrow to one status', () => {
    expect(ids({ status: 'EXPIRED' })).toEqual([4]);
    expect(ids({ status: 'FINISH' })).toEqual([]);
  });
  test('offer the statuses that occur, in the order of a document’s life', () => {
    expect(statusesOf(rows)).toEqual(['DRAFT', 'READY_TO_SIGN', 'SIGNED', 'EXPIRED']);
  });
  test('stay in the order they came in', () => {
    ids();
    expect(rows.map((document) => document.id)).toEqual([3, 1, 2, 4]);
  });
});
