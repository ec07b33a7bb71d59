/** SQL of which user created or changed which account, and when last. */

import type { Db, Tx } from '#ports/database/database.ts';
import { findsRow } from '../../database/outcome.ts';

/** @param by login of the user who changed it. */
export async function recordAccountChange(tx: Tx, userId: number, by: string, at: Date): Promise<void> {
  await tx
    .insertInto('account_change')
    .values({ user_id: userId, changed_by: by, changed_date: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'changed_by']).doUpdateSet({ changed_date: at }))
    .execute();
}

/**
 * Whether one of these users created or changed another user's account.
 * @param logins users who must not have changed the account. @param since earlier changes do not count.
 */
export async function wasChangedBy(
  db: Db,
  account: { readonly id: number; readonly login: string },
  { logins, since }: { logins: readonly string[]; since: Date },
): Promise<boolean> {
  const others = logins.filter((login) => login !== account.login);
  if (others.length === 0) return false;
  return findsRow(
    db
      .selectFrom('account_change')
      .select('user_id')
      .where('user_id', '=', account.id)
      .where('changed_by', 'in', others)
      .where('changed_date', '>', since)
      .limit(1),
  );
}
