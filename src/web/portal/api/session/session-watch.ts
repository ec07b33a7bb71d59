/** Watches the session of an open page: its expiry, and changes by other tabs of the browser. */
import { endSession, leaveToo } from '../client.ts';
import { personOf, readToken, TOKEN_KEY, wasLeft } from './token.ts';

/** Interval of the token expiry check. */
export const TOKEN_CHECK_MS = 120_000;

/** Starts watching. @returns a function that stops it. */
export function watchSession(): () => void {
  const first = readToken(Date.now());
  const person = first === null ? null : personOf(first);

  /** Check the current state: a suspended tab receives events late. */
  const check = () => {
    const token = readToken(Date.now());
    if (token === null) endSession();
    // Another user signed in from another tab: nothing of the previous user may stay on screen.
    else if (personOf(token) !== person) window.location.reload();
  };
  const hear = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (wasLeft(event) && readToken(Date.now()) === null) leaveToo();
    else check();
  };
  const comeBack = () => {
    if (document.visibilityState === 'visible') check();
  };

  const timer = setInterval(check, TOKEN_CHECK_MS);
  window.addEventListener('storage', hear);
  // Also when restored from the page cache: "Back" after signing out must not show the page.
  window.addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', hear);
    window.removeEventListener('pageshow', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
  };
}
