/** SQL of reminders: the same link sent again, on request or on schedule. */

import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { LinkReminderTable } from '#ports/database/tables.ts';
import { anyOf } from '../../database/criteria.ts';
import { changesRow, findsRow } from '../../database/outcome.ts';
import type { Delivery } from '../queries.ts';

export type Reminder = Selectable<LinkReminderTable>;

/** Oldest first. */
export async function listReminders(db: Db, signerIds: readonly number[]): Promise<Reminder[]> {
  return db.selectFrom('link_reminder').selectAll().where('signer_id', '=', anyOf(signerIds)).orderBy('id').execute();
}

export async function insertReminder(tx: Tx, values: Insertable<LinkReminderTable>): Promise<number> {
  const row = await tx.insertInto('link_reminder').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function findReminder(db: Db, id: number): Promise<Reminder | undefined> {
  return db.selectFrom('link_reminder').selectAll().where('id', '=', id).executeTakeFirst();
}

/** @returns false when another run of the job has already recorded the delivery. */
export async function setReminderDelivery(tx: Tx, id: number, delivery: Delivery): Promise<boolean> {
  return changesRow(
    tx.updateTable('link_reminder').set(delivery).where('id', '=', id).where('delivery', '=', 'QUEUED'),
  );
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

/** Sessions with a due reminder, the longest overdue first. */
export async function listSessionsToRemind(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('session_reminder')
    .select('session_id')
    .where('next_date', '<=', now)
    .orderBy('next_date')
    .limit(limit)
    .execute();
  return rows.map((row) => row.session_id);
}

/** @param at null when no reminder is left to send. The caller holds the session's lock, or creates the session. */
export async function planReminder(tx: Tx, sessionId: number, at: Date | null): Promise<void> {
  if (at === null) {
    await tx.deleteFrom('session_reminder').where('session_id', '=', sessionId).execute();
    return;
  }
  await tx
    .insertInto('session_reminder')
    .values({ session_id: sessionId, next_date: at })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ next_date: at }))
    .execute();
}

/** Whether the session's next reminder is due. */
export async function isReminderDue(tx: Tx, sessionId: number, now: Date): Promise<boolean> {
  return findsRow(
    tx
      .selectFrom('session_reminder')
      .select('session_id')
      .where('session_id', '=', sessionId)
      .where('next_date', '<=', now),
  );
}
