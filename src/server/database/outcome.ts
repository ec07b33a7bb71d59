/** Whether a statement found, changed or added a row. */
import type { InsertQueryBuilder, InsertResult, UpdateResult } from 'kysely';
import type { Tables } from '#ports/database/tables.ts';

export const findsRow = async (query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

export const changesRow = async (query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> =>
  (await query.executeTakeFirst()).numUpdatedRows === 1n;

/** Keeps an existing row. @param key columns of the only constraint that may conflict; by default any may. */
export async function addsRow<Table extends keyof Tables>(
  query: InsertQueryBuilder<Tables, Table, InsertResult>,
  key?: readonly (keyof Tables[Table] & string)[],
): Promise<boolean> {
  const insertion = query.onConflict((conflict) => (key === undefined ? conflict : conflict.columns(key)).doNothing());
  return (await insertion.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
}
