/** SQL of the audit trail. */
import type { Db, Tx } from '#ports/database/database.ts';

export const GENESIS = '0'.repeat(64);

/** Locks the chain's head (making it when new), so that two writers take turns and the chain cannot fork. */
export async function lockHead(tx: Tx, subject: string): Promise<{ seq: number; hash: string }> {
  await tx
    .insertInto('evidence_chain')
    .values({ subject, last_seq: 0, last_hash: GENESIS })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
  const head = await tx
    .selectFrom('evidence_chain')
    .select(['last_seq', 'last_hash'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { seq: head.last_seq, hash: head.last_hash };
}

export interface StoredEvent {
  subject: string;
  seq: number;
  type: string;
  body: string;
  prev_hash: string;
  hash: string;
  created_date: Date;
}

export async function append(tx: Tx, event: StoredEvent): Promise<void> {
  await tx.insertInto('evidence_event').values(event).execute();
  await tx
    .updateTable('evidence_chain')
    .set({ last_seq: event.seq, last_hash: event.hash })
    .where('subject', '=', event.subject)
    .execute();
}

export async function listEvents(db: Db, subject: string): Promise<StoredEvent[]> {
  return db.selectFrom('evidence_event').selectAll().where('subject', '=', subject).orderBy('seq').execute();
}

export async function findHead(db: Db, subject: string): Promise<{ seq: number; hash: string } | undefined> {
  const head = await db
    .selectFrom('evidence_chain')
    .select(['last_seq', 'last_hash'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  return head === undefined ? undefined : { seq: head.last_seq, hash: head.last_hash };
}
