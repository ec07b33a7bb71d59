/** Administrators' commands on technical accounts; each is recorded in the account's own evidence chain. */
import { createHash, randomBytes } from 'node:crypto';
import { type Actor, groupsOf } from '#domain/access.ts';
import { Refusal } from '#domain/errors.ts';
import type { EvidenceActor } from '#domain/evidence/events.ts';
import type { Tx } from '#ports/database/database.ts';
import { record } from '../../evidence/index.ts';
import { endSessionsOfUser, findUserById, setVerifier } from '../queries.ts';
import type { User } from '../users/user.ts';
import { endTechnicalSecrets, insertTechnicalSecret, lockAccount, setNetworks } from './rows.ts';

const PREFIX = 'fts_';
const SECRET_BYTES = 32;
const SECRET_FORMAT = /^fts_[\w-]{43}$/;

/** Distinguishes a secret generated here from a password set by command. */
export const isTechnicalSecret = (password: string): boolean => SECRET_FORMAT.test(password);

export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const isTechnical = (user: Pick<Actor, 'authorities'>): boolean => groupsOf(user).includes('dms');

export interface CommandContext {
  readonly actor: Actor;
  readonly caller: EvidenceActor;
  readonly at: Date;
}

const subjectOf = (userId: number): string => `user:${userId}`;

async function lockTechnical(tx: Tx, id: number): Promise<User> {
  await lockAccount(tx, id);
  const user = await findUserById(tx, id);
  if (user === undefined || !isTechnical(user)) throw new Refusal('technicalAccount.notFound');
  return user;
}

/**
 * @returns the new secret, which cannot be shown again, and until when the former one is valid too; null: it is no
 * longer valid.
 * @throws Refusal technicalAccount.notFound
 */
export async function createSecret(
  tx: Tx,
  command: { id: number; hours: number },
  { actor, caller, at }: CommandContext,
): Promise<{ secret: string; formerEnds: Date | null }> {
  const user = await lockTechnical(tx, command.id);
  const ends = new Date(at.getTime() + command.hours * 3_600_000);
  await endTechnicalSecrets(tx, user.id, ends, at);
  // An immediate change of the secret suggests that the former one leaked, so it ends too.
  if (command.hours === 0) {
    await setVerifier(tx, user.id, null);
    await endSessionsOfUser(tx, user.id, at);
  }
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const row = { user_id: user.id, sha256: secretHash(secret), created_by: actor.login, created_date: at };
  const secretId = await insertTechnicalSecret(tx, row);
  const detail = { userId: user.id, login: user.login, secretId, formerEnds: ends.toISOString() };
  await record(tx, subjectOf(user.id), { type: 'technicalAccount.secretMade', actor: caller, detail }, at);
  return { secret, formerEnds: command.hours === 0 ? null : ends };
}

/** @throws Refusal technicalAccount.notFound */
export async function limitNetworks(
  tx: Tx,
  command: { id: number; networks: readonly string[] | null },
  { caller, at }: CommandContext,
): Promise<User> {
  const user = await lockTechnical(tx, command.id);
  await setNetworks(tx, user.id, command.networks);
  const detail = { userId: user.id, login: user.login, addresses: command.networks };
  await record(tx, subjectOf(user.id), { type: 'technicalAccount.limited', actor: caller, detail }, at);
  return user;
}
