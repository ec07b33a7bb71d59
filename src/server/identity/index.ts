/** Public interface of the identity module: the caller, users for other modules, limits. */
import type { Db, Tx } from '#ports/database/database.ts';
import { findUserById, findUserByLogin, insertUser } from './queries.ts';
import { recordAccountChange } from './users/account-changes.queries.ts';
import type { NewUser, User } from './users/user.ts';
import { insertBinding } from './users/user-identity.queries.ts';

export { findStaffing } from './administrators/staffing.ts';
export { hitLimit, type Limit } from './limits.ts';
export { listUsersByContact } from './queries.ts';
export { identityRoutes } from './routes.ts';
export { authenticator } from './sessions.ts';
export { type FreshSignInOfAct, type FreshSignInOfActs, freshSignIn } from './sign-ins/fresh-sign-in.ts';
export { makePasswordVerifier } from './sign-ins/passwords.ts';
export { wasChangedBy } from './users/account-changes.queries.ts';
export type { NewUser, User } from './users/user.ts';
export { listSupervisors, listVisibleUsers } from './users/visible-names.ts';

/** The user with this id or login (case-insensitive), usable as an actor. */
export async function findUser(db: Db, key: { id: number } | { login: string }): Promise<User | undefined> {
  return 'id' in key ? findUserById(db, key.id) : findUserByLogin(db, key.login);
}

/** @param by login of the account's creator; null for the installation itself. */
export async function createUser(tx: Tx, user: NewUser, by: string | null, at: Date): Promise<User> {
  const created = await insertUser(tx, user, by, at);
  if (created === undefined) throw new Error(`The login ${user.login}, or its e-mail address, is taken`);
  if (by !== null) await recordAccountChange(tx, created.id, by, at);
  if (user.identity !== undefined) await insertBinding(tx, created.id, user.identity, at);
  return created;
}
