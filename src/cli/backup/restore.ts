/** Restores a backup into an empty place and verifies it there: every file's hash, every chain, every signature. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import {
  appliedMigrations,
  isEmpty,
  loadSnapshot,
  referencedFiles,
  vacuumAnalyze,
} from '#adapters/database/snapshot.ts';
import { openFolderHeads } from '#adapters/head-store/folder.ts';
import { readAnchors, TIMESTAMP_ANCHORS } from '#adapters/sealer/trust-anchors.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { PdfPool } from '#pdf/pool.ts';
import type { Database, Tx } from '#ports/database/database.ts';
import type { HeadStore } from '#ports/head-store.ts';
import type { Storage } from '#ports/storage.ts';
import { compareSealedTrails } from '#server/evidence/sealed-trails.ts';
import { treeSize } from '#server/evidence/tree.queries.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import { listSignedFiles } from '#server/signing/index.ts';
import { failureReason, openHeads } from '../../head-store.ts';
import type { HeadsSettings } from '../../settings/heads.ts';
import type { Message } from '../terminal/language.ts';
import { faultText } from '../trail/report-texts.ts';
import { BackupRefused, type Manifest, requireEmptyFolder } from './backup-folder.ts';
import { compareHeads, completeHeads, describeLocation, NoHeadsToCompare } from './heads-elsewhere.ts';
import { type BackupTrust, type OpenedBackup, openBackup, readFully, tableLines } from './open-backup.ts';

/** Location of the heads, and the keys of a bucket. */
export type HeadsTarget = Pick<HeadsSettings, 'place'> & Partial<Pick<HeadsSettings, 'access'>>;

export interface RestoreReport {
  manifest: Manifest;
  /** The copy's signer, proven by the given roots; null when unproven. */
  signedBy: string | null;
  /** Stored files that rows reference, each with correct content. */
  files: number;
  chains: number;
  /** Signed files and sealed trails with only valid signatures. */
  signed: number;
  /** External heads that the copy was compared with, and their place; null when there were none. */
  compared: { heads: number; place: string } | null;
}

/**
 * @param trust anchors and keys to verify and open the copy.
 * @param target `databaseUrl` names an empty PostgreSQL database; without it an embedded database is created.
 * `heads` is where heads are kept, possibly outside and older than this restore. `withoutHeads`: the operator
 * confirms that there are no heads to compare with a copy that has some.
 * @throws EventsLost when the heads there cover more events than the copy has, NoHeadsToCompare when there are
 * none.
 */
