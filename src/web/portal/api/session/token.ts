/** The session's token and person in local storage under a versioned key, with its own expiry (specification §4, §9). */
export const TOKEN_KEY = 'fascicolo.auth.v1';
/** Default life of what is kept: 86400 s. */
export const KEPT_SECONDS = 86_400;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whoever is signed in, as far as pages need it before the account is loaded. */
export interface KeptUser {
  login: string;
  fullname: string;
}

/** What the token says of itself. Never trusted, only read. */
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

/** When the token itself says it ends, in milliseconds; null when it does not say. */
export function expiryOf(token: string): number | null {
  const { exp } = claimsOf(token);
  return typeof exp === 'number' ? exp * 1000 : null;
}

/** Whose token it is; a token that does not say is its own person. */
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

/** Keeps the token until the earlier of its own end and 24 hours from `now` (milliseconds). */
export function storeToken(token: string, now: number, store: Store = localStorage): void {
  const expiresAt = Math.min(expiryOf(token) ?? Number.POSITIVE_INFINITY, now + KEPT_SECONDS * 1000);
  store.setItem(TOKEN_KEY, JSON.stringify({ token, expiresAt }));
}

/** The token while it holds at `now`; expired, broken or absent gives null. */
export function readToken(now: number, store: Store = localStorage): string | null {
  const kept = readKept(store);
  return kept && kept.expiresAt > now ? kept.token : null;
}

/** Keeps beside the token whose it is, once the account is loaded. */
export function keepUser({ login, fullname }: KeptUser, store: Store = localStorage): void {
  const kept = readKept(store);
  if (kept) store.setItem(TOKEN_KEY, JSON.stringify({ ...kept, user: { login, fullname } }));
}

/** Whoever is signed in at `now`, when the account was loaded once. */
export function readUser(now: number, store: Store = localStorage): KeptUser | null {
  const kept = readKept(store);
  if (!kept || kept.expiresAt <= now || typeof kept.user !== 'object' || kept.user === null) return null;
  const { login, fullname } = kept.user as Partial<Record<keyof KeptUser, unknown>>;
  return typeof login === 'string' && typeof fullname === 'string' ? { login, fullname } : null;
}

/** Keeps beside the token of which legal entity the dashboard's documents were, so that they can be asked for first of all. */
export function keepStanding(legalEntity: string | null, store: Store = localStorage): void {
  const kept = readKept(store);
  if (kept && kept.standing !== legalEntity)
    store.setItem(TOKEN_KEY, JSON.stringify({ ...kept, standing: legalEntity }));
}

/** What was kept so for the token that holds at `now`; null: of all of them; undefined: nothing was. */
export function readStanding(now: number, store: Store = localStorage): string | null | undefined {
  const kept = readKept(store);
  const standing = kept && kept.expiresAt > now ? kept.standing : undefined;
  return typeof standing === 'string' || standing === null ? standing : undefined;
}

export function clearToken(store: Store = localStorage): void {
  store.removeItem(TOKEN_KEY);
}

/** What stands for a moment in the token's place when somebody leaves on purpose, for the other tabs to hear. */
const LEFT = JSON.stringify({ left: true });

/** Clears the token and tells the other tabs that it was on purpose. */
export function leave(store: Store = localStorage): void {
  store.setItem(TOKEN_KEY, LEFT);
  clearToken(store);
}

/** Whether another tab has just left on purpose, from the storage event it caused. */
export const wasLeft = (event: Pick<StorageEvent, 'key' | 'newValue'>): boolean =>
  event.key === TOKEN_KEY && event.newValue === LEFT;
