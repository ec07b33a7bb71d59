/** Counts attempts in the database by window, so that a limit holds across nodes and fails closed. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Refusal } from '#domain/errors.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { World } from '../world.ts';
import { countAttempt, forgetAttempt, readAttempts } from './queries.ts';

export interface Limit {
  /** Attempts allowed in one window. */
  readonly limit: number;
  /** At most `MAX_WINDOW_SECONDS`. */
  readonly windowSeconds: number;
}

export const MAX_WINDOW_SECONDS = 24 * 60 * 60;

function windowStart({ windowSeconds }: Limit, at: Date): Date {
  const length = windowSeconds * 1000;
  return new Date(Math.floor(at.getTime() / length) * length);
}

/** Subjects contain names, phones and addresses: the table stores only their hash. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

function tooManyAttempts(limit: Limit, at: Date): Refusal {
  const end = windowStart(limit, at).getTime() + limit.windowSeconds * 1000;
  return new Refusal('request.tooMany', {
    extra: { retryAfter: Math.max(1, Math.ceil((end - at.getTime()) / 1000)) },
  });
}

/**
 * Counts one attempt of `subject` (for example `login:dealer`, `phone:+39…`, `ip:…`).
 * The count commits with `db` when that is a transaction: count outside of one if the caller may refuse afterwards, or
 * the rollback undoes the count.
 * @throws Refusal request.tooMany (429) with `retryAfter` in seconds once the window's attempts are spent.
 */
export async function hitLimit(db: Db, subject: string, limit: Limit, at: Date): Promise<void> {
  if (limit.windowSeconds > MAX_WINDOW_SECONDS) throw new Error('The window of a limit is at most a day');
  const start = windowStart(limit, at);
  if ((await countAttempt(db, keyOf(subject), start)) <= limit.limit) return;
  throw tooManyAttempts(limit, at);
}

/** An attempt that counts only if it fails. */
export interface FailureLimit {
  readonly subject: string;
  readonly limit: Limit;
}

/** Maximum wait for earlier attempts; then the attempt is refused. */
const MAX_WAIT_MS = 40_000;
const MAX_PAUSE_MS = 400;

/** The window is full, but not only with failures. */
class LimitUndecided extends Error {}

const undecidedOf = (subject: string): string => keyOf(`undecided:${subject}`);

async function takeSlots(tx: Tx, limits: readonly FailureLimit[], at: Date): Promise<void> {
  for (const { subject, limit } of limits) {
    const start = windowStart(limit, at);
    if ((await countAttempt(tx, keyOf(subject), start)) > limit.limit) {
      if ((await readAttempts(tx, undecidedOf(subject), start)) > 0) throw new LimitUndecided();
      throw tooManyAttempts(limit, at);
    }
    await countAttempt(tx, undecidedOf(subject), start);
  }
}

/**
 * Takes a slot in the window of each limit before anything is checked, so that wrong attempts never exceed the limit,
 * however many arrive concurrently. When all slots are taken by attempts still undecided (an integration that logs in
 * many times concurrently), waits for them instead of refusing. An attempt that a crash left undecided keeps its slot
 * until the window ends: the limit fails closed.
 * @returns when the slots were taken, for `settleAttempt`.
 * @throws Refusal request.tooMany (429) with `retryAfter` in seconds.
 */
export async function awaitAttempt(
  world: Pick<World, 'database' | 'clock'>,
  limits: readonly FailureLimit[],
): Promise<Date> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pause = 25; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const at = world.clock.now();
    try {
      await world.database.transaction((tx) => takeSlots(tx, limits, at));
      return at;
    } catch (error) {
      if (!(error instanceof LimitUndecided)) throw error;
    }
    if (performance.now() > deadline) throw new Refusal('request.tooMany', { extra: { retryAfter: 5 } });
    // Jitter, so that waiting attempts do not all retry together.
    await setTimeout(pause * (0.5 + Math.random()));
  }
}

/** Records how an attempt ended; only a failure stays counted in the windows. */
export async function settleAttempt(
  tx: Tx,
  limits: readonly FailureLimit[],
  at: Date,
  outcome: 'failed' | 'fine',
): Promise<void> {
  for (const { subject, limit } of limits) {
    const start = windowStart(limit, at);
    if (outcome === 'fine') await forgetAttempt(tx, keyOf(subject), start);
    await forgetAttempt(tx, undecidedOf(subject), start);
  }
}

const DAY: Limit = { limit: 1, windowSeconds: MAX_WINDOW_SECONDS };

/** Records that an event happened today. */
export async function recordToday(tx: Tx, subject: string, at: Date): Promise<void> {
  await countAttempt(tx, keyOf(subject), windowStart(DAY, at));
}

/** Whether it was recorded in the last days, including today; the sweep keeps at most two. */
export async function wasRecorded(tx: Tx, subject: string, days: 1 | 2, at: Date): Promise<boolean> {
  for (let daysAgo = 0; daysAgo < days; daysAgo++) {
    const day = new Date(at.getTime() - daysAgo * MAX_WINDOW_SECONDS * 1000);
    if ((await readAttempts(tx, keyOf(subject), windowStart(DAY, day))) > 0) return true;
  }
  return false;
}
