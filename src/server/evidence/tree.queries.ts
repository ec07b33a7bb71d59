/** SQL of the tree over all evidence: the queue of events, leaves, complete subtrees, heads. */
import { sql } from 'kysely';
import type { Subtree } from '#formats/merkle.ts';
import type { Db, Tx } from '#ports/database/database.ts';
import type { EvidenceHeadTable, EvidenceLeafTable, EvidenceNodeTable } from '#ports/database/tables.ts';
import { anyOf } from '../database/criteria.ts';

export type Leaf = EvidenceLeafTable;
export type HeadRow = EvidenceHeadTable;

export interface EventKey {
  readonly subject: string;
  readonly seq: number;
}

/** Locks the tree for the caller's transaction, creating it if needed. @returns the number of its leaves. */
export async function lockTree(tx: Tx): Promise<number> {
  await tx
    .insertInto('evidence_tree')
    .values({ size: 0 })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute();
  const row = await tx.selectFrom('evidence_tree').select('size').forUpdate().executeTakeFirstOrThrow();
  return row.size;
}

export async function treeSize(db: Db): Promise<number> {
  const row = await db.selectFrom('evidence_tree').select('size').executeTakeFirst();
  return row?.size ?? 0;
}

export async function listPending(db: Db, limit: number): Promise<(EventKey & { id: number })[]> {
  return db.selectFrom('evidence_pending').select(['id', 'subject', 'seq']).orderBy('id').limit(limit).execute();
}

const keysOf = (keys: readonly EventKey[]) =>
  sql`select * from unnest(${keys.map(({ subject }) => subject)}::text[], ${keys.map(({ seq }) => seq)}::bigint[])`;

/** Those of the events that still wait for a leaf. */
export async function listPendingOf(db: Db, keys: readonly EventKey[]): Promise<EventKey[]> {
  const result =
    await sql<EventKey>`select subject, seq from evidence_pending where (subject, seq) in (${keysOf(keys)})`.execute(
      db,
    );
  return result.rows;
}

export async function listLeavesOf(db: Db, keys: readonly EventKey[]): Promise<Leaf[]> {
  const result = await sql<Leaf>`select * from evidence_leaf where (subject, seq) in (${keysOf(keys)})`.execute(db);
  return result.rows;
}

/** Leaves from a position on, in order. */
export async function listLeaves(db: Db, from: number, limit: number): Promise<Leaf[]> {
  return db
    .selectFrom('evidence_leaf')
    .selectAll()
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Leaves of one chain among the first `size`, in the chain's order. */
export async function listLeavesOfSubject(db: Db, subject: string, size: number): Promise<Leaf[]> {
  return db
    .selectFrom('evidence_leaf')
    .selectAll()
    .where('subject', '=', subject)
    .where('position', '<', size)
    .orderBy('seq')
    .execute();
}

/** Hashes of complete subtrees in the given order; null for one that is not stored. */
export async function findSubtrees(db: Db, subtrees: readonly Subtree[]): Promise<(string | null)[]> {
  const [leaves, nodes] = [subtrees.filter(({ level }) => level === 0), subtrees.filter(({ level }) => level > 0)];
  const hashes = new Map<string, string>();
  if (leaves.length > 0) {
    const rows = await db
      .selectFrom('evidence_leaf')
      .select(['position', 'hash'])
      .where('position', '=', anyOf(leaves.map(({ index }) => index)))
      .execute();
    for (const { position, hash } of rows) hashes.set(`0:${position}`, hash);
  }
  if (nodes.length > 0) {
    const result = await sql<EvidenceNodeTable>`select * from evidence_node where (level, position) in
      (select * from unnest(${nodes.map(({ level }) => level)}::int[], ${nodes.map(({ index }) => index)}::bigint[]))`.execute(
      db,
    );
    for (const { level, position, hash } of result.rows) hashes.set(`${level}:${position}`, hash);
  }
  return subtrees.map(({ level, index }) => hashes.get(`${level}:${index}`) ?? null);
}

/** Stores new leaves and subtrees, removes them from the queue, and updates the size; the caller holds the tree. */
export async function appendLeaves(
  tx: Tx,
  growth: { pending: readonly number[]; leaves: readonly Leaf[]; nodes: readonly (Subtree & { hash: string })[] },
  size: number,
): Promise<void> {
  const { pending, leaves, nodes } = growth;
  await sql`insert into evidence_leaf (position, subject, seq, hash) select * from unnest(
    ${leaves.map(({ position }) => position)}::bigint[], ${leaves.map(({ subject }) => subject)}::text[],
    ${leaves.map(({ seq }) => seq)}::bigint[], ${leaves.map(({ hash }) => hash)}::text[])`.execute(tx);
  await sql`insert into evidence_node (level, position, hash) select * from unnest(
    ${nodes.map(({ level }) => level)}::int[], ${nodes.map(({ index }) => index)}::bigint[],
    ${nodes.map(({ hash }) => hash)}::text[])`.execute(tx);
  await tx.deleteFrom('evidence_pending').where('id', '=', anyOf(pending)).execute();
  await tx.updateTable('evidence_tree').set({ size }).execute();
}

/** Stores a head unless one of its size exists. @returns the stored one. */
export async function insertHead(tx: Tx, head: HeadRow): Promise<HeadRow> {
  await tx
    .insertInto('evidence_head')
    .values(head)
    .onConflict((conflict) => conflict.column('size').doNothing())
    .execute();
  return tx.selectFrom('evidence_head').selectAll().where('size', '=', head.size).executeTakeFirstOrThrow();
}

export async function findNewestHead(db: Db): Promise<HeadRow | undefined> {
  return db.selectFrom('evidence_head').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst();
}

export async function findHead(db: Db, size: number): Promise<HeadRow | undefined> {
  return db.selectFrom('evidence_head').selectAll().where('size', '=', size).executeTakeFirst();
}

/** Heads with more leaves than `after`, smallest first. */
export async function listHeads(db: Db, after: number, limit: number): Promise<HeadRow[]> {
  return db.selectFrom('evidence_head').selectAll().where('size', '>', after).orderBy('size').limit(limit).execute();
}
