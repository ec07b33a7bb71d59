/** Search, status filter and sort order of a folder's documents, all of which the page has already loaded. Pure. */
import { DOCUMENT_STATUSES, type DocumentStatus } from '#domain/documents/document-states.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { sortBy } from '../../connected/list/filter-and-sort.ts';
import type { Sorting } from '../../ui/table.tsx';

export interface Filters {
  /** Searched in file name and type; an empty text matches everything. */
  text: string;
  /** A status; undefined for all. */
  status: string | undefined;
  sorting: Sorting;
  label: (row: DocumentRow) => string;
}

export function filterAndSort(rows: readonly DocumentRow[], { text, status, sorting, label }: Filters): DocumentRow[] {
  const typed = text.toLocaleLowerCase('it');
  const matching = rows.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      (typed === '' || `${row.fileName ?? ''}\n${label(row)}`.toLocaleLowerCase('it').includes(typed)),
  );
  const direction = sorting.order === 'asc' ? 1 : -1;
  return sortBy(
    matching,
    sorting.order,
    (row) => KEYS[sorting.field]?.(row, label) ?? row.fileName ?? '',
    (a, b) => direction * (a.id - b.id),
  );
}

/** The statuses that occur, in life-cycle order. */
export function statusesOf(rows: readonly DocumentRow[]): DocumentStatus[] {
  return DOCUMENT_STATUSES.filter((status) => rows.some((row) => row.status === status));
}

const KEYS: Readonly<Record<string, (row: DocumentRow, label: Filters['label']) => string | number>> = {
  id: ({ id }) => id,
  type: (row, label) => label(row),
  lastModifiedDate: ({ lastModifiedDate }) => lastModifiedDate,
  status: ({ status }) => DOCUMENT_STATUSES.indexOf(status),
};
