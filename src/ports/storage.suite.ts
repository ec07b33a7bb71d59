/** The contract of every file store; each adapter runs it. */
// Real time: the file system sets file dates itself.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Storage, StorageMissing } from './storage.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function concatenate(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const part of parts) chunks.push(part);
  return Buffer.concat(chunks);
}

async function names(storage: Storage): Promise<string[]> {
  const stored: string[] = [];
  for await (const { sha256 } of storage.list()) stored.push(sha256);
  return stored.sort();
}

export function storageSuite(name: string, open: () => Promise<Storage>): void {
  describe(`storage: ${name}`, () => {
    it('names a file by its SHA-256 and returns the same bytes', async () => {
      const storage = await open();
      const bytes = bytesOf('proposta d’acquisto');
      const sha256 = await storage.put(bytes);
      expect(sha256).toBe(hashOf(bytes));
      expect(Buffer.from(await storage.get(sha256)).equals(Buffer.from(bytes))).toBe(true);
    });

    it('accepts the same bytes twice, even concurrently, and keeps one file', async () => {
      const storage = await open();
      const bytes = bytesOf('due volte');
      const hashes = await Promise.all(Array.from({ length: 8 }, () => storage.put(bytes)));
      expect(new Set(hashes).size).toBe(1);
      await storage.put(bytes);
      expect(await names(storage)).toEqual([hashOf(bytes)]);
    });

    it('sweeps old files, except those stored again meanwhile', async () => {
      const storage = await open();
      const sha256 = await storage.put(bytesOf('rifiutato'));
      expect(await storage.sweep(sha256, 3_600_000)).toBe(false);
      expect(await names(storage)).toEqual([sha256]);
      expect(await storage.sweep(sha256, -1000)).toBe(true);
      expect(await storage.sweep(sha256, -1000)).toBe(false);
      await expect(storage.get(sha256)).rejects.toBeInstanceOf(StorageMissing);
      expect(await storage.put(bytesOf('rifiutato'))).toBe(sha256);
      expect(Buffer.from(await storage.get(sha256)).toString()).toBe('rifiutato');
    });

    it('lists the names with a prefix', async () => {
      const storage = await open();
      const hashes = await Promise.all(['a', 'b', 'c', 'd'].map((text) => storage.put(bytesOf(text))));
      for (const sha256 of hashes) {
        const listed: string[] = [];
        for await (const file of storage.list(sha256.slice(0, 2))) listed.push(file.sha256);
        expect(listed).toEqual(hashes.filter((other) => other.startsWith(sha256.slice(0, 2))).sort());
      }
    });

    it('reads byte ranges of a file, and none outside it', async () => {
      const storage = await open();
      const bytes = new Uint8Array(700_000).map((_, index) => (index * 7) % 251);
      const sha256 = await storage.put(bytes);
      for (const [start, end] of [
        [0, 1],
        [0, 65_536],
        [262_143, 262_145],
        [699_999, 700_000],
        [0, 700_000],
      ] as const) {
        const part = await storage.read(sha256, { start, end });
        expect(Buffer.from(part).equals(Buffer.from(bytes.subarray(start, end))), `${start}-${end}`).toBe(true);
      }
      for (const [start, end] of [
        [0, 0],
        [5, 4],
        [-1, 1],
        [699_999, 700_001],
        [0.5, 2],
        [Number.NaN, 1],
      ] as const) {
        await expect(storage.read(sha256, { start, end }), `${start}-${end}`).rejects.toBeInstanceOf(RangeError);
      }
    });

    it('accepts and returns a file in chunks, under the name of the whole', async () => {
      const storage = await open();
      const bytes = new Uint8Array(700_000).map((_, index) => (index * 7) % 251);
      async function* parts(content: Uint8Array) {
        for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
      }
      for (const content of [bytes, new Uint8Array()]) {
        const sha256 = await storage.put(parts(content));
        expect(sha256).toBe(hashOf(content));
        expect(await storage.put(parts(content))).toBe(sha256);
        expect(await storage.put(content)).toBe(sha256);
        expect((await concatenate(storage.stream(sha256))).equals(Buffer.from(content))).toBe(true);
      }
      expect(await names(storage)).toHaveLength(2);
    });

    it('keeps nothing of a file with missing chunks', async () => {
      const storage = await open();
      async function* broken() {
        yield bytesOf('metà');
        throw new Error('cut off');
      }
      await expect(storage.put(broken())).rejects.toThrow('cut off');
      expect(await names(storage)).toEqual([]);
    });

    it('lists stored files with their time', async () => {
      const storage = await open();
      expect(await names(storage)).toEqual([]);
      const hashes = [await storage.put(bytesOf('uno')), await storage.put(bytesOf('due'))].sort();
      expect(await names(storage)).toEqual(hashes);
      for await (const file of storage.list()) {
        expect(Math.abs(file.age)).toBeLessThan(600_000);
      }
    });

    it('reports a missing file, also for names that are not hashes', async () => {
      const storage = await open();
      await expect(storage.get(hashOf(bytesOf('mai messo')))).rejects.toBeInstanceOf(StorageMissing);
      await expect(storage.get('../../etc/passwd')).rejects.toBeInstanceOf(StorageMissing);
      await expect(storage.read(hashOf(bytesOf('mai messo')), { start: 0, end: 1 })).rejects.toBeInstanceOf(
        StorageMissing,
      );
      await expect(storage.read('../../etc/passwd', { start: 0, end: 1 })).rejects.toBeInstanceOf(StorageMissing);
      for (const name of [hashOf(bytesOf('mai messo')), '../../etc/passwd']) {
        await expect(concatenate(storage.stream(name)), name).rejects.toBeInstanceOf(StorageMissing);
      }
      await expect(storage.get('')).rejects.toBeInstanceOf(StorageMissing);
      await expect(storage.delete('../altro')).rejects.toBeInstanceOf(StorageMissing);
    });

    it('deletes, and a second deletion has no effect', async () => {
      const storage = await open();
      const sha256 = await storage.put(bytesOf('via'));
      await storage.delete(sha256);
      await storage.delete(sha256);
      await expect(storage.get(sha256)).rejects.toBeInstanceOf(StorageMissing);
      expect(await names(storage)).toEqual([]);
    });

    it('keeps an empty file and a large one', async () => {
      const storage = await open();
      const large = new Uint8Array(3 * 1024 * 1024).map((_, index) => index % 251);
      const [empty, big] = await Promise.all([storage.put(new Uint8Array()), storage.put(large)]);
      expect((await storage.get(empty)).byteLength).toBe(0);
      expect(hashOf(await storage.get(big))).toBe(hashOf(large));
    });
  });
}
