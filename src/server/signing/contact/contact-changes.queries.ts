/** SQL of replaced telephones and addresses, kept until their notices are sent. */
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { FormerContactTable } from '#ports/database/tables.ts';

type FormerContact = Selectable<FormerContactTable>;

export async function insertFormerContact(tx: Tx, values: Insertable<FormerContactTable>): Promise<number> {
  const { id } = await tx.insertInto('former_contact').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findFormerContact(db: Db, id: number): Promise<FormerContact | undefined> {
  return db.selectFrom('former_contact').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those with notices to send, oldest first. */
export async function listFormerContacts(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('former_contact').select('id').orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteFormerContact(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('former_contact').where('id', '=', id).execute();
}
