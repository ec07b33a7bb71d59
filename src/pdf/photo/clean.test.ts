/** Photos lose data about place, time and device, keep their orientation, and are refused if they cannot be drawn. */
import { describe, expect, it } from 'vitest';
import { jpeg, png } from '#test/papers/files.ts';
import { PHOTO_BOMBS } from '#test/papers/photo-bombs.ts';
import { PHOTO_METADATA, photoJpeg, photoPng, pngChunk, withExif } from '#test/papers/photos.ts';
import { cleanPhoto } from './clean.ts';

const cleaned = async (bytes: Buffer): Promise<Buffer> => Buffer.from((await cleanPhoto(bytes))?.bytes ?? []);
const sizeOf = async (bytes: Buffer) => {
  const { width, height } = (await cleanPhoto(bytes)) ?? {};
  return [width, height];
};
/** Changes the first byte after a marker's length, and this many further bytes. */
function changed(bytes: Buffer, marker: number, further: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(Buffer.from([0xff, marker]));
  copy[at + 4 + further] = to;
  return copy;
}
const FRAME = 0xc0;

describe('a JPEG', () => {
  it('keeps its image data and drops Exif, comments and colour profiles', async () => {
    const taken = withExif(photoJpeg(), 1);
    for (const word of PHOTO_METADATA) expect(taken.includes(word)).toBe(true);
    const kept = await cleaned(taken);
    for (const word of [...PHOTO_METADATA, 'Exif', 'ICC_PROFILE', 'JFIF'])
      expect(kept.includes(word), word).toBe(false);
    expect(await sizeOf(taken)).toEqual([64, 40]);
    expect(kept.equals(await cleaned(photoJpeg()))).toBe(true);
  });

  it('keeps only its orientation when it is not upright', async () => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const kept = await cleaned(withExif(photoJpeg(), orientation));
      for (const word of PHOTO_METADATA) expect(kept.includes(word)).toBe(false);
      expect(kept.length).toBe((await cleaned(photoJpeg())).length + 36);
      expect(await sizeOf(withExif(photoJpeg(), orientation))).toEqual(orientation > 4 ? [40, 64] : [64, 40]);
    }
    for (const nonsense of [0, 9, 4000]) {
      expect((await cleaned(withExif(photoJpeg(), nonsense))).includes('Exif')).toBe(false);
    }
  });

  it('is unchanged when cleaned again', async () => {
    const once = await cleaned(withExif(photoJpeg(), 6));
    expect(once.equals(await cleaned(once))).toBe(true);
  });

  it('ends with its first image: further images or films are dropped', async () => {
    const behind = Buffer.concat([photoJpeg(), withExif(photoJpeg(), 3), Buffer.from(PHOTO_METADATA[0])]);
    expect((await cleaned(behind)).equals(await cleaned(photoJpeg()))).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['cut off in its picture', photoJpeg().subarray(0, -20)],
    ['cut off in its head', photoJpeg().subarray(0, 60)],
    ['without a picture', jpeg(40, 30)],
    ['without anything', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['in the colours of a printer', changed(photoJpeg(), FRAME, 5, 4)],
    ['of twelve bits', changed(photoJpeg(), FRAME, 0, 12)],
    ['without lines', changed(changed(photoJpeg(), FRAME, 1, 0), FRAME, 2, 0)],
    ['coded in a way that PDF does not know', changed(photoJpeg(), FRAME, -3, 0xc9)],
    ['whose Exif is longer than the file', changed(withExif(photoJpeg(), 6), 0xe1, -2, 0xff)],
  ])('is refused %s', async (_how, bytes) => {
    expect(await cleanPhoto(bytes)).toBeNull();
  });
});

describe('a PNG', () => {
  it('keeps its image data, and no text', async () => {
    const text = pngChunk('tEXt', Buffer.from(`Comment\0${PHOTO_METADATA.join(' ')}`, 'latin1'));
    const taken = photoPng({ chunks: [text, pngChunk('eXIf', Buffer.from(PHOTO_METADATA[0]))] });
    const kept = await cleaned(taken);
    for (const word of [...PHOTO_METADATA, 'eXIf', 'tEXt']) expect(kept.includes(word)).toBe(false);
    expect(kept.equals(photoPng())).toBe(true);
    expect(await sizeOf(taken)).toEqual([12, 8]);
  });

  it('may be greyscale or have a palette', async () => {
    expect(await sizeOf(photoPng({ colours: 0 }))).toEqual([12, 8]);
    const palette = pngChunk('PLTE', Buffer.alloc(3 * 256));
    expect(await sizeOf(photoPng({ colours: 3, chunks: [palette] }))).toEqual([12, 8]);
  });

  it.each<[string, Buffer]>([
    ['cut off', photoPng().subarray(0, -6)],
    ['changed on its way', changed(photoPng(), 0x57, 8, 1).fill(7, 45, 48)],
    ['with transparency', photoPng({ colours: 6 })],
    ['with a transparent colour', photoPng({ chunks: [pngChunk('tRNS', Buffer.alloc(6))] })],
    ['of sixteen bits', photoPng({ bits: 16 })],
    ['interlaced', photoPng({ interlaced: 1 })],
    ['with a palette that is missing', photoPng({ colours: 3 })],
    ['with fewer rows than it says', photoPng({ rows: 7 })],
    ['with more rows than it says', photoPng({ rows: 9 })],
    ['that claims to be far larger', png(4000, 4000)],
  ])('is refused %s', async (_how, bytes) => {
    expect(await cleanPhoto(bytes)).toBeNull();
  });
});

describe('a photo designed to use up memory or time', () => {
  const small = PHOTO_BOMBS.filter(({ isLarge }) => !isLarge);
  it.each(small.map(({ name, make, refused }) => [name, make, refused] as const))(
    'is judged correctly: %s',
    async (_name, make, refused) => {
      const bytes = make();
      const cleaned = await cleanPhoto(bytes);
      expect(cleaned === null).toBe(refused !== null);
      expect(cleaned?.bytes.byteLength ?? 0).toBeLessThanOrEqual(bytes.length);
    },
  );

  it('may have as many scans as encoders write, but no more than a reader can handle', async () => {
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x3f, 0x3f]);
    const withScans = (count: number) =>
      Buffer.concat([
        photoJpeg().subarray(0, -2),
        ...Array.from({ length: count }, () => scan),
        Buffer.from([0xff, 0xd9]),
      ]);
    expect(await cleanPhoto(withScans(99))).not.toBeNull();
    expect(await cleanPhoto(withScans(100))).toBeNull();
  });
});
