/** SQL of the words that second persons have given for telephones and addresses (D-45). */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ContactWordTable } from '#ports/database/contact-tables.ts';
import type { Db, Tx } from '#ports/database/database.ts';

export type ContactWord = Selectable<ContactWordTable>;

/** Those of a document that have served no signature yet, newest first. */
export async function listOpenWords(db: Db, documentId: number): Promise<ContactWord[]> {
  const words = db.selectFrom('contact_word').selectAll().where('document_id', '=', documentId);
  return words.where('session_id', 'is', null).orderBy('id', 'desc').execute();
}

export async function insertWord(tx: Tx, values: Insertable<ContactWordTable>): Promise<void> {
  await tx.insertInto('contact_word').values(values).execute();
}

/** Words that were given before and served nothing give way to a new one by the same person. */
export async function forgetWords(
  tx: Tx,
  { document_id, user_id, kind, signer_name }: Pick<ContactWord, 'document_id' | 'user_id' | 'kind' | 'signer_name'>,
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

export async function spendWord(tx: Tx, id: number, sessionId: number): Promise<void> {
  await tx.updateTable('contact_word').set({ session_id: sessionId }).where('id', '=', id).execute();
}

/** Starts with one number come one after the other: each counts whom the one before it has served. In one order everywhere. */
export async function holdPhones(tx: Tx, phones: readonly string[]): Promise<void> {
  for (const phone of [...new Set(phones)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`.execute(tx);
  }
}
