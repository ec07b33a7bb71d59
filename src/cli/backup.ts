/** `fascicolo backup DIR` and `fascicolo restore DIR`: save database, files and keys to one folder, sealed and signed, and restore them. */

import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabaseClock } from '#adapters/database/clock.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { openAuthorities } from '../authorities.ts';
import { COMMAND } from '../command-name.ts';
import { prepareForApplication } from '../database-role.ts';
import { openFiles } from '../file-storage.ts';
import { openHeads } from '../head-store.ts';
import { openLog } from '../log.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { isSealed, type Manifest } from './backup/backup-folder.ts';
import { callInstallation } from './backup/control-socket.ts';
import { EventsLost, NoHeadsToCompare } from './backup/heads-elsewhere.ts';
import { OriginUnproven } from './backup/open-backup.ts';
import { readRecipients } from './backup/recipients.ts';
import { type RestoreReport, restoreBackup } from './backup/restore.ts';
import { readTrust, TRUST_OPTIONS, TRUST_USAGE } from './backup/trust-options.ts';
import { writeBackup } from './backup/write-backup.ts';
import { openInstallation } from './open-installation.ts';
import { failureText } from './terminal/failure-text.ts';
import { localize, type Message, terminalLanguage } from './terminal/language.ts';

const USAGE: Readonly<Record<'backup' | 'restore', Message>> = {
  backup: {
    it: `Uso: ${COMMAND} backup CARTELLA

  Copia database, file e chiavi in una cartella nuova, anche mentre il prodotto lavora.
  La copia è sigillata per i certificati di BACKUP_RECIPIENTS (file PEM separati da spazi): la apre soltanto chi ha
  la chiave privata di uno di essi. È firmata con il sigillo dell’installazione: per verificarlo conserva altrove
  keys/anchors.pem. Si controlla con: cd CARTELLA && sha256sum -c SHA256SUMS`,
    en: `Usage: ${COMMAND} backup FOLDER

  Copies database, files and keys into a new folder, also while the product runs.
  The backup is sealed for the certificates of BACKUP_RECIPIENTS (PEM files separated by spaces): only the holder of the
  private key of one of them can open it. It is signed with the seal of the installation: to verify that, keep
  keys/anchors.pem elsewhere. Check it with: cd FOLDER && sha256sum -c SHA256SUMS`,
  },
  restore: {
    it: `Uso: DATA_DIR=nuova ${COMMAND} restore CARTELLA --anchors FILE [--key FILE] [--without-heads]

  Ripristina una copia in una cartella dei dati vuota (e, con DATABASE_URL, in un database vuoto),
  dopo aver verificato la firma, ogni file, ogni traccia e ogni firma dei documenti. La confronta anche con le teste
  conservate in HEADS_DIR o HEADS_S3_BUCKET: se raccontano più eventi della copia lo dice, esce con 3 e non ripristina nulla.
  Senza teste con cui confrontarla esce con 4 e non ripristina nulla, salvo con --without-heads; così anche senza
  nulla che provi chi ha fatto la copia.

${TRUST_USAGE.it}`,
    en: `Usage: DATA_DIR=new ${COMMAND} restore FOLDER --anchors FILE [--key FILE] [--without-heads]

  Restores a backup into an empty data folder (and, with DATABASE_URL, into an empty database), after verifying its
  signature, every file, every trail and every signature of the documents. It also compares it with the heads kept in
  HEADS_DIR or HEADS_S3_BUCKET: if they tell of more events than the backup, it ends with 3 and restores nothing.
  Without heads to compare it with it ends with 4 and restores nothing, unless --without-heads is given; likewise
  without anything that proves who made the backup.

${TRUST_USAGE.en}`,
  },
};

/**
 * @param read parses the arguments; null when they are wrong.
 * @returns 0 when done, 1 with the reason on standard error, 2 for wrong arguments, 3 when the copy lacks recorded
 * events, 4 when nothing proves whether it does, or who made it.
 */
async function command<T>(
  name: keyof typeof USAGE,
  read: () => T | null,
  run: (request: T, config: Config) => Promise<string>,
): Promise<number> {
  const request = nullOnError(read);
  if (request === null) {
    console.error(localize(USAGE[name]));
    return 2;
  }
  try {
    console.log(await run(request, readConfig(process.env)));
    return 0;
  } catch (error) {
    console.error(failureText(error));
    if (error instanceof EventsLost) return 3;
    return error instanceof NoHeadsToCompare || error instanceof OriginUnproven ? 4 : 1;
  }
}

/** `parseArgs` throws on unknown options. */
function nullOnError<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The folder argument of both commands. */
const folderIn = ([directory, ...more]: readonly string[]): string | null =>
  directory === undefined || more.length > 0 ? null : resolve(directory);

export const backup = (args: string[]): Promise<number> =>
  command(
    'backup',
    () => folderIn(parseArgs({ args, allowPositionals: true, options: {} }).positionals),
    async (directory, config) => {
      // The recipients in this command's settings, if any: the running installation may have been started with others.
      const asked = [directory, ...config.backupRecipients];
      const manifest =
        (await callInstallation(config.dataDir, 'backup', asked)) ?? (await copyAlone(directory, config));
      const counts = countsOf(manifest);
      const headline = localize({
        it: `Copia completa in ${directory}: ${counts}.`,
        en: `Complete backup in ${directory}: ${counts}.`,
      });
      return [headline, ...sealLines(manifest)].join('\n');
    },
  );