export async function restoreBackup(
  directory: string,
  trust: BackupTrust,
  target: { dataDir: string; databaseUrl?: string | undefined; heads: HeadsTarget; withoutHeads?: boolean },
): Promise<RestoreReport> {
  await requireEmptyFolder(target.dataDir, {
    it: `${target.dataDir} non è vuota: si ripristina solo in una cartella nuova (DATA_DIR).`,
    en: `${target.dataDir} is not empty: a backup is restored into a new folder only (DATA_DIR).`,
  });
  const backup = await openBackup(directory, trust);
  const draft = join(dirname(target.dataDir), `.${basename(target.dataDir)}.${randomBytes(6).toString('hex')}`);
  await makeDraft(draft);
  try {
    const storage = await restoreFiles(backup, draft);
    const copiedHeads = join(draft, 'heads');
    const heads = await restoreHeads(backup, copiedHeads);
    const { place, access } = target.heads;
    const elsewhere =
      place === join(target.dataDir, 'heads') ? null : { place, heads: await openHeads(place, access ?? null) };
    const database =
      target.databaseUrl === undefined
        ? await openPglite(join(draft, 'database'))
        : await openPostgres(target.databaseUrl, 2);
    let report: RestoreReport;
    try {
      report = await restoreRows(database, {
        backup,
        storage,
        heads,
        elsewhere,
        withoutHeads: target.withoutHeads === true,
        anchors: join(draft, 'keys/anchors.pem'),
      });
      if (elsewhere !== null) await rm(copiedHeads, { recursive: true, force: true });
    } finally {
      await database.close();
    }
    // The installation appears in its place only when complete.
    await rm(target.dataDir, { recursive: true, force: true });
    await rename(draft, target.dataDir);
    return report;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A sibling of DATA_DIR, renamed to it after verification. */
async function makeDraft(draft: string): Promise<void> {
  await mkdir(draft, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new BackupRefused({
      it: `In ${dirname(draft)} non si può creare una cartella (${code}): indica con DATA_DIR una cartella nuova dove l’utente che ripristina può scrivere.`,
      en: `No folder can be made in ${dirname(draft)} (${code}): name with DATA_DIR a new folder where the user that restores may write.`,
    });
  });
}

async function restoreHeads(backup: OpenedBackup, folder: string): Promise<HeadStore> {
  const heads = openFolderHeads(folder);
  for (const name of backup.names.filter((entry) => entry.startsWith('heads/'))) {
    const size = Number(basename(name, '.json'));
    if (!(await heads.store(size, (await readFully(backup, name)).toString('utf8')))) {
      throw new BackupRefused({
        it: `${folder} contiene già un’altra testa di ${size} eventi.`,
        en: `${folder} holds another head of ${size} events already.`,
      });
    }
  }
  return heads;
}

async function restoreFiles(backup: OpenedBackup, draft: string): Promise<Storage> {
  const keys = join(draft, 'keys');
  await mkdir(keys, { mode: 0o700 });
  for (const name of backup.names.filter((entry) => entry.startsWith('keys/'))) {
    const isPublic = ['anchors.pem', TIMESTAMP_ANCHORS].includes(basename(name));
    const file = await open(join(keys, basename(name)), 'wx', isPublic ? 0o644 : 0o600);
    try {
      await file.writeFile(await readFully(backup, name));
      await file.sync();
    } finally {
      await file.close();
    }
  }
  const storage = await openFolderStorage(join(draft, 'files'));
  for (const name of backup.names.filter((entry) => entry.startsWith('files/'))) {
    const stored = await storage.put(backup.read(name));
    if (stored !== basename(name))
      throw new BackupRefused({
        it: `Il file ${name} non ha il contenuto che il suo nome dice.`,
        en: `The file ${name} does not have the content that its name states.`,
      });
  }
  return storage;
}

interface RestoreContext {
  backup: OpenedBackup;
  storage: Storage;
  heads: HeadStore;
  /** The installation's external heads, if they are not part of the restored data. */
  elsewhere: { place: string; heads: HeadStore } | null;
  withoutHeads: boolean;
  anchors: string;
}

async function restoreRows(database: Database, context: RestoreContext): Promise<RestoreReport> {
  const { backup } = context;
  const { manifest } = backup;
  const applied = await appliedMigrations(database.read);
  if (applied.join() !== manifest.migrations.join()) {
    throw new BackupRefused({
      it: `La copia è di un’altra versione del prodotto (${manifest.version}): ripristinala con quella, poi aggiorna.`,
      en: `The backup is of another version of the product (${manifest.version}): restore it with that one, then update.`,
    });
  }
  const tables = new Map(Object.keys(manifest.tables).map((name) => [name, () => tableLines(backup, name)]));
  const report = await database.transaction(async (tx) => {
    if (!(await isEmpty(tx)))
      throw new BackupRefused({
        it: 'Il database indicato da DATABASE_URL non è vuoto.',
        en: 'The database of DATABASE_URL is not empty.',
      });
    const loaded = await loadSnapshot(tx, manifest.sequences, tables);
    for (const [name, rows] of Object.entries(manifest.tables)) {
      if (loaded.get(name) !== rows) {
        throw new BackupRefused({
          it: `Nella tabella ${name} ci sono ${loaded.get(name) ?? 0} righe invece di ${rows}.`,
          en: `The table ${name} has ${loaded.get(name) ?? 0} rows instead of ${rows}.`,
        });
      }
    }
    // Verified before the commit, so that invalid data never becomes visible.
    return verifyRestored(tx, context);
  });
  await vacuumAnalyze(database);
  return report;
}

/** Only heads from outside the copy can reveal that it is not the newest. */
async function compareExternalHeads(
  tx: Tx,
  { heads, elsewhere, withoutHeads }: RestoreContext,
): Promise<RestoreReport['compared']> {
  const leaves = await treeSize(tx);
  const comparedHeads =
    elsewhere === null
      ? 0
      : await compareHeads(heads, elsewhere.heads, leaves, elsewhere.place).catch((error: unknown) => {
          if (error instanceof BackupRefused) throw error;
          throw new BackupRefused({
            it: `Le teste in ${describeLocation(elsewhere.place)} non si leggono: ${failureReason(error)}`,
            en: `The heads in ${describeLocation(elsewhere.place)} cannot be read: ${failureReason(error)}`,
          });
        });
  if (elsewhere !== null && comparedHeads > 0) return { heads: comparedHeads, place: elsewhere.place };
  if ((await heads.newest()) !== null && !withoutHeads) {
    const reason: Message =
      elsewhere === null
        ? { it: 'né HEADS_DIR né HEADS_S3_BUCKET sono impostate', en: 'neither HEADS_DIR nor HEADS_S3_BUCKET is set' }
        : {
            it: `in ${describeLocation(elsewhere.place)} non ce ne sono`,
            en: `there are none in ${describeLocation(elsewhere.place)}`,
          };
    throw new NoHeadsToCompare({
      it: `La copia ha teste dell’albero degli eventi, ma nessuna con cui confrontarla: ${reason.it}.
Una copia più vecchia di ciò che è stato registrato non si riconoscerebbe. Nulla è stato ripristinato.
Indica con HEADS_DIR o HEADS_S3_BUCKET dove l’installazione conserva le teste, e controlla che ci si arrivi.
Se non ce n’è alcuna, ripeti con --without-heads: la copia si ripristina così com’è.`,
      en: `The backup has heads of the tree of events, but none to compare it with: ${reason.en}.
A backup that is older than what was recorded would not be recognised. Nothing was restored.
Name with HEADS_DIR or HEADS_S3_BUCKET where the installation keeps its heads, and check that it can be reached.
If there are none, repeat with --without-heads: the backup is then restored as it is.`,
    });
  }
  return null;
}

const notIntact = (fault: Parameters<typeof faultText>[0]): BackupRefused => {
  const text = faultText(fault);
  return new BackupRefused({ it: `La traccia non è integra. ${text}`, en: `The trail is not intact. ${text}` });
};

async function verifyRestored(tx: Tx, context: RestoreContext): Promise<RestoreReport> {
  const { backup, storage, heads, elsewhere, anchors: path } = context;
  const { manifest, signedBy } = backup;
  const compared = await compareExternalHeads(tx, context);
  const referenced = await referencedFiles(tx);
  // Each file was just stored under the hash of its content, so its presence is sufficient.
  const present = new Set(backup.names);
  for (const sha256 of referenced) {
    if (present.has(`files/${sha256.slice(0, 2)}/${sha256}`)) continue;
    throw new BackupRefused({
      it: `Manca il file ${sha256}, di cui parla il database.`,
      en: `The file ${sha256} that the database names is missing.`,
    });
  }
  const { anchors, timestampAnchors } = await readAnchors(path);
  const authority = { anchors: async () => anchors, timestampAnchors: async () => timestampAnchors };
  const trail = { database: { read: tx }, authority };
  let chains = 0;
  for (const store of elsewhere === null ? [heads] : [heads, elsewhere.heads]) {
    const report = await verifyTrail({ ...trail, heads: store });
    const [fault] = report.faults;
    if (fault !== undefined) throw notIntact(fault);
    chains = report.chains;
  }
  const pdf = new PdfPool();
  try {
    let signed = 0;
    const signedFiles = await listSignedFiles(tx);
    // Detects forgery even if the holder of the copy and its keys rebuilt heads and tree with the rows.
    const auditFiles = signedFiles.filter(({ part }) => part === 'audit');
    const sealed = await compareSealedTrails({ ...trail, storage, pdf }, auditFiles);
    const [fault] = sealed.faults;
    if (fault !== undefined) throw notIntact(fault);
    for (const { sha256, newest } of signedFiles) {
      const { verification } = await pdf.verify(await storage.get(sha256), { anchors, timestampAnchors });
      const { intact, signatures } = verification;
      const passed = signatures.every(({ indication }) => indication === 'TOTAL-PASSED');
      const valid = signatures.length > 0 && (passed || !newest);
      if (!intact || !valid)
        throw new BackupRefused({
          it: `Le firme del file ${sha256} non risultano valide.`,
          en: `The signatures of the file ${sha256} are not valid.`,
        });
      signed += 1;
    }
    // Steps that can still fail run before the commit, so that the restore can be repeated.
    if (elsewhere !== null) await completeHeads(heads, elsewhere.heads, elsewhere.place);
    return { manifest, signedBy, files: referenced.size, chains, signed, compared };
  } finally {
    await pdf.close();
  }
}
