/** SQL of reminders: the same link sent once more because somebody asked for it (P-19). */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { LinkReminderTable } from '#ports/database/reminder-tables.ts';

export type Reminder = Selectable<LinkReminderTable>;

/** Oldest first. */
export async function listReminders(db: Db, signerIds: readonly number[]): Promise<Reminder[]> {
  return db
    .selectFrom('link_reminder')
    .selectAll()
    .where('signer_id', '=', sql<number>`any(${signerIds}::bigint[])`)
    .orderBy('id')
    .execute();
}

export async function insertReminder(tx: Tx, values: Insertable<LinkReminderTable>): Promise<number> {
  const row = await tx.insertInto('link_reminder').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findReminder(db: Db, id: number): Promise<Reminder | undefined> {
  return db.selectFrom('link_reminder').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns false when another run of the job has noted the delivery before. */
export async function setReminderDelivery(
  tx: Tx,
  id: number,
  delivery: 'SENT' | 'FAILED',
  providerId: string | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('link_reminder')
    .set({ delivery, provider_id: providerId })
    .where('id', '=', id)
    .where('delivery', '=', 'QUEUED')
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Reminders that no gateway has accepted yet. */
export async function listQueuedReminders(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('link_reminder')
    .select('id')
    .where('delivery', '=', 'QUEUED')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
