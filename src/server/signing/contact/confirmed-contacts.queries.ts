/** SQL of second persons' confirmations of telephones and addresses. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { ContactWordTable } from '#ports/database/tables.ts';

export type ContactConfirmation = Selectable<ContactWordTable>;

/** Unused confirmations of a document, newest first. */
export async function listOpenConfirmations(db: Db, documentId: number): Promise<ContactConfirmation[]> {
  const rows = db.selectFrom('contact_word').selectAll().where('document_id', '=', documentId);
  return rows.where('session_id', 'is', null).orderBy('id', 'desc').execute();
}

export async function insertConfirmation(tx: Tx, values: Insertable<ContactWordTable>): Promise<void> {
  await tx.insertInto('contact_word').values(values).execute();
}

/** Deletes a user's earlier unused confirmations, which a new one replaces. */
export async function deleteOpenConfirmations(
  tx: Tx,
  {
    document_id,
    user_id,
    kind,
    signer_name,
  }: Pick<ContactConfirmation, 'document_id' | 'user_id' | 'kind' | 'signer_name'>,
): Promise<void> {
  await tx
    .deleteFrom('contact_word')
    .where('document_id', '=', document_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('signer_name', '=', signer_name)
    .where('session_id', 'is', null)
    .execute();
}

export async function consumeConfirmation(tx: Tx, id: number, sessionId: number): Promise<void> {
  await tx.updateTable('contact_word').set({ session_id: sessionId }).where('id', '=', id).execute();
}

/**
 * Serialises starts with the same number, so that each counts the people served by the previous one. Locked in sorted
 * order to avoid deadlocks.
 */
export async function lockPhones(tx: Tx, phones: readonly string[]): Promise<void> {
  for (const phone of [...new Set(phones)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`.execute(tx);
  }
}
