/** SQL of the audit trail. */

import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#ports/database/database.ts';
import type { EvidenceEventTable } from '#ports/database/tables.ts';
import { findsRow } from '../database/outcome.ts';

export const GENESIS = '0'.repeat(64);

interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** Heads locked by a transaction: no other transaction can move them until it ends, so they are read once. */
const lockedHeads = new WeakMap<Tx, Map<string, Head>>();

function rememberHead(tx: Tx, subject: string, head: Head): void {
  const heads = lockedHeads.get(tx) ?? new Map<string, Head>();
  heads.set(subject, head);
  lockedHeads.set(tx, heads);
}

async function selectHead(tx: Tx, subject: string): Promise<Head | undefined> {
  const head = await tx
    .selectFrom('evidence_chain')
    .select(['last_seq', 'last_hash'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst();
  return head && { seq: head.last_seq, hash: head.last_hash };
}

/** Locks the chain's head (creating it when new), so that two writers take turns and the chain cannot fork. */
export async function lockHead(tx: Tx, subject: string): Promise<Head> {
  const cached = lockedHeads.get(tx)?.get(subject);
  if (cached !== undefined) return cached;
  const head = (await selectHead(tx, subject)) ?? (await createChainHead(tx, subject));
  rememberHead(tx, subject, head);
  return head;
}

/** Waits for a concurrent transaction that creates the same head. */
async function createChainHead(tx: Tx, subject: string): Promise<Head> {
  const inserted = await tx
    .insertInto('evidence_chain')
    .values({ subject, last_seq: 0, last_hash: GENESIS })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .returning('subject')
    .executeTakeFirst();
  // A row created by this transaction is invisible to others until it ends.
  if (inserted !== undefined) return { seq: 0, hash: GENESIS };
  const head = await selectHead(tx, subject);
  if (head === undefined) throw new Error(`${subject} has no chain`);
  return head;
}

export type StoredEvent = Selectable<EvidenceEventTable>;

/** Writes event and head in one statement; the caller holds the head. */
export async function append(tx: Tx, event: StoredEvent): Promise<void> {
  const { subject, seq, hash } = event;
  await tx
    .with('appended', (cte) => cte.insertInto('evidence_event').values(event))
    .updateTable('evidence_chain')
    .set({ last_seq: seq, last_hash: hash })
    .where('subject', '=', subject)
    .execute();
  rememberHead(tx, subject, { seq, hash });
}

export async function listEvents(db: Db, subject: string): Promise<StoredEvent[]> {
  return db.selectFrom('evidence_event').selectAll().where('subject', '=', subject).orderBy('seq').execute();
}

/** Whether this actor recorded an event of this type and detail since then. */
export async function wasRecorded(
  db: Db,
  subject: string,
  event: { type: string; actorId: number | null; detail: string },
  since: Date,
): Promise<boolean> {
  const body = sql`cast(body as jsonb)`;
  return findsRow(
    db
      .selectFrom('evidence_event')
      .select('seq')
      .where('subject', '=', subject)
      .where('type', '=', event.type)
      .where('created_date', '>=', since)
      .where(
        sql<boolean>`${body} #>> '{actor,id}' is not distinct from ${event.actorId === null ? null : String(event.actorId)}`,
      )
      .where(sql<boolean>`${body} -> 'detail' = cast(${event.detail} as jsonb)`)
      .limit(1),
  );
}

export async function findHead(db: Db, subject: string): Promise<{ seq: number; hash: string } | undefined> {
  const head = await db
    .selectFrom('evidence_chain')
    .select(['last_seq', 'last_hash'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  return head === undefined ? undefined : { seq: head.last_seq, hash: head.last_hash };
}

/** Hashes of events, in the given order; null for a missing event. */
export async function findHashes(
  db: Db,
  keys: readonly { subject: string; seq: number }[],
): Promise<(string | null)[]> {
  const result = await sql<{ subject: string; seq: number; hash: string }>`
    select subject, seq, hash from evidence_event where (subject, seq) in (select * from unnest(
      ${keys.map(({ subject }) => subject)}::text[], ${keys.map(({ seq }) => seq)}::bigint[]))`.execute(db);
  const hashes = new Map(result.rows.map(({ subject, seq, hash }) => [`${seq} ${subject}`, hash]));
  return keys.map(({ subject, seq }) => hashes.get(`${seq} ${subject}`) ?? null);
}

/** Events and heads of some chains, events in order. */
export async function listChains(
  db: Db,
  subjects: readonly string[],
): Promise<{ events: StoredEvent[]; heads: { subject: string; seq: number; hash: string }[] }> {
  const among = sql<string>`any(${subjects}::text[])`;
  const heads = await db
    .selectFrom('evidence_chain')
    .select(['subject', 'last_seq as seq', 'last_hash as hash'])
    .where('subject', '=', among)
    .execute();
  const events = await db
    .selectFrom('evidence_event')
    .selectAll()
    .where('subject', '=', among)
    .orderBy('subject')
    .orderBy('seq')
    .execute();
  return { events, heads };
}

/** Subjects of all chains and of events without one, a page at a time. */
export async function listAllSubjects(db: Db, after: string, limit: number): Promise<string[]> {
  const result = await sql<{ subject: string }>`
    (select subject from evidence_chain where subject > ${after} order by subject limit ${limit})
    union (select distinct subject from evidence_event where subject > ${after} order by subject limit ${limit})
    order by subject limit ${limit}`.execute(db);
  return result.rows.map(({ subject }) => subject);
}

/** SHA-256 of every trail that an event records as sealed; a tampered body may hold anything, even invalid JSON. */
export async function listSealedTrails(db: Db): Promise<string[]> {
  const result = await sql<{ sha256: string | null }>`
    select substring(body from '"sha256":"([0-9a-f]{64})"') as sha256
    from evidence_event where type = 'audit.sealed'`.execute(db);
  return result.rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
}
