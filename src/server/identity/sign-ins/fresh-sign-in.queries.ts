/** SQL of sign-ins repeated for a signature. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { FreshSignInTable } from '#ports/database/tables.ts';
import { changesRow } from '../../database/outcome.ts';

export type FreshSignIn = Selectable<FreshSignInTable>;

export async function insertFreshSignIn(tx: Tx, values: Insertable<FreshSignInTable>): Promise<void> {
  await tx.insertInto('fresh_sign_in').values(values).execute();
}

/** The user, their staff session and the act that a sign-in covers. */
export type FreshSignInKey = Pick<FreshSignIn, 'user_id' | 'staff_session_id' | 'bound_to'>;

/** The newest valid one; none for another user, session or act. */
export async function findFreshSignIn(db: Db, key: FreshSignInKey, at: Date): Promise<FreshSignIn | undefined> {
  return db
    .selectFrom('fresh_sign_in')
    .selectAll()
    .where('user_id', '=', key.user_id)
    .where('staff_session_id', '=', key.staff_session_id)
    .where('bound_to', '=', key.bound_to)
    .where('used_date', 'is', null)
    .where('expires_date', '>', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns false when it was already used. */
export async function spendFreshSignIn(tx: Tx, id: number, at: Date): Promise<boolean> {
  return changesRow(
    tx.updateTable('fresh_sign_in').set({ used_date: at }).where('id', '=', id).where('used_date', 'is', null),
  );
}

/** Deletes expired ones; the trail records those that were used. */
export async function deleteExpiredFreshSignIns(tx: Tx, at: Date): Promise<void> {
  await tx.deleteFrom('fresh_sign_in').where('expires_date', '<=', at).execute();
}
