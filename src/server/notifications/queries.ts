/** SQL of notifications, and of users who switched e-mails off. */
import type { Selectable } from 'kysely';
import type { NotificationKind } from '#domain/notifications/notification.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { NotificationTable } from '#ports/database/tables.ts';

export type NotificationRow = Selectable<NotificationTable>;

/** A notification, once for each user and signature. */
export interface NewNotification {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly sessionId: number;
  /** Documents of the signature, at least one. */
  readonly documentIds: readonly number[];
  readonly at: Date;
}

/** Changes nothing when the user was already notified. */
export async function insertNotification(
  tx: Tx,
  { userId, kind, sessionId, documentIds, at }: NewNotification,
): Promise<void> {
  const document_id = Math.min(...documentIds);
  const row = { user_id: userId, kind, session_id: sessionId, document_id, documents: documentIds.length };
  await tx
    .insertInto('notification')
    .values({ ...row, created_date: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id', 'kind']).doNothing())
    .execute();
}

/** Newest first. */
export async function listNotifications(
  db: Db,
  userId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const query = db.selectFrom('notification').where('user_id', '=', userId);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  return { rows, total: Number(total) };
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('read_date', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param filter those of one document, or all. */
export async function markRead(tx: Tx, userId: number, filter: { documentId: number | null }, at: Date): Promise<void> {
  const update = tx
    .updateTable('notification')
    .set({ read_date: at })
    .where('user_id', '=', userId)
    .where('read_date', 'is', null);
  const { documentId } = filter;
  await (documentId === null ? update : update.where('document_id', '=', documentId)).execute();
}

export async function deleteNotifications(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('notification').where('created_date', '<', before).execute();
}

export async function wantsMails(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('notification_setting')
    .select('mails')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.mails ?? true;
}

export async function setMails(tx: Tx, userId: number, mails: boolean): Promise<void> {
  await tx
    .insertInto('notification_setting')
    .values({ user_id: userId, mails })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mails }))
    .execute();
}
