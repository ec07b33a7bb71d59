/**
 * Makes a backup while the product runs: one snapshot of the database, then every stored file, the evidence heads and
 * the keys; sealed for its recipients and signed.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readSnapshot } from '#adapters/database/snapshot.ts';
import { signDetached } from '#formats/cms-sign.ts';
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';
import type { HeadStore } from '#ports/head-store.ts';
import { KeyUnavailable, type Sealer } from '#ports/sealer.ts';
import type { Storage } from '#ports/storage.ts';
import { installedMode } from '#server/database/installation.ts';
import { growTree, TreeDamaged } from '#server/evidence/tree.ts';
import {
  BackupRefused,
  ENVELOPE,
  MANIFEST,
  type Manifest,
  requireEmptyFolder,
  type SummedFile,
  SummedFolder,
} from './backup-folder.ts';
import { type Recipient, sealContentKey } from './recipients.ts';
import { CONTENT_KEY } from './sealed-file.ts';

export interface BackupSource {
  database: Database;
  storage: Pick<Storage, 'list' | 'stream'>;
  /** Heads of the evidence tree outside the database. */
  heads: HeadStore;
  /** Folder of the installation's keys. */
  keys: string;
  version: string;
  clock: Pick<Clock, 'now'>;
  /** Signs the sums as it signs heads. */
  sealer: Sealer;
  /** Recipients of the copy; none: it is not encrypted, which production refuses. */
  recipients: readonly Recipient[];
}

async function refuseUnsealed({ database, recipients }: BackupSource): Promise<void> {
  if (recipients.length > 0 || (await installedMode(database.read)) !== 'production') return;
  throw new BackupRefused({
    it: 'In produzione una copia si fa soltanto sigillata: indica con BACKUP_RECIPIENTS i certificati di chi potrà aprirla. Nulla è stato copiato.',
    en: 'Production makes sealed backups only: name with BACKUP_RECIPIENTS the certificates of those who may open it. Nothing was copied.',
  });
}

/**
 * Writes a complete backup into `directory`, which must be absent or empty; it appears there complete or not at all.
 * Files are copied after the rows that reference them were read: they are written before their rows and never change.
 * Unreferenced files are copied too, since a trail among them may be the only remainder of rewritten rows; but only
 * those that existed before the rows were read: a trail sealed meanwhile contains events that the copy lacks.
 * @throws BackupRefused when the directory is in use, production has no recipients or a referenced file is missing; StorageCorrupt when a stored file has changed.
 */
export async function writeBackup(source: BackupSource, directory: string): Promise<Manifest> {
  const target = resolve(directory);
  await requireEmptyFolder(target, {
    it: `La cartella ${target} non è vuota: scegline una nuova.`,
    en: `The folder ${target} is not empty: choose a new one.`,
  });
  await refuseUnsealed(source);
  const [first, ...others] = source.recipients;
  const contentKey = first === undefined ? null : randomBytes(CONTENT_KEY);
  const draft = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const folder = new SummedFolder(draft, contentKey);
    if (first !== undefined && contentKey !== null) {
      await folder.writeClear(ENVELOPE, await sealContentKey(contentKey, [first, ...others]));
    }
    const manifest = await writeContents(source, folder);
    await folder.writeClear(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    await folder.finish((sums) => sign(source, sums));
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    contentKey?.fill(0);
  }
}

/** A copy without proof of origin is useless: without the key, make none. */
async function sign({ sealer }: BackupSource, sums: Uint8Array): Promise<Uint8Array> {
  try {
    return await signDetached(sums, await sealer.sealingKey());
  } catch (error) {
    if (!(error instanceof KeyUnavailable)) throw error;
    throw new BackupRefused({
      it: `La chiave del sigillo non è utilizzabile, e una copia va firmata: ${error.message}`,
      en: `The key of the seal cannot be used, and a backup must be signed: ${error.message}`,
    });
  }
}

/** Counts the bytes that pass. */
async function* counted(parts: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    count(part.length);
    yield part;
  }
}

const LEAF_BATCH = 1_000;

/**
 * Adds leaves for the events that no head covers yet: a head taken after the copy and kept elsewhere covers them, and a
 * restore would report them missing although the copy has their rows.
 */
async function completeTree(database: Database): Promise<void> {
  try {
    for (;;) {
      const { added } = await database.transaction((tx) => growTree(tx, LEAF_BATCH));
      if (added < LEAF_BATCH) return;
    }
  } catch (error) {
    // A tampered tree is copied unchanged; `verify-evidence` and `restore` report it.
    if (!(error instanceof TreeDamaged)) throw error;
  }
}

async function writeContents(source: BackupSource, folder: SummedFolder): Promise<Manifest> {
  const tables: Record<string, number> = {};
  let mode: string | null = null;
  let leaves = 0;
  const open: { table: string; file: SummedFile }[] = [];
  const existing = new Set<string>();
  for await (const { sha256 } of source.storage.list()) existing.add(sha256);
  await completeTree(source.database);
  const { facts, files: referenced } = await readSnapshot(source.database, async (table, rows) => {
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
    const isReferenced = referenced.delete(sha256);
    if (!isReferenced && !existing.has(sha256)) continue;
    const content = counted(source.storage.stream(sha256), (length) => {
      bytes += length;
    });
    await folder.write(`files/${sha256.slice(0, 2)}/${sha256}`, content);
    files += 1;
  }
  const [missing] = referenced;
  if (missing !== undefined) {
    throw new BackupRefused({
      it: `Il file ${missing}, di cui parla il database, non c’è: una copia senza di esso non si potrebbe ripristinare. Se intanto è stato cancellato, ripeti la copia.`,
      en: `The file ${missing} that the database names is missing: a backup without it could not be restored. If it was deleted in the meantime, repeat the backup.`,
    });
  }
  for await (const { size, text } of source.heads.list()) {
    // Heads taken since the rows were read cover leaves that are not in the copy.
    if (size <= leaves) await folder.write(`heads/${size}.json`, text);
  }
  for (const name of await readdir(source.keys)) {
    await folder.write(`keys/${name}`, await readFile(join(source.keys, name)));
  }
  return {
    format: 2,
    product: 'fascicolo',
    version: source.version,
    mode,
    createdDate: source.clock.now().toISOString(),
    ...facts,
    tables,
    files,
    bytes,
    recipients: source.recipients.map(({ name, sha256 }) => ({ name, sha256 })),
  };
}
