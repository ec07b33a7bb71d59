/** SQL of technical accounts: their secrets and networks. */
import { type Selectable, type SqlBool, sql } from 'kysely';
import { DMS_ROLES } from '#domain/identity/technical-accounts.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { TechnicalSecretTable } from '#ports/database/tables.ts';
import type { Condition } from '../../database/criteria.ts';

export type TechnicalSecretRow = Selectable<TechnicalSecretTable>;

/** The valid secrets of all accounts, the current one first. */
export async function listValidSecrets(db: Db, at: Date): Promise<TechnicalSecretRow[]> {
  return db
    .selectFrom('technical_secret')
    .selectAll()
    .where((where) => where.or([where('ends_date', 'is', null), where('ends_date', '>', at)]))
    .orderBy('id', 'desc')
    .execute();
}

/** @returns the id of the account's valid secret with this hash. */
export async function findSecret(
  db: Db,
  key: { userId: number; sha256: string; at: Date },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('technical_secret')
    .select('id')
    .where('user_id', '=', key.userId)
    .where('sha256', '=', key.sha256)
    .where((where) => where.or([where('ends_date', 'is', null), where('ends_date', '>', key.at)]))
    .executeTakeFirst();
  return row?.id;
}

/** Ends the current secret at `ends`; one that was already ending ends now. */
export async function endTechnicalSecrets(tx: Tx, userId: number, ends: Date, at: Date): Promise<void> {
  await tx
    .updateTable('technical_secret')
    .set({ ends_date: at })
    .where('user_id', '=', userId)
    .where('ends_date', '>', at)
    .execute();
  await tx
    .updateTable('technical_secret')
    .set({ ends_date: ends })
    .where('user_id', '=', userId)
    .where('ends_date', 'is', null)
    .execute();
}

export async function insertTechnicalSecret(
  tx: Tx,
  row: { user_id: number; sha256: string; created_by: string; created_date: Date },
): Promise<number> {
  const inserted = await tx.insertInto('technical_secret').values(row).returning('id').executeTakeFirstOrThrow();
  return inserted.id;
}

export async function recordSecretUse(tx: Tx, id: number, address: string, at: Date): Promise<void> {
  await tx
    .updateTable('technical_secret')
    .set({ last_used_date: at, last_used_address: address })
    .where('id', '=', id)
    .execute();
}

export const isTechnicalAccount = (): Condition =>
  sql<SqlBool>`app_user.authorities && array[${sql.join(DMS_ROLES.map((role) => sql`${role}::text`))}]`;

/** Serialises changes of one account until the transaction ends. */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`technical:${userId}`}, 0))`.execute(tx);
}

/** @returns addresses and networks; null: calls from any address are allowed. */
export async function findNetworks(db: Db, userId: number): Promise<readonly string[] | null> {
  const row = await db
    .selectFrom('technical_network')
    .select('networks')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.networks ?? null;
}

export async function listNetworks(db: Db): Promise<Map<number, readonly string[]>> {
  const rows = await db.selectFrom('technical_network').selectAll().execute();
  return new Map(rows.map(({ user_id, networks }) => [user_id, networks]));
}

export async function setNetworks(tx: Tx, userId: number, networks: readonly string[] | null): Promise<void> {
  if (networks === null) {
    await tx.deleteFrom('technical_network').where('user_id', '=', userId).execute();
    return;
  }
  const values = { user_id: userId, networks: [...networks] };
  await tx
    .insertInto('technical_network')
    .values(values)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ networks: values.networks }))
    .execute();
}
