/** `fascicolo identity free`: who looks after the installation frees a user for another sign-in (P-3). */
import { join } from 'node:path';
import { openDatabaseClock } from '#adapters/database/clock.ts';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import { DatabaseInUse } from '#ports/database/database.ts';
import { type Config, ConfigurationProblems, readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { askRunning } from './backup/control.ts';
import { BackupRefused } from './backup/folder.ts';
import { runIdentity } from './identity/run.ts';
import type { CommandResult } from './trail/run.ts';

/** @returns 0 when the user is free, 1 with what is wrong, 2 for wrong arguments. */
export async function identity(args: string[]): Promise<number> {
  try {
    const config = readConfig(process.env);
    const { code, lines } = (await askRunning(config.dataDir, 'identity', args)) ?? (await runAlone(config, args));
    for (const line of lines) (code === 0 ? console.log : console.error)(line);
    return code;
  } catch (error) {
    if (error instanceof BackupRefused) console.error(error.message);
    else if (error instanceof ConfigurationProblems) console.error(error.problems.join('\n'));
    else if (error instanceof DatabaseInUse) {
      console.error('Un altro processo usa la cartella dei dati e non accetta comandi: fermalo e riprova.');
    } else console.error(error);
    return 1;
  }
}

async function runAlone(config: Config, args: string[]): Promise<CommandResult> {
  const migrate = { migrate: false };
  const database =
    config.DATABASE_URL === undefined
      ? await openPglite(join(config.dataDir, 'database'), undefined, migrate)
      : await openPostgres(config.DATABASE_URL, 2, migrate);
  try {
    const clock = await openDatabaseClock(database);
    const log = openLog('warn', { write: (line: string) => void process.stderr.write(line) });
    const result = await runIdentity({ database, clock, log }, args);
    clock.stop();
    return result;
  } finally {
    await database.close();
  }
}
