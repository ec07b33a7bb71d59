/** SQL of sealed handwriting, from the tablet to the signed file (D-32). */
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { SealedHandTable } from '#ports/database/handwriting-tables.ts';

export type SealedHand = Selectable<SealedHandTable>;

/** @returns false when that envelope, or one for the point, was handed in before. */
export async function insertSealedHand(tx: Tx, values: Insertable<SealedHandTable>): Promise<boolean> {
  const rows = await tx
    .insertInto('sealed_hand')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('point_id')
    .execute();
  return rows.length === 1;
}

/** Of a session's points, by point. */
export async function listSealedHands(db: Db, sessionId: number): Promise<ReadonlyMap<number, SealedHand>> {
  const rows = await db.selectFrom('sealed_hand').selectAll().where('session_id', '=', sessionId).execute();
  return new Map(rows.map((row) => [row.point_id, row]));
}

/** Nothing is kept beside the signed file; of a signature that came to nothing, nothing at all. */
export async function eraseSealedHands(tx: Tx, sessionId: number): Promise<void> {
  await tx
    .updateTable('sealed_hand')
    .set({ envelope: null, drawing: null })
    .where('session_id', '=', sessionId)
    .execute();
}
