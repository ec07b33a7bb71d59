/** Decodes the streams a verifier must read (cross-reference and object streams): FlateDecode with predictors, bounded. */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfStream } from '@libpdf/core';
import { joinBytes } from '../der.ts';
import { SyntaxFault } from './syntax.ts';

/** No cross-reference or object stream of a genuine 25 MiB file is larger; a decompression bomb is. */
const MAX_DECODED = 128 * 1024 * 1024;

/** @returns the decoded data. @throws SyntaxFault for another filter, damaged data, or more than 128 MiB. */
export async function decodeStream(stream: PdfStream): Promise<Uint8Array> {
  const filter = single(stream.get('Filter'));
  if (filter === undefined) return stream.data;
  if (!(filter instanceof PdfName) || (filter.value !== 'FlateDecode' && filter.value !== 'Fl')) {
    throw new SyntaxFault('a structural stream with a filter other than FlateDecode', 0);
  }
  const decoded = await inflate(stream.data);
  const parameters = single(stream.get('DecodeParms'));
  return parameters instanceof PdfDict ? unpredict(decoded, parameters) : decoded;
}

function single(value: PdfObject | undefined): PdfObject | undefined {
  if (!(value instanceof PdfArray)) return value;
  if (value.length > 1) throw new SyntaxFault('a structural stream with several filters', 0);
  return value.at(0);
}

async function inflate(data: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const source = new Blob([data.slice()]).stream().pipeThrough(new DecompressionStream('deflate'));
    const reader = source.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > MAX_DECODED) {
        await reader.cancel();
        throw new SyntaxFault('a structural stream is too large', 0);
      }
      parts.push(next.value);
    }
  } catch (error) {
    if (error instanceof SyntaxFault) throw error;
    throw new SyntaxFault('compressed data is damaged', 0);
  }
  return joinBytes(parts);
}

function unpredict(data: Uint8Array, parameters: PdfDict): Uint8Array {
  const number = (key: string, fallback: number): number => {
    const value = parameters.get(key);
    return value instanceof PdfNumber ? value.value : fallback;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return data;
  if (predictor < 10) throw new SyntaxFault('a structural stream with a TIFF predictor', 0);
  // Rounded up (ISO 32000-2, 7.4.4.4): three components of four bits are two bytes.
  const pixel = Math.max(1, Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8));
  const width = Math.ceil((number('Columns', 1) * number('Colors', 1) * number('BitsPerComponent', 8)) / 8);
  if (!(width > 0 && width < 1 << 20)) throw new SyntaxFault('a predictor with senseless columns', 0);
  const rows = Math.floor(data.length / (width + 1));
  const out = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (width + 1)] ?? 0;
    if (kind > 4) throw new SyntaxFault('an unknown predictor', 0);
    for (let column = 0; column < width; column++) {
      const raw = data[row * (width + 1) + 1 + column] ?? 0;
      const left = column >= pixel ? (out[row * width + column - pixel] ?? 0) : 0;
      const up = row > 0 ? (out[(row - 1) * width + column] ?? 0) : 0;
      const corner = row > 0 && column >= pixel ? (out[(row - 1) * width + column - pixel] ?? 0) : 0;
      out[row * width + column] = raw + predicted(kind, left, up, corner);
    }
  }
  return out;
}

/** PNG filters 0–4 (ISO/IEC 15948, 9.2). */
function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
