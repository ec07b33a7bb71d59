/** Sends the calls of the signer's pages: time limits, the server's clock, classified refusals. */
import type { Call } from '#contract/calls/call.ts';
import { confirmSignature } from '#contract/calls/links.ts';
import { isOffline, noteAnswer } from '../../shared/connection.ts';
import type { Language } from '../../shared/language.ts';
import { linkAddress } from './address.ts';
import { CALL_TIMEOUT_MS, type Exchange, exchange, requestOf } from './exchange.ts';
import { failureOf, SignFailure, secondsOfRetryAfter } from './failure.ts';

const SIGN_TIMEOUT_MS = 90_000;
const CLOCK_TOLERANCE_MS = 5000;

/** Headers that prove a call comes from a tablet. */
export type Prove = (call: { method: 'GET' | 'POST'; path: string; body?: string }) => Promise<Record<string, string>>;

/** Inputs of a call besides the link's token. */
export interface CallInput {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface Caller {
  /**
   * Every refusal is thrown as SignFailure; no answer or a time-out has status 0, an error that is not the product's
   * has the status of the answer.
   */
  call(call: Call, input?: CallInput, prove?: Prove): Promise<unknown>;
  /** Sets the language of the following answers. */
  setLanguage(language: Language): void;
  /** Milliseconds of the server's clock: the phone's may be wrong, and codes expire by the server's. */
  now(): number;
}

/**
 * Milliseconds to add to the phone's clock. The Date header was set at some moment between request and answer, which
 * can be far apart on a slow network, and has a resolution of a second: keep the previous offset as long as it is
 * possible, and trust a clock that is nearly right, which is more precise than the header.
 */
function offsetOf(dateHeader: string | null, sentAt: number, receivedAt: number, previousOffset: number): number {
  const serverTime = Date.parse(dateHeader ?? '');
  if (Number.isNaN(serverTime)) return previousOffset;
  const minimum = serverTime - receivedAt - CLOCK_TOLERANCE_MS;
  const maximum = serverTime + 1000 - sentAt + CLOCK_TOLERANCE_MS;
  const possibleOffset = [previousOffset, 0].find((offset) => offset > minimum && offset < maximum);
  return possibleOffset ?? serverTime + 500 - (sentAt + receivedAt) / 2;
}

export function connectionLost(unsent = false): SignFailure {
  return new SignFailure({ status: 0, code: '', message: '', attemptsLeft: null, retryAfter: null }, unsent);
}

/** Returns the early answer to the same call, if there is one. */
export type TakeEarlyAnswer = (address: string, language: Language) => Promise<Exchange> | null;

/** The caller of one link. */
export function createCaller(token: string, fetcher: typeof fetch, ahead: TakeEarlyAnswer = () => null): Caller {
  let clockOffset = 0;
  let language: Language = 'it';

  async function call(asked: Call, { query, body }: CallInput = {}, prove?: Prove): Promise<unknown> {
    const method = asked.method === 'GET' ? 'GET' : 'POST';
    const address = linkAddress(asked, token, query);
    const payload = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
    const offline = isOffline();
    const proof = await prove?.({ method, path: address, ...payload });
    const { headers, ...request } = requestOf(method, language);
    const send = () =>
      exchange(fetcher, address, {
        ...request,
        headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...proof },
        ...payload,
        signal: AbortSignal.timeout(asked.path === confirmSignature.path || prove ? SIGN_TIMEOUT_MS : CALL_TIMEOUT_MS),
      });
    const {
      response,
      text,
      requestedAt: sentAt,
      receivedAt,
    } = await ((method === 'GET' && ahead(address, language)) || send()).catch(() => {
      throw connectionLost(offline);
    });
    noteAnswer(offline);
    clockOffset = offsetOf(response.headers.get('date'), sentAt, receivedAt, clockOffset);
    let parsed: unknown = null;
    try {
      parsed = text === '' ? null : JSON.parse(text);
    } catch {
      parsed = null;
    }
    if (!response.ok) {
      throw failureOf(
        response.status,
        parsed,
        secondsOfRetryAfter(response.headers.get('retry-after'), Date.now() + clockOffset),
      );
    }
    return parsed;
  }

  return {
    call,
    setLanguage: (newLanguage) => {
      language = newLanguage;
    },
    now: () => Date.now() + clockOffset,
  };
}
