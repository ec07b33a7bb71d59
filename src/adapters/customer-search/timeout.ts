/** Time limits, and `Retry-After` (RFC 9110, section 10.2.3). */
import { setTimeout as delay } from 'node:timers/promises';
import { OutsideFailure, type OutsideSystem } from '#ports/outside.ts';
import { reasonOf } from '../outside/http-answer.ts';
import type { Exchange, HttpAnswer, HttpRequest } from './connection.ts';

/** Signal and deadline of one call. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Milliseconds on the clock of `performance.now`. */
  readonly deadline: number;
}

/** @throws OutsideFailure `timeout` after `limit` milliseconds; the outer signal's reason when that was aborted. */
export async function withinLimit<T>(
  system: OutsideSystem,
  limit: number,
  outer: AbortSignal | undefined,
  call: (patience: Deadline) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const late = (): void => controller.abort(new OutsideFailure(system, 'timeout', `no answer within ${limit} ms`));
  const timer = setTimeout(late, limit);
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  try {
    return await call({ signal, deadline: performance.now() + limit });
  } finally {
    clearTimeout(timer);
  }
}

export type PatientExchange = (request: HttpRequest, patience: Deadline) => Promise<HttpAnswer>;

const MOST_TRIES = 3;
/** Milliseconds; avoids a tight loop on `Retry-After: 0`. */
const SHORTEST_WAIT = 100;
/** Milliseconds; a wrong header must not block a system for days. */
const LONGEST_WAIT = 60 * 60 * 1000;

/** @returns milliseconds to wait; null without a valid `Retry-After`. */
export function waitAsked({ headers }: Pick<HttpAnswer, 'headers'>): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  const bounded = (wait: number): number => Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, wait));
  if (/^\d{1,9}$/.test(text)) return bounded(Number(text) * 1000);
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(until)) return null;
  // Relative to the server's own clock, which may differ from ours.
  const told = Date.parse(String(headers.date ?? ''));
  return bounded(until - (Number.isNaN(told) ? Date.now() : told));
}

/**
 * On 429 or 503 with `Retry-After` waits and retries, if the deadline allows; no call is sent before that time.
 * @throws OutsideFailure with `retryAfter` in seconds if the deadline does not allow it; `paused` for calls made meanwhile.
 */
export function patientExchange(system: OutsideSystem, exchange: Exchange): PatientExchange {
  let quietUntil = 0;
  const quiet = async ({ signal, deadline }: Deadline, failure: (retryAfter: number) => OutsideFailure) => {
    const wait = quietUntil - performance.now();
    if (wait <= 0) return;
    if (quietUntil >= deadline) throw failure(Math.ceil(wait / 1000));
    await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  return async (request, patience) => {
    await quiet(patience, (retryAfter) => {
      return new OutsideFailure(system, 'paused', `asked to be left alone for ${retryAfter} s`, { retryAfter });
    });
    for (let tries = 1; ; tries += 1) {
      const answer = await exchange(request, patience.signal);
      if (answer.status !== 429 && answer.status !== 503) return answer;
      const wait = waitAsked(answer);
      const reason = reasonOf(answer.status);
      if (wait === null) throw new OutsideFailure(system, reason, `answered ${answer.status}`);
      quietUntil = Math.max(quietUntil, performance.now() + wait);
      const failure = (retryAfter: number) =>
        new OutsideFailure(system, reason, `answered ${answer.status}, to be asked again in ${retryAfter} s`, {
          retryAfter,
        });
      if (tries === MOST_TRIES) throw failure(Math.ceil(wait / 1000));
      await quiet(patience, failure);
    }
  };
}
