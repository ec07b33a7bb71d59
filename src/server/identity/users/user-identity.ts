/** Who somebody is whom the identity provider names: found by issuer and subject, bound once by a verified address (P-3). */
import type { SignInFailure } from '#contract/identity.ts';
import { groupsOf } from '#domain/access.ts';
import type { Tx } from '#ports/database/database.ts';
import type { SignedIn } from '#ports/identity-provider.ts';
import type { World } from '../../world.ts';
import { noteFreed } from '../administrators/by-command.ts';
import { endSessionsOfUser, findUserByEmail, findUserById, findUserByLogin, setVerifier } from '../queries.ts';
import type { User } from './user.ts';
import { deleteBinding, findBound, insertBinding } from './user-identity.queries.ts';

/** Whoever came in, or why nobody did; `userId` is who would have been meant. */
export type Identified =
  | { readonly user: User; readonly bound?: true }
  | { readonly user?: undefined; readonly refused: SignInFailure; readonly userId?: number };

/**
 * Once bound, issuer and subject alone decide: a name or an address that was changed at the provider is nobody else's key.
 * The first time, the address decides, if the provider says that it is verified; a user who is bound stays so, whoever
 * comes with their address.
 */
export async function identify(world: World, { identity, email, emailVerified }: SignedIn): Promise<Identified> {
  const { database, clock } = world;
  const known = await findBound(database.read, identity);
  if (known !== undefined) return ofUser(world, await findUserById(database.read, known));
  if (email === null) return { refused: 'unknownUser' };
  // Before anybody is looked for: whose address it is, is not told to who cannot prove that it is theirs.
  if (!emailVerified) return { refused: 'emailUnverified' };
  return database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) return { refused: 'unknownUser' } as const;
    // An account that nobody may use is nobody's yet.
    if (!user.activated) return { refused: 'notActivated', userId: user.id } as const;
    if (isProgram(world, user)) return { refused: 'unknownUser', userId: user.id } as const;
    if (await insertBinding(tx, user.id, identity, clock.now())) return { user, bound: true } as const;
    // Bound at this moment in another tab, or to somebody else.
    const now = await findBound(tx, identity);
    return now === user.id ? { user } : ({ refused: 'otherIdentity', userId: user.id } as const);
  });
}

/** Technical accounts come in by their secret alone; in the demo they are personas like all others. */
const isProgram = ({ settings }: World, user: User): boolean =>
  settings.mode !== 'demo' && groupsOf(user).includes('dms');

function ofUser(world: World, user: User | undefined): Identified {
  if (user === undefined) return { refused: 'unknownUser' };
  if (isProgram(world, user)) return { refused: 'unknownUser', userId: user.id };
  return user.activated ? { user } : { refused: 'notActivated', userId: user.id };
}

/**
 * Takes a user's identity away, as when the provider is changed: the next sign-in binds anew. Whoever is signed in is not
 * any more.
 * @returns undefined when nobody is called so; `freed` is false when nothing was bound.
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
    await noteFreed(tx, user.id, at);
  }
  return { user, freed };
}

/**
 * Gives a technical account another password: whoever has the old one, or a session by it, is out.
 * @param verifier of the new one. @returns undefined when nobody is called so; `technical` is false, and nothing changed, for
 * an account of people: those come in by the identity provider alone.
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
