/** The session's token in local storage under a versioned key, with its own expiry (specification §4, §9). */
export const TOKEN_KEY = 'fascicolo.auth.v1';
/** Default life of what is kept: 86400 s. */
export const KEPT_SECONDS = 86_400;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** When the token itself says it ends, in milliseconds; null when it does not say. Never trusted, only read. */
export function expiryOf(token: string): number | null {
  const middle = token.split('.')[1];
  if (!middle) return null;
  try {
    const claims: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' ? claims.exp * 1000 : null;
  } catch {
    return null;
  }
}

/** Keeps the token until the earlier of its own end and 24 hours from `now` (milliseconds). */
export function storeToken(token: string, now: number, store: Store = localStorage): void {
  const expiresAt = Math.min(expiryOf(token) ?? Number.POSITIVE_INFINITY, now + KEPT_SECONDS * 1000);
  store.setItem(TOKEN_KEY, JSON.stringify({ token, expiresAt }));
}

/** The token while it holds at `now`; expired, broken or absent gives null. */
export function readToken(now: number, store: Store = localStorage): string | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(TOKEN_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('expiresAt' in kept)) return null;
    if (typeof kept.token !== 'string' || typeof kept.expiresAt !== 'number') return null;
    return kept.expiresAt > now ? kept.token : null;
  } catch {
    return null;
  }
}

export function clearToken(store: Store = localStorage): void {
  store.removeItem(TOKEN_KEY);
}
