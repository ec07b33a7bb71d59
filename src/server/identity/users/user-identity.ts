/** Identifies the user of a provider identity: by issuer and subject, bound once by a verified address. */
import type { SignInFailure } from '#contract/identity.ts';
import { groupsOf } from '#domain/access.ts';
import type { Tx } from '#ports/database/database.ts';
import type { SignedIn } from '#ports/identity-provider.ts';
import type { World } from '../../world.ts';
import { recordFreedIdentity } from '../administrators/operator-commands.ts';
import { endSessionsOfUser, findUserByEmail, findUserById, findUserByLogin, setVerifier } from '../queries.ts';
import type { User } from './user.ts';
import { deleteBinding, findBound, insertBinding } from './user-identity.queries.ts';

/** The user, or the reason for the refusal; `userId` is the user who was claimed. */
export type Identified =
  | { readonly user: User; readonly bound?: true }
  | { readonly user?: undefined; readonly refused: SignInFailure; readonly userId?: number };

/**
 * Once bound, only issuer and subject decide: a name or address changed at the provider gives no access to another
 * account. The first time the address decides, if the provider reports it as verified; a bound user stays bound, even
 * if another identity presents their address.
 */
export async function identify(world: World, { identity, email, emailVerified }: SignedIn): Promise<Identified> {
  const { database, clock } = world;
  const userId = await findBound(database.read, identity);
  if (userId !== undefined) return identifiedAs(world, await findUserById(database.read, userId));
  if (email === null) return { refused: 'unknownUser' };
  // Checked before the lookup: a caller who cannot prove an address does not learn whose it is.
  if (!emailVerified) return { refused: 'emailUnverified' };
  return database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) return { refused: 'unknownUser' } as const;
    // An account that is not activated is not bound yet.
    if (!user.activated) return { refused: 'notActivated', userId: user.id } as const;
    if (isTechnicalUser(world, user)) return { refused: 'unknownUser', userId: user.id } as const;
    if (await insertBinding(tx, user.id, identity, clock.now())) return { user, bound: true } as const;
    // Bound concurrently in another tab, or to another user.
    const now = await findBound(tx, identity);
    return now === user.id ? { user } : ({ refused: 'otherIdentity', userId: user.id } as const);
  });
}

/** Technical accounts sign in only with their secret; in the demo they are personas like all others. */
const isTechnicalUser = ({ settings }: World, user: User): boolean =>
  settings.mode !== 'demo' && groupsOf(user).includes('dms');

function identifiedAs(world: World, user: User | undefined): Identified {
  if (user === undefined) return { refused: 'unknownUser' };
  if (isTechnicalUser(world, user)) return { refused: 'unknownUser', userId: user.id };
  return user.activated ? { user } : { refused: 'notActivated', userId: user.id };
}

/**
 * Removes a user's identity, for example when the provider changes: the next sign-in binds a new one. Ends the user's
 * staff sessions.
 * @returns undefined when no user has this login; `freed` is false when no identity was bound.
 */
export async function freeIdentity(
  tx: Tx,
  login: string,
  at: Date,
): Promise<{ user: User; freed: boolean } | undefined> {
  const user = await findUserByLogin(tx, login);
  if (user === undefined) return undefined;
  const freed = await deleteBinding(tx, user.id);
  if (freed) {
    await endSessionsOfUser(tx, user.id, at);
    await recordFreedIdentity(tx, user.id, at);
  }
  return { user, freed };
}

/**
 * Gives a technical account another password: the old one, and all sessions opened with it, become invalid.
 * @param verifier verifier of the new password. @returns undefined when no user has this login; `technical` is
 * false, and nothing changed, for a personal account: these sign in only through the identity provider.
 */
export async function changePassword(
  tx: Tx,
  login: string,
  { verifier, at }: { verifier: string; at: Date },
): Promise<{ user: User; technical: boolean } | undefined> {
  const user = await findUserByLogin(tx, login);
  if (user === undefined) return undefined;
  const technical = groupsOf(user).includes('dms');
  if (!technical) return { user, technical };
  await setVerifier(tx, user.id, verifier);
  await endSessionsOfUser(tx, user.id, at);
  return { user, technical };
}
