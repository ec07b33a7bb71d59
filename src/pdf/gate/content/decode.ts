/** Decodes content streams within size limits, and joins them as ISO 32000-2, 7.8.2, requires. */
import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { PdfArray, PdfName, type PdfObject, type PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { Refused } from '../gate-result.ts';
import { follow } from '../reading/follow-references.ts';
import { refuse } from './content-fault.ts';

/** Content of all pages, forms and glyphs together: far more than 25 MiB of genuine documents contain. */
const MAX_DECODED = 128 * 1024 * 1024;

/** Filters allowed for a content stream; image filters do not decode to operators. */
const FILTERS = new Set([
  ...['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'ASCII85Decode', 'A85', 'ASCIIHexDecode', 'AHx'],
  ...['RunLengthDecode', 'RL'],
]);

export interface DecodedStream {
  readonly bytes: Uint8Array;
  /** Whether the compressed data is truncated or has a wrong checksum: readers show what there is. */
  readonly isDamaged: boolean;
}

export interface JoinedContent {
  readonly bytes: Uint8Array;
  /** Offsets of the line feeds between the streams. */
  readonly seams: readonly number[];
}

export class StreamDecoder {
  readonly #resolve: Resolve;
  #left = MAX_DECODED;

  constructor(resolve: Resolve) {
    this.#resolve = resolve;
  }

  /** @throws Refused pdf.tooLarge. @throws ContentFault for undecodable data. */
  decode(stream: PdfStream): DecodedStream {
    const decoded = this.#decode(stream);
    this.#left -= decoded.bytes.length;
    if (this.#left < 0) throw new Refused('pdf.tooLarge', 'too much content');
    return decoded;
  }

  #decode(stream: PdfStream): DecodedStream {
    const filters = this.#filters(stream);
    if (filters.length === 0) return { bytes: stream.data, isDamaged: false };
    if (filters.some((filter) => !FILTERS.has(filter))) refuse('content in the coding of a picture');
    const isFlate = filters.length === 1 && (filters[0] === 'FlateDecode' || filters[0] === 'Fl');
    if (isFlate && follow(stream.get('DecodeParms'), this.#resolve) === undefined) return this.#inflate(stream.data);
    try {
      return { bytes: stream.getDecodedData(), isDamaged: false };
    } catch {
      return refuse('content that cannot be decoded');
    }
  }

  #filters(stream: PdfStream): string[] {
    const filter = follow(stream.get('Filter'), this.#resolve);
    const items: (PdfObject | undefined)[] = filter instanceof PdfArray ? [...filter] : filter ? [filter] : [];
    return items.map((item) => {
      const name = follow(item, this.#resolve);
      return name instanceof PdfName ? name.value : '';
    });
  }

  #inflate(data: Uint8Array): DecodedStream {
    const options = { maxOutputLength: Math.max(this.#left, 1) };
    try {
      return { bytes: inflateSync(data, options), isDamaged: false };
    } catch (error) {
      this.#refuseTooLarge(error);
    }
    try {
      const bytes = inflateRawSync(data.subarray(2), { ...options, finishFlush: constants.Z_SYNC_FLUSH });
      return { bytes, isDamaged: true };
    } catch (error) {
      this.#refuseTooLarge(error);
      return refuse('content that cannot be decoded');
    }
  }

  #refuseTooLarge(error: unknown): void {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new Refused('pdf.tooLarge', 'too much content');
    }
  }
}

/** Joins the streams of a page with line feeds. */
export function joinStreams(parts: readonly Uint8Array[]): JoinedContent {
  const nonEmpty = parts.filter(({ length }) => length > 0);
  if (nonEmpty.length === 1) return { bytes: nonEmpty[0] as Uint8Array, seams: [] };
  const bytes = new Uint8Array(nonEmpty.reduce((sum, { length }) => sum + length + 1, 0));
  const seams: number[] = [];
  let at = 0;
  for (const part of nonEmpty) {
    bytes.set(part, at);
    at += part.length;
    bytes[at] = 10;
    seams.push(at++);
  }
  return { bytes, seams };
}
