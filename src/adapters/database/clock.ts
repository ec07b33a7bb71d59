/** The database's time as the product's clock: the offset to this machine is measured at start and every minute. */
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** Between measurements the monotonic clock advances the time, so that a jump of the wall clock has no effect. */
export async function openDatabaseClock(database: Database): Promise<DatabaseClock> {
  let base = 0;
  let measuredAt = 0;
  const measure = async (): Promise<void> => {
    const before = performance.now();
    const now = (await database.now()).getTime();
    const after = performance.now();
    const measured = now + (after - before) / 2;
    const current = base + (after - measuredAt);
    // Corrections of less than a second never move the time backwards: it pauses until the measured time has caught up.
    base = base !== 0 && measured < current && current - measured < 1000 ? current : measured;
    measuredAt = after;
  };
  await measure();
  const timer = setInterval(() => void measure().catch(() => undefined), 60_000);
  timer.unref();
  return {
    now: () => new Date(base + (performance.now() - measuredAt)),
    stop: () => clearInterval(timer),
  };
}
