/** Attempts counted in the database by window, so that a limit holds on every node and fails closed. */
import { createHash } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import { countAttempt, forgetAttempt } from './queries.ts';

export interface Limit {
  /** Attempts allowed in one window. */
  readonly limit: number;
  /** At most `LONGEST_WINDOW_SECONDS`. */
  readonly windowSeconds: number;
}

export const LONGEST_WINDOW_SECONDS = 24 * 60 * 60;

function windowStart({ windowSeconds }: Limit, at: Date): Date {
  const length = windowSeconds * 1000;
  return new Date(Math.floor(at.getTime() / length) * length);
}

/** Subjects name people, phones and addresses: the table keeps only their hash, so anything may stand in one. */
const keyOf = (subject: string): string => createHash('sha256').update(subject).digest('base64url');

/**
 * Counts one attempt of `subject` (for example `login:dealer`, `phone:+39…`, `ip:…`).
 * The count commits with `tx`: give it a transaction of its own when what follows may be refused, or a refusal that
 * rolls back takes the count along.
 * @throws Refusal request.tooMany (429) with `retryAfter` in seconds once the window's attempts are spent.
 */
export async function hitLimit(tx: Tx, subject: string, limit: Limit, at: Date): Promise<void> {
  if (limit.windowSeconds > LONGEST_WINDOW_SECONDS) throw new Error('The window of a limit is at most a day');
  const start = windowStart(limit, at);
  if ((await countAttempt(tx, keyOf(subject), start)) <= limit.limit) return;
  const seconds = Math.ceil((start.getTime() + limit.windowSeconds * 1000 - at.getTime()) / 1000);
  throw new Refusal('request.tooMany', { extra: { retryAfter: Math.max(1, seconds) } });
}

/** Takes back an attempt that proved to be no failure; `at` is the instant it was counted. */
export async function releaseLimit(tx: Tx, subject: string, limit: Limit, at: Date): Promise<void> {
  await forgetAttempt(tx, keyOf(subject), windowStart(limit, at));
}
