/** SQL of the telephones that the identity provider reported for users. */
import type { Db, Tx } from '#ports/database/database.ts';

/** Keeps every number once reported; later reports do not remove it. */
export async function storeProviderPhone(tx: Tx, userId: number, phone: string, at: Date): Promise<void> {
  await tx
    .insertInto('provider_phone')
    .values({ user_id: userId, phone, told_date: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function listUsersOfProviderPhone(db: Db, phone: string): Promise<number[]> {
  const rows = await db.selectFrom('provider_phone').select('user_id').where('phone', '=', phone).execute();
  return rows.map(({ user_id }) => user_id);
}
