/** Takes what the sign-in brought to /logged out of the address bar before anything else can read it (P-3). */
import { type Landing, paths, readLanding } from '../../paths.ts';
import { storeToken } from './token.ts';

let landing: Landing = { token: null, redirect: '/' };

/** Stores the token and cleans the address; called once, first thing. */
export function takeLanding(): void {
  if (window.location.pathname !== paths.logged) return;
  landing = readLanding(window.location.search);
  window.history.replaceState(null, '', paths.logged);
  if (landing.token) storeToken(landing.token, Date.now());
}

/** Where to go once the session stands. */
export function landingTarget(): string {
  return landing.redirect;
}
