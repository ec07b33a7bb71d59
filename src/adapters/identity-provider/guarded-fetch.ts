/** Each call to the identity provider under its guard: what does not answer is told apart from what refuses (P-15, R-22). */
import type { CustomFetch } from 'openid-client';
import { OutsideFailure, type OutsideGuard } from '#ports/outside.ts';
import { readAnswer } from '../outside/http-answer.ts';

/** Bytes; descriptions, keys and answers about a person take some thousands. */
const LONGEST = 1 << 20;

/** Whatever a provider answers is JSON, or a token; anything else is the page of a proxy, or half an answer. */
function isReadable(headers: Headers, bytes: Uint8Array): boolean {
  if (headers.get('content-type')?.startsWith('application/jwt')) return true;
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Only what goes over the line counts for the guard: a callback that somebody made up fails before anybody is asked, and
 * must neither leave the provider alone nor vouch for it. The guard's time limit is the only one.
 * @throws OutsideFailure for no connection, no whole answer in time, 5xx, 429, what cannot be read, or while the provider is left alone
 */
export const fetchGuarded =
  (guard: OutsideGuard, ask: (url: string, init: RequestInit) => Promise<Response> = fetch): CustomFetch =>
  (url, options) =>
    guard(async (signal) => {
      let answer: Response;
      try {
        answer = await ask(url, { ...options, body: options.body ?? null, signal });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw new OutsideFailure('identity', 'down', 'no connection', { cause: error });
      }
      const { status, statusText, headers } = answer;
      // Too many questions are no word about whoever signs in.
      if (status >= 500 || status === 429) {
        await answer.body?.cancel();
        throw new OutsideFailure('identity', 'down', `answered ${status}`);
      }
      const bytes = await readAnswer('identity', answer, LONGEST, signal);
      if (status === 200 && !isReadable(headers, bytes)) {
        throw new OutsideFailure('identity', 'wrong', 'answered what cannot be read');
      }
      return new Response(bytes.byteLength === 0 ? null : Buffer.from(bytes), { status, statusText, headers });
    });

export type GuardedFetch = ReturnType<typeof fetchGuarded>;

/** The library wraps what its fetch throws. */
export function outsideFailureOf(error: unknown): OutsideFailure | undefined {
  let cause = error;
  while (cause instanceof Error) {
    if (cause instanceof OutsideFailure) return cause;
    cause = cause.cause;
  }
  return undefined;
}
