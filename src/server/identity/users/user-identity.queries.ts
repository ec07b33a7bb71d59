/** SQL of identities: which user an issuer and subject are bound to. */

import type { Db, Tx } from '#ports/database/database.ts';
import type { Identity } from '#ports/identity-provider.ts';
import { addsRow } from '../../database/outcome.ts';

export async function findBound(db: Db, { issuer, subject }: Identity): Promise<number | undefined> {
  const row = await db
    .selectFrom('user_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns false when the user or the identity is already bound: nothing changes. */
export async function insertBinding(tx: Tx, userId: number, { issuer, subject }: Identity, at: Date): Promise<boolean> {
  return addsRow(tx.insertInto('user_identity').values({ user_id: userId, issuer, subject, bound_date: at }));
}

/** @returns false when nothing was bound. */
export async function deleteBinding(tx: Tx, userId: number): Promise<boolean> {
  const result = await tx.deleteFrom('user_identity').where('user_id', '=', userId).executeTakeFirst();
  return result.numDeletedRows === 1n;
}
