/** `fascicolo backup DIR` and `fascicolo restore DIR`: database, files and keys in one folder, and back. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { openFolderStorage } from '#adapters/storage/folder.ts';
import { DatabaseInUse } from '#ports/database/database.ts';
import { HeadStoreUnusable } from '#ports/head-store.ts';
import { type Config, ConfigurationProblems, readConfig } from '../config.ts';
import { prepareForApplication, RoleRefused } from '../database-role.ts';
import { explainHeads, HeadsRefused, openHeads } from '../head-place.ts';
import { askRunning } from './backup/control.ts';
import { BackupRefused, type Manifest } from './backup/folder.ts';
import { EventsLost, NothingToCompare } from './backup/heads-elsewhere.ts';
import { restoreBackup } from './backup/restore.ts';
import { writeBackup } from './backup/write.ts';

const WITHOUT_HEADS = '--without-heads';

const USAGE = {
  backup: `Uso: npm run fascicolo -- backup CARTELLA

  Copia database, file e chiavi in una cartella nuova, anche mentre il prodotto lavora.
  La copia contiene le chiavi private dell'installazione: custodiscila di conseguenza.
  Si controlla con: cd CARTELLA && sha256sum -c SHA256SUMS`,
  restore: `Uso: DATA_DIR=nuova npm run fascicolo -- restore CARTELLA [--without-heads]

  Ripristina una copia in una cartella dei dati vuota (e, con DATABASE_URL, in un database vuoto),
  dopo aver verificato ogni file, ogni traccia e ogni firma. La confronta anche con le teste conservate
  in HEADS_DIR o HEADS_S3_BUCKET: se raccontano più eventi della copia lo dice, esce con 3 e non ripristina nulla.
  Senza teste con cui confrontarla esce con 4 e non ripristina nulla, salvo con --without-heads.`,
} as const;

/**
 * @returns 0 when done, 1 with the reason on standard error, 2 for wrong arguments, 3 when the copy lacks recorded events,
 * 4 when nothing tells whether it does.
 */
async function command(
  name: keyof typeof USAGE,
  args: string[],
  run: (directory: string, config: Config, words: readonly string[]) => Promise<string>,
  known: readonly string[] = [],
) {
  const words = args.filter((one) => known.includes(one));
  const [directory, ...more] = args.filter((one) => !known.includes(one));
  if (directory === undefined || directory.startsWith('-') || more.length > 0) {
    console.error(USAGE[name]);
    return 2;
  }
  try {
    console.log(await run(resolve(directory), readConfig(process.env), words));
    return 0;
  } catch (error) {
    if (error instanceof EventsLost) {
      console.error(error.message);
      return 3;
    }
    if (error instanceof NothingToCompare) {
      console.error(error.message);
      return 4;
    }
    if ([BackupRefused, RoleRefused, HeadsRefused].some((kind) => error instanceof kind)) {
      console.error((error as Error).message);
    } else if (error instanceof HeadStoreUnusable) console.error(explainHeads(error));
    else if (error instanceof ConfigurationProblems) console.error(error.problems.join('\n'));
    else if (error instanceof DatabaseInUse) {
      console.error('Un altro processo usa la cartella dei dati e non accetta comandi: fermalo e riprova.');
    } else console.error(error);
    return 1;
  }
}

export const backup = (args: string[]): Promise<number> =>
  command('backup', args, async (directory, config) => {
    const manifest = (await askRunning(config.dataDir, 'backup', [directory])) ?? (await copyAlone(directory, config));
    return `Copia completa in ${directory}: ${countsOf(manifest)}.`;
  });

async function copyAlone(directory: string, config: Config): Promise<Manifest> {
  const migrate = { migrate: false };
  const database =
    config.DATABASE_URL === undefined
      ? await openPglite(join(config.dataDir, 'database'), undefined, migrate)
      : await openPostgres(config.DATABASE_URL, 2, migrate);
  try {
    const storage = await openFolderStorage(join(config.dataDir, 'files'), { alone: false });
    const keys = join(config.dataDir, 'keys');
    const heads = await openHeads(config.heads.place, config.heads.access);
    return await writeBackup({ database, storage, heads, keys, version: await productVersion() }, directory);
  } finally {
    await database.close();
  }
}

async function productVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';
}

export const restore = (args: string[]): Promise<number> => command('restore', args, restoreInto, [WITHOUT_HEADS]);

async function restoreInto(directory: string, config: Config, words: readonly string[]): Promise<string> {
  const { dataDir, heads, DATABASE_URL: applicationUrl, MIGRATE_DATABASE_URL: ownerUrl } = config;
  // Tables are made and filled by their owner; the role of the application may do neither.
  const target = { dataDir, heads, withoutHeads: words.includes(WITHOUT_HEADS) };
  const { manifest, files, chains, signed, compared } = await restoreBackup(directory, {
    ...target,
    databaseUrl: ownerUrl ?? applicationUrl,
  });
  if (ownerUrl !== undefined && applicationUrl !== undefined) {
    const owner = await openPostgres(ownerUrl, 2, { migrate: false });
    await prepareForApplication(owner, applicationUrl).finally(() => owner.close());
  }
  return [
    `Ripristinato in ${dataDir}: ${countsOf(manifest)}.`,
    `Verificati: ${files} file, ${chains} tracce, ${signed} PDF firmati.`,
    compared === null
      ? 'Nessuna testa con cui confrontare la copia: che sia la più recente non è verificato.'
      : `Confrontata con le teste in ${compared.place}: ${compared.heads}.`,
  ].join('\n');
}

function countsOf({ tables, files, bytes }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const size = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 }).format(bytes / 1_048_576);
  return `${rows} righe, ${files} file (${size} MB)`;
}
