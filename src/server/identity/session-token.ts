/** Creates and verifies the token of a staff session: a JWT (RFC 7519) with HMAC-SHA-256 only, valid only for this installation. */

import { errors, jwtVerify, SignJWT } from 'jose';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../world.ts';

const ALGORITHM = 'HS256';
const AUDIENCE = 'fascicolo-staff';
const TYPE = 'staff+jwt';

/** Lifetime of a session: 8 hours. */
export const SESSION_SECONDS = 8 * 60 * 60;

export interface SessionClaims {
  readonly sessionId: string;
  readonly userId: number;
  /** SHA-256 of the cookie that must accompany the token; null for technical accounts. */
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

/** @throws Refusal session.expired for an expired token of this installation, session.missing for anything else. */
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
    // The signature is checked before the claims, so only a genuine token is reported as expired.
    if (error instanceof errors.JWTExpired) throw new Refusal('session.expired');
    if (error instanceof errors.JOSEError) throw new Refusal('session.missing');
    throw error;
  }
}
