/** Where somebody was when the session ended by itself: the next sign-in of the same person in this tab leads back there. */
import { safeRedirect } from '#domain/identity/redirect.ts';

const RETURN_KEY = 'fascicolo.return.v1';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** @param path path and query of a page of the product. */
export function noteReturn(login: string, path: string, store: Store = sessionStorage): void {
  try {
    store.setItem(RETURN_KEY, JSON.stringify({ login, path }));
  } catch {
    // A full or forbidden storage forgets the way back; signing in still works.
  }
}

/** Whether this tab waits for somebody to come back: what they typed is then still theirs. */
export function isReturnNoted(store: Store = sessionStorage): boolean {
  return store.getItem(RETURN_KEY) !== null;
}

export function forgetReturn(store: Store = sessionStorage): void {
  store.removeItem(RETURN_KEY);
}

/** The way back of this person, once; null for anybody else, and then nobody has it any more. */
export function takeReturn(login: string, store: Store = sessionStorage): string | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(RETURN_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('login' in kept) || !('path' in kept)) return null;
    if (kept.login !== login || typeof kept.path !== 'string') return null;
    const path = safeRedirect(kept.path);
    return path === '/' ? null : path;
  } catch {
    return null;
  } finally {
    forgetReturn(store);
  }
}
