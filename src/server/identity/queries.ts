/** SQL of users, sessions, sign-ins under way and counted attempts: the only place that names these tables. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SignInRequestTable, StaffSessionTable } from '#ports/database/tables.ts';
import type { NewUser, User } from './user.ts';

const USER_COLUMNS = [
  'app_user.id',
  'app_user.login',
  'app_user.first_name',
  'app_user.last_name',
  'app_user.email',
  'app_user.authorities',
  'app_user.hst_list',
  'app_user.brands',
  'app_user.activated',
] as const;

interface UserRow {
  id: number;
  login: string;
  first_name: string;
  last_name: string;
  email: string;
  authorities: User['authorities'];
  hst_list: string[];
  brands: User['brands'];
  activated: boolean;
}

const userOf = (row: UserRow): User => ({
  id: row.id,
  login: row.login,
  firstName: row.first_name,
  lastName: row.last_name,
  fullname: `${row.first_name} ${row.last_name}`,
  email: row.email,
  authorities: row.authorities,
  hstList: row.hst_list,
  brands: row.brands,
  activated: row.activated,
});

const sameText = (column: 'app_user.login' | 'app_user.email', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`;

export async function findUserById(db: Db, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('app_user').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

export async function findUserByLogin(db: Db, login: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select(USER_COLUMNS)
    .where(sameText('app_user.login', login))
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

/** At most two: more than one makes an address useless for telling who somebody is. */
export async function listUsersByEmail(db: Db, email: string): Promise<User[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(USER_COLUMNS)
    .where(sameText('app_user.email', email))
    .limit(2)
    .execute();
  return rows.map(userOf);
}

export async function findCredentials(
  db: Db,
  login: string,
): Promise<{ user: User; verifier: string | null } | undefined> {
  const row = await db
    .selectFrom('app_user')
    .select([...USER_COLUMNS, 'app_user.password_verifier'])
    .where(sameText('app_user.login', login))
    .executeTakeFirst();
  return row === undefined ? undefined : { user: userOf(row), verifier: row.password_verifier };
}

export async function insertUser(tx: Tx, user: NewUser, by: string | null, at: Date): Promise<User> {
  const row = await tx
    .insertInto('app_user')
    .values({
      login: user.login,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      authorities: [...user.authorities],
      hst_list: [...user.hstList],
      brands: JSON.stringify(user.brands),
      activated: user.activated,
      password_verifier: user.passwordVerifier,
      created_by: by,
      created_date: at,
      last_modified_by: by,
      last_modified_date: at,
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
  return userOf(row);
}

export async function insertSession(tx: Tx, session: Insertable<StaffSessionTable>): Promise<void> {
  await tx.insertInto('staff_session').values(session).execute();
}

export interface SessionWithUser {
  user: User;
  userId: number;
  binding: string | null;
  expiresDate: Date;
  endedDate: Date | null;
}

/** A session with its user as both are now: one query for each request. */
export async function findSessionWithUser(db: Db, id: string): Promise<SessionWithUser | undefined> {
  const row = await db
    .selectFrom('staff_session')
    .innerJoin('app_user', 'app_user.id', 'staff_session.user_id')
    .select([...USER_COLUMNS, 'staff_session.binding', 'staff_session.expires_date', 'staff_session.ended_date'])
    .where('staff_session.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    user: userOf(row),
    userId: row.id,
    binding: row.binding,
    expiresDate: row.expires_date,
    endedDate: row.ended_date,
  };
}

/** Ends the session that this binding belongs to. @returns the provider's token of it; undefined when none was open. */
export async function endSession(
  tx: Tx,
  id: string,
  binding: string,
  at: Date,
): Promise<{ userId: number; idToken: string | null } | undefined> {
  const open = await tx
    .selectFrom('staff_session')
    .select(['user_id', 'id_token'])
    .where('id', '=', id)
    .where('binding', '=', binding)
    .where('ended_date', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (open === undefined) return undefined;
  await tx.updateTable('staff_session').set({ ended_date: at, id_token: null }).where('id', '=', id).execute();
  return { userId: open.user_id, idToken: open.id_token };
}

export async function endSessionsOfUser(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_date: at, id_token: null })
    .where('user_id', '=', userId)
    .where('ended_date', 'is', null)
    .execute();
}

export async function insertSignInRequest(tx: Tx, request: Insertable<SignInRequestTable>): Promise<void> {
  await tx.insertInto('sign_in_request').values(request).execute();
}

/** Takes a sign-in out of the table: whoever comes second, or from another browser, finds nothing. */
export async function takeSignInRequest(
  tx: Tx,
  state: string,
  binding: string,
  at: Date,
): Promise<Selectable<SignInRequestTable> | undefined> {
  return tx
    .deleteFrom('sign_in_request')
    .where('state', '=', state)
    .where('binding', '=', binding)
    .where('expires_date', '>', at)
    .returningAll()
    .executeTakeFirst();
}

/** Counts one more attempt in a window, whoever else counts at the same time. @returns the attempts so far. */
export async function countAttempt(tx: Tx, subject: string, windowStart: Date): Promise<number> {
  const row = await tx
    .insertInto('rate_limit')
    .values({ subject, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'window_start']).doUpdateSet({ count: sql<number>`rate_limit.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Takes one attempt back, once it has proved to be no failure. */
export async function forgetAttempt(tx: Tx, subject: string, windowStart: Date): Promise<void> {
  await tx
    .updateTable('rate_limit')
    .set({ count: sql<number>`greatest(rate_limit.count - 1, 0)` })
    .where('subject', '=', subject)
    .where('window_start', '=', windowStart)
    .execute();
}

/** Removes what has run out. @param oldestWindow attempts counted before it no longer limit anybody. */
export async function deleteExpired(tx: Tx, at: Date, oldestWindow: Date): Promise<void> {
  await tx.deleteFrom('sign_in_request').where('expires_date', '<=', at).execute();
  await tx.deleteFrom('staff_session').where('expires_date', '<=', at).execute();
  await tx.deleteFrom('rate_limit').where('window_start', '<', oldestWindow).execute();
}
