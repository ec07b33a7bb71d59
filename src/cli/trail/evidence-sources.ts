/** Sources for verifying evidence without an installation: read-only files, and a backup's rows and heads. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { appliedMigrations, loadSnapshot } from '#adapters/database/snapshot.ts';
import type { Database } from '#ports/database/database.ts';
import { StorageCorrupt } from '#ports/storage.ts';
import type { SealedTrailServices } from '#server/evidence/sealed-trails.ts';
import type { TrailServices } from '#server/evidence/verify-trail.ts';
import { BackupRefused } from '../backup/backup-folder.ts';
import { type OpenedBackup, readFully, tableLines } from '../backup/open-backup.ts';
import { openScratch } from './scratch-folder.ts';

const NAME = /^[0-9a-f]{64}$/;

const verifyHash = (bytes: Buffer, sha256: string): Buffer => {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new StorageCorrupt(sha256);
  return bytes;
};

/** Passes the parts through; at the end their hash must match. */
async function* verifyParts(parts: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
  if (hash.digest('hex') !== sha256) throw new StorageCorrupt(sha256);
}

/** An installation's stored files, `ab/abcd…`; null if there is no such folder. */
export async function filesBelow(folder: string): Promise<SealedTrailServices['storage'] | null> {
  const stats = await stat(folder).catch(() => null);
  if (stats?.isDirectory() !== true) return null;
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  return {
    async *list() {
      for (const group of (await readdir(folder)).filter((name) => name.length === 2).sort()) {
        for (const sha256 of (await readdir(join(folder, group))).filter((name) => NAME.test(name)).sort()) {
          yield { sha256, age: 0 };
        }
      }
    },
    get: async (sha256) => verifyHash(await readFile(pathOf(sha256)), sha256),
    stream: (sha256) => verifyParts(createReadStream(pathOf(sha256)) as AsyncIterable<Buffer>, sha256),
  };
}

export function filesOfBackup(backup: OpenedBackup): SealedTrailServices['storage'] {
  const nameOf = (sha256: string) => `files/${sha256.slice(0, 2)}/${sha256}`;
  return {
    async *list() {
      for (const name of backup.names.filter((entry) => entry.startsWith('files/'))) {
        yield { sha256: basename(name), age: 0 };
      }
    },
    get: async (sha256) => verifyHash(await readFully(backup, nameOf(sha256)), sha256),
    stream: (sha256) => verifyParts(backup.read(nameOf(sha256)), sha256),
  };
}

export function headsOfBackup(backup: OpenedBackup): TrailServices['heads'] {
  const names = backup.names.filter((name) => name.startsWith('heads/'));
  const sizes = names.map((name) => Number(basename(name, '.json')));
  return {
    async *list() {
      for (const size of sizes.sort((a, b) => a - b)) {
        yield { size, text: (await readFully(backup, `heads/${size}.json`)).toString('utf8') };
      }
    },
  };
}

/** Tables needed to verify evidence. */
const isEvidenceTable = (table: string): boolean =>
  table.startsWith('evidence_') || ['signed_document', 'partly_signed_document', 'archive_revision'].includes(table);

/** Maximum number of rows held in memory, at about 2.5 kB each; a larger copy could exceed the machine's memory. */
const IN_MEMORY = 200_000;

/**
 * Loads a backup's evidence into a separate database, removed by `close`: in memory, so that sealed content is never
 * unencrypted on a disk, and beyond `inMemory` rows in a folder.
 * @throws BackupRefused for a backup of another version.
 */
export async function openRowsOfBackup(
  backup: OpenedBackup,
  inMemory = IN_MEMORY,
): Promise<Pick<Database, 'read' | 'close'>> {
  const { migrations, sequences, tables, version } = backup.manifest;
  const evidenceTables = Object.keys(tables).filter(isEvidenceTable);
  const rowCount = evidenceTables.reduce((sum, name) => sum + (tables[name] ?? 0), 0);
  const scratch = rowCount > inMemory ? await openScratch() : null;
  const folder = scratch === null ? undefined : join(scratch.path, 'database');
  const database = await openPglite(folder).catch(async (error: unknown) => {
    await scratch?.remove();
    throw error;
  });
  const close = async (): Promise<void> => {
    await database.close();
    await scratch?.remove();
  };
  try {
    if ((await appliedMigrations(database.read)).join() !== migrations.join()) {
      throw new BackupRefused({
        it: `La copia è di un’altra versione del prodotto (${version}): verificala con quella.`,
        en: `The backup is of another version of the product (${version}): verify it with that one.`,
      });
    }
    const rows = new Map(evidenceTables.map((name) => [name, () => tableLines(backup, name)]));
    await database.transaction((tx) => loadSnapshot(tx, sequences, rows, false));
    return { read: database.read, close };
  } catch (error) {
    await close();
    throw error;
  }
}
