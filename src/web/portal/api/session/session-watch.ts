/** Watches over the session of an open page: its end by time, and what other tabs of the browser do with it (specification §4, §9). */
import { endSession, leaveToo } from '../client.ts';
import { personOf, readToken, TOKEN_KEY, wasLeft } from './token.ts';

/** Token expiry check. */
export const TOKEN_CHECK_MS = 120_000;

/** Starts watching. @returns how to stop. */
export function watchSession(): () => void {
  const first = readToken(Date.now());
  const person = first === null ? null : personOf(first);

  /** What counts is what stands now: a tab that slept hears of everything late. */
  const check = () => {
    const token = readToken(Date.now());
    if (token === null) endSession();
    // Somebody else signed in from another tab: nothing of the one before may stay on screen.
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
  // From the browser's page cache, too: "Back" after leaving must not show what was left.
  window.addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', comeBack);
  return () => {
    clearInterval(timer);
    window.removeEventListener('storage', hear);
    window.removeEventListener('pageshow', comeBack);
    document.removeEventListener('visibilitychange', comeBack);
  };
}
