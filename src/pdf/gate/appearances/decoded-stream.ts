/** Decodes the streams of a form, within size limits. */
import type { PdfStream } from '@libpdf/core';

/** Appearances and character maps take kilobytes; a larger stream is not judged. */
const MAX_ENCODED_BYTES = 1024 * 1024;
const MAX_DECODED_BYTES = 4 * 1024 * 1024;

/** @returns the decoded data, or null when the filters fail or the stream is larger than any legitimate one. */
export function decodedStream(stream: PdfStream): Uint8Array | null {
  if (stream.data.length > MAX_ENCODED_BYTES) return null;
  try {
    const data = stream.getDecodedData();
    return data.length > MAX_DECODED_BYTES ? null : data;
  } catch {
    return null;
  }
}
