/** What evidence is verified from without an installation: files that are read and never written, a backup's rows and heads (P-11). */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { appliedMigrations, loadSnapshot } from '#adapters/database/snapshot.ts';
import type { Database } from '#ports/database/database.ts';
import { StorageCorrupt } from '#ports/storage.ts';
import type { SealedGround } from '#server/evidence/sealed-trails.ts';
import type { TrailGround } from '#server/evidence/verify-trail.ts';
import { BackupRefused, linesOf, type Manifest } from '../backup/folder.ts';

const NAME = /^[0-9a-f]{64}$/;

/** The stored files of an installation or a backup, `ab/abcd…`; null where there is no such folder. */
export async function filesBelow(folder: string): Promise<SealedGround['storage'] | null> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() !== true) return null;
  return {
    async *list() {
      for (const group of (await readdir(folder)).filter((name) => name.length === 2).sort()) {
        for (const sha256 of (await readdir(join(folder, group))).filter((name) => NAME.test(name)).sort()) {
          yield { sha256, age: 0 };
        }
      }
    },
    async get(sha256) {
      const bytes = await readFile(join(folder, sha256.slice(0, 2), sha256));
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new StorageCorrupt(sha256);
      return bytes;
    },
  };
}

/** The heads that a backup brings along. */
export function headsOfBackup(directory: string, names: readonly string[]): TrailGround['heads'] {
  const sizes = names.filter((name) => name.startsWith('heads/')).map((name) => Number(basename(name, '.json')));
  return {
    async *list() {
      for (const size of sizes.sort((a, b) => a - b)) {
        yield { size, text: await readFile(join(directory, `heads/${size}.json`), 'utf8') };
      }
    },
  };
}

/** Tables that evidence is verified from. */
const isEvidence = (table: string): boolean =>
  table.startsWith('evidence_') || ['signed_document', 'partly_signed_document', 'archive_revision'].includes(table);

/** A backup's evidence in a database of its own, gone with `close`. @throws BackupRefused for another version's. */
export async function openRowsOfBackup(
  directory: string,
  { migrations, sequences, tables, version }: Manifest,
): Promise<Pick<Database, 'read' | 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'fascicolo-evidence-'));
  const away = () => rm(folder, { recursive: true, force: true });
  const database = await openPglite(join(folder, 'database')).catch(async (error: unknown) => {
    await away();
    throw error;
  });
  const close = async (): Promise<void> => {
    await database.close();
    await away();
  };
  try {
    if ((await appliedMigrations(database.read)).join() !== migrations.join()) {
      throw new BackupRefused(`La copia è di un’altra versione del prodotto (${version}): verificala con quella.`);
    }
    const wanted = Object.keys(tables).filter(isEvidence);
    const rows = new Map(wanted.map((name) => [name, () => linesOf(join(directory, 'database', `${name}.jsonl`))]));
    await database.transaction((tx) => loadSnapshot(tx, sequences, rows, false));
    return { read: database.read, close };
  } catch (error) {
    await close();
    throw error;
  }
}
