/** The one call of a phone that scanned a code at the desk (P-7, D-47): the key that it makes shows that it is the same phone. */
import { exchangeQrCode } from '#contract/calls/links.ts';
import type { QrExchange } from '#contract/signing/qr.ts';
import { QR_CONFIRM_MINUTES, QR_FETCH_MINUTES, QR_MINUTES } from '#domain/signing/qr-times.ts';
import { type Caller, createCaller, lostContact } from '../api/caller.ts';
import { SignFailure } from '../api/failure.ts';

const KEPT = 'fascicolo.qr';
/** Nothing is told about a code any more. */
const KEPT_MS = (QR_MINUTES + QR_CONFIRM_MINUTES + QR_FETCH_MINUTES) * 60_000;
const KEY_BYTES = 32;

export interface ScanApi extends Pick<Caller, 'speak' | 'now'> {
  /** Uses the code, or asks how far it is. */
  use(): Promise<QrExchange>;
  /** True when this browser has used the code before: a reload, or a second scan, goes on where it was. */
  readonly begun: boolean;
}

/** The token of a page address `/qr/{token}`, or null when the address is another one. */
export function scannedTokenOf(pathname: string): string | null {
  return /^\/qr\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}

function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The key of this browser for this code: a camera opens a new page at each scan, which is the same phone.
 * A browser that keeps nothing loses it with the page.
 */
function keptKey(token: string): string | null {
  try {
    const [of, key, end] = (localStorage.getItem(KEPT) ?? '').split(' ');
    if (Number(end) <= Date.now()) localStorage.removeItem(KEPT);
    return of === token && key && Number(end) > Date.now() ? key : null;
  } catch {
    return null;
  }
}

function keep(token: string, key: string): void {
  try {
    localStorage.setItem(KEPT, `${token} ${key} ${Date.now() + KEPT_MS}`);
  } catch {
    // It still works until the page is left.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // Nothing was kept.
  }
}

const isExchange = (body: unknown): body is QrExchange =>
  typeof body === 'object' && body !== null && typeof (body as Partial<QrExchange>).state === 'string';

export function createScanApi(token: string, fetcher: typeof fetch = (...args) => fetch(...args)): ScanApi {
  const { call, speak, now } = createCaller(token, fetcher);
  const begun = keptKey(token) !== null;
  let key: string | null = null;
  return {
    begun,
    async use() {
      // Another page of this browser may have been first.
      const known = key ?? keptKey(token);
      key = known ?? makeKey();
      keep(token, key);
      const body = await call(exchangeQrCode, { body: { key } }).catch((failure: unknown) => {
        // Never sent: a page that is opened later must not use the code by itself.
        if (known === null && failure instanceof SignFailure && failure.unsent) {
          key = null;
          forget();
        }
        throw failure;
      });
      if (!isExchange(body)) throw lostContact();
      return body;
    },
    speak,
    now,
  };
}
