/**
 * `fascicolo trail …`: verifies the evidence tree, takes its heads and exports proofs; in the running installation, or
 * next to a stopped one.
 */
import { openDatabaseClock } from '#adapters/database/clock.ts';
import { openAuthorities } from '../authorities.ts';
import { openHeads } from '../head-store.ts';
import { openLog } from '../log.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { callInstallation } from './backup/control-socket.ts';
import { openInstallation } from './open-installation.ts';
import { failureText } from './terminal/failure-text.ts';
import { type CommandResult, runTrail } from './trail/run.ts';

/** @returns 0 when done and intact, 1 with the error, 2 for wrong arguments. */
export async function trail(args: string[]): Promise<number> {
  try {
    const config = readConfig(process.env);
    const { code, lines } = (await callInstallation(config.dataDir, 'trail', args)) ?? (await runAlone(config, args));
    for (const line of lines) (code === 0 ? console.log : console.error)(line);
    return code;
  } catch (error) {
    console.error(failureText(error));
    return 1;
  }
}

async function runAlone(config: Config, args: string[]): Promise<CommandResult> {
  const database = await openInstallation(config);
  try {
    const clock = await openDatabaseClock(database);
    const { sealer, timestamp } = await openAuthorities(config, {
      clock,
      log: openLog('warn', { write: (line: string) => void process.stderr.write(line) }),
    });
    const heads = await openHeads(config.heads.place, config.heads.access, clock);
    const result = await runTrail({ database, heads, sealer, timestamp, clock }, args);
    clock.stop();
    return result;
  } finally {
    await database.close();
  }
}
