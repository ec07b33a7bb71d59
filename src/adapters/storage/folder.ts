/** Stores content-addressed files in a local folder. */

import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Storage, StorageCorrupt, StorageMissing } from '#ports/storage.ts';
import { flushFolder, hasCode, ignoreMissing } from '../file-system.ts';
import { type PartReader, partReader } from './part-reader.ts';

const NAME = /^[0-9a-f]{64}$/;
const TEMPORARY = 'incoming';
/** Subfolder for files that are being removed. */
const LEAVING = 'leaving';
/** Milliseconds after which a draft counts as abandoned. */
const ABANDONED_AFTER = 3_600_000;
/** One block of most file systems: less might still fit on a full disk. */
const PROBE = new Uint8Array(4096);
/** Part size of a stream in bytes. */
const PART = 256 * 1024;

const ageOf = ({ mtimeMs }: Stats): number => Date.now() - mtimeMs;
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Makes a folder and flushes each parent that got a new entry. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let created = folder; ; created = dirname(created)) {
    await flushFolder(dirname(created));
    if (created === first || created === dirname(created)) return;
  }
}

type Parts = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Written and flushed on return. */
async function writeDraft(path: string, parts: Parts): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const part of parts) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* hashed(parts: Parts, hash: Hash): AsyncIterable<Uint8Array> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

/** A file that is entirely in memory is hashed there. @returns the hash of the bytes written and flushed. */
async function writeHashed(path: string, content: Uint8Array | Parts, knownHash: string | null): Promise<string> {
  if (knownHash !== null && content instanceof Uint8Array) {
    await writeDraft(path, [content]);
    return knownHash;
  }
  const hash = createHash('sha256');
  await writeDraft(path, hashed(content as Parts, hash));
  return hash.digest('hex');
}

/** @param minAge age in milliseconds from which no process can still be writing the draft. */
async function removeDrafts(incoming: string, minAge: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && ageOf(stats) >= minAge) await rm(path, { force: true });
  }
}

/** Moves back the files of an interrupted sweep; the next sweep checks them again. */
async function undoInterruptedSweep(leaving: string, folder: string): Promise<void> {
  for (const name of await readdir(leaving)) {
    if (!NAME.test(name)) continue;
    await makeFolder(join(folder, name.slice(0, 2)));
    await rename(join(leaving, name), join(folder, name.slice(0, 2), name));
    await flushFolder(join(folder, name.slice(0, 2)));
  }
}

interface Folders {
  readonly root: string;
  readonly incoming: string;
  readonly leaving: string;
}

async function openFolders(root: string, isExclusive: boolean): Promise<Folders> {
  const incoming = join(root, TEMPORARY);
  await makeFolder(root);
  if (isExclusive) await rm(incoming, { recursive: true, force: true });
  await makeFolder(incoming);
  await removeDrafts(incoming, ABANDONED_AFTER);
  const leaving = join(root, LEAVING);
  await makeFolder(leaving);
  if (isExclusive) await undoInterruptedSweep(leaving, root);
  return { root, incoming, leaving };
}

/** Two levels: `ab/abcd…`. A name that is not a hash never reaches the file system. @throws StorageMissing. */
function pathIn({ root }: Folders, sha256: string): string {
  if (!NAME.test(sha256)) throw new StorageMissing(`Not a stored file's name: ${sha256.slice(0, 80)}`);
  return join(root, sha256.slice(0, 2), sha256);
}

const draftIn = ({ incoming }: Folders): string => join(incoming, randomBytes(16).toString('hex'));

