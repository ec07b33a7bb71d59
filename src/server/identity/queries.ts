/** SQL of users, sessions, pending sign-ins and counted attempts: the only module that accesses these tables. */

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { USER_CRITERIA } from '#contract/accounts/users.ts';
import type { Criterion } from '#contract/definition/criteria.ts';
import { READONLY } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { GROUP_OF_ROLE, ROLES, type Role } from '#domain/identity/roles.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { AppUserTable, StaffSessionTable } from '#ports/database/tables.ts';
import { any, type Condition, type CriterionColumns, conditionsOf, contains, negatedIf } from '../database/criteria.ts';
import type { Listing } from '../database/listing.ts';
import { asCode, sortColumns } from '../database/sorting.ts';
import { listUsersOfProviderPhone } from './users/provider-phones.queries.ts';
import type { NewUser, User, UserRecord } from './users/user.ts';

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

const RECORD_COLUMNS = [
  ...USER_COLUMNS,
  'app_user.mobile_phone',
  'app_user.created_by',
  'app_user.created_date',
  'app_user.last_modified_by',
  'app_user.last_modified_date',
] as const;

type RecordRow = UserRow &
  Pick<
    Selectable<AppUserTable>,
    'mobile_phone' | 'created_by' | 'created_date' | 'last_modified_by' | 'last_modified_date'
  >;

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

const recordOf = (row: RecordRow): UserRecord => ({
  ...userOf(row),
  mobilePhone: row.mobile_phone,
  createdBy: row.created_by,
  createdDate: row.created_date,
  lastModifiedBy: row.last_modified_by,
  lastModifiedDate: row.last_modified_date,
});

const sameText = (column: 'app_user.login' | 'app_user.email', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) = lower(${text})`;

async function findUserWhere(db: Db, condition: RawBuilder<boolean>): Promise<User | undefined> {
  const row = await db.selectFrom('app_user').select(USER_COLUMNS).where(condition).executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}

export const findUserById = (db: Db, id: number) => findUserWhere(db, sql<boolean>`app_user.id = ${id}`);
export const findUserByLogin = (db: Db, login: string) => findUserWhere(db, sameText('app_user.login', login));
export const findUserByEmail = (db: Db, email: string) => findUserWhere(db, sameText('app_user.email', email));

/**
 * Whether a user may take an address, compared case-insensitively; concurrent requests for the same address are
 * serialized. @param id null for a user yet to be created.
 */
export async function mayTakeEmail(tx: Tx, email: string, id: number | null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('user-email:' || lower(${email}), 0))`.execute(tx);
  const holder = await findUserByEmail(tx, email);
  return holder === undefined || holder.id === id;
}

