/** SQL of the audit trail. */
import { sql } from 'kysely';
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

/** Did this actor leave an event of this type and detail since then? */
export async function wasRecorded(
  db: Db,
  subject: string,
  event: { type: string; actorId: number | null; detail: string },
  since: Date,
): Promise<boolean> {
  const body = sql`cast(body as jsonb)`;
  const found = await db
    .selectFrom('evidence_event')
    .select('seq')
    .where('subject', '=', subject)
    .where('type', '=', event.type)
    .where('created_date', '>=', since)
    .where(
      sql<boolean>`${body} #>> '{actor,id}' is not distinct from ${event.actorId === null ? null : String(event.actorId)}`,
    )
    .where(sql<boolean>`${body} -> 'detail' = cast(${event.detail} as jsonb)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function findHead(db: Db, subject: string): Promise<{ seq: number; hash: string } | undefined> {
  const head = await db
    .selectFrom('evidence_chain')
    .select(['last_seq', 'last_hash'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  return head === undefined ? undefined : { seq: head.last_seq, hash: head.last_hash };
}

/** Subjects of all chains, a page at a time. */
export async function listSubjects(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('evidence_chain')
    .select('subject')
    .where('subject', '>', after)
    .orderBy('subject')
    .limit(limit)
    .execute();
  return rows.map((row) => row.subject);
}
