/** Stores the session's token and user in local storage under a versioned key, with its own expiry. */
export const TOKEN_KEY = 'fascicolo.auth.v1';
/** Maximum lifetime in storage: 86400 s. */
export const MAX_AGE_SECONDS = 86_400;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The signed-in user's data that pages need before the account is loaded. */
export interface StoredUser {
  login: string;
  fullname: string;
}

/** The token's claims, unverified. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const payload = token.split('.')[1];
  if (!payload) return {};
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}

/** The token's own expiry in milliseconds; null without one. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** The token's subject; a token without one identifies a separate user. */
export function tokenSubject(token: string): string {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : token;
}

interface StoredSession {
  token: string;
  expiresAt: number;
  user: unknown;
  standing?: unknown;
}

function readStoredSession(store: Store): StoredSession | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(TOKEN_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('token' in stored) || !('expiresAt' in stored)) return null;
    const { token, expiresAt } = stored;
    if (typeof token !== 'string' || typeof expiresAt !== 'number') return null;
    return {
      ...{ token, expiresAt, user: 'user' in stored ? stored.user : null },
      ...('standing' in stored ? { standing: stored.standing } : {}),
    };
  } catch {
    return null;
  }
}

/** Stores the token until its own expiry or 24 hours from `now` (milliseconds), whichever is earlier. */
export function storeToken(token: string, now: number, store: Store = localStorage): void {
  const expiresAt = Math.min(expiryOf(token) ?? Number.POSITIVE_INFINITY, now + MAX_AGE_SECONDS * 1000);
  store.setItem(TOKEN_KEY, JSON.stringify({ token, expiresAt }));
}

/** The token if valid at `now`; null when expired, malformed or absent. */
export function readToken(now: number, store: Store = localStorage): string | null {
  const stored = readStoredSession(store);
  return stored && stored.expiresAt > now ? stored.token : null;
}

/** Stores the user with the token, once the account is loaded. */
export function storeUser({ login, fullname }: StoredUser, store: Store = localStorage): void {
  const stored = readStoredSession(store);
  if (stored) store.setItem(TOKEN_KEY, JSON.stringify({ ...stored, user: { login, fullname } }));
}

/** The user signed in at `now`, if the account was loaded before. */
export function readUser(now: number, store: Store = localStorage): StoredUser | null {
  const stored = readStoredSession(store);
  if (!stored || stored.expiresAt <= now || typeof stored.user !== 'object' || stored.user === null) return null;
  const { login, fullname } = stored.user as Partial<Record<keyof StoredUser, unknown>>;
  return typeof login === 'string' && typeof fullname === 'string' ? { login, fullname } : null;
}

/** Stores the legal entity of the dashboard's documents with the token, so that they can be requested first at the next start. */
export function storeDashboardEntity(legalEntity: string | null, store: Store = localStorage): void {
  const stored = readStoredSession(store);
  if (stored && stored.standing !== legalEntity)
    store.setItem(TOKEN_KEY, JSON.stringify({ ...stored, standing: legalEntity }));
}

/** The stored legal entity, if the token is valid at `now`; null: all of them; undefined: none stored. */
export function readDashboardEntity(now: number, store: Store = localStorage): string | null | undefined {
  const stored = readStoredSession(store);
  const standing = stored && stored.expiresAt > now ? stored.standing : undefined;
  return typeof standing === 'string' || standing === null ? standing : undefined;
}

export function clearToken(store: Store = localStorage): void {
  store.removeItem(TOKEN_KEY);
}

/** Briefly replaces the token on a deliberate sign-out, as a signal to the other tabs. */
const SIGNED_OUT = JSON.stringify({ left: true });

/** Clears the token and signals to the other tabs that the sign-out was deliberate. */
export function signOut(store: Store = localStorage): void {
  store.setItem(TOKEN_KEY, SIGNED_OUT);
  clearToken(store);
}

/** Whether another tab has just signed out deliberately, from its storage event. */
export const isSignOut = (event: Pick<StorageEvent, 'key' | 'newValue'>): boolean =>
  event.key === TOKEN_KEY && event.newValue === SIGNED_OUT;
