/** Builds photos of a few kilobytes to 4 MB that cost a careless reader gigabytes of memory or minutes of time. */
import { deflateSync } from 'node:zlib';
import { photoJpeg, pngChunk } from './photos.ts';

interface PngShape {
  readonly width: number;
  readonly height: number;
  readonly colours?: number;
  readonly bits?: number;
  readonly interlaced?: number;
  /** Zero bytes to which the pixel data inflates; default: the amount that the header requires. */
  readonly inflated?: number;
  /** Bytes of each IDAT; default: all in one. */
  readonly idat?: number;
  /** Chunks between header and data. */
  readonly before?: readonly Buffer[];
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A black PNG of any size: zeros compress a thousandfold. */
export function blackPng(shape: PngShape): Buffer {
  const { width, height, colours = 2, bits = 8, interlaced = 0, before = [] } = shape;
  const inflated = shape.inflated ?? height * (1 + (width * (SAMPLES[colours] ?? 1) * bits) / 8);
  const deflated = deflateSync(Buffer.alloc(inflated));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colours, 0, 0, interlaced], 8);
  const size = shape.idat ?? deflated.length;
  const data = Array.from({ length: Math.ceil(deflated.length / size) }, (_, index) =>
    pngChunk('IDAT', deflated.subarray(index * size, (index + 1) * size)),
  );
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([SIGNATURE, pngChunk('IHDR', header), ...before, ...data, end]);
}

function manyOf(part: Buffer, bytes: number): Buffer {
  return Buffer.alloc(Math.floor(bytes / part.length) * part.length, part);
}

const ALMOST_4_MB = 4_100_000;
/** The frames of an animation after its first picture. */
const frames = (count: number): Buffer[] => {
  const pixels = deflateSync(Buffer.alloc(5_000_000));
  const animation = pngChunk('acTL', Buffer.from([0, 0, 0, count, 0, 0, 0, 0]));
  return [
    animation,
    ...Array.from({ length: count }, () => pngChunk('fdAT', Buffer.concat([Buffer.alloc(4), pixels]))),
  ];
};

/** Puts `part` before the first scan, or after the last one. */
function jpegWith(part: Buffer, where: 'beforeScan' | 'afterScan'): Buffer {
  const jpeg = photoJpeg();
  const at = where === 'beforeScan' ? jpeg.indexOf(Buffer.from([0xff, 0xda])) : jpeg.length - 2;
  return Buffer.concat([jpeg.subarray(0, at), part, jpeg.subarray(at)]);
}

function jpegOfSize(width: number, height: number): Buffer {
  const jpeg = photoJpeg();
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, at + 5);
  jpeg.writeUInt16BE(width, at + 7);
  return jpeg;
}

/** A scan of the first component: its header and two bytes of data. */
const SCAN = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0x3f]);

export interface PhotoBomb {
  readonly name: string;
  readonly make: () => Buffer;
  /** The refusal; null for a valid photo that must be accepted. */
  /** Takes longer to create than the gate's time limit: only for the drill. */
  readonly isLarge?: true;
  readonly refused: 'photo.unreadable' | 'file.pixels' | null;
}

export const PHOTO_BOMBS: readonly PhotoBomb[] = [
  { name: 'as large as allowed', isLarge: true, make: () => blackPng({ width: 5000, height: 5000 }), refused: null },
  {
    name: 'as large as allowed, in chunks of two bytes',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5000, idat: 2 }),
    refused: null,
  },
  {
    name: 'behind 340,000 empty chunks',
    make: () => blackPng({ width: 100, height: 100, before: [manyOf(pngChunk('IDAT', Buffer.alloc(0)), ALMOST_4_MB)] }),
    refused: null,
  },
  {
    name: 'with the frames of an animation',
    make: () => blackPng({ width: 2000, height: 2000, before: frames(200) }),
    refused: null,
  },
  {
    name: 'of huge dimensions',
    isLarge: true,
    make: () => blackPng({ width: 60_000, height: 60_000, inflated: 75_000_000 }),
    refused: 'file.pixels',
  },
  {
    name: 'one row above the limit',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5001 }),
    refused: 'file.pixels',
  },
  {
    name: 'with far more data than pixels',
    make: () => blackPng({ width: 100, height: 100, inflated: 40_000_000 }),
    refused: 'photo.unreadable',
  },
  {
    name: 'with one byte too few',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5000, inflated: 5000 * 15_001 - 1 }),
    refused: 'photo.unreadable',
  },
  {
    name: 'interlaced',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5000, interlaced: 1 }),
    refused: 'photo.unreadable',
  },
  {
    name: 'of sixteen bits',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5000, bits: 16 }),
    refused: 'photo.unreadable',
  },
  {
    name: 'with alpha',
    isLarge: true,
    make: () => blackPng({ width: 5000, height: 5000, colours: 6 }),
    refused: 'photo.unreadable',
  },
  {
    name: 'a JPEG of 300,000 scans',
    make: () => jpegWith(manyOf(SCAN, ALMOST_4_MB), 'afterScan'),
    refused: 'photo.unreadable',
  },
  {
    name: 'a JPEG of a million segments',
    make: () => jpegWith(manyOf(Buffer.from([0xff, 0xe5, 0, 2]), ALMOST_4_MB), 'beforeScan'),
    refused: null,
  },
  {
    name: 'a JPEG of a million tables',
    make: () => jpegWith(manyOf(Buffer.from([0xff, 0xc4, 0, 2]), ALMOST_4_MB), 'beforeScan'),
    refused: null,
  },
  { name: 'a JPEG of huge dimensions', make: () => jpegOfSize(65_500, 65_500), refused: 'file.pixels' },
];
