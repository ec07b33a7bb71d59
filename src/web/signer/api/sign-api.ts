/** The calls of the signer's pages, all below `/api/sign/{token}` (P-7). The token stays inside this module. */
import { failureOf, SignFailure, secondsOfRetryAfter } from './failure.ts';
import type { CodeSent, ConfirmedPoint, SignView } from './types.ts';

/** Long enough for a slow mobile network; a signature also waits for the timestamp. */
const CALL_TIMEOUT_MS = 25_000;
const SIGN_TIMEOUT_MS = 90_000;
const NEARLY_RIGHT_MS = 5000;

export interface SignApi {
  load(): Promise<SignView>;
  requestCode(): Promise<CodeSent>;
  sign(code: string, points: ConfirmedPoint[]): Promise<SignView>;
  decline(reason: string): Promise<void>;
  /** Same-origin address of the document to read. */
  documentUrl(documentId: number): string;
  /** Same-origin address of the signed copy. */
  signedUrl(documentId: number): string;
  /** From now on the answers' words (names of document types) come in this language. */
  speak(language: 'it' | 'en'): void;
  /** Milliseconds of the server's clock: the phone's own may be wrong, and codes live by the server's. */
  now(): number;
}

/** The token of a page address `/sign/{token}`, or null when the address is another one. */
export function tokenOfPath(pathname: string): string | null {
  const match = /^\/sign\/([^/]+)\/?$/.exec(pathname);
  return match?.[1] ?? null;
}

/**
 * Milliseconds to add to the phone's clock. The Date header knows whole seconds only, so a clock that is nearly right
 * is finer than the header and is trusted.
 */
function offsetOf(dateHeader: string | null, now: number): number {
  const stamped = Date.parse(dateHeader ?? '');
  if (Number.isNaN(stamped)) return 0;
  const offset = stamped + 500 - now;
  return Math.abs(offset) < NEARLY_RIGHT_MS ? 0 : offset;
}

function lostContact(): SignFailure {
  return new SignFailure({ status: 0, code: '', message: '', attemptsLeft: null, retryAfter: null });
}

function isView(body: unknown): body is SignView {
  if (typeof body !== 'object' || body === null) return false;
  const view = body as Partial<SignView>;
  return (
    typeof view.state === 'string' &&
    typeof view.dealer?.name === 'string' &&
    Array.isArray(view.documents) &&
    Array.isArray(view.points)
  );
}

function isCodeSent(body: unknown): body is CodeSent {
  if (typeof body !== 'object' || body === null) return false;
  const sent = body as Partial<CodeSent>;
  return typeof sent.expiresAt === 'string' && typeof sent.resendAfter === 'string';
}

/**
 * Calls for one link. Every refusal is thrown as SignFailure; no answer, a time-out or an answer that
 * is not the product's is SignFailure with status 0 or the status of the answer.
 */
export function createSignApi(token: string, fetcher: typeof fetch = (...args) => fetch(...args)): SignApi {
  const base = `/api/sign/${token}`;
  let clockOffset = 0;
  let language: 'it' | 'en' = 'it';

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    let response: Response;
    let text: string;
    try {
      response = await fetcher(`${base}${path}`, {
        method,
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        headers:
          method === 'GET'
            ? { accept: 'application/json', 'accept-language': language }
            : { accept: 'application/json', 'accept-language': language, 'content-type': 'application/json' },
        body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
        signal: AbortSignal.timeout(path === '/sign' ? SIGN_TIMEOUT_MS : CALL_TIMEOUT_MS),
      });
      text = await response.text();
    } catch {
      throw lostContact();
    }
    clockOffset = offsetOf(response.headers.get('date'), Date.now());
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
    async load() {
      const body = await call('GET', '');
      if (!isView(body)) throw lostContact();
      return body;
    },
    async requestCode() {
      const body = await call('POST', '/otp');
      if (!isCodeSent(body)) throw lostContact();
      return body;
    },
    async sign(code, points) {
      const body = await call('POST', '/sign', { code, points });
      if (!isView(body)) throw lostContact();
      return body;
    },
    async decline(reason) {
      await call('POST', '/decline', { reason });
    },
    documentUrl: (documentId) => `${base}/document?id=${documentId}`,
    signedUrl: (documentId) => `${base}/signed?id=${documentId}`,
    speak: (wanted) => {
      language = wanted;
    },
    now: () => Date.now() + clockOffset,
  };
}
