/** Photos as phones write them: a JPEG drawn by a browser, with a phone's metadata of place and device; a PNG. */
import { crc32, deflateSync } from 'node:zlib';

/** 64 by 40 pixels: blue, darker towards the bottom right, with a red corner at the top left. */
const SAMPLE_IMAGE = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
  'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
  'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
  'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
  'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
  'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQy',
  'SUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8',
  'fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAoAEADASIAAhEBAxEB/8QAGQAAAwEBAQAAAAAAAAAAAAAAAAID',
  'BAEF/8QAIxAAAwACAQQCAwEAAAAAAAAAAAECAxEEEhMhUTGhIkFSwf/EABgBAQEBAQEAAAAAAAAAAAAAAAECBQME/8QAHBEBAQAA',
  'BwAAAAAAAAAAAAAAAAECAxMUUYHw/9oADAMBAAIRAxEAPwDKBreHH/P2I8cevs56GJpb/K4vuzNk2y/GnHfIic1dMN+XvRd4E+Vx',
  '4ycVY4vIlubdKlv3s9drHkea2JTNeHFFvl9S328bqfPw+pL/AEw0wLjZOmM2TpgXr0xGzrZNstDs1M2nc9U/tb0VrmqJiePi7ajI',
  'sn5V1NtfHozNk6ZNVGrLzMfRlWHB26y+Lp3vxvel6MDZ1sSmBLTEbOtk6YF7DZOmAFoTbEpgAFNsm2AASNk2wAC//9k=',
].join('');

export const photoJpeg = (): Buffer => Buffer.from(SAMPLE_IMAGE, 'base64');

/** Metadata of place and device that no paper may contain. */
export const PHOTO_METADATA = ['44.4949N', 'Telefono di Ginevra'] as const;

/** A JPEG with Exif: its orientation, place and device. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const words = Buffer.from(PHOTO_METADATA.join('\0'), 'latin1');
  const tiff = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(3, 8);
  // Make, Orientation, GPSInfo.
  for (const [index, [tag, kind, value]] of (
    [
      [0x010f, 2, tiff.length],
      [0x0112, 3, orientation],
      [0x8825, 4, tiff.length],
    ] as const
  ).entries()) {
    const at = 10 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(kind, at + 2);
    tiff.writeUInt32LE(kind === 2 ? words.length : 1, at + 4);
    if (kind === 3) tiff.writeUInt16LE(value, at + 8);
    else tiff.writeUInt32LE(value, at + 8);
  }
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, words]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  const comment = Buffer.from(PHOTO_METADATA[1], 'latin1');
  const commentSegment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, commentSegment, jpeg.subarray(2)]);
}

export function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

interface PngChange {
  /** PNG colour types: grey 0, colour 2, palette 3, with transparency 4 and 6. */
  colours?: number;
  bits?: number;
  interlaced?: number;
  /** Rows present in its data. */
  rows?: number;
  /** Chunks between header and data. */
  chunks?: readonly Buffer[];
}

/** 12 by 8 pixels of a single green. */
export function photoPng({ colours = 2, bits = 8, interlaced = 0, rows = 8, chunks = [] }: PngChange = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(12, 0);
  header.writeUInt32BE(8, 4);
  header.set([bits, colours, 0, 0, interlaced], 8);
  const samples = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colours] ?? 1;
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(12 * samples, Buffer.from([0x2e, 0x8b, 0x57]))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
