/**
 * The owner of the database changes the audit trail in every way; the verifier detects it with the external heads and
 * names the first bad row.
 */

import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { canonicalJson } from '#formats/canonical-json.ts';
import type { Tx } from '#ports/database/database.ts';
import { chainHash } from '#server/evidence/chains.ts';
import { takeHead } from '#server/evidence/heads.ts';
import { documentSubject, record } from '#server/evidence/index.ts';
import { GENESIS, type StoredEvent } from '#server/evidence/queries.ts';
import { type TrailFault, type TrailReport, verifyTrail } from '#server/evidence/verify-trail.ts';
import { randomOf, testSeed } from '../../chance.ts';
import { makeWorld, type TestWorld } from '../../world.ts';
import { Problems } from '../processes/servers.ts';
import { asOwner, rebuildTree } from './trail-owner.ts';

/** Chooses the time and place of each change, the same in every run. */
const random = randomOf(testSeed());

export interface TrailDrillReport {
  /** Changes made, by what was recomputed with them. */
  changes: Record<string, number>;
  problems: string[];
}

/** What the owner recomputes after changing rows: nothing; the chains; chains, tree and heads, sealed again. */
const DEPTHS = ['rows', 'chains', 'everything'] as const;
type Depth = (typeof DEPTHS)[number];

const CHAINS = 4;
const EVENTS = 16;
/** Events between two heads. */
const BETWEEN = 8;

type Body = Record<string, unknown> & { subject: string; seq: number };
const bodyOf = (row: StoredEvent): Body => JSON.parse(row.body) as Body;
const withBody = (row: StoredEvent, change: Partial<Body>): StoredEvent => {
  const body = { ...bodyOf(row), ...change };
  return { ...row, subject: body.subject, seq: body.seq, body: canonicalJson(body as never) };
};
const nameOf = ({ subject, seq }: Pick<StoredEvent, 'subject' | 'seq'>): string => `${subject} ${seq}`;

const randomIndex = (below: number): number => Math.floor(random() * below);

/** Rows in tree order, with each chain renumbered without gaps. */
function renumber(rows: readonly StoredEvent[]): StoredEvent[] {
  const last = new Map<string, number>();
  return rows.map((row) => {
    const seq = (last.get(row.subject) ?? 0) + 1;
    last.set(row.subject, seq);
    return row.seq === seq ? row : withBody(row, { seq });
  });
}

/** The same rows with every hash recomputed for their bodies. */
function rehash(rows: readonly StoredEvent[]): StoredEvent[] {
  const last = new Map<string, string>();
  return rows.map((row) => {
    const previous = last.get(row.subject) ?? GENESIS;
    const hash = chainHash(previous, row.body);
    last.set(row.subject, hash);
    return { ...row, prev_hash: previous, hash };
  });
}

const withForgedBody = (row: StoredEvent): StoredEvent =>
  withBody(row, { detail: { sessionId: 7, reason: `falso ${random()}` } });

/** An invented event of a chain, as if it had been recorded there. */
const inventedEvent = (like: StoredEvent, seq: number): StoredEvent => withForgedBody(withBody(like, { seq }));

