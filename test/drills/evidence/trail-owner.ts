/**
 * Attacks by the owner of the database on the audit trail: past every trigger, with chains, tree and heads recomputed
 * and even sealed again.
 */
import { sql } from 'kysely';
import type { HeadStore } from '#ports/head-store.ts';
import { chainHash } from '#server/evidence/chains.ts';
import { type HeadServices, takeHead } from '#server/evidence/heads.ts';
import { GENESIS } from '#server/evidence/queries.ts';

const TABLES = ['event', 'chain', 'leaf', 'node', 'tree', 'head', 'pending'].map((name) => `evidence_${name}`);

type OwnerDatabase = Pick<HeadServices['database'], 'read'>;

/** Runs statements as the owner of the database. */
export async function asOwner({ read }: OwnerDatabase, ...statements: string[]): Promise<void> {
  for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(read);
  for (const statement of statements) await sql.raw(statement).execute(read);
  for (const table of TABLES) await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(read);
}

/** Makes every chain consistent again with its current rows. */
export async function rehashChains(database: OwnerDatabase): Promise<void> {
  const rows = await database.read.selectFrom('evidence_event').selectAll().orderBy('subject').orderBy('seq').execute();
  const statements: string[] = [];
  for (const [subject, events] of Map.groupBy(rows, (row) => row.subject)) {
    let previous = GENESIS;
    for (const { seq, body } of events) {
      const hash = chainHash(previous, body);
      statements.push(
        `UPDATE evidence_event SET prev_hash = '${previous}', hash = '${hash}' WHERE subject = '${subject}' AND seq = ${seq}`,
      );
      previous = hash;
    }
    const last = events.at(-1)?.seq ?? 0;
    statements.push(
      `UPDATE evidence_chain SET last_seq = ${last}, last_hash = '${previous}' WHERE subject = '${subject}'`,
    );
  }
  await asOwner(database, ...statements);
}

const noHeadStore: HeadStore = {
  store: async () => true,
  newest: async () => null,
  async *list() {},
};

/**
 * Rebuilds the tree from the existing rows, with heads that even have our seal.
 * @param order order of the events in the tree: the original one, as far as it is known.
 */
export async function rebuildTree(world: HeadServices, order = 'position nulls last, subject, seq'): Promise<void> {
  await asOwner(
    world.database,
    'CREATE TABLE stolen AS SELECT e.subject, e.seq, position FROM evidence_event e LEFT JOIN evidence_leaf USING (subject, seq)',
    'DELETE FROM evidence_leaf',
    'DELETE FROM evidence_node',
    'DELETE FROM evidence_tree',
    'DELETE FROM evidence_head',
    'DELETE FROM evidence_pending',
    `INSERT INTO evidence_pending (subject, seq) SELECT subject, seq FROM stolen ORDER BY ${order}`,
    'DROP TABLE stolen',
  );
  await takeHead({ ...world, heads: noHeadStore });
}
