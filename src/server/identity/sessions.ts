/** Staff sessions: opened by a sign-in, checked at every request, ended on every node immediately. */
import { randomBytes } from 'node:crypto';
import { Refusal } from '#domain/errors.ts';
import type { Tx } from '#ports/database/database.ts';
import type { ProviderSession } from '#ports/identity-provider.ts';
import type { Authenticate } from '../http/route.ts';
import type { World } from '../world.ts';
import { bindingOf, isBoundTo, readCookie } from './cookies.ts';
import { endSession, findSessionWithUser, insertSession } from './queries.ts';
import { makeToken, readToken, SESSION_SECONDS } from './session-token.ts';
import { isWithin } from './technical/account-networks.ts';
import { isTechnical } from './technical/accounts.ts';
import { findNetworks } from './technical/rows.ts';

export interface PreparedSession {
  readonly token: string;
  /** The cookie that the browser must send with the token; null for a token without a cookie. */
  readonly cookie: string | null;
  /** Stores the session; without it the token is invalid. */
  store(tx: Tx): Promise<void>;
}

/** Creates token and cookie of a new session; the caller stores it in the transaction of the sign-in. */
export async function prepareSession(
  world: World,
  userId: number,
  kind: { bound: boolean; idToken?: string | null; providerSession?: ProviderSession | null },
): Promise<PreparedSession> {
  const sessionId = randomBytes(16).toString('base64url');
  // The cookie contains the session id, so that signing out needs no token.
  const cookie = kind.bound ? `${sessionId}.${randomBytes(32).toString('base64url')}` : null;
  const binding = cookie === null ? null : bindingOf(cookie);
  const created = world.clock.now();
  const expires = new Date(created.getTime() + SESSION_SECONDS * 1000);
  const token = await makeToken(world, { sessionId, userId, binding }, created, expires);
  return {
    token,
    cookie,
    store: (tx) =>
      insertSession(tx, {
        id: sessionId,
        user_id: userId,
        binding,
        id_token: kind.idToken ?? null,
        provider_subject: kind.providerSession?.subject ?? null,
        provider_session: kind.providerSession?.index ?? null,
        created_date: created,
        expires_date: expires,
        ended_date: null,
      }),
  };
}

const BEARER = /^Bearer +([\w.~+/-]{1,4096}=*)$/i;

/**
 * Identifies the caller: the bearer token, the cookie it is bound to, and the current rows of session and user.
 * @throws Refusal session.missing or session.expired (401).
 */
export function authenticator(world: World): Authenticate {
  return async (request) => {
    const bearer = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (bearer === undefined) throw new Refusal('session.missing');
    const claims = await readToken(world, bearer);
    const cookie = readCookie(request, world.settings, 'session');
    if (claims.binding !== null && !isBoundTo(claims.binding, cookie)) throw new Refusal('session.missing');
    const session = await findSessionWithUser(world.database.read, claims.sessionId);
    if (session === undefined || session.endedDate !== null || session.expiresDate <= world.clock.now()) {
      throw new Refusal('session.expired');
    }
    if (session.userId !== claims.userId || session.binding !== claims.binding) throw new Refusal('session.missing');
    if (!session.user.activated) throw new Refusal('session.expired');
    // A technical account's token is invalid outside the account's networks.
    if (isTechnical(session.user) && !isWithin(await findNetworks(world.database.read, session.userId), request.ip)) {
      throw new Refusal('session.missing');
    }
    return { id: claims.sessionId, actor: session.user };
  };
}

/** Ends the staff session of a cookie. @returns what the identity provider needs to end its own session; undefined when none was open. */
export async function endSessionOfCookie(
  tx: Tx,
  cookie: string | undefined,
  at: Date,
): Promise<{ userId: number; idToken: string | null } | undefined> {
  const sessionId = cookie?.split('.', 1)[0];
  if (cookie === undefined || sessionId === undefined) return undefined;
  return endSession(tx, sessionId, bindingOf(cookie), at);
}