/** Each takes the rows in tree order and returns them as an attacker would like them. */
const CHANGES: Readonly<Record<string, (rows: readonly StoredEvent[]) => StoredEvent[]>> = {
  change: (rows) => {
    const at = randomIndex(rows.length);
    return rows.map((row, index) => (index === at ? withForgedBody(row) : row));
  },
  delete: (rows) => rows.toSpliced(randomIndex(rows.length), 1),
  'delete and close up': (rows) => renumber(rows.toSpliced(randomIndex(rows.length), 1)),
  insert: (rows) => {
    const at = randomIndex(rows.length);
    const like = rows[at];
    return like === undefined ? [...rows] : renumber(rows.toSpliced(at, 0, withForgedBody(like)));
  },
  append: (rows) => {
    const like = rows[randomIndex(rows.length)];
    if (like === undefined) return [...rows];
    const chain = rows.filter(({ subject }) => subject === like.subject);
    return [...rows, inventedEvent(like, chain.length + 1)];
  },
  swap: (rows) => {
    const at = randomIndex(rows.length);
    const [chosenRow, other] = [rows[at], rows.find((row, index) => index !== at && row.subject === rows[at]?.subject)];
    if (chosenRow === undefined || other === undefined) return [...rows];
    const [first, second] = [withBody(other, { seq: chosenRow.seq }), withBody(chosenRow, { seq: other.seq })];
    return rows.map((row) => (row === chosenRow ? first : row === other ? second : row));
  },
  'move to another chain': (rows) => {
    const at = randomIndex(rows.length);
    const target = rows.find(({ subject }) => subject !== rows[at]?.subject)?.subject ?? '';
    return renumber(rows.map((row, index) => (index === at ? withBody(row, { subject: target }) : row)));
  },
  truncate: (rows) => rows.slice(0, rows.length - 1 - randomIndex(rows.length - 1)),
  'roll back and go on': (rows) => {
    const kept = rows.slice(0, rows.length - 1 - randomIndex(rows.length - 1));
    const like = kept[randomIndex(kept.length)] as StoredEvent;
    return renumber([...kept, ...Array.from({ length: EVENTS }, () => withForgedBody(like))]);
  },
  'forget a chain': (rows) => {
    const gone = rows[randomIndex(rows.length)]?.subject;
    return rows.filter(({ subject }) => subject !== gone);
  },
};

class TrailUnderAttack {
  readonly problems = new Problems();
  readonly changes: Record<string, number> = {};
  private readonly test: TestWorld;
  /** In tree order, as covered by the external heads. */
  private original: StoredEvent[] = [];

  constructor(test: TestWorld) {
    this.test = test;
  }

  async createTrail(): Promise<void> {
    const { world } = this.test;
    for (let eventNumber = 0; eventNumber < EVENTS; eventNumber += 1) {
      const subject = documentSubject(1 + (eventNumber % CHAINS));
      const detail = { sessionId: 7, reason: `perché ${eventNumber}` };
      await world.database.transaction((tx) =>
        record(tx, subject, { type: 'declined', actor: SYSTEM_ACTOR, detail }, world.clock.now()),
      );
      if (eventNumber % BETWEEN === BETWEEN - 1) await takeHead(world);
    }
    const { read } = world.database;
    const leaves = await read.selectFrom('evidence_leaf').selectAll().orderBy('position').execute();
    const rows = new Map(
      (await read.selectFrom('evidence_event').selectAll().execute()).map((row) => [nameOf(row), row]),
    );
    this.original = leaves.map((leaf) => rows.get(nameOf(leaf)) as StoredEvent);
    const untouched = await verifyTrail(world);
    this.problems.checkEqual('the untouched trail', untouched.faults, []);
    this.problems.checkEqual('heads', untouched.heads, { database: EVENTS / BETWEEN, outside: EVENTS / BETWEEN });
  }

  /** The verifier's report on these rows; afterwards the original rows are restored. */
  private async reportFor(rows: readonly StoredEvent[], depth: Depth): Promise<TrailReport> {
    const { world } = this.test;
    const undo = new Error('roll back');
    let report: TrailReport | undefined;
    const attack = async (tx: Tx): Promise<void> => {
      const database = { ...world.database, read: tx, transaction: <T>(work: (tx: Tx) => Promise<T>) => work(tx) };
      const text = JSON.stringify(rows).replaceAll("'", "''");
      const last = new Map(rows.map((row) => [row.subject, row]));
      const chains = [...last.values()].map(({ subject, seq, hash }) => ({ subject, last_seq: seq, last_hash: hash }));
      await asOwner(
        database,
        'ALTER TABLE evidence_event DROP CONSTRAINT evidence_event_subject_fkey',
        'DELETE FROM evidence_event',
        `INSERT INTO evidence_event SELECT * FROM json_populate_recordset(null::evidence_event, '${text}')`,
        ...(depth === 'rows'
          ? []
          : [
              'DELETE FROM evidence_chain',
              `INSERT INTO evidence_chain SELECT * FROM json_populate_recordset(null::evidence_chain, '${JSON.stringify(chains)}')`,
            ]),
      );
      if (depth === 'everything') {
        const order = rows.map((row, index) => `WHEN '${nameOf(row)}' THEN ${index}`).join(' ');
        await rebuildTree({ ...world, database }, `CASE subject || ' ' || seq ${order} END`);
      }
      report = await verifyTrail({ ...world, database });
      throw undo;
    };
    await world.database.transaction(attack).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    if (report === undefined) throw new Error('no report');
    return report;
  }

