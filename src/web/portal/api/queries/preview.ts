/** Loads the file that a page shows in parts. Pure. */
import { downloadDocument } from '#contract/calls/documents.ts';
import { downloadSigned } from '#contract/calls/evidence.ts';
import { type Request, requestOf } from '../request.ts';

/** The file to preview: the signed version replaces the original. */
export const previewOf = (id: number, signedDocumentId: number | null): Request =>
  signedDocumentId === null
    ? requestOf(downloadDocument, { path: { id }, query: { preview: 'true' } })
    : requestOf(downloadSigned, { path: { id: signedDocumentId }, query: { preview: 'true' } });

/** Bytes per request, which is also the viewer's granularity. */
export const PART_BYTES = 65_536;
export const FIRST_PART = { start: 0, end: PART_BYTES } as const;
