/** SQL of encrypted handwriting, from the tablet to the signed file. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SealedHandTable } from '#ports/database/tables.ts';
import { addsRow } from '../../database/outcome.ts';

export type SealedHand = Selectable<SealedHandTable>;

/** @returns false when that envelope, or one for the same signature field, was already submitted. */
export async function insertSealedHand(tx: Tx, values: Insertable<SealedHandTable>): Promise<boolean> {
  return addsRow(tx.insertInto('sealed_hand').values(values));
}

/** A session's handwriting, by point. */
export async function listSealedHands(db: Db, sessionId: number): Promise<ReadonlyMap<number, SealedHand>> {
  const rows = await db.selectFrom('sealed_hand').selectAll().where('session_id', '=', sessionId).execute();
  return new Map(rows.map((row) => [row.point_id, row]));
}

/** Erased once it is in the signed file, and when a signature fails. */
export async function eraseSealedHands(tx: Tx, sessionId: number): Promise<void> {
  await tx
    .updateTable('sealed_hand')
    .set({ envelope: null, drawing: null })
    .where('session_id', '=', sessionId)
    .execute();
}
