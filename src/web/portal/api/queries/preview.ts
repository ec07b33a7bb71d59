/** The file that a page shows, read part by part. Pure. */
import { downloadDocument } from '#contract/calls/documents.ts';
import { downloadSigned } from '#contract/calls/evidence.ts';
import { type Request, requestOf } from '../request.ts';

/** The file to show, as a preview: the signed version replaces the plain one. */
export const previewOf = (id: number, signedDocumentId: number | null): Request =>
  signedDocumentId === null
    ? requestOf(downloadDocument, { path: { id }, query: { preview: 'true' } })
    : requestOf(downloadSigned, { path: { id: signedDocumentId }, query: { preview: 'true' } });

/** Bytes of a file asked for at once; also the granularity in which the viewer asks. */
export const PART_BYTES = 65_536;
export const FIRST_PART = { start: 0, end: PART_BYTES } as const;
