/** Background work of the counters: folds the writers' deltas, and compares the counters with the rows every night. */
import { sql } from 'kysely';
import { wallClock } from '#domain/rome-time.ts';
import type { Database } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { type CounterDifference, claimCheck, foldCounters, hasDeltas, repairCounters } from './queries.ts';

const FOLD_SECONDS = 1;
/** This many rows in one second mean that folding had stopped, which slowed down every total. */
const LAG_WARNING_ROWS = 100_000;
const CHECK_SECONDS = 15 * 60;
/** Hour in Rome, when the network is idle. */
const CHECK_HOUR = 3;
const DAY_MS = 86_400_000;

/** Cheap if there is nothing to do: one query, without a transaction. */
export async function foldNow(database: Database): Promise<number> {
  if (!(await hasDeltas(database.read))) return 0;
  return database.transaction(foldCounters);
}

/** Compares every counter with the rows and repairs differences; writers continue meanwhile. @returns the differences. */
export async function checkCounters(database: Database): Promise<CounterDifference[]> {
  return database.transaction(repairCounters);
}

/** The nightly comparison, by one node; after two days at the latest if no node ran at night. */
export async function checkAtNight(world: World): Promise<void> {
  const at = world.clock.now();
  const atNight = new Date(wallClock(at.getTime())).getUTCHours() === CHECK_HOUR;
  const minAge = atNight ? DAY_MS / 2 : 2 * DAY_MS;
  const isClaimed = await world.database.transaction((tx) => claimCheck(tx, at, new Date(at.getTime() - minAge)));
  if (!isClaimed) return;
  const differences = await checkCounters(world.database);
  for (const difference of differences)
    world.log.error({ difference }, 'a counter differed from its rows and was repaired');
  // The embedded database has no autovacuum, and index-only scans depend on vacuum.
  if (world.database.engine === 'pglite') await sql`vacuum (analyze)`.execute(world.database.read);
}

export async function counterTasks(world: World): Promise<void> {
  await world.jobs.every('database.fold', FOLD_SECONDS, async () => {
    const folded = await foldNow(world.database);
    if (folded >= LAG_WARNING_ROWS) world.log.warn({ folded }, 'the counters were far behind');
  });
  await world.jobs.every('database.check', CHECK_SECONDS, () => checkAtNight(world));
}
