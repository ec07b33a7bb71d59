/** Makes a backup while the product runs: one snapshot of the database, then every stored file, the heads of its evidence, the keys. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSnapshot } from '#adapters/database/snapshot.ts';
import type { Database } from '#ports/database/database.ts';
import type { HeadStore } from '#ports/head-store.ts';
import type { Storage } from '#ports/storage.ts';
import { BackupRefused, MANIFEST, type Manifest, type SummedFile, SummedFolder } from './folder.ts';

export interface BackupSource {
  database: Database;
  storage: Storage;
  /** Heads of the evidence tree kept outside of the database. */
  heads: HeadStore;
  /** Folder of the installation's keys. */
  keys: string;
  version: string;
}

async function refuseUnlessNew(directory: string): Promise<void> {
  const entries = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupRefused(`${directory} non è una cartella utilizzabile.`);
  });
  if (entries.length > 0) throw new BackupRefused(`La cartella ${directory} non è vuota: scegline una nuova.`);
}

/**
 * Writes a complete backup into `directory`, which must be absent or empty; it appears there whole or not at all.
 * Files are copied after the rows that name them were read: they are written before their rows and never change.
 * @throws BackupRefused when the directory is in use, StorageCorrupt when a stored file has changed.
 */
export async function writeBackup(source: BackupSource, directory: string): Promise<Manifest> {
  const target = resolve(directory);
  await refuseUnlessNew(target);
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await fill(source, new SummedFolder(draft));
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function fill(source: BackupSource, folder: SummedFolder): Promise<Manifest> {
  const tables: Record<string, number> = {};
  let mode: string | null = null;
  let leaves = 0;
  const open: { table: string; file: SummedFile }[] = [];
  const facts = await readSnapshot(source.database, async (table, rows) => {
    let current = open.at(-1);
    if (current?.table !== table) {
      await current?.file.close();
      current = { table, file: await folder.begin(`database/${table}.jsonl`) };
      open.push(current);
    }
    if (rows.length > 0) await current.file.append(`${rows.join('\n')}\n`);
    tables[table] = (tables[table] ?? 0) + rows.length;
    if (table === 'installation' && rows[0] !== undefined) mode = String(JSON.parse(rows[0]).mode);
    if (table === 'evidence_tree' && rows[0] !== undefined) leaves = Number(JSON.parse(rows[0]).size);
  });
  await open.at(-1)?.file.close();
  let files = 0;
  let bytes = 0;
  for await (const { sha256 } of source.storage.list()) {
    const content = await source.storage.get(sha256);
    await folder.write(`files/${sha256.slice(0, 2)}/${sha256}`, content);
    files += 1;
    bytes += content.length;
  }
  for await (const { size, text } of source.heads.list()) {
    // Heads taken since the rows were read speak of leaves that are not in the copy.
    if (size <= leaves) await folder.write(`heads/${size}.json`, text);
  }
  for (const name of await readdir(source.keys)) {
    await folder.write(`keys/${name}`, await readFile(join(source.keys, name)));
  }
  const manifest: Manifest = {
    format: 1,
    product: 'fascicolo',
    version: source.version,
    mode,
    createdDate: (await source.database.now()).toISOString(),
    ...facts,
    tables,
    files,
    bytes,
  };
  await folder.write(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  await folder.finish();
  return manifest;
}
