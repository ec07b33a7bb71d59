/** Parses the return address of the single-sign-on entry and builds the address of the landing page. */
import { SIGN_IN_PATHS } from '#contract/identity.ts';
import { safeRedirect } from '#domain/identity/redirect.ts';

/** The rest of a raw query after `name=`, inner `&` kept; undefined when the name is missing. */
function restAfter(rawQuery: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|&)${name}=`).exec(rawQuery);
  return match === null ? undefined : rawQuery.slice(match.index + match[0].length);
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The target of a sign-in, from the raw query of `/sso/auth/`: everything after `RelayState=`, decoded once unless it
 * holds a literal `://`. Only `{publicUrl}/logged?redirect={path}` is accepted; all else gives '/'.
 */
export function redirectOfRelayState(rawQuery: string, publicUrl: string): string {
  const raw = restAfter(rawQuery, 'RelayState');
  const text = raw === undefined || raw.includes('://') ? raw : decodeOnce(raw);
  if (text === undefined || !URL.canParse(text)) return '/';
  const url = new URL(text);
  const publicOrigin = new URL(publicUrl);
  if (url.origin !== publicOrigin.origin || url.username !== '' || url.password !== '') return '/';
  if (url.pathname !== SIGN_IN_PATHS.landing) return '/';
  const target = restAfter(url.search.replace(/^\?/, ''), 'redirect');
  if (target === undefined) return '/';
  return safeRedirect(/^%2f/i.test(target) ? decodeOnce(target) : target);
}

/** The entry address under the product's own host name, with the same return path. */
export function entryUrl(publicUrl: string, redirect: string): string {
  return `${publicUrl}${SIGN_IN_PATHS.entry}?RelayState=${publicUrl}${SIGN_IN_PATHS.landing}?redirect=${encodeURIComponent(redirect)}`;
}

/** The landing page with its parameters; the path is fully encoded, so that nothing in it can pass for a token. */
export function landingUrl(redirect: string, token: string): string {
  return `${SIGN_IN_PATHS.landing}?redirect=${encodeURIComponent(safeRedirect(redirect))}&JWT_TOKEN=${token}`;
}
