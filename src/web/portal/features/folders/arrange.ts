/** Search, status filter and order of a folder's documents, which are all in the page already. Pure. */
import { DOCUMENT_STATUSES, type DocumentStatus } from '#domain/documents/life.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import type { Sorting } from '../../ui/table.tsx';

export interface Arrangement {
  /** Looked for in file name and type; empty finds everything. */
  text: string;
  /** A status, or undefined for all. */
  status: string | undefined;
  sorting: Sorting;
  label: (row: DocumentRow) => string;
}

const words = new Intl.Collator('it', { sensitivity: 'base', numeric: true });

export function arrange(rows: readonly DocumentRow[], wanted: Arrangement): DocumentRow[] {
  const text = wanted.text.toLocaleLowerCase('it');
  return rows
    .filter((row) => wanted.status === undefined || row.status === wanted.status)
    .filter((row) => `${row.fileName ?? ''}\n${wanted.label(row)}`.toLocaleLowerCase('it').includes(text))
    .toSorted((a, b) => {
      const order = compare(keyOf(a, wanted), keyOf(b, wanted)) || a.id - b.id;
      return wanted.sorting.order === 'asc' ? order : -order;
    });
}

/** Statuses that occur, in the order of a document's life. */
export function statusesOf(rows: readonly DocumentRow[]): DocumentStatus[] {
  return DOCUMENT_STATUSES.filter((status) => rows.some((row) => row.status === status));
}

function keyOf(row: DocumentRow, { sorting, label }: Arrangement): string | number {
  switch (sorting.field) {
    case 'id':
      return row.id;
    case 'type':
      return label(row);
    case 'lastModifiedDate':
      return row.lastModifiedDate;
    case 'status':
      return DOCUMENT_STATUSES.indexOf(row.status);
    default:
      return row.fileName ?? '';
  }
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
}
