/** The folder store: the common suite, and faults specific to folders. */
// Real time: the file system dates its files itself.
import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { storageSuite } from '#ports/storage.suite.ts';
import { StorageCorrupt } from '#ports/storage.ts';
import { openFolderStorage } from './folder.ts';

const folders: string[] = [];
async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-store-'));
  folders.push(folder);
  return join(folder, 'files');
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

storageSuite('folder', async () => openFolderStorage(await freshFolder()));

const bytes = new TextEncoder().encode('contratto');

it('refuses to return bytes that changed on disk, and repairs them when they are stored again', async () => {
  const folder = await freshFolder();
  const storage = await openFolderStorage(folder);
  const sha256 = await storage.put(bytes);
  await writeFile(join(folder, sha256.slice(0, 2), sha256), 'contrattO');
  await expect(storage.get(sha256)).rejects.toBeInstanceOf(StorageCorrupt);
  const through = async (): Promise<void> => {
    for await (const part of storage.stream(sha256)) expect(part.length).toBe(9);
  };
  await expect(through()).rejects.toBeInstanceOf(StorageCorrupt);
  await storage.put(bytes);
  expect(Buffer.from(await storage.get(sha256)).toString()).toBe('contratto');
  await through();
});

it('refuses parts of a file that changed on disk, even after it wrote and verified the file', async () => {
  const folder = await freshFolder();
  const storage = await openFolderStorage(folder);
  const sha256 = await storage.put(bytes);
  const place = join(folder, sha256.slice(0, 2), sha256);
  const first = () => storage.read(sha256, { start: 0, end: 4 });
  // The timestamps of some file systems are coarser than this test.
  const write = async (text: string, later: number) => {
    await writeFile(place, text);
    await utimes(place, new Date(), new Date(Date.now() + later));
  };
  await write('contrattO', 5_000);
  await expect(first()).rejects.toBeInstanceOf(StorageCorrupt);
  await storage.put(bytes);
  expect(Buffer.from(await first()).toString()).toBe('cont');
  await write('contratta', 10_000);
  await expect(first()).rejects.toBeInstanceOf(StorageCorrupt);
  await writeFile(place, 'contratto lungo');
  await expect(first()).rejects.toBeInstanceOf(StorageCorrupt);
});

it('finds its files after a restart and removes partly written ones', async () => {
  const folder = await freshFolder();
  const sha256 = await (await openFolderStorage(folder)).put(bytes);
  await writeFile(join(folder, 'incoming', 'half'), 'contra');
  const storage = await openFolderStorage(folder);
  expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  expect(Buffer.from(await storage.get(sha256)).toString()).toBe('contratto');
});

it('with another process running, removes only files that can no longer be in progress', async () => {
  const folder = await freshFolder();
  await openFolderStorage(folder);
  for (const name of ['new', 'old']) await writeFile(join(folder, 'incoming', name), 'contra');
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(folder, 'incoming', 'old'), yesterday, yesterday);
  const storage = await openFolderStorage(folder, { alone: false });
  expect(await readdir(join(folder, 'incoming'))).toEqual(['new']);
  expect(await storage.put(bytes)).toHaveLength(64);
});

it('acknowledges nothing that it could not write', async () => {
  const folder = await freshFolder();
  const storage = await openFolderStorage(folder);
  await rm(join(folder, 'incoming'), { recursive: true });
  await expect(storage.put(bytes)).rejects.toThrow('ENOENT');
  await mkdir(join(folder, 'incoming'));
  const sha256 = await storage.put(bytes);
  expect((await storage.get(sha256)).byteLength).toBe(bytes.byteLength);
});

it('restricts files and folders to the server’s account', async () => {
  const folder = await freshFolder();
  const storage = await openFolderStorage(folder);
  const sha256 = await storage.put(bytes);
  expect((await stat(join(folder, sha256.slice(0, 2), sha256))).mode & 0o077).toBe(0);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

it('hashes a file once for concurrent readers, and remembers the result', async () => {
  const folder = await freshFolder();
  const large = Buffer.alloc(4 * 262_144, 7);
  const writer = await openFolderStorage(folder);
  const sha256 = await writer.put(large);
  const storage = await openFolderStorage(folder);
  const handle = await open(join(folder, sha256.slice(0, 2), sha256));
  const reads = vi.spyOn(Object.getPrototypeOf(handle), 'read');
  await handle.close();
  const readers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => storage.read(sha256, { start: 10, end: 20 })));
  // Hashing reads four parts and the end of the file; each reader then reads its own part.
  await readers(40);
  expect(reads).toHaveBeenCalledTimes(5 + 40);
  await readers(3);
  expect(reads).toHaveBeenCalledTimes(5 + 43);
  // The process that wrote the file need not verify it.
  await writer.read(sha256, { start: 10, end: 20 });
  expect(reads).toHaveBeenCalledTimes(5 + 44);
  reads.mockRestore();
});
