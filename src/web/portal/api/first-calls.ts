/** The calls of the pages on which people land, made before the program has come and by the program itself (specification §7). Pure. */
import type { listDealers } from '#contract/calls/dealers.ts';
import { downloadDocument } from '#contract/calls/documents.ts';
import { downloadSigned } from '#contract/calls/signing.ts';
import type { InputOf } from '#contract/calls/types.ts';
import { BRANDS, DEALER_FIELDS } from '#domain/dealers/brands.ts';
import { type Request, requestOf } from './request.ts';

export const DEALERS: InputOf<typeof listDealers> = {
  body: { brand: BRANDS.join(','), fields: DEALER_FIELDS.join(','), test: false },
};

/** The file to show, as a preview: the signed version replaces the plain one (specification §4). */
export const previewOf = (id: number, signedDocumentId: number | null): Request =>
  signedDocumentId === null
    ? requestOf(downloadDocument, { path: { id }, query: { preview: 'true' } })
    : requestOf(downloadSigned, { path: { id: signedDocumentId }, query: { preview: 'true' } });

/** Bytes of a file asked for at once; also the granularity in which the viewer asks. */
export const PART_BYTES = 65_536;
export const FIRST_PART = { start: 0, end: PART_BYTES } as const;

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

/** The input of a search call. */
export const searchInput = ({ page, size, sort, criteria }: Search) => ({
  query: { page, size, sort },
  body: criteria,
});

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
