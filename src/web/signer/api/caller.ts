/** Sends the calls of the signer's pages: time limits, the server's clock, classified refusals. */
import type { Call } from '#contract/calls/call.ts';
import { confirmSignature } from '#contract/calls/links.ts';
import { isOffline, wasAnswered } from '../../shared/connection.ts';
import type { Language } from '../../shared/language.ts';
import { linkAddress } from './address.ts';
import { CALL_TIMEOUT_MS, type Exchange, exchange, requestOf } from './exchange.ts';
import { failureOf, SignFailure, secondsOfRetryAfter } from './failure.ts';

const SIGN_TIMEOUT_MS = 90_000;
const NEARLY_RIGHT_MS = 5000;

/** Headers that prove a call comes from a tablet. */
export type Prove = (call: { method: 'GET' | 'POST'; path: string; body?: string }) => Promise<Record<string, string>>;

/** Inputs of a call besides the link's token. */
export interface Input {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface Caller {
  /**
   * Every refusal is thrown as SignFailure; no answer or a time-out has status 0, an error that is not the product's
   * has the status of the answer.
   */
  call(call: Call, input?: Input, prove?: Prove): Promise<unknown>;
  /** Sets the language of the following answers. */
  speak(language: Language): void;
  /** Milliseconds of the server's clock: the phone's may be wrong, and codes expire by the server's. */
  now(): number;
}

/**
 * Milliseconds to add to the phone's clock. The Date header was set at some moment between request and answer, which
 * can be far apart on a slow network, and has a resolution of a second: keep the previous offset as long as it is
 * possible, and trust a clock that is nearly right, which is more precise than the header.
 */
function offsetOf(dateHeader: string | null, asked: number, heard: number, before: number): number {
  const stamped = Date.parse(dateHeader ?? '');
  if (Number.isNaN(stamped)) return before;
  const least = stamped - heard - NEARLY_RIGHT_MS;
  const most = stamped + 1000 - asked + NEARLY_RIGHT_MS;
  const possible = [before, 0].find((offset) => offset > least && offset < most);
  return possible ?? stamped + 500 - (asked + heard) / 2;
}

export function lostContact(unsent = false): SignFailure {
  return new SignFailure({ status: 0, code: '', message: '', attemptsLeft: null, retryAfter: null }, unsent);
}

/** Returns the early answer to the same call, if there is one. */
export type Ahead = (address: string, language: Language) => Promise<Exchange> | null;

/** The caller of one link. */
export function createCaller(token: string, fetcher: typeof fetch, ahead: Ahead = () => null): Caller {
  let clockOffset = 0;
  let language: Language = 'it';

  async function call(asked: Call, { query, body }: Input = {}, prove?: Prove): Promise<unknown> {
    const method = asked.method === 'GET' ? 'GET' : 'POST';
    const address = linkAddress(asked, token, query);
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
    const offline = isOffline();
    const proof = await prove?.({ method, path: address, ...sent });
    const { headers, ...request } = requestOf(method, language);
    const ask = () =>
      exchange(fetcher, address, {
        ...request,
        headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }), ...proof },
        ...sent,
        signal: AbortSignal.timeout(asked.path === confirmSignature.path || prove ? SIGN_TIMEOUT_MS : CALL_TIMEOUT_MS),
      });
    const {
      response,
      text,
      asked: sentAt,
      heard,
    } = await ((method === 'GET' && ahead(address, language)) || ask()).catch(() => {
      throw lostContact(offline);
    });
    wasAnswered(offline);
    clockOffset = offsetOf(response.headers.get('date'), sentAt, heard, clockOffset);
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
    speak: (wanted) => {
      language = wanted;
    },
    now: () => Date.now() + clockOffset,
  };
}
