/** The calls of the pages on which people land, made before the program has come and by the program itself (specification §7). Pure. */
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import type { CallOptions } from './call-parts.ts';

export const ACCOUNT = { path: '/api/account' } as const;

export const DEALERS = {
  path: '/tools/conc/list',
  options: {
    method: 'POST',
    reads: true,
    body: { brand: BRANDS.join(','), fields: DEALER_FIELDS.join(','), test: false },
  },
} as const satisfies { path: string; options: CallOptions };

export const documentPath = (id: number): string => `/api/documents/${id}`;

/** Where the bytes to show are read, as a preview: the signed version replaces the plain one (specification §4). */
export const previewPath = (id: number, signedDocumentId: number | null): string =>
  signedDocumentId === null
    ? `/api/documents/${id}/download?preview=true`
    : `/api/signed-documents/${signedDocumentId}/download?preview=true`;

/** Bytes of a file asked for at once; also the granularity in which the viewer asks. */
export const PART_BYTES = 65_536;
export const FIRST_PART = { part: { start: 0, end: PART_BYTES } } as const satisfies CallOptions;

export const folderPath = (id: number): string => `/api/folders/${id}`;
export const dossierPath = (id: number): string => `/api/dossiers/${id}`;
export const DOCUMENT_SEARCH = '/api/documents-ext/search';

/** One criterion as the search bodies take it. */
export interface Criterion {
  equals?: string | number | boolean;
  notEquals?: string | number;
  in?: readonly string[];
  contains?: string;
  greaterThanOrEqual?: string;
  lessThan?: string;
}

export interface Search {
  /** Zero-based. */
  page: number;
  size: number;
  /** field,order */
  sort: string;
  criteria: Readonly<Record<string, Criterion | undefined>>;
}

export function searchOptions({ page, size, sort, criteria }: Search): CallOptions {
  return { method: 'POST', query: { page, size, sort }, body: criteria };
}

/** The 15 newest documents that wait for somebody here (specification §7, §9). */
export const latestSearch = (legalEntity: string | null): Search => ({
  page: 0,
  size: 15,
  sort: 'id,desc',
  criteria: {
    status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN'] },
    ...(legalEntity === null ? {} : { legalEntity: { equals: legalEntity } }),
  },
});
