/** Sealed files: content round-trips, and a file that was cut, moved, changed or exchanged is refused (record 0048). */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK, CONTENT_KEY, FileSealer, HEADER, openSealed, SealedFileRefused } from './sealed-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const key = randomBytes(CONTENT_KEY);
const NAME = 'files/ab/abcd';
/** Size in bytes of a full chunk in the file. */
const WHOLE = CHUNK + 16;

const pattern = (length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 4096) bytes.writeUInt32LE(at, Math.min(at, length - 4));
  return bytes;
};

/** @param step bytes supplied per call. */
function seal(content: Uint8Array, name = NAME, step = 700_001): Buffer {
  const sealer = new FileSealer(key, name);
  const pieces = [sealer.header];
  for (let at = 0; at < content.length; at += step) pieces.push(...sealer.add(content.subarray(at, at + step)));
  return Buffer.concat([...pieces, sealer.end()]);
}

async function open(sealed: Uint8Array, name = NAME, contentKey: Uint8Array = key): Promise<Buffer[]> {
  const path = join(folder, 'file');
  await writeFile(path, sealed);
  const parts: Buffer[] = [];
  for await (const part of openSealed(path, contentKey, name)) parts.push(part);
  return parts;
}
const refused = (sealed: Uint8Array, name?: string, contentKey?: Uint8Array) =>
  expect(open(sealed, name, contentKey)).rejects.toBeInstanceOf(SealedFileRefused);

describe('a sealed file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 5])(
    'of %i bytes round-trips, chunk by chunk',
    async (length) => {
      const content = length < 4 ? Buffer.alloc(length, 7) : pattern(length);
      const sealed = seal(content);
      const chunks = Math.max(1, Math.ceil(length / CHUNK));
      expect(sealed.length).toBe(HEADER + length + 16 * chunks);
      const parts = await open(sealed);
      expect(parts.map((part) => part.length).every((size) => size <= CHUNK)).toBe(true);
      expect(parts).toHaveLength(chunks);
      expect(Buffer.concat(parts).equals(content)).toBe(true);
    },
  );

  it('is the same however its content is supplied', async () => {
    const content = pattern(CHUNK + 100_000);
    for (const step of [4096, CHUNK, content.length]) {
      expect(Buffer.concat(await open(seal(content, NAME, step))).equals(content), `${step}`).toBe(true);
    }
  });

  it('is different each time, and reveals nothing of its content', async () => {
    const content = Buffer.from('Ginevra Provetti');
    expect(seal(content).equals(seal(content))).toBe(false);
    expect(seal(content).includes('Ginevra')).toBe(false);
  });
});

describe('a sealed file is refused', () => {
  const content = pattern(3 * CHUNK);
  const sealed = seal(content);
  const chunk = (index: number): Buffer => sealed.subarray(HEADER + index * WHOLE, HEADER + (index + 1) * WHOLE);
  const header = sealed.subarray(0, HEADER);

  it('truncated at the end of a chunk, or anywhere', async () => {
    for (const length of [HEADER + 2 * WHOLE, HEADER + WHOLE, sealed.length - 1, HEADER + WHOLE + 7, HEADER, 3, 0]) {
      await refused(sealed.subarray(0, length));
    }
  });

  it('when extended', async () => {
    await refused(Buffer.concat([sealed, Buffer.alloc(1)]));
    await refused(Buffer.concat([sealed, chunk(2)]));
    await refused(Buffer.concat([sealed, Buffer.alloc(16)]));
  });

  it('with its chunks reordered, one of them duplicated, or one missing', async () => {
    await refused(Buffer.concat([header, chunk(1), chunk(0), chunk(2)]));
    await refused(Buffer.concat([header, chunk(0), chunk(0), chunk(2)]));
    await refused(Buffer.concat([header, chunk(0), chunk(2)]));
  });

  it('with one or all chunks of another file', async () => {
    const other = seal(content, 'files/ab/other');
    const theirs = other.subarray(HEADER, HEADER + WHOLE);
    await refused(Buffer.concat([header, theirs, chunk(1), chunk(2)]));
    await refused(other);
    await refused(Buffer.concat([header, other.subarray(HEADER)]));
    expect(await open(other, 'files/ab/other')).toHaveLength(3);
  });

  it('with a changed byte in the header, a chunk or a tag', async () => {
    const small = seal(Buffer.from('master key'));
    for (let at = 0; at < small.length; at++) {
      const changed = Buffer.from(small);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await refused(changed);
    }
  });

  it('under another backup’s content key', async () => {
    await refused(seal(Buffer.from('x')), NAME, randomBytes(CONTENT_KEY));
    expect(await readFile(join(folder, 'file'))).not.toHaveLength(0);
  });
});