async function probe(folders: Folders): Promise<void> {
  const draft = draftIn(folders);
  try {
    await writeDraft(draft, [PROBE]);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Updates the date before the check: a concurrent sweep then spares the file. */
async function hasIntactCopy(path: string, sha256: string): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(path, now, now);
    return sha256Of(await readFile(path)) === sha256;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Writes a draft and renames it. @returns the hash, with the directory entry not yet flushed. */
async function moveIn(folders: Folders, content: Uint8Array | Parts, knownHash: string | null): Promise<string> {
  const draft = draftIn(folders);
  try {
    const sha256 = await writeHashed(draft, content, knownHash);
    await makeFolder(dirname(pathIn(folders, sha256)));
    await rename(draft, pathIn(folders, sha256));
    return sha256;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function put(folders: Folders, parts: PartReader, content: Uint8Array | Parts): Promise<string> {
  const knownHash = content instanceof Uint8Array ? sha256Of(content) : null;
  if (knownHash !== null) {
    const path = pathIn(folders, knownHash);
    // An intact copy exists, but is safe only once its directory entry is flushed: another put may just have
    // renamed it.
    if (await hasIntactCopy(path, knownHash)) {
      await flushFolder(dirname(path));
      return knownHash;
    }
  }
  const sha256 = await moveIn(folders, content, knownHash);
  const path = pathIn(folders, sha256);
  await flushFolder(dirname(path));
  await parts.written(path, sha256);
  return sha256;
}

/** @returns StorageMissing for a file that does not exist, otherwise the error itself. */
const readFailure = (error: unknown, sha256: string): unknown =>
  hasCode(error, 'ENOENT') ? new StorageMissing(`No stored file ${sha256}`) : error;

function requireHash(actual: string, sha256: string): void {
  if (actual !== sha256) throw new StorageCorrupt(`The stored file ${sha256} has changed`);
}

async function get(folders: Folders, sha256: string): Promise<Uint8Array> {
  const bytes = await readFile(pathIn(folders, sha256)).catch((error: unknown) => {
    throw readFailure(error, sha256);
  });
  requireHash(sha256Of(bytes), sha256);
  return bytes;
}

async function* stream(folders: Folders, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(pathIn(folders, sha256), { highWaterMark: PART })) {
      hash.update(part as Buffer);
      yield part as Buffer;
    }
  } catch (error) {
    throw readFailure(error, sha256);
  }
  requireHash(hash.digest('hex'), sha256);
}

async function remove(folders: Folders, sha256: string): Promise<void> {
  const path = pathIn(folders, sha256);
  await rm(path, { force: true });
  await flushFolder(dirname(path)).catch(ignoreMissing);
}

async function sweep(folders: Folders, sha256: string, age: number): Promise<boolean> {
  const path = pathIn(folders, sha256);
  const removed = join(folders.leaving, sha256);
  try {
    await rename(path, removed);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  if (ageOf(await stat(removed)) < age) {
    await rename(removed, path);
    await flushFolder(dirname(path));
    return false;
  }
  await rm(removed);
  await flushFolder(dirname(path));
  return true;
}

async function* list({ root }: Folders, prefix: string): AsyncGenerator<{ sha256: string; age: number }> {
  const groups = (await readdir(root)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const group of groups.filter((name) => name.startsWith(prefix.slice(0, 2))).sort()) {
    for (const name of (await readdir(join(root, group))).sort()) {
      if (!NAME.test(name) || !name.startsWith(prefix)) continue;
      const stats = await stat(join(root, group, name)).catch(() => undefined);
      if (stats !== undefined) yield { sha256: name, age: ageOf(stats) };
    }
  }
}

/**
 * Opens the store and removes half-written files of an earlier process.
 * @param options.alone false when another process may be writing: then removes only files too old to be still in
 * progress.
 */
export async function openFolderStorage(
  folder: string,
  options: { alone: boolean } = { alone: true },
): Promise<Storage> {
  const folders = await openFolders(folder, options.alone);
  const parts = partReader();
  return {
    probe: () => probe(folders),
    put: (content) => put(folders, parts, content),
    get: (sha256) => get(folders, sha256),
    async read(sha256, part) {
      try {
        return await parts.read(pathIn(folders, sha256), sha256, part);
      } catch (error) {
        throw readFailure(error, sha256);
      }
    },
    stream: (sha256) => stream(folders, sha256),
    delete: (sha256) => remove(folders, sha256),
    sweep: (sha256, age) => sweep(folders, sha256, age),
    list: (prefix = '') => list(folders, prefix),
  };
}
