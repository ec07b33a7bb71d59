/** The database's time as the product's clock: the offset to this machine is measured at start and every minute. */
import type { Clock } from '#ports/clock.ts';
import type { Database } from '#ports/database/database.ts';

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** Between two measurements the machine's monotonic clock carries the time on, so that a jump of the wall clock changes nothing. */
export async function openDatabaseClock(database: Database): Promise<DatabaseClock> {
  let base = 0;
  let measuredAt = 0;
  const measure = async (): Promise<void> => {
    const before = performance.now();
    const now = (await database.now()).getTime();
    const after = performance.now();
    const measured = now + (after - before) / 2;
    const current = base + (after - measuredAt);
    // Time never runs backwards by less than a second: small corrections wait until the clock has caught up.
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
