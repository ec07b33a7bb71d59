/** The door of identity: who calls, users for other subjects, limits (P-3, P-4). */
import type { Db, Tx } from '#ports/database/database.ts';
import { noteAccountChange, wasChangedBy } from './account-change-rows.ts';
import { findStaffing } from './administrators/staffing.ts';
import { listNamedTo, listSupervisors } from './named.ts';
import { endSessionsOfUser, findUserById, findUserByLogin, insertUser, listUsersByContact } from './queries.ts';
import type { NewUser, User } from './user.ts';
import { insertBinding } from './user-identity-rows.ts';

export { type FreshAsk, freshSignIn } from './fresh-sign-in.ts';
export { hitLimit, type Limit } from './limits.ts';
export { makePasswordVerifier } from './passwords.ts';
export { identityRoutes } from './routes.ts';
export { authenticator } from './sessions.ts';
export type { NewUser, User } from './user.ts';

/** Whoever has this id or (in any case of letters) this login; a user can act as it is. */
async function find(db: Db, who: { id: number } | { login: string }): Promise<User | undefined> {
  return 'id' in who ? findUserById(db, who.id) : findUserByLogin(db, who.login);
}

/**
 * `findUser.reachedAt(db, contact)`: the active users whose own telephone or address this is (D-45);
 * `findUser.namedTo(db, actor, logins)`: those of them who may be called by name to the caller;
 * `findUser.supervising(db, hst)`: the active supervisors of a dealer;
 * `findUser.staffing(db, hsts)`: how many administrators there are, and people who start signatures at these dealers;
 * `findUser.wasChangedBy(db, account, …)`: whether one of these people made or changed the account.
 */
export const findUser = Object.assign(find, {
  reachedAt: listUsersByContact,
  namedTo: listNamedTo,
  supervising: listSupervisors,
  staffing: findStaffing,
  wasChangedBy,
});

/** @param by login of whoever makes the account; null for the installation itself. */
export async function createUser(tx: Tx, user: NewUser, by: string | null, at: Date): Promise<User> {
  const made = await insertUser(tx, user, by, at);
  if (made === undefined) throw new Error(`The login ${user.login}, or its e-mail address, is taken`);
  if (by !== null) await noteAccountChange(tx, made.id, by, at);
  if (user.identity !== undefined) await insertBinding(tx, made.id, user.identity, at);
  return made;
}

/** Ends every session of a user at once, on every node. */
export async function endSessionsOf(tx: Tx, userId: number, at: Date): Promise<void> {
  await endSessionsOfUser(tx, userId, at);
}
