/** Stores the page shown when the session expired: the same user's next sign-in in this tab returns there. */
import { safeRedirect } from '#domain/identity/redirect.ts';

const RETURN_KEY = 'fascicolo.return.v1';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param path path and query of a page of the portal. */
export function storeReturnAddress(login: string, path: string, store: Store = sessionStorage): void {
  try {
    store.setItem(RETURN_KEY, JSON.stringify({ login, path }));
  } catch {
    // If storage is full or forbidden, the return address is lost; signing in still works.
  }
}

/** Whether a return address is stored, so that typed input in this tab is kept for the returning user. */
export function hasReturnAddress(store: Store = sessionStorage): boolean {
  return store.getItem(RETURN_KEY) !== null;
}

export function clearReturnAddress(store: Store = sessionStorage): void {
  store.removeItem(RETURN_KEY);
}

/** The return address of this user, once; null for any other user, and then it is deleted. */
export function takeReturnAddress(login: string, store: Store = sessionStorage): string | null {
  try {
    const stored: unknown = JSON.parse(store.getItem(RETURN_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('login' in stored) || !('path' in stored)) return null;
    if (stored.login !== login || typeof stored.path !== 'string') return null;
    const path = safeRedirect(stored.path);
    return path === '/' ? null : path;
  } catch {
    return null;
  } finally {
    clearReturnAddress(store);
  }
}
