/** Copies a PNG without metadata: keeps its critical chunks and checks that its pixels are complete (PNG 5.3, 11.2). */
import { crc32, createInflate } from 'node:zlib';
import { type CleanPhoto, isTooLarge } from './clean-photo.ts';

const SIGNATURE_LENGTH = 8;
/** Length, type and CRC of a chunk. */
const CHUNK_FRAME = 12;
/** Samples per pixel of the colour types without alpha: grey, RGB, palette (PNG 11.2.2). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };
const CRITICAL: readonly string[] = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

interface Header {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly hasPalette: boolean;
}

export async function cleanPng(data: Buffer): Promise<CleanPhoto | null> {
  const header = headerOf(data);
  if (header === undefined) return null;
  const chunks = keptChunks(data, header);
  if (chunks === undefined) return null;
  const { width, height, samples } = header;
  const pixels = height * (1 + width * samples);
  if ((await inflatedLength(chunks.deflated, pixels)) !== pixels) return null;
  return { bytes: chunks.clean, width, height };
}

/** @returns undefined for a picture that PDF cannot embed unchanged: 16 bits, interlaced, with alpha, too large. */
function headerOf(data: Buffer): Header | undefined {
  if (data.length < SIGNATURE_LENGTH + CHUNK_FRAME + 13) return undefined;
  const body = data.subarray(SIGNATURE_LENGTH + 8);
  if (data.readUInt32BE(SIGNATURE_LENGTH) !== 13 || data.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [bits, colours, compression, filter, interlaced] = body.subarray(8, 13);
  const samples = SAMPLES[colours ?? -1];
  if (bits !== 8 || samples === undefined || compression !== 0 || filter !== 0 || interlaced !== 0) return undefined;
  if (width === 0 || height === 0 || isTooLarge(width, height)) return undefined;
  return { width, height, samples, hasPalette: colours === 3 };
}

interface Chunks {
  /** The whole file without the chunks that do not affect drawing. */
  readonly clean: Buffer;
  /** The joined bodies of all IDAT chunks. */
  readonly deflated: Buffer;
}

/** One pass; a chunk leaves only its copied bytes, since a file can have 350,000 of them. */
function keptChunks(data: Buffer, { hasPalette }: Header): Chunks | undefined {
  const output = Buffer.allocUnsafe(data.length);
  const deflated = Buffer.allocUnsafe(data.length);
  let [keptLength, deflatedLength] = [data.copy(output, 0, 0, SIGNATURE_LENGTH), 0];
  let palette = 0;
  for (let at = SIGNATURE_LENGTH; at + CHUNK_FRAME <= data.length; ) {
    const end = at + CHUNK_FRAME + data.readUInt32BE(at);
    if (end > data.length) return undefined;
    if (crc32(data.subarray(at + 4, end - 4)) !== data.readUInt32BE(end - 4)) return undefined;
    const name = data.toString('latin1', at + 4, at + 8);
    if (name === 'tRNS') return undefined;
    if (name === 'PLTE') palette = end - at - CHUNK_FRAME;
    if (name === 'IDAT') deflatedLength += data.copy(deflated, deflatedLength, at + 8, end - 4);
    if (CRITICAL.includes(name) && (name !== 'PLTE' || hasPalette)) {
      keptLength += data.copy(output, keptLength, at, end);
    }
    if (name === 'IEND') {
      if (hasPalette && (palette === 0 || palette % 3 !== 0)) return undefined;
      return { clean: output.subarray(0, keptLength), deflated: deflated.subarray(0, deflatedLength) };
    }
    at = end;
  }
  return undefined;
}

/**
 * Inflates without keeping the output.
 * @param limit bytes; stops when the output exceeds it.
 * @returns undefined for data that is not deflated, is truncated or has more than `limit`.
 */
function inflatedLength(deflated: Buffer, limit: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const inflate = createInflate();
    let length = 0;
    inflate.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= limit) return;
      inflate.destroy();
      resolve(undefined);
    });
    inflate.once('error', () => resolve(undefined));
    inflate.once('end', () => resolve(length));
    inflate.end(deflated);
  });
}