  /** The first row that differs from the external heads, found by comparing only the two lists; within a chain, the changed rows. */
  private expectedRows(rows: readonly StoredEvent[], depth: Depth): string[] {
    if (depth === 'everything') {
      const first = this.original.find((row, at) => {
        const now = rows[at];
        return now === undefined || nameOf(now) !== nameOf(row) || now.hash !== row.hash;
      });
      return first === undefined ? [] : [nameOf(first)];
    }
    const now = new Map(rows.map((row) => [nameOf(row), row]));
    const first = this.original.find((row) => now.get(nameOf(row))?.hash !== row.hash);
    if (first !== undefined) return [nameOf(first)];
    const before = new Map(this.original.map((row) => [nameOf(row), row]));
    return rows
      .filter((row) => JSON.stringify(before.get(nameOf(row))) !== JSON.stringify(row))
      .sort((a, b) => (a.subject === b.subject ? a.seq - b.seq : a.subject < b.subject ? -1 : 1))
      .map(nameOf);
  }

  /** @returns whether there was anything to detect. */
  async attack(name: string, rows: readonly StoredEvent[], depth: Depth): Promise<boolean> {
    if (JSON.stringify(rows) === JSON.stringify(this.original)) return false;
    const expected = this.expectedRows(rows, depth);
    // An event added after the last head by an attacker who also holds the seal is indistinguishable from any other
    // event.
    if (expected.length === 0) return false;
    const { faults } = await this.reportFor(rows, depth);
    this.changes[depth] = (this.changes[depth] ?? 0) + 1;
    const namedRow = faults.map(rowOf).find((row) => row !== null);
    const what = `${name} (${depth})`;
    if (faults.length === 0) this.problems.list.push(`${what} at ${expected[0]}: not detected`);
    else if (namedRow !== expected[0]) this.problems.list.push(`${what}: ${namedRow} named instead of ${expected[0]}`);
    return true;
  }

  /** One kind of change, at a random row. */
  async attackOnce(round: number): Promise<void> {
    const names = Object.keys(CHANGES);
    const name = names[round % names.length] ?? '';
    const depth = DEPTHS[Math.floor(round / names.length) % DEPTHS.length] ?? 'rows';
    const changed = CHANGES[name]?.(this.original) ?? [];
    await this.attack(name, depth === 'rows' ? changed : rehash(changed), depth);
  }

  /** Changes one byte of each column of each row, in turn. */
  async attackEveryByte(chain: string, depth: Depth): Promise<void> {
    for (const [at, row] of this.original.entries()) {
      if (row.subject !== chain) continue;
      for (const column of ['body', 'prev_hash', 'hash'] as const) {
        const bytes = Buffer.from(row[column], 'utf8');
        for (let position = 0; position < bytes.length; position += 1) {
          const flipped = Buffer.from(bytes);
          flipped[position] = (flipped[position] ?? 0) ^ 1;
          const text = flipped.toString('utf8');
          // A partial character is not valid text: the column itself refuses it.
          if (text.includes('\ufffd')) continue;
          const rows = this.original.with(at, { ...row, [column]: text });
          await this.attack(
            `byte ${position} of ${column} of ${nameOf(row)}`,
            depth === 'rows' ? rows : rehash(rows),
            depth,
          );
        }
      }
    }
  }
}

/** The row that a fault names; null for faults of a head or a node. */
function rowOf(fault: TrailFault): string | null {
  return fault.what === 'event' || fault.what === 'chain' ? nameOf(fault) : null;
}

/**
 * @param rounds changes of each kind and depth in turn, at randomly chosen rows.
 * @param depths depths at which every byte of a chain is flipped.
 */
export async function trailDrill(rounds: number, depths: readonly Depth[] = DEPTHS): Promise<TrailDrillReport> {
  const test = await makeWorld();
  try {
    const trail = new TrailUnderAttack(test);
    await trail.createTrail();
    for (const depth of depths) await trail.attackEveryByte(documentSubject(2), depth);
    for (let round = 0; round < rounds; round += 1) await trail.attackOnce(round);
    return { changes: trail.changes, problems: trail.problems.list };
  } finally {
    await test.close();
  }
}
