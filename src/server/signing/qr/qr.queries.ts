/** SQL of used QR codes. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { QrExchangeTable } from '#ports/database/tables.ts';
import { changesRow, findsRow } from '../../database/outcome.ts';

export type Exchange = Selectable<QrExchangeTable>;

export async function findExchange(db: Db, codeHash: string): Promise<Exchange | undefined> {
  return db.selectFrom('qr_exchange').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

const exchangesOf = (db: Db, documentId: number) =>
  db.selectFrom('qr_exchange').selectAll().where('document_id', '=', documentId);

export async function findExchangeOf(db: Db, documentId: number, id: number): Promise<Exchange | undefined> {
  return exchangesOf(db, documentId).where('id', '=', id).executeTakeFirst();
}

export async function findWaitingPhone(db: Db, documentId: number, at: Date): Promise<Exchange | undefined> {
  return exchangesOf(db, documentId).where('state', '=', 'CLAIMED').where('expires_date', '>', at).executeTakeFirst();
}

/** True once a newer code of the document has been used. */
export async function isOutdated(tx: Tx, documentId: number, issued: Date): Promise<boolean> {
  return findsRow(
    tx
      .selectFrom('qr_exchange')
      .select('id')
      .where('document_id', '=', documentId)
      .where('issued_date', '>', issued)
      .limit(1),
  );
}

/** Ends the wait of any earlier phone. The caller holds the document. */
export async function voidWaitingPhones(tx: Tx, documentId: number, at: Date): Promise<void> {
  await tx
    .updateTable('qr_exchange')
    .set({ state: 'VOID', ended_date: at })
    .where('document_id', '=', documentId)
    .where('state', '=', 'CLAIMED')
    .execute();
}

/** The last confirmation counts: an earlier one for the same signer was for the wrong phone, or for one that is not used. */
export async function voidEarlierConfirmations(
  tx: Tx,
  kept: { id: number; signerId: number },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('qr_exchange')
    .set({ state: 'VOID', ended_date: at })
    .where('signer_id', '=', kept.signerId)
    .where('id', '<>', kept.id)
    .where('state', '=', 'CONFIRMED')
    .execute();
}

/** The caller holds the document, and has checked that the code is unused. */
export async function insertExchange(
  tx: Tx,
  values: Omit<
    Insertable<QrExchangeTable>,
    'state' | 'contended_date' | 'signer_id' | 'link_epoch' | 'ended_by' | 'ended_date'
  >,
): Promise<Exchange> {
  return tx
    .insertInto('qr_exchange')
    .values({
      ...values,
      ...{ state: 'CLAIMED', contended_date: null, signer_id: null, link_epoch: null },
      ...{ ended_by: null, ended_date: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns false when it was already recorded. */
export async function noteContended(tx: Tx, id: number, at: Date): Promise<boolean> {
  return changesRow(
    tx.updateTable('qr_exchange').set({ contended_date: at }).where('id', '=', id).where('contended_date', 'is', null),
  );
}

type Ending =
  | { state: 'CONFIRMED'; signer_id: number; link_epoch: number; expires_date: Date; ended_by: string }
  | { state: 'REFUSED'; ended_by: string };

/** @returns false unless the phone still waits: another call was first, or it has expired. */
export async function endExchange(tx: Tx, id: number, ending: Ending, at: Date): Promise<boolean> {
  return changesRow(
    tx
      .updateTable('qr_exchange')
      .set({ ...ending, ended_date: at })
      .where('id', '=', id)
      .where('state', '=', 'CLAIMED')
      .where('expires_date', '>', at),
  );
}
