/** Sign-in by password for technical accounts; in the demo for every persona (P-3). */

import type { FastifyRequest } from 'fastify';
import { groupsOf } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { World } from '../world.ts';
import { awaitAttempt, type FailureLimit, type Limit, settleAttempt } from './limits.ts';
import { passwordMatches } from './passwords.ts';
import { findCredentials } from './queries.ts';
import { prepareSession } from './sessions.ts';
import type { User } from './user.ts';

/** Failures allowed: few for one account, more for an address, behind which a whole showroom or DMS may sit. */
const PER_LOGIN: Limit = { limit: 10, windowSeconds: 15 * 60 };
const PER_ADDRESS: Limit = { limit: 100, windowSeconds: 15 * 60 };

/**
 * Whose name and password these are.
 * @throws Refusal login.wrong (401) whatever was wrong, request.tooMany (429).
 */
export async function provePassword(
  world: World,
  credentials: { username: string; password: string },
  request: FastifyRequest,
): Promise<User> {
  const { database } = world;
  const limits: FailureLimit[] = [
    { subject: `login:${credentials.username.toLowerCase()}`, limit: PER_LOGIN },
    { subject: `login-address:${request.ip}`, limit: PER_ADDRESS },
  ];
  // Counted and committed before the password is looked at: parallel guesses cannot slip through, and when the
  // database does not answer nothing is judged at all.
  const at = await awaitAttempt(world, limits);
  const { user, allowed } = await judge(world, credentials);
  await database.transaction((tx) => settleAttempt(tx, limits, at, allowed ? 'fine' : 'failed'));
  if (!allowed) {
    // The name that was typed is not logged: people type passwords there.
    request.log.warn({ security: 'login.failed', userId: user?.id, ip: request.ip }, 'login by password failed');
    throw new Refusal('login.wrong');
  }
  return user;
}

/** @returns a token that stands alone, bound to no cookie. @throws Refusal as {@link provePassword} */
export async function logIn(
  world: World,
  credentials: { username: string; password: string },
  request: FastifyRequest,
): Promise<string> {
  const user = await provePassword(world, credentials, request);
  const session = await prepareSession(world, user.id, { bound: false });
  await world.database.transaction((tx) => session.store(tx));
  request.log.info({ security: 'login.succeeded', userId: user.id, ip: request.ip }, 'logged in by password');
  return session.token;
}

type Verdict = { allowed: true; user: User } | { allowed: false; user: User | undefined };

async function judge(world: World, credentials: { username: string; password: string }): Promise<Verdict> {
  const found = await findCredentials(world.database.read, credentials.username);
  const matches = await passwordMatches(credentials.password, found?.verifier ?? null);
  const user = found?.user;
  const technical = user !== undefined && (world.settings.mode === 'demo' || groupsOf(user).includes('dms'));
  return matches && technical && user.activated ? { allowed: true, user } : { allowed: false, user };
}
