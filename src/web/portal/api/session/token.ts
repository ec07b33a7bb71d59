/** Stores the session's token and user in local storage under a versioned key, with its own expiry. */
export const TOKEN_KEY = 'fascicolo.auth.v1';
/** Maximum lifetime in storage: 86400 s. */
export const KEPT_SECONDS = 86_400;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The signed-in user's data that pages need before the account is loaded. */
export interface KeptUser {
  login: string;
  fullname: string;
}

/** The token's claims, unverified. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const middle = token.split('.')[1];
  if (!middle) return {};
  try {
    const claims: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')));
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

/** The token's subject; a token without one counts as a person of its own. */
export function personOf(token: string): string {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' ? sub : token;
}

interface Kept {
  token: string;
  expiresAt: number;
  user: unknown;
  standing?: unknown;
}

function readKept(store: Store): Kept | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(TOKEN_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('token' in kept) || !('expiresAt' in kept)) return null;
    const { token, expiresAt } = kept;
    if (typeof token !== 'string' || typeof expiresAt !== 'number') return null;
    return {
      ...{ token, expiresAt, user: 'user' in kept ? kept.user : null },
      ...('standing' in kept ? { standing: kept.standing } : {}),
    };
  } catch {
    return null;
  }
}

/** Stores the token until its own expiry or 24 hours from `now` (milliseconds), whichever is earlier. */
export function storeToken(token: string, now: number, store: Store = localStorage): void {
  const expiresAt = Math.min(expiryOf(token) ?? Number.POSITIVE_INFINITY, now + KEPT_SECONDS * 1000);
  store.setItem(TOKEN_KEY, JSON.stringify({ token, expiresAt }));
}

/** The token if valid at `now`; null when expired, malformed or absent. */
export function readToken(now: number, store: Store = localStorage): string | null {
  const kept = readKept(store);
  return kept && kept.expiresAt > now ? kept.token : null;
}

/** Stores the user with the token, once the account is loaded. */
export function keepUser({ login, fullname }: KeptUser, store: Store = localStorage): void {
  const kept = readKept(store);
  if (kept) store.setItem(TOKEN_KEY, JSON.stringify({ ...kept, user: { login, fullname } }));
}

/** The user signed in at `now`, if the account was loaded before. */
export function readUser(now: number, store: Store = localStorage): KeptUser | null {
  const kept = readKept(store);
  if (!kept || kept.expiresAt <= now || typeof kept.user !== 'object' || kept.user === null) return null;
  const { login, fullname } = kept.user as Partial<Record<keyof KeptUser, unknown>>;
  return typeof login === 'string' && typeof fullname === 'string' ? { login, fullname } : null;
}

/** Stores the legal entity of the dashboard's documents with the token, so that they can be requested first at the next start. */
export function keepStanding(legalEntity: string | null, store: Store = localStorage): void {
  const kept = readKept(store);
  if (kept && kept.standing !== legalEntity)
    store.setItem(TOKEN_KEY, JSON.stringify({ ...kept, standing: legalEntity }));
}

/** The stored legal entity, if the token is valid at `now`; null: all of them; undefined: none stored. */
export function readStanding(now: number, store: Store = localStorage): string | null | undefined {
  const kept = readKept(store);
  const standing = kept && kept.expiresAt > now ? kept.standing : undefined;
  return typeof standing === 'string' || standing === null ? standing : undefined;
}

export function clearToken(store: Store = localStorage): void {
  store.removeItem(TOKEN_KEY);
}

/** Briefly replaces the token on a deliberate sign-out, as a signal to the other tabs. */
const LEFT = JSON.stringify({ left: true });

/** Clears the token and signals to the other tabs that the sign-out was deliberate. */
export function leave(store: Store = localStorage): void {
  store.setItem(TOKEN_KEY, LEFT);
  clearToken(store);
}

/** Whether another tab has just signed out deliberately, from its storage event. */
export const wasLeft = (event: Pick<StorageEvent, 'key' | 'newValue'>): boolean =>
  event.key === TOKEN_KEY && event.newValue === LEFT;
