/** The token of a staff session: JWT (RFC 7519) by HMAC-SHA-256 alone, for this installation alone (P-3, D-133). */

import { errors, jwtVerify, SignJWT } from 'jose';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../world.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'fascicolo-staff';
const TYPE = 'staff+jwt';

/** Hours a session lasts. */
export const SESSION_SECONDS = 8 * 60 * 60;

export interface SessionClaims {
  readonly sessionId: string;
  readonly userId: number;
  /** SHA-256 of the cookie that must come along; null for technical accounts. */
  readonly binding: string | null;
}

export async function makeToken(world: World, claims: SessionClaims, issuedAt: Date, expiresAt: Date): Promise<string> {
  return new SignJWT(claims.binding === null ? {} : { bnd: claims.binding })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(world.settings.publicUrl)
    .setAudience(AUDIENCE)
    .setSubject(String(claims.userId))
    .setJti(claims.sessionId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(world.secrets.derive('session-token'));
}

/** @throws Refusal session.expired for a token of ours that has run out, session.missing for anything else. */
export async function readToken(world: World, token: string): Promise<SessionClaims> {
  try {
    const { payload } = await jwtVerify(token, world.secrets.derive('session-token'), {
      algorithms: [ALGORITHM],
      issuer: world.settings.publicUrl,
      audience: AUDIENCE,
      typ: TYPE,
      requiredClaims: ['jti', 'sub', 'iat', 'exp'],
      currentDate: world.clock.now(),
    });
    const { jti, sub, bnd } = payload;
    const userId = Number(sub);
    if (typeof jti !== 'string' || !Number.isSafeInteger(userId) || userId <= 0) throw new Refusal('session.missing');
    if (bnd !== undefined && typeof bnd !== 'string') throw new Refusal('session.missing');
    return { sessionId: jti, userId, binding: bnd ?? null };
  } catch (error) {
    // The signature is checked before the claims: only a token that was ours can be told that it has expired.
    if (error instanceof errors.JWTExpired) throw new Refusal('session.expired');
    if (error instanceof errors.JOSEError) throw new Refusal('session.missing');
    throw error;
  }
}
