/** Time limits, and `Retry-After` (RFC 9110, section 10.2.3). */
import { setTimeout as delay } from 'node:timers/promises';
import { OutsideFailure, type OutsideSystem } from '#ports/outside-system.ts';
import { reasonOf } from '../outside/http-answer.ts';
import type { Exchange, HttpRequest, HttpResponse } from './connection.ts';

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
  call: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const onTimeout = (): void => controller.abort(new OutsideFailure(system, 'timeout', `no answer within ${limit} ms`));
  const timer = setTimeout(onTimeout, limit);
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  try {
    return await call({ signal, deadline: performance.now() + limit });
  } finally {
    clearTimeout(timer);
  }
}

export type RetryingExchange = (request: HttpRequest, deadline: Deadline) => Promise<HttpResponse>;

const MAX_TRIES = 3;
/** Milliseconds; avoids a tight loop on `Retry-After: 0`. */
const MIN_WAIT = 100;
/** Milliseconds; a wrong header must not block a system for days. */
const MAX_WAIT = 60 * 60 * 1000;

/** @returns milliseconds to wait; null without a valid `Retry-After`. */
export function retryAfterOf({ headers }: Pick<HttpResponse, 'headers'>): number | null {
  const text = String(headers['retry-after'] ?? '').trim();
  const bounded = (wait: number): number => Math.min(MAX_WAIT, Math.max(MIN_WAIT, wait));
  if (/^\d{1,9}$/.test(text)) return bounded(Number(text) * 1000);
  const retryAt = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(retryAt)) return null;
  // Relative to the server's own clock, which may differ from ours.
  const serverTime = Date.parse(String(headers.date ?? ''));
  return bounded(retryAt - (Number.isNaN(serverTime) ? Date.now() : serverTime));
}

/**
 * On 429 or 503 with `Retry-After` waits and retries, if the deadline allows; no call is sent before that time.
 * @throws OutsideFailure with `retryAfter` in seconds if the deadline does not allow it; `paused` for calls made meanwhile.
 */
export function retryingExchange(system: OutsideSystem, exchange: Exchange): RetryingExchange {
  let notBefore = 0;
  const waitUntilAllowed = async ({ signal, deadline }: Deadline, failure: (retryAfter: number) => OutsideFailure) => {
    const wait = notBefore - performance.now();
    if (wait <= 0) return;
    if (notBefore >= deadline) throw failure(Math.ceil(wait / 1000));
    await delay(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  return async (request, limit) => {
    await waitUntilAllowed(limit, (retryAfter) => {
      return new OutsideFailure(system, 'paused', `asked to be left alone for ${retryAfter} s`, { retryAfter });
    });
    for (let tries = 1; ; tries += 1) {
      const response = await exchange(request, limit.signal);
      if (response.status !== 429 && response.status !== 503) return response;
      const wait = retryAfterOf(response);
      const reason = reasonOf(response.status);
      if (wait === null) throw new OutsideFailure(system, reason, `answered ${response.status}`);
      notBefore = Math.max(notBefore, performance.now() + wait);
      const failure = (retryAfter: number) =>
        new OutsideFailure(system, reason, `answered ${response.status}, to be asked again in ${retryAfter} s`, {
          retryAfter,
        });
      if (tries === MAX_TRIES) throw failure(Math.ceil(wait / 1000));
      await waitUntilAllowed(limit, failure);
    }
  };
}
