/** Commands that a running installation executes itself and that otherwise run next to a stopped one. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabaseClock } from '#adapters/database/clock.ts';
import { openPglite } from '#adapters/database/pglite.ts';
import { openPostgres } from '#adapters/database/postgres.ts';
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';
import { openLog } from '../log.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { BackupRefused } from './backup/backup-folder.ts';
import { callInstallation } from './backup/control-socket.ts';
import { failureText, noInstallation } from './terminal/failure-text.ts';
import type { CommandResult } from './trail/run.ts';

/** Resources of such a command; a running installation passes its own. */
export interface CommandContext {
  readonly database: Pick<Database, 'read' | 'transaction'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: { warn(fields: object, message: string): void };
}

type Run = (context: CommandContext, args: readonly string[]) => Promise<CommandResult>;

/** @returns the exit code: that of the command, or 1 when it could not be reached; prints the command's lines. */
export async function runCommand(
  name: 'identity' | 'administrators' | 'folderTypes',
  args: string[],
  run: Run,
): Promise<number> {
  try {
    const config = readConfig(process.env);
    const { code, lines } = (await callInstallation(config.dataDir, name, args)) ?? (await runAlone(config, args, run));
    for (const line of lines) (code === 0 ? console.log : console.error)(line);
    return code;
  } catch (error) {
    console.error(failureText(error));
    return 1;
  }
}

async function openDatabase({ DATABASE_URL, dataDir }: Config): Promise<Database> {
  const migrate = { migrate: false };
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL, 2, migrate);
  const folder = join(dataDir, 'database');
  // Otherwise it would be created.
  await access(folder).catch(() => {
    throw new BackupRefused(noInstallation(dataDir));
  });
  return openPglite(folder, undefined, migrate);
}

async function runAlone(config: Config, args: string[], run: Run): Promise<CommandResult> {
  const database = await openDatabase(config);
  try {
    const clock = await openDatabaseClock(database);
    const log = openLog('warn', { write: (line: string) => void process.stderr.write(line) });
    const result = await run({ database, clock, log }, args);
    clock.stop();
    return result;
  } finally {
    await database.close();
  }
}