/** Active users with this telephone (normalised for dialling) or e-mail address. */
export async function listUsersByContact(db: Db, contact: { phone: string } | { email: string }): Promise<User[]> {
  const users = db.selectFrom('app_user').select(USER_COLUMNS).where('activated', '=', true).orderBy('id').limit(20);
  if ('email' in contact) return (await users.where(sameText('app_user.email', contact.email)).execute()).map(userOf);
  const providerUserIds = await listUsersOfProviderPhone(db, contact.phone);
  const hasPhone = sql<boolean>`(mobile_phone = ${contact.phone} or id = any(${providerUserIds}::bigint[]))`;
  return (await users.where(hasPhone).execute()).map(userOf);
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

/** @param verifier null: the account no longer has a password. */
export async function setVerifier(tx: Tx, userId: number, verifier: string | null): Promise<void> {
  await tx.updateTable('app_user').set({ password_verifier: verifier }).where('id', '=', userId).execute();
}

export async function listWithPassword(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('app_user').select('id').where('password_verifier', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

const editableColumns = (user: Omit<NewUser, 'login' | 'passwordVerifier'>) => ({
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  authorities: [...user.authorities],
  hst_list: [...user.hstList],
  brands: JSON.stringify(user.brands),
  activated: user.activated,
});

/** @returns undefined when the login is taken, compared case-insensitively, also by a concurrent call. */
export async function insertUser(tx: Tx, user: NewUser, by: string | null, at: Date): Promise<UserRecord | undefined> {
  const row = await tx
    .insertInto('app_user')
    .values({
      login: user.login,
      ...editableColumns(user),
      password_verifier: user.passwordVerifier,
      mobile_phone: user.mobilePhone ?? null,
      created_by: by,
      created_date: at,
      last_modified_by: by,
      last_modified_date: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(RECORD_COLUMNS)
    .executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

export async function findUserRecord(db: Db, id: number): Promise<UserRecord | undefined> {
  const row = await db.selectFrom('app_user').select(RECORD_COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : recordOf(row);
}

/**
 * Locks a user together with every active administrator, always in order of id: two administrators who demote each
 * other concurrently wait for one another instead of both succeeding. Sign-ins are not blocked.
 */
export async function lockUserAndAdmins(
  tx: Tx,
  id: number,
): Promise<{ user: UserRecord | undefined; admins: UserRecord[] }> {
  const isActiveAdmin = sql<SqlBool>`(app_user.activated and 'ROLE_ADMIN' = any (app_user.authorities))`;
  const rows = await tx
    .selectFrom('app_user')
    .select(RECORD_COLUMNS)
    .where((eb) => eb.or([eb('id', '=', id), isActiveAdmin]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const records = rows.map(recordOf);
  return {
    user: records.find((record) => record.id === id),
    admins: records.filter((record) => record.activated && record.authorities.includes('ROLE_ADMIN')),
  };
}

export async function changeUser(
  tx: Tx,
  id: number,
  user: Omit<NewUser, 'login' | 'passwordVerifier'>,
  by: string | null,
  at: Date,
): Promise<UserRecord> {
  const values: Updateable<AppUserTable> = {
    ...editableColumns(user),
    ...(user.mobilePhone === undefined ? {} : { mobile_phone: user.mobilePhone }),
    last_modified_by: by,
    last_modified_date: at,
  };
  const update = tx.updateTable('app_user').set(values).where('id', '=', id);
  return recordOf(await update.returning(RECORD_COLUMNS).executeTakeFirstOrThrow());
}

const FULL_NAME = sql`(app_user.first_name || ' ' || app_user.last_name)`;

const USER_LIST_COLUMNS = {
  id: 'app_user.id',
  login: 'app_user.login',
  firstName: 'app_user.first_name',
  lastName: 'app_user.last_name',
  fullname: FULL_NAME,
  email: 'app_user.email',
  mobilePhone: 'app_user.mobile_phone',
  activated: 'app_user.activated',
  createdBy: 'app_user.created_by',
  createdDate: 'app_user.created_date',
  lastModifiedBy: 'app_user.last_modified_by',
  lastModifiedDate: 'app_user.last_modified_date',
} as const;

/** The browser sends the authorities field as `authority`. */
const USER_SETS = {
  authority: 'app_user.authorities',
  authorities: 'app_user.authorities',
  hst: 'app_user.hst_list',
  hstList: 'app_user.hst_list',
} as const;

export const USER_SORT_COLUMNS = sortColumns(
  USER_CRITERIA,
  USER_LIST_COLUMNS,
  Object.fromEntries(Object.entries(USER_SETS).map(([field, column]) => [field, asCode(column)])),
);

const IS_PRIVILEGED = sql<SqlBool>`app_user.authorities && array['ROLE_ADMIN', 'ROLE_BMW_ITALIA']`;

/** At least one brand of the user contains `entry`. */
const grants = (entry: { brand?: string; permissions?: string[] }) =>
  sql<SqlBool>`app_user.brands @> ${JSON.stringify([entry])}::jsonb`;

/** Privileged users are shown with every brand and folder type, whatever is stored, and a search must match what is shown. */
const isGranted =
  (privileges: readonly string[], entryOf: (entry: string) => Parameters<typeof grants>[0]) =>
  ({ operator, values }: Criterion): Condition => {
    const conditions = values.map(String).map((entry) => {
      const granted = grants(entryOf(entry));
      return privileges.includes(entry) ? any([IS_PRIVILEGED, granted]) : granted;
    });
    return negatedIf(operator === 'notEquals', any(conditions));
  };
const byBrand = isGranted(BRANDS, (brand) => ({ brand }));

const USER_CRITERION_COLUMNS: CriterionColumns = {
  ...USER_LIST_COLUMNS,
  ...USER_SETS,
  brand: byBrand,
  brands: byBrand,
  permissions: isGranted(FOLDER_TYPES, (entry) => ({ permissions: [entry] })),
  genericFilter: ({ values }) =>
    contains(
      sql`concat_ws(E'\\n', app_user.login, ${FULL_NAME}, app_user.last_name || ' ' || app_user.first_name, app_user.email)`,
      String(values[0]),
    ),
};

export function userConditions(criteria: readonly Criterion[]): Condition[] {
  return conditionsOf(criteria, USER_CRITERION_COLUMNS);
}

/** Users who work for one of these dealers. */
export function atDealers(hsts: readonly string[]): Condition {
  return any(
    hsts.length === 0 ? [] : [sql`app_user.hst_list && array[${sql.join(hsts.map((hst) => sql`${hst}::text`))}]`],
  );
}

/** Users who work at one of the dealers, or for the whole network. */
export function atDealersOrOffice(hsts: readonly string[]): Condition {
  const roles = ROLES.filter((role) => GROUP_OF_ROLE[role] === 'admin' || GROUP_OF_ROLE[role] === 'national');
  const office = sql<SqlBool>`app_user.authorities && array[${sql.join(roles.map((role) => sql`${role}::text`))}]`;
  return any([atDealers(hsts), office]);
}

export function calledBy(logins: readonly string[]): Condition {
  return sql<SqlBool>`app_user.login in (${sql.join(logins.map((login) => sql`${login}`))})`;
}

/** Active users with a role who may work on (not only read) a brand and folder type. */
export function workingAs(
  role: Role,
  scope: { brand?: Brand | undefined; folderType?: FolderType | undefined },
): Condition[] {
  const { brand, folderType } = scope;
  const base = [sql<SqlBool>`app_user.activated`, sql<SqlBool>`${role} = any (app_user.authorities)`];
  if (brand === undefined && folderType === undefined) return base;
  const required = {
    ...(brand === undefined ? {} : { brand }),
    permissions: folderType === undefined ? [] : [folderType],
  };
  // Dealer permissions never cover the vehicle exit request, even if an old row contains it.
  const granted =
    folderType === 'VEHICLE_EXIT_REQUEST'
      ? sql<SqlBool>`false`
      : sql<SqlBool>`exists (
          select 1 from jsonb_array_elements(app_user.brands) entry
          where entry @> ${JSON.stringify(required)}::jsonb
            and entry -> 'permissions' <> '[]'::jsonb
            and not entry -> 'permissions' @> ${JSON.stringify([READONLY])}::jsonb
        )`;
  return [...base, sql<SqlBool>`(${IS_PRIVILEGED} or ${granted})`];
}

export async function listUsers(db: Db, listing: Listing): Promise<{ rows: UserRecord[]; total: number }> {
  const query = db.selectFrom('app_user').where((eb) => eb.and(listing.conditions));
  const count = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select(RECORD_COLUMNS)
    .orderBy(listing.order)
    .limit(listing.limit)
    .offset(listing.offset)
    .execute();
  return { rows: rows.map(recordOf), total: Number(count.total) };
}

/** All users who meet the conditions, by last and first name. */
export async function listUsersByName(db: Db, conditions: readonly Condition[], most?: number): Promise<User[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(USER_COLUMNS)
    .where((eb) => eb.and(conditions))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return rows.map(userOf);
}

/** Ids of a whole list in order, so that its rows can be read in batches without duplicates or gaps. */
export async function listUserIds(db: Db, listing: Pick<Listing, 'conditions' | 'order'>): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.and(listing.conditions))
    .orderBy(listing.order)
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the users in the order of `ids`. */
export async function findUserRecords(db: Db, ids: readonly number[]): Promise<UserRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('app_user').select(RECORD_COLUMNS).where('id', 'in', ids).execute();
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]));
  return ids.flatMap((id) => records.get(id) ?? []);
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

/** The current session with its current user, in one query per request. */
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

/** Ends the staff session of this binding. @returns the provider's token for it; undefined when none was open. */
export async function endSession(
  tx: Tx,
  id: string,
  binding: string | null,
  at: Date,
): Promise<{ userId: number; idToken: string | null } | undefined> {
  const session = await tx
    .selectFrom('staff_session')
    .select(['user_id', 'id_token'])
    .where('id', '=', id)
    .where('binding', binding === null ? 'is' : '=', binding)
    .where('ended_date', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (session === undefined) return undefined;
  await tx.updateTable('staff_session').set({ ended_date: at, id_token: null }).where('id', '=', id).execute();
  return { userId: session.user_id, idToken: session.id_token };
}

export async function endSessionsOfUser(tx: Tx, userId: number, at: Date): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_date: at, id_token: null })
    .where('user_id', '=', userId)
    .where('ended_date', 'is', null)
    .execute();
}

/**
 * Ends the staff sessions opened by these sessions of the provider, or all of this person. If the provider gave some of
 * the person's sessions no name, it is unknown which of them ended: all are ended. @returns how many were open.
 */
export async function endProviderSessions(
  tx: Tx,
  { subject, indexes }: { subject: string | null; indexes: readonly string[] },
  at: Date,
): Promise<number> {
  if (subject === null && indexes.length === 0) return 0;
  const result = await tx
    .updateTable('staff_session')
    .set({ ended_date: at, id_token: null })
    .where('ended_date', 'is', null)
    .$if(subject !== null, (query) => query.where('provider_subject', '=', subject))
    .$if(indexes.length > 0, (query) =>
      query.where((column) => {
        const named = column('provider_session', 'in', [...indexes]);
        return subject === null ? named : column.or([named, column('provider_session', 'is', null)]);
      }),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Counts one more attempt in a window, atomically. @returns the attempts so far. */
export async function countAttempt(db: Db, subject: string, windowStart: Date): Promise<number> {
  const row = await db
    .insertInto('rate_limit')
    .values({ subject, window_start: windowStart, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'window_start']).doUpdateSet({ count: sql<number>`rate_limit.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Uncounts an attempt that turned out not to be a failure. */
export async function forgetAttempt(tx: Tx, subject: string, windowStart: Date): Promise<void> {
  await tx
    .updateTable('rate_limit')
    .set({ count: sql<number>`greatest(rate_limit.count - 1, 0)` })
    .where('subject', '=', subject)
    .where('window_start', '=', windowStart)
    .execute();
}

/** Attempts counted so far in a window. */
export async function readAttempts(tx: Tx, subject: string, windowStart: Date): Promise<number> {
  const row = await tx
    .selectFrom('rate_limit')
    .select('count')
    .where('subject', '=', subject)
    .where('window_start', '=', windowStart)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Removes expired rows. @param oldestWindow attempts counted before it no longer limit any caller. */
export async function deleteExpired(tx: Tx, at: Date, oldestWindow: Date): Promise<void> {
  await tx.deleteFrom('staff_session').where('expires_date', '<=', at).execute();
  await tx.deleteFrom('rate_limit').where('window_start', '<', oldestWindow).execute();
}
