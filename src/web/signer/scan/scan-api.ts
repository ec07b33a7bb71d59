/**
 * Exchanges the QR code that a phone scanned at the desk; the key that the phone generates proves that later calls come
 * from the same phone.
 */
import { exchangeQrCode } from '#contract/calls/links.ts';
import type { QrExchange } from '#contract/signing/qr.ts';
import { QR_CONFIRM_MINUTES, QR_FETCH_MINUTES, QR_MINUTES } from '#domain/signing/qr-times.ts';
import { type Caller, connectionLost, createCaller } from '../api/caller.ts';
import { SignFailure } from '../api/failure.ts';

const STORAGE_KEY = 'fascicolo.qr';
/** After this time the server answers nothing about a QR code. */
const STORAGE_MS = (QR_MINUTES + QR_CONFIRM_MINUTES + QR_FETCH_MINUTES) * 60_000;
const KEY_BYTES = 32;

export interface ScanApi extends Pick<Caller, 'setLanguage' | 'now'> {
  /** Uses the QR code, or returns its state. */
  exchangeCode(): Promise<QrExchange>;
  /** True if this browser has used the QR code before: a reload or a second scan continues from there. */
  readonly hasStarted: boolean;
}

/** The token of a page address `/qr/{token}`, or null for any other address. */
export function scannedTokenOf(pathname: string): string | null {
  return /^\/qr\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}

function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The key of this browser for this QR code: a camera opens a new page at each scan, but it is the same phone. A browser
 * without storage loses the key with the page.
 */
function storedKey(token: string): string | null {
  try {
    const [storedToken, key, expiresAt] = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
    if (Number(expiresAt) <= Date.now()) localStorage.removeItem(STORAGE_KEY);
    return storedToken === token && key && Number(expiresAt) > Date.now() ? key : null;
  } catch {
    return null;
  }
}

function storeKey(token: string, key: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, `${token} ${key} ${Date.now() + STORAGE_MS}`);
  } catch {
    // The key works until the page is left.
  }
}

function removeKey(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is unavailable, so nothing was kept.
  }
}

const isExchange = (body: unknown): body is QrExchange =>
  typeof body === 'object' && body !== null && typeof (body as Partial<QrExchange>).state === 'string';

export function createScanApi(token: string, fetcher: typeof fetch = (...args) => fetch(...args)): ScanApi {
  const { call, setLanguage, now } = createCaller(token, fetcher);
  const hasStarted = storedKey(token) !== null;
  let key: string | null = null;
  return {
    hasStarted,
    async exchangeCode() {
      // Another page of this browser may have stored a key first.
      const earlierKey = key ?? storedKey(token);
      key = earlierKey ?? generateKey();
      storeKey(token, key);
      const body = await call(exchangeQrCode, { body: { key } }).catch((failure: unknown) => {
        // The request was never sent: a page that is opened later must not use the QR code automatically.
        if (earlierKey === null && failure instanceof SignFailure && failure.isUnsent) {
          key = null;
          removeKey();
        }
        throw failure;
      });
      if (!isExchange(body)) throw connectionLost();
      return body;
    },
    setLanguage,
    now,
  };
}
