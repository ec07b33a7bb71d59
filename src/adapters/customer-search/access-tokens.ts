/**
 * OAuth 2.0 client credentials (RFC 6749, section 4.4): concurrent callers share one request; tokens are cached until
 * shortly before they expire.
 */
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
  type TokenEndpointResponse,
} from 'openid-client';
import { OutsideFailure, type OutsideSystem } from '#ports/outside-system.ts';
import { reasonOf } from '../outside/http-answer.ts';
import { type Deadline, type RetryingExchange, withinLimit } from './timeout.ts';

export interface TokenSettings {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated; null: the server's default. */
  readonly scope: string | null;
  /** How the client authenticates: HTTP Basic, which every server must support (RFC 6749, section 2.3.1), or in the body. */
  readonly authentication: 'basic' | 'body';
  /** Milliseconds for one token request. */
  readonly timeLimit: () => number;
}

export interface Tokens {
  /** @throws OutsideFailure; the signal's reason when it was aborted. */
  current(signal: AbortSignal): Promise<string>;
  /** Drops a token that was rejected with 401. */
  forget(token: string): void;
}

const RESPONSE_LIMIT = 64 * 1024;
/** Lifetime in seconds assumed without `expires_in`. */
const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 24 * 60 * 60;
/** A token is renewed this long before it expires, or after nine tenths of its lifetime if that is later. */
const MARGIN_SECONDS = 30;
/** RFC 6749, section 5.2 error codes; anything else is not logged, since it may be personal data. */
const ERROR_NAME = /^[a-z_]{1,40}$/;
/** Characters and length allowed in a header. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/;
const BODILESS_STATUSES = new Set([204, 205, 304]);

export function cacheSeconds(expiresIn: number | undefined): number {
  const lifetime = Math.min(expiresIn ?? DEFAULT_SECONDS, MAX_SECONDS);
  return Math.max(0, lifetime - Math.min(MARGIN_SECONDS, lifetime / 10));
}

type TokenGrant = Pick<TokenEndpointResponse, 'access_token' | 'expires_in'>;

async function requestToken(
  system: OutsideSystem,
  settings: TokenSettings,
  exchange: RetryingExchange,
  deadline: Deadline,
): Promise<TokenGrant> {
  const { tokenUrl, clientId, clientSecret, scope } = settings;
  const authentication = settings.authentication === 'basic' ? ClientSecretBasic : ClientSecretPost;
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const configuration = new Configuration(server, clientId, undefined, authentication(clientSecret));
  // The settings decide which addresses may use plain HTTP.
  if (tokenUrl.startsWith('http:')) allowInsecureRequests(configuration);
  // The library wraps errors of its fetch.
  let failure: unknown;
  configuration[customFetch] = async (url, { body, headers, method }) => {
    try {
      const request = { url, headers, body: String(body ?? ''), limit: RESPONSE_LIMIT };
      const answer = await exchange({ ...request, method: method === 'GET' ? 'GET' : 'POST' }, deadline);
      if (answer.status >= 500) throw new OutsideFailure(system, 'down', `the token service answered ${answer.status}`);
      const { status } = answer;
      return new Response(BODILESS_STATUSES.has(status) ? null : new Uint8Array(answer.body), {
        status,
        headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
      });
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const granted = await clientCredentialsGrant(configuration, scope === null ? {} : { scope });
    if (TOKEN.test(granted.access_token)) return granted;
  } catch (error) {
    throw failure ?? tokenFailure(system, error);
  }
  throw unusableToken(system);
}

const unusableToken = (system: OutsideSystem): OutsideFailure =>
  new OutsideFailure(system, 'wrong', 'the token service gave no token that can be used');

/** Omits the library's error as cause: it contains the response. */
function tokenFailure(system: OutsideSystem, error: unknown): OutsideFailure {
  if (error instanceof ResponseBodyError) {
    const name = ERROR_NAME.test(error.error) ? error.error : 'an error';
    return new OutsideFailure(system, 'refused', `the token service answered ${error.status} ${name}`);
  }
  const status = statusIn(error);
  if (status === undefined || status === 200) return unusableToken(system);
  return new OutsideFailure(system, reasonOf(status), `the token service answered ${status}`);
}

function statusIn(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Response) return cause.status;
  return cause instanceof Error ? statusIn(cause) : undefined;
}

export function openTokens(
  system: OutsideSystem,
  settings: TokenSettings,
  exchange: RetryingExchange,
  now: () => number = () => performance.now(),
): Tokens {
  let cached: { token: string; until: number } | null = null;
  let pending: { answer: Promise<string>; waiting: number; controller: AbortController } | null = null;

  const startRequest = () => {
    const controller = new AbortController();
    const startedAt = now();
    const result = withinLimit(system, settings.timeLimit(), controller.signal, (deadline) =>
      requestToken(system, settings, exchange, deadline),
    ).then(({ access_token: token, expires_in }) => {
      cached = { token, until: startedAt + cacheSeconds(expires_in) * 1000 };
      return token;
    });
    const started = { answer: result, waiting: 0, controller };
    const onSettled = (): void => {
      if (pending === started) pending = null;
    };
    result.then(onSettled, onSettled);
    return started;
  };

  return {
    async current(signal) {
      signal.throwIfAborted();
      if (cached !== null && now() < cached.until) return cached.token;
      pending ??= startRequest();
      const shared = pending;
      shared.waiting += 1;
      try {
        return await unlessAborted(shared.answer, signal);
      } finally {
        shared.waiting -= 1;
        if (shared.waiting === 0) {
          if (pending === shared) pending = null;
          // No effect once the request is complete.
          shared.controller.abort(new OutsideFailure(system, 'timeout', 'nobody waits for the token any more'));
        }
      }
    },
    forget(token) {
      if (cached?.token === token) cached = null;
    },
  };
}

/** Aborting one caller leaves the shared request to the others. */
async function unlessAborted<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([result, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
