/** SQL of the codes with which a phone sends photos to a form. */
import type { Db, Tx } from '#ports/database/database.ts';

export interface PhotoLinkRow {
  id: number;
  opened_by: number;
  most: number;
  expires_date: Date;
  ended_date: Date | null;
}

const COLUMNS = ['id', 'opened_by', 'most', 'expires_date', 'ended_date'] as const;

export async function insertLink(
  tx: Tx,
  values: { token_hash: string; opened_by: number; most: number; created_date: Date; expires_date: Date },
): Promise<number> {
  const row = await tx
    .insertInto('photo_link')
    .values({ ...values, ended_date: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Only for the user who opened it. */
export const findOwnLink = (db: Db, id: number, openedBy: number): Promise<PhotoLinkRow | undefined> =>
  db.selectFrom('photo_link').select(COLUMNS).where('id', '=', id).where('opened_by', '=', openedBy).executeTakeFirst();

const byToken = (db: Db, tokenHash: string, at: Date) =>
  db
    .selectFrom('photo_link')
    .select(COLUMNS)
    .where('token_hash', '=', tokenHash)
    .where('expires_date', '>', at)
    .where('ended_date', 'is', null);

/** Only while valid. */
export const findOpenLink = (db: Db, tokenHash: string, at: Date): Promise<PhotoLinkRow | undefined> =>
  byToken(db, tokenHash, at).executeTakeFirst();

/** The same, locked: of two concurrent photos the second counts the first. */
export const lockOpenLink = (tx: Tx, tokenHash: string, at: Date): Promise<PhotoLinkRow | undefined> =>
  byToken(tx, tokenHash, at).forUpdate().executeTakeFirst();

export async function endLinks(tx: Tx, openedBy: number, at: Date, id?: number): Promise<void> {
  let query = tx
    .updateTable('photo_link')
    .set({ ended_date: at })
    .where('opened_by', '=', openedBy)
    .where('ended_date', 'is', null);
  query = id === undefined ? query.where('expires_date', '>', at) : query.where('id', '=', id);
  await query.execute();
}

/** Deletes expired codes; photos received through them are kept. @returns how many. */
export async function deleteExpiredLinks(tx: Tx, before: Date): Promise<number> {
  const result = await tx.deleteFrom('photo_link').where('expires_date', '<', before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
