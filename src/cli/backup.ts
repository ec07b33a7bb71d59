/** `fascicolo backup DIR` and `fascicolo restore DIR`: save database, files and keys to one folder, sealed and signed, and restore them. */

import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabaseClock } from '#adapters/database/clock.ts';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { DatabaseInUse } from '#ports/database/database.ts';
import { HeadStoreUnusable } from '#ports/head-store.ts';
import { AuthoritySettingsWrong, openAuthorities } from '../authorities.ts';
import { COMMAND } from '../command-name.ts';
import { prepareForApplication, RoleRefused } from '../database-role.ts';
import { openFiles } from '../file-place.ts';
import { explainHeads, HeadsRefused, openHeads } from '../head-place.ts';
import { openLog } from '../log.ts';
import { type Config, ConfigurationProblems, readConfig } from '../settings/config.ts';
import { askRunning } from './backup/control.ts';
import { BackupRefused, isSealed, type Manifest } from './backup/folder.ts';
import { EventsLost, NothingToCompare } from './backup/heads-elsewhere.ts';
import { NotProved } from './backup/open.ts';
import { RecipientsRefused, readRecipients } from './backup/recipients.ts';
import { type RestoreReport, restoreBackup } from './backup/restore.ts';
import { readTrust, TRUST_OPTIONS, TRUST_USAGE } from './backup/trust.ts';
import { writeBackup } from './backup/write.ts';

const USAGE = {
  backup: `Uso: ${COMMAND} backup CARTELLA

  Copia database, file e chiavi in una cartella nuova, anche mentre il prodotto lavora.
  La copia è sigillata per i certificati di BACKUP_RECIPIENTS (file PEM separati da spazi): la apre soltanto chi ha
  la chiave privata di uno di essi. È firmata con il sigillo dell’installazione: per verificarlo conserva altrove
  keys/anchors.pem. Si controlla con: cd CARTELLA && sha256sum -c SHA256SUMS`,
  restore: `Uso: DATA_DIR=nuova ${COMMAND} restore CARTELLA --anchors FILE [--key FILE] [--without-heads]

  Ripristina una copia in una cartella dei dati vuota (e, con DATABASE_URL, in un database vuoto),
  dopo aver verificato la firma, ogni file, ogni traccia e ogni firma dei documenti. La confronta anche con le teste
  conservate in HEADS_DIR o HEADS_S3_BUCKET: se raccontano più eventi della copia lo dice, esce con 3 e non ripristina nulla.
  Senza teste con cui confrontarla esce con 4 e non ripristina nulla, salvo con --without-heads; così anche senza
  nulla che provi chi ha fatto la copia.

${TRUST_USAGE}`,
} as const;

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
  const request = unlessWrong(read);
  if (request === null) {
    console.error(USAGE[name]);
    return 2;
  }
  try {
    console.log(await run(request, readConfig(process.env)));
    return 0;
  } catch (error) {
    if (error instanceof HeadStoreUnusable) console.error(explainHeads(error));
    else if (error instanceof ConfigurationProblems) console.error(error.problems.join('\n'));
    else if (error instanceof DatabaseInUse) {
      console.error('Un altro processo usa la cartella dei dati e non accetta comandi: fermalo e riprova.');
    } else console.error(TOLD.some((kind) => error instanceof kind) ? (error as Error).message : error);
    if (error instanceof EventsLost) return 3;
    return error instanceof NothingToCompare || error instanceof NotProved ? 4 : 1;
  }
}

/** Errors whose own message is shown. */
const TOLD = [BackupRefused, RoleRefused, HeadsRefused, RecipientsRefused, AuthoritySettingsWrong];

/** `parseArgs` throws on unknown options. */
function unlessWrong<T>(read: () => T | null): T | null {
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
      const manifest = (await askRunning(config.dataDir, 'backup', asked)) ?? (await copyAlone(directory, config));
      return [`Copia completa in ${directory}: ${countsOf(manifest)}.`, ...sealWords(manifest)].join('\n');
    },
  );

function sealWords(manifest: Manifest): string[] {
  if (manifest.format === 2 && isSealed(manifest)) {
    return [
      'Sigillata: la apre soltanto chi ha la chiave privata di',
      ...manifest.recipients.map(({ name, sha256 }) => `  - ${name} (certificato ${sha256})`),
    ];
  }
  return [
    'ATTENZIONE: la copia NON è sigillata. Le chiavi private dell’installazione e i dati delle persone vi stanno in chiaro.',
    'Indica con BACKUP_RECIPIENTS i certificati di chi potrà aprirla; in produzione senza non si copia.',
  ];
}

async function copyAlone(directory: string, config: Config): Promise<Manifest> {
  const keys = join(config.dataDir, 'keys');
  await access(join(keys, 'anchors.pem')).catch(() => {
    throw new BackupRefused(`In ${config.dataDir} non c’è un’installazione di Fascicolo (DATA_DIR).`);
  });
  const migrate = { migrate: false };
  const database =
    config.DATABASE_URL === undefined
      ? await openPglite(join(config.dataDir, 'database'), undefined, migrate)
      : await openPostgres(config.DATABASE_URL, 2, migrate);
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
  return reportWords(report, dataDir).join('\n');
}

function reportWords({ manifest, signedBy, files, chains, signed, compared }: RestoreReport, dataDir: string) {
  return [
    `Ripristinato in ${dataDir}: ${countsOf(manifest)}.`,
    signedBy === null
      ? 'Chi ha fatto la copia non è provato: la sua firma non è stata verificata con alcuna radice.'
      : `Copia firmata da «${signedBy}» il ${manifest.createdDate}.`,
    ...(isSealed(manifest)
      ? []
      : ['La copia NON è sigillata: chi l’ha avuta in mano ha avuto le chiavi dell’installazione.']),
    `Verificati: ${files} file, ${chains} tracce, ${signed} PDF firmati.`,
    compared === null
      ? 'Nessuna testa con cui confrontare la copia: che sia la più recente non è verificato.'
      : `Confrontata con le teste in ${compared.place}: ${compared.heads}.`,
  ];
}

function countsOf({ tables, files, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const size = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 }).format(bytes / 1_048_576);
  return `${rows} righe, ${files} file (${size} MB)`;
}
