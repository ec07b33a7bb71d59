/** Watches the session of an open page: its expiry, and changes by other tabs of the browser. */
import { endSession, goToLogout } from '../client.ts';
import { isSignOut, readToken, TOKEN_KEY, tokenSubject } from './token.ts';

/** Interval of the token expiry check. */
export const TOKEN_CHECK_MS = 120_000;

/** Starts watching. @returns a function that stops it. */
export function watchSession(): () => void {
  const initialToken = readToken(Date.now());
  const subject = initialToken === null ? null : tokenSubject(initialToken);

  /** Check the current state: a suspended tab receives events late. */
  const check = () => {
    const token = readToken(Date.now());
    if (token === null) endSession();
    // Another user signed in from another tab: nothing of the previous user may stay on screen.
    else if (tokenSubject(token) !== subject) window.location.reload();
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (isSignOut(event) && readToken(Date.now()) === null) goToLogout();
    else check();
  };
  const onReturn = () => {
    if (document.visibilityState === 'visible') check();
  };

  const timer = setInterval(check, TOKEN_CHECK_MS);
  window.addEventListener('storage', onStorage);
  // Also when restored from the page cache: "Back" after signing out must not show the page.
  window.addEventListener('pageshow', onReturn);
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onReturn);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
