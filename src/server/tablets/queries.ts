/** SQL of tablets and their queues. */
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { TabletQueueEntryTable, TabletQueueView, TabletView } from '#ports/database/tables.ts';

export type TabletRow = Selectable<TabletView>;
export type QueuedRow = Selectable<TabletQueueView>;

/** Not expired on `day` (ISO date in Rome). */
const isUsable = (day: string) => sql<SqlBool>`(expires_at is null or expires_at >= ${day}::date)`;

const tabletsOf = (db: Db, hst: string, day: string) =>
  db.selectFrom('tablet').selectAll().where('hst', '=', hst).where(isUsable(day));

export async function listTablets(db: Db, hst: string, day: string): Promise<TabletRow[]> {
  return tabletsOf(db, hst, day).orderBy('device_label').orderBy('id').execute();
}

/** Keeps a tablet of the dealer active until the transaction ends. */
export async function lockTabletShared(tx: Tx, id: number, hst: string, day: string): Promise<TabletRow | undefined> {
  return tabletsOf(tx, hst, day).where('id', '=', id).forShare().executeTakeFirst();
}

/** Queued documents of usable tablets. */
const queuedDocuments = (db: Db, day: string) => db.selectFrom('tablet_queue').selectAll().where(isUsable(day));

export async function listQueued(db: Db, hst: string, day: string): Promise<QueuedRow[]> {
  return queuedDocuments(db, day).where('hst', '=', hst).orderBy('id').execute();
}

/** Queued documents of one tablet, if usable. */
export async function listOnTablet(db: Db, activationId: number, day: string): Promise<QueuedRow[]> {
  return queuedDocuments(db, day).where('activation_id', '=', activationId).orderBy('id').execute();
}

export async function findOnTablet(
  db: Db,
  documentId: number,
  activationId: number,
  day: string,
): Promise<QueuedRow | undefined> {
  return queuedDocuments(db, day)
    .where('document_id', '=', documentId)
    .where('activation_id', '=', activationId)
    .executeTakeFirst();
}

export async function findQueued(db: Db, documentId: number): Promise<QueuedRow | undefined> {
  return db.selectFrom('tablet_queue').selectAll().where('document_id', '=', documentId).executeTakeFirst();
}

export async function getQueued(db: Db, documentId: number): Promise<QueuedRow> {
  const row = await findQueued(db, documentId);
  if (row === undefined) throw new Error(`Document ${documentId} is in no queue`);
  return row;
}

/** Locks the document's queue entry, on any tablet; undefined if it left its queue meanwhile. */
export async function lockEntry(tx: Tx, documentId: number): Promise<Selectable<TabletQueueEntryTable> | undefined> {
  return tx
    .selectFrom('tablet_queue_entry')
    .selectAll()
    .where('document_id', '=', documentId)
    .where('withdrawn_date', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertEntry(tx: Tx, values: Insertable<TabletQueueEntryTable>): Promise<void> {
  await tx.insertInto('tablet_queue_entry').values(values).execute();
}

/** The caller holds the entry. */
export async function withdrawEntry(tx: Tx, id: number, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('tablet_queue_entry')
    .set({ withdrawn_date: at, withdrawn_by: by })
    .where('id', '=', id)
    .execute();
}

/** The caller holds the entry. */
export async function setSigners(tx: Tx, id: number, signers: ChosenSigners): Promise<void> {
  await tx
    .updateTable('tablet_queue_entry')
    .set({ signers: JSON.stringify(signers) })
    .where('id', '=', id)
    .execute();
}

/** The caller holds the entry. */
export async function markTaken(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.updateTable('tablet_queue_entry').set({ taken_date: at }).where('id', '=', id).execute();
}
