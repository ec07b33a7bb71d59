/** Removes the sign-in's parameters of /logged from the address bar before other code can read them. */
import { type Landing, paths, readLanding } from '../../paths.ts';
import { storeToken } from './token.ts';

let landing: Landing = { token: null, redirect: '/' };

/** Stores the token and cleans the address; called once, before anything else. */
export function takeLanding(): void {
  if (window.location.pathname !== paths.logged) return;
  landing = readLanding(window.location.search);
  window.history.replaceState(null, '', paths.logged);
  if (landing.token) storeToken(landing.token, Date.now());
}

/** The target page once the session is open. */
export function landingTarget(): string {
  return landing.redirect;
}