function sealLines(manifest: Manifest): string[] {
  if (manifest.format === 2 && isSealed(manifest)) {
    return [
      localize({
        it: 'Sigillata: la apre soltanto chi ha la chiave privata di',
        en: 'Sealed: it can be opened only with the private key of',
      }),
      ...manifest.recipients.map(({ name, sha256 }) =>
        localize({ it: `  - ${name} (certificato ${sha256})`, en: `  - ${name} (certificate ${sha256})` }),
      ),
    ];
  }
  return [
    localize({
      it: `ATTENZIONE: la copia NON è sigillata. Le chiavi private dell’installazione e i dati delle persone vi stanno in chiaro.
Indica con BACKUP_RECIPIENTS i certificati di chi potrà aprirla; in produzione senza non si copia.`,
      en: `WARNING: the backup is NOT sealed. It contains the private keys of the installation and personal data unencrypted.
Name with BACKUP_RECIPIENTS the certificates of those who may open it; production makes no backup without them.`,
    }),
  ];
}

async function copyAlone(directory: string, config: Config): Promise<Manifest> {
  const keys = join(config.dataDir, 'keys');
  const database = await openInstallation(config);
  try {
    const clock = await openDatabaseClock(database);
    try {
      const recipients = await readRecipients(config.backupRecipients, clock.now());
      const log = openLog('warn', { write: (line: string) => void process.stderr.write(line) });
      const { sealer } = await openAuthorities(config, { clock, log });
      const storage = await openFiles(config.files, { clock, log, alone: false });
      const heads = await openHeads(config.heads.place, config.heads.access);
      const version = await productVersion();
      return await writeBackup({ database, storage, heads, keys, version, clock, sealer, recipients }, directory);
    } finally {
      clock.stop();
    }
  } finally {
    await database.close();
  }
}

async function productVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

function readRestoreArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...TRUST_OPTIONS, 'without-heads': { type: 'boolean' } },
  });
  const directory = folderIn(positionals);
  return directory === null ? null : { directory, values };
}

export const restore = (args: string[]): Promise<number> =>
  command('restore', () => readRestoreArguments(args), restoreInto);

async function restoreInto(
  { directory, values }: NonNullable<ReturnType<typeof readRestoreArguments>>,
  config: Config,
): Promise<string> {
  const { dataDir, heads, DATABASE_URL: applicationUrl, MIGRATE_DATABASE_URL: ownerUrl } = config;
  const trust = await readTrust(values, config.BACKUP_KEY_PASSWORD);
  // Only the owner can create and fill the tables; the application's role cannot.
  const report = await restoreBackup(directory, trust, {
    ...{ dataDir, heads, withoutHeads: values['without-heads'] === true },
    databaseUrl: ownerUrl ?? applicationUrl,
  });
  if (ownerUrl !== undefined && applicationUrl !== undefined) {
    const owner = await openPostgres(ownerUrl, 2, { migrate: false });
    await prepareForApplication(owner, applicationUrl).finally(() => owner.close());
  }
  return restoreLines(report, dataDir).join('\n');
}

function restoreLines({ manifest, signedBy, files, chains, signed, compared }: RestoreReport, dataDir: string) {
  const counts = countsOf(manifest);
  return [
    localize({ it: `Ripristinato in ${dataDir}: ${counts}.`, en: `Restored into ${dataDir}: ${counts}.` }),
    localize(signedBy === null ? UNPROVED : signedText(signedBy, manifest.createdDate)),
    ...(isSealed(manifest) ? [] : [localize(UNSEALED)]),
    localize({
      it: `Verificati: ${files} file, ${chains} tracce, ${signed} PDF firmati.`,
      en: `Verified: ${files} files, ${chains} trails, ${signed} signed PDFs.`,
    }),
    localize(compared === null ? UNCOMPARED : comparedText(compared)),
  ];
}

const UNPROVED: Message = {
  it: 'Chi ha fatto la copia non è provato: la sua firma non è stata verificata con alcuna radice.',
  en: 'It is not proved who made the backup: its signature was not verified with any root.',
};

const signedText = (by: string, date: string): Message => ({
  it: `Copia firmata da «${by}» il ${date}.`,
  en: `Backup signed by “${by}” on ${date}.`,
});

const UNCOMPARED: Message = {
  it: 'Nessuna testa con cui confrontare la copia: che sia la più recente non è verificato.',
  en: 'No head to compare the backup with: whether it is the newest is not verified.',
};

const comparedText = ({ heads, place }: NonNullable<RestoreReport['compared']>): Message => ({
  it: `Confrontata con le teste in ${place}: ${heads}.`,
  en: `Compared with the heads in ${place}: ${heads}.`,
});

const UNSEALED: Message = {
  it: 'La copia NON è sigillata: chi l’ha avuta in mano ha avuto le chiavi dell’installazione.',
  en: 'The backup is NOT sealed: anyone who had access to it has the keys of the installation.',
};

function countsOf({ tables, files, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const locale = { it: 'it-IT', en: 'en-GB' }[terminalLanguage()];
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1_048_576);
  return localize({ it: `${rows} righe, ${files} file (${size} MB)`, en: `${rows} rows, ${files} files (${size} MB)` });
}
