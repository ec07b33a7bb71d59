/** A photo without what it tells of place, time and device: only what draws it stays, and which way up it is (D §8.2, D-132). */
import { crc32, inflate } from 'node:zlib';

export interface CleanPhoto {
  bytes: Uint8Array;
  /** In pixels, as it is seen. */
  width: number;
  height: number;
}

/** @returns undefined for a file that is damaged, or of a kind of JPEG or PNG that no paper can hold. */
export async function cleanPhoto(bytes: Uint8Array): Promise<CleanPhoto | undefined> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return data[0] === 0xff ? cleanJpeg(data) : cleanPng(data);
}

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive, coded by Huffman: PDF knows no others (ISO 32000-1 §7.4.8). */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** Tables and what is needed to read them (ITU-T T.81 table B.1). */
const TABLES = [0xc4, 0xdb, 0xdd];
/** Adobe's, which says how the colours are stored. */
const ADOBE = 0xee;
const APP1 = 0xe1;

/** Segments in their order; what follows a scan's header is its own segment, without a marker. */
interface Segment {
  readonly marker: number | null;
  readonly whole: Buffer;
  readonly body: Buffer;
}

/** Up to the end of the picture: what stands after it, another picture or a film, is not part of it. */
function jpegSegments(data: Buffer): Segment[] | undefined {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) return undefined;
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) return segments;
    // Restart markers stand inside scans alone, and a second beginning nowhere.
    if (marker === SOI || marker === 0 || (marker >= 0xd0 && marker <= 0xd7)) return undefined;
    const end = at + 2 + data.readUInt16BE(at + 2);
    if (end < at + 4 || end > data.length) return undefined;
    segments.push({ marker, whole: data.subarray(at, end), body: data.subarray(at + 4, end) });
    at = end;
    if (marker === SOS) {
      const next = endOfScan(data, at);
      segments.push({ marker: null, whole: data.subarray(at, next), body: data.subarray(at, next) });
      at = next;
    }
  }
  // A picture whose end is missing was cut off on its way.
  return data[at] === 0xff && data[at + 1] === EOI ? segments : undefined;
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return data.length;
}

function cleanJpeg(data: Buffer): CleanPhoto | undefined {
  const segments = jpegSegments(data);
  if (segments === undefined) return undefined;
  const frames = segments.filter(({ marker }) => marker !== null && isFrame(marker));
  const [frame] = frames;
  const scanned = segments.some(({ marker }) => marker === null);
  if (frame === undefined || frames.length !== 1 || !scanned || !FRAMES.includes(frame.marker ?? 0)) return undefined;
  // B.2.2: precision, lines, samples per line, components. Four of these are the colours of a printer.
  if (frame.body.length < 6) return undefined;
  const [precision, components] = [frame.body[0], frame.body[5]];
  const [high, wide] = [frame.body.readUInt16BE(1), frame.body.readUInt16BE(3)];
  if (precision !== 8 || (components !== 1 && components !== 3) || high === 0 || wide === 0) return undefined;
  const orientation = orientationOf(segments);
  const kept = segments.filter(
    ({ marker }) =>
      marker === null || marker === SOS || marker === ADOBE || FRAMES.includes(marker) || TABLES.includes(marker),
  );
  const bytes = Buffer.concat([
    Buffer.from([0xff, SOI]),
    ...(orientation === 1 ? [] : [orientationSegment(orientation)]),
    ...kept.map(({ whole }) => whole),
    Buffer.from([0xff, EOI]),
  ]);
  const lies = orientation > 4;
  return { bytes, width: lies ? high : wide, height: lies ? wide : high };
}

/** Every kind of frame, those too that no paper can hold. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;

/** 1 to 8, as Exif counts (CIPA DC-008 §4.6.4); 1 where nothing sensible is told. */
function orientationOf(segments: readonly Segment[]): number {
  const told = segments.find(({ marker, body }) => marker === APP1 && body.subarray(0, EXIF.length).equals(EXIF));
  const tiff = told?.body.subarray(EXIF.length);
  if (tiff === undefined || tiff.length < 8) return 1;
  const little = tiff[0] === 0x49;
  const two = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  const entries = Math.min(two(first), Math.floor((tiff.length - first - 2) / 12));
  for (let index = 0; index < entries; index += 1) {
    const at = first + 2 + index * 12;
    if (two(at) !== ORIENTATION) continue;
    const value = two(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif that tells the orientation and nothing else. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.alloc(36);
  segment.set([0xff, APP1, 0, 34], 0);
  EXIF.copy(segment, 4);
  segment.write('MM', 10, 'latin1');
  segment.writeUInt16BE(42, 12);
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(ORIENTATION, 20);
  segment.writeUInt16BE(3, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(orientation, 28);
  return segment;
}

const PNG_HEAD = 8;
/** Samples of a pixel, by the kinds of colour that need no transparency: grey, colour, palette (PNG 11.2.2). */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1 };
const CRITICAL = ['IHDR', 'PLTE', 'IDAT', 'IEND'];

function pngChunks(data: Buffer): { name: string; whole: Buffer; body: Buffer }[] | undefined {
  const chunks: { name: string; whole: Buffer; body: Buffer }[] = [];
  for (let at = PNG_HEAD; at + 12 <= data.length; ) {
    const end = at + 12 + data.readUInt32BE(at);
    if (end > data.length) return undefined;
    if (crc32(data.subarray(at + 4, end - 4)) !== data.readUInt32BE(end - 4)) return undefined;
    const name = data.toString('latin1', at + 4, at + 8);
    chunks.push({ name, whole: data.subarray(at, end), body: data.subarray(at + 8, end - 4) });
    if (name === 'IEND') return chunks;
    at = end;
  }
  return undefined;
}

async function cleanPng(data: Buffer): Promise<CleanPhoto | undefined> {
  const chunks = pngChunks(data);
  const header = chunks?.[0];
  if (chunks === undefined || header?.name !== 'IHDR' || header.body.length !== 13) return undefined;
  const [width, height] = [header.body.readUInt32BE(0), header.body.readUInt32BE(4)];
  const [bits, colours, , , interlaced] = header.body.subarray(8);
  const samples = SAMPLES[colours ?? -1];
  const palette = chunks.find(({ name }) => name === 'PLTE')?.body.length ?? 0;
  if (bits !== 8 || samples === undefined || interlaced !== 0 || chunks.some(({ name }) => name === 'tRNS')) {
    return undefined;
  }
  if (colours === 3 && (palette === 0 || palette % 3 !== 0)) return undefined;
  const pixels = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ body }) => body));
  const rows = height * (1 + width * samples);
  if (rows === 0 || (await inflatedLength(pixels, rows)) !== rows) return undefined;
  const kept = chunks.filter(({ name }) => CRITICAL.includes(name) && (name !== 'PLTE' || colours === 3));
  const bytes = Buffer.concat([data.subarray(0, PNG_HEAD), ...kept.map(({ whole }) => whole)]);
  return { bytes, width, height };
}

/** @returns undefined for what is not deflated, or is longer than it may be. */
function inflatedLength(deflated: Buffer, most: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    inflate(deflated, { maxOutputLength: most }, (error, inflated) => resolve(error ? undefined : inflated.byteLength));
  });
}
