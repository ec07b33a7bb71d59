/** Sign-in by password for technical accounts, and in the demo for every persona. */

import type { FastifyRequest } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { networkOf } from '../../http/request/caller.ts';
import type { World } from '../../world.ts';
import { awaitAttempt, type FailureLimit, type Limit, recordToday, settleAttempt, wasRecorded } from '../limits.ts';
import { findCredentials } from '../queries.ts';
import { prepareSession } from '../sessions.ts';
import { isWithin } from '../technical/account-networks.ts';
import { isTechnical, isTechnicalSecret, secretHash } from '../technical/accounts.ts';
import { findNetworks, findSecret, recordSecretUse } from '../technical/rows.ts';
import type { User } from '../users/user.ts';
import { passwordMatches } from './passwords.ts';

const QUARTER = 15 * 60;
/** Failures allowed per account and network: attempts from one network do not lock the account for others. */
const PER_LOGIN_AND_NETWORK: Limit = { limit: 10, windowSeconds: QUARTER };
/** Per account, over all networks it does not usually use: guesses may be spread over many. */
const PER_LOGIN_FROM_STRANGERS: Limit = { limit: 100, windowSeconds: QUARTER };
/** Per network, which may be a whole showroom or DMS. */
const PER_NETWORK: Limit = { limit: 100, windowSeconds: QUARTER };

/** Networks from which an account signed in today or yesterday count as its own. */
const KNOWN_DAYS = 2;
const knownSubject = (login: string, network: string): string => `login-known:${login}@${network}`;

/** The limits against which a failure counts. Attempts from other networks never lock the account's own networks. */
async function limitsOf(world: World, login: string, network: string): Promise<FailureLimit[]> {
  const { database, clock } = world;
  const known = await database.transaction((tx) =>
    wasRecorded(tx, knownSubject(login, network), KNOWN_DAYS, clock.now()),
  );
  return [
    { subject: `login:${login}@${network}`, limit: PER_LOGIN_AND_NETWORK },
    ...(known ? [] : [{ subject: `login-strangers:${login}`, limit: PER_LOGIN_FROM_STRANGERS }]),
    { subject: `login-network:${network}`, limit: PER_NETWORK },
  ];
}

/**
 * Checks name and password.
 * @throws Refusal login.wrong (401) for any error, request.tooMany (429).
 */
export async function provePassword(
  world: World,
  credentials: { username: string; password: string },
  request: FastifyRequest,
): Promise<User> {
  const { database } = world;
  const login = credentials.username.toLowerCase();
  const network = networkOf(request.ip);
  const limits = await limitsOf(world, login, network);
  // Counted and committed before the password is checked, so that parallel guesses cannot bypass the limit, and nothing
  // is checked while the database is down.
  const at = await awaitAttempt(world, limits);
  const { user, allowed, secretId } = await verifyCredentials(world, credentials, { ip: request.ip, at });
  await database.transaction(async (tx) => {
    await settleAttempt(tx, limits, at, allowed ? 'fine' : 'failed');
    if (allowed) await recordToday(tx, knownSubject(login, network), at);
    if (allowed && secretId !== undefined) await recordSecretUse(tx, secretId, request.ip, at);
  });
  if (!allowed) {
    // Do not log the typed name: users sometimes type their password there.
    request.log.warn({ security: 'login.failed', userId: user?.id, ip: request.ip }, 'login by password failed');
    throw new Refusal('login.wrong');
  }
  return user;
}

/** @returns a self-contained token, bound to no cookie. @throws Refusal as {@link provePassword} */
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

type Verdict =
  | { allowed: true; user: User; secretId: number | undefined }
  | { allowed: false; user: User | undefined; secretId?: undefined };

/**
 * A secret generated here is looked up by its hash; other texts are compared with the account's password, at the same
 * cost for known and unknown accounts.
 */
async function verifyCredentials(
  world: World,
  { username, password }: { username: string; password: string },
  { ip, at }: { ip: string; at: Date },
): Promise<Verdict> {
  const { read } = world.database;
  const credentials = await findCredentials(read, username);
  const user = credentials?.user;
  const isSecret = isTechnicalSecret(password);
  const secretId = isSecret
    ? await findSecret(read, { userId: user?.id ?? 0, sha256: secretHash(password), at })
    : undefined;
  const matches = isSecret ? secretId !== undefined : await passwordMatches(password, credentials?.verifier ?? null);
  if (!matches || user === undefined || !user.activated) return { allowed: false, user };
  const technical = isTechnical(user);
  if (!technical && world.settings.mode !== 'demo') return { allowed: false, user };
  const isAllowedNetwork = !technical || isWithin(await findNetworks(read, user.id), ip);
  return isAllowedNetwork ? { allowed: true, user, secretId } : { allowed: false, user };
}
