/** Copies a JPEG without metadata: walks its segments (ITU-T T.81, B.1) and keeps those that a decoder needs. */
import { type CleanPhoto, isTooLarge } from './clean-photo.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
/** Adobe's segment, which states the colour transform. */
const ADOBE = 0xee;
/** Baseline, extended and progressive, with Huffman coding: the only types that PDF embeds (ISO 32000-1, 7.4.8). */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
/** Huffman and quantization tables, restart interval (ITU-T T.81, table B.1). */
const TABLES: readonly number[] = [0xc4, 0xdb, 0xdd];
/**
 * A progressive decoder processes the whole picture for each scan: a few megabytes of tiny scans keep a reader busy for
 * minutes. Encoders write about ten; the finest script that jpegtran accepts has 100.
 */
const MAX_SCANS = 100;

interface Frame {
  readonly marker: number;
  readonly width: number;
  readonly height: number;
}

/** Every kind of start of frame, including those that PDF cannot embed. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
const isKept = (marker: number): boolean =>
  marker === SOS || marker === ADOBE || FRAMES.includes(marker) || TABLES.includes(marker);

export function cleanJpeg(data: Buffer): CleanPhoto | null {
  const walk = new SegmentWalk(data);
  const { frame, clean: kept, orientation } = walk;
  if (!walk.isWhole || frame === undefined) return null;
  const head = orientation === 1 ? [] : [orientationSegment(orientation)];
  const bytes = Buffer.concat([Buffer.from([0xff, SOI]), ...head, kept, Buffer.from([0xff, EOI])]);
  const { width, height } = frame;
  return orientation > 4 ? { bytes, width: height, height: width } : { bytes, width, height };
}

/** One pass over a file; a segment leaves only its copied bytes, since a file can have a million of them. */
class SegmentWalk {
  readonly #data: Buffer;
  readonly #clean: Buffer;
  #length = 0;
  #scans = 0;
  frame: Frame | undefined;
  /** 1 to 8, from the first Exif segment (CIPA DC-008, 4.6.4); 1 if absent. */
  orientation = 1;
  #hasExif = false;
  /** The end-of-image marker was reached and nothing before it was invalid. */
  readonly isWhole: boolean;

  constructor(data: Buffer) {
    this.#data = data;
    this.#clean = Buffer.allocUnsafe(data.length);
    this.isWhole = this.#walk() && this.#scans > 0;
  }

  get clean(): Buffer {
    return this.#clean.subarray(0, this.#length);
  }

  /** Stops at the end of the picture: other pictures or a video after it are not part of it. */
  #walk(): boolean {
    const data = this.#data;
    let at = 2;
    while (at + 4 <= data.length) {
      if (data[at] !== 0xff) return false;
      const marker = data[at + 1] ?? 0;
      if (marker === 0xff) {
        at += 1;
        continue;
      }
      if (marker === EOI) return true;
      // Restart markers occur only inside scans, and a second start of image nowhere.
      if (marker === SOI || marker === 0 || isRestart(marker)) return false;
      const end = at + 2 + data.readUInt16BE(at + 2);
      if (end < at + 4 || end > data.length || !this.#take(marker, at, end)) return false;
      at = marker === SOS ? this.#takeScan(end) : end;
    }
    // A file without an end marker was cut off in transit.
    return data[at] === 0xff && data[at + 1] === EOI;
  }

  /** @returns false for a segment that makes the file invalid. */
  #take(marker: number, start: number, end: number): boolean {
    const body = this.#data.subarray(start + 4, end);
    if (isFrame(marker)) {
      if (this.frame !== undefined) return false;
      this.frame = frameOf(marker, body);
      if (this.frame === undefined) return false;
    }
    if (marker === SOS) {
      this.#scans += 1;
      if (this.#scans > MAX_SCANS) return false;
    }
    if (marker === APP1 && !this.#hasExif && isExif(body)) {
      this.#hasExif = true;
      this.orientation = orientationOf(body.subarray(EXIF.length));
    }
    if (isKept(marker)) this.#copy(start, end);
    return true;
  }

  /** Entropy-coded data up to the next marker that is neither a stuffed byte nor a restart. @returns the position of that marker. */
  #takeScan(from: number): number {
    const data = this.#data;
    let end = data.length;
    for (let at = data.indexOf(0xff, from); at >= 0; at = data.indexOf(0xff, at + 1)) {
      const next = data[at + 1] ?? 0;
      if (next !== 0 && next !== 0xff && !isRestart(next)) {
        end = at;
        break;
      }
    }
    this.#copy(from, end);
    return end;
  }

  #copy(start: number, end: number): void {
    this.#length += this.#data.copy(this.#clean, this.#length, start, end);
  }
}

/** ITU-T T.81, B.2.2: precision, lines, samples per line, components. Four components are CMYK, which no photo in this product uses. */
function frameOf(marker: number, body: Buffer): Frame | undefined {
  if (body.length < 6 || !FRAMES.includes(marker)) return undefined;
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  const [precision, components] = [body[0], body[5]];
  if (precision !== 8 || (components !== 1 && components !== 3)) return undefined;
  if (height === 0 || width === 0 || isTooLarge(width, height)) return undefined;
  return { marker, width, height };
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;

const isExif = (body: Buffer): boolean => body.subarray(0, EXIF.length).equals(EXIF);

function orientationOf(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const little = tiff[0] === 0x49;
  const readUint16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  const entries = Math.min(readUint16(first), Math.floor((tiff.length - first - 2) / 12));
  for (let index = 0; index < entries; index += 1) {
    const at = first + 2 + index * 12;
    if (readUint16(at) !== ORIENTATION) continue;
    const value = readUint16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An Exif segment that contains only the orientation. */
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
