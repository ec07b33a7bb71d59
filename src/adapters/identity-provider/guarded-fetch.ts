/** Sends each request to the identity provider through its guard: an outage is distinguished from a refusal. */
import type { CustomFetch } from 'openid-client';
import { OutsideFailure, type OutsideGuard } from '#ports/outside-system.ts';
import { readBody } from '../outside/http-answer.ts';

/** Bytes; metadata, keys and user data take some thousands. */
const RESPONSE_LIMIT = 1 << 20;

/** A provider returns JSON or a token; anything else is a proxy's page or an incomplete response. */
function isJson(headers: Headers, bytes: Uint8Array): boolean {
  if (headers.get('content-type')?.startsWith('application/jwt')) return true;
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Only calls over the network count for the guard: a forged callback fails before any request is sent, and must neither
 * open nor close the circuit breaker. The guard's time limit is the only one.
 * @throws OutsideFailure for no connection, no complete response in time, 5xx, 429, an unreadable response, or while the circuit breaker is open
 */
export const guardedFetch =
  (guard: OutsideGuard, ask: (url: string, init: RequestInit) => Promise<Response> = fetch): CustomFetch =>
  (url, options) =>
    guard(async (signal) => {
      let response: Response;
      try {
        response = await ask(url, { ...options, body: options.body ?? null, signal });
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw new OutsideFailure('identity', 'down', 'no connection', { cause: error });
      }
      const { status, statusText, headers } = response;
      // Rate limiting is not a refusal of the person signing in.
      if (status >= 500 || status === 429) {
        await response.body?.cancel();
        throw new OutsideFailure('identity', 'down', `answered ${status}`);
      }
      const bytes = await readBody('identity', response, RESPONSE_LIMIT, signal);
      if (status === 200 && !isJson(headers, bytes)) {
        throw new OutsideFailure('identity', 'wrong', 'answered what cannot be read');
      }
      return new Response(bytes.byteLength === 0 ? null : Buffer.from(bytes), { status, statusText, headers });
    });

export type GuardedFetch = ReturnType<typeof guardedFetch>;

/** The library wraps what its fetch throws. */
export function outsideFailureOf(error: unknown): OutsideFailure | undefined {
  let cause = error;
  while (cause instanceof Error) {
    if (cause instanceof OutsideFailure) return cause;
    cause = cause.cause;
  }
  return undefined;
}
