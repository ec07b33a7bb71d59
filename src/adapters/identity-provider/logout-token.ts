/** Verifies a provider's back-channel logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
import { type SessionEnd, SignInRefused } from '#ports/identity-provider.ts';
import { identifierOf } from './claims.ts';
import type { ProviderKeys } from './provider-keys.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token in seconds. */
const MAX_AGE = 10 * 60;
/** Token types that the specification allows; a token without a type may also be a logout token. */
const KINDS = ['logout+jwt', 'application/logout+jwt', 'jwt'];

function refuse(what: string): never {
  throw new SignInRefused(what);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the claim, or null when it is missing. @throws SignInRefused when it does not have the form of a name. */
function named(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  if (claims[claim] === undefined) return null;
  return identifierOf(claims[claim]) ?? refuse(`the logout token’s ${claim} has not the form of one`);
}

function kindOf(token: string): string | null {
  const [head = ''] = token.split('.', 1);
  const { typ } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { typ?: unknown };
  return typeof typ === 'string' ? typ.toLowerCase() : null;
}

/**
 * @param expected issuer, audience, and the tolerated clock difference in seconds.
 * @throws SignInRefused naming the first fault; OutsideFailure when the provider's keys cannot be fetched.
 */
export async function readLogoutToken(
  keys: ProviderKeys,
  token: string,
  expected: { issuer: string; audience: string; clockTolerance: number },
): Promise<SessionEnd> {
  const claims = await keys.verify(token, {
    ...expected,
    maxTokenAge: MAX_AGE,
    requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
  });
  // The header is read only after its signature has been verified.
  const kind = kindOf(token);
  if (kind !== null && !KINDS.includes(kind)) refuse('the token is of another kind');
  const { events, iat = 0 } = claims;
  if (!isObject(events) || !isObject((events as Record<string, unknown>)[EVENT])) refuse('the token ends no session');
  if (claims.nonce !== undefined) refuse('the token is one of a sign-in');
  const id = named(claims, 'jti') ?? refuse('the logout token has no jti');
  const subject = named(claims, 'sub');
  const index = named(claims, 'sid');
  if (subject === null && index === null) refuse('the logout token names neither a person nor a session');
  const expiresAt = new Date((iat + MAX_AGE + expected.clockTolerance) * 1000);
  return { once: { id, until: expiresAt }, subject, indexes: index === null ? [] : [index] };
}
