/** The door of identity: who calls, users for other subjects, limits (P-3, P-4). */
import type { Db, Tx } from '#ports/database/database.ts';
import { noteAccountChange } from './account-change-rows.ts';
import { findUserById, findUserByLogin, insertUser } from './queries.ts';
import type { NewUser, User } from './user.ts';
import { insertBinding } from './user-identity-rows.ts';

export { wasChangedBy } from './account-change-rows.ts';
export { findStaffing } from './administrators/staffing.ts';
export { type FreshAsk, type FreshAsks, freshSignIn } from './fresh-sign-in.ts';
export { hitLimit, type Limit } from './limits.ts';
export { listNamedTo, listSupervisors } from './named.ts';
export { makePasswordVerifier } from './passwords.ts';
export { listUsersByContact } from './queries.ts';
export { identityRoutes } from './routes.ts';
export { authenticator } from './sessions.ts';
export type { NewUser, User } from './user.ts';

/** Whoever has this id or (in any case of letters) this login; a user can act as it is. */
export async function findUser(db: Db, who: { id: number } | { login: string }): Promise<User | undefined> {
  return 'id' in who ? findUserById(db, who.id) : findUserByLogin(db, who.login);
}

/** @param by login of whoever makes the account; null for the installation itself. */
export async function createUser(tx: Tx, user: NewUser, by: string | null, at: Date): Promise<User> {
  const made = await insertUser(tx, user, by, at);
  if (made === undefined) throw new Error(`The login ${user.login}, or its e-mail address, is taken`);
  if (by !== null) await noteAccountChange(tx, made.id, by, at);
  if (user.identity !== undefined) await insertBinding(tx, made.id, user.identity, at);
  return made;
}
