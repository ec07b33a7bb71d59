/** Restores a backup into an empty place and proves it there: every file's hash, every chain, every signature. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { appliedMigrations, isEmpty, loadSnapshot, namedFiles, settle } from '#adapters/database/snapshot.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { certificatesFromPem } from '#formats/verify/index.ts';
import { PdfChecker } from '#pdf/checker.ts';
import type { Database, Tx } from '#ports/database/database.ts';
import type { Storage } from '#ports/storage.ts';
import { verifyAllChains } from '#server/evidence/index.ts';
import { listSignedFiles } from '#server/signing/index.ts';
import { BackupRefused, linesOf, type Manifest, openBackup } from './folder.ts';

export interface RestoreReport {
  manifest: Manifest;
  /** Stored files that rows name, each with its right content. */
  files: number;
  chains: number;
  /** Signed files and sealed trails whose every signature is valid. */
  signed: number;
}

/** @param target `databaseUrl` names an empty PostgreSQL database; without one the embedded database is made. */
export async function restoreBackup(
  directory: string,
  target: { dataDir: string; databaseUrl?: string | undefined },
): Promise<RestoreReport> {
  const { manifest, names } = await openBackup(directory);
  await refuseUnlessEmpty(target.dataDir);
  const draft = join(dirname(target.dataDir), `.${basename(target.dataDir)}.${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const storage = await restoreFiles(directory, draft, names);
    const database =
      target.databaseUrl === undefined
        ? await openPglite(join(draft, 'database'))
        : await openPostgres(target.databaseUrl, 2);
    let report: RestoreReport;
    try {
      report = await restoreRows(database, { directory, manifest, storage, anchors: join(draft, 'keys/anchors.pem') });
    } finally {
      await database.close();
    }
    // Nothing of the installation exists in its place before everything does.
    await rm(target.dataDir, { recursive: true, force: true });
    await rename(draft, target.dataDir);
    return report;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new BackupRefused(`${dataDir} non è una cartella utilizzabile.`);
  });
  if (entries.length > 0) {
    throw new BackupRefused(`${dataDir} non è vuota: si ripristina solo in una cartella nuova (DATA_DIR).`);
  }
}

async function restoreFiles(directory: string, draft: string, names: readonly string[]): Promise<Storage> {
  const keys = join(draft, 'keys');
  await mkdir(keys, { mode: 0o700 });
  for (const name of names.filter((one) => one.startsWith('keys/'))) {
    const place = join(keys, basename(name));
    await copyFile(join(directory, name), place);
    const file = await open(place, 'r+');
    if (basename(name) !== 'anchors.pem') await file.chmod(0o600);
    await file.sync();
    await file.close();
  }
  const storage = await openFolderStorage(join(draft, 'files'));
  for (const name of names.filter((one) => one.startsWith('files/'))) {
    const stored = await storage.put(await readFile(join(directory, name)));
    if (stored !== basename(name)) throw new BackupRefused(`Il file ${name} non ha il contenuto che il suo nome dice.`);
  }
  return storage;
}

interface Material {
  directory: string;
  manifest: Manifest;
  storage: Storage;
  anchors: string;
}

async function restoreRows(database: Database, material: Material): Promise<RestoreReport> {
  const { manifest, directory } = material;
  const here = await appliedMigrations(database.read);
  if (here.join() !== manifest.migrations.join()) {
    throw new BackupRefused(
      `La copia è di un'altra versione del prodotto (${manifest.version}): ripristinala con quella, poi aggiorna.`,
    );
  }
  const tables = new Map(
    Object.keys(manifest.tables).map((name) => [name, () => linesOf(join(directory, 'database', `${name}.jsonl`))]),
  );
  const report = await database.transaction(async (tx) => {
    if (!(await isEmpty(tx))) throw new BackupRefused('Il database indicato da DATABASE_URL non è vuoto.');
    const loaded = await loadSnapshot(tx, manifest.sequences, tables);
    for (const [name, rows] of Object.entries(manifest.tables)) {
      if (loaded.get(name) !== rows) {
        throw new BackupRefused(`Nella tabella ${name} ci sono ${loaded.get(name) ?? 0} righe invece di ${rows}.`);
      }
    }
    // Proved before the commit: what does not hold is never there.
    return prove(tx, material);
  });
  await settle(database);
  return report;
}

async function prove(tx: Tx, { manifest, storage, anchors: path }: Material): Promise<RestoreReport> {
  const named = await namedFiles(tx);
  for (const sha256 of named) {
    await storage.get(sha256).catch(() => {
      throw new BackupRefused(`Manca il file ${sha256}, di cui parla il database.`);
    });
  }
  const { chains, faults } = await verifyAllChains(tx);
  const [fault] = faults;
  if (fault !== undefined) {
    throw new BackupRefused(`La traccia ${fault.subject} non è integra dall'evento ${fault.fault.seq}.`);
  }
  const anchors = certificatesFromPem(await readFile(path, 'utf8'));
  const checker = new PdfChecker();
  try {
    let signed = 0;
    for (const { sha256, audit_sha256: audit } of await listSignedFiles(tx)) {
      for (const file of audit === null ? [sha256] : [sha256, audit]) {
        const { intact, signatures } = await checker.verify(await storage.get(file), { anchors });
        const valid = signatures.length > 0 && signatures.every(({ indication }) => indication === 'TOTAL-PASSED');
        if (!intact || !valid) throw new BackupRefused(`Le firme del file ${file} non risultano valide.`);
        signed += 1;
      }
    }
    return { manifest, files: named.size, chains, signed };
  } finally {
    await checker.close();
  }
}
