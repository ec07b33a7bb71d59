/** Rewrites content with its edits applied. */
import { deflateSync } from 'node:zlib';
import { PdfName, type PdfStream } from '@libpdf/core';

/** A byte range to replace in the decoded stream. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param edits in order, not overlapping. */
export function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, text } of edits) {
    parts.push(bytes.subarray(at, start), Buffer.from(text, 'latin1'));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

/** Replaces a stream's data, compressed. */
export function compress(stream: PdfStream, data: Uint8Array): PdfStream {
  stream.delete('DecodeParms');
  stream.setData(new Uint8Array(deflateSync(data)));
  stream.set('Filter', PdfName.of('FlateDecode'));
  return stream;
}
