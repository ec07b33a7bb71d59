/**
 * The owner of the database may change, delete, insert or move anything and rewrite chains, tree and heads with it:
 * verification detects and names it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EvidenceEvent, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { HeadsDisagree, takeHead } from '#server/evidence/heads.ts';
import { documentSubject, record } from '#server/evidence/index.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import {
  asOwner as ownerDoes,
  rebuildTree as regrowTree,
  rehashChains as rehash,
} from '../../drills/evidence/trail-owner.ts';
import { makeWorld, type TestWorld } from '../../world.ts';

let test: TestWorld;
beforeEach(async () => {
  test = await makeWorld();
  for (const document of [1, 2, 1, 3, 2, 1]) await append(document);
  await takeHead(test.world);
  for (const document of [1, 4, 2]) await append(document);
  await takeHead(test.world);
});
afterEach(() => test.close());

const event = (reason: string): EvidenceEvent => ({
  type: 'declined',
  actor: SYSTEM_ACTOR,
  detail: { sessionId: 7, reason },
});
let eventCount = 0;
const append = (document: number): Promise<string> =>
  test.world.database.transaction((tx) =>
    record(tx, documentSubject(document), event(`motivo ${eventCount++}`), test.world.clock.now()),
  );

const asOwner = (...statements: string[]) => ownerDoes(test.world.database, ...statements);
const rehashChains = () => rehash(test.world.database);
const regrow = (order?: string) => regrowTree(test.world, order);

const verify = () => verifyTrail(test.world);
const forged = (seq: number, subject = 'document:1', reason = 'altro'): string =>
  JSON.stringify({
    actor: { ...SYSTEM_ACTOR },
    detail: { reason, sessionId: 7 },
    seq,
    subject,
    time: '2026-11-20T08:00:00.000Z',
    type: 'declined',
    v: 1,
  });
const insert = (seq: number, subject: string): string =>
  `INSERT INTO evidence_event (subject, seq, type, body, prev_hash, hash, created_date) VALUES
    ('${subject}', ${seq}, 'declined', '${forged(seq, subject)}', '', '', '2026-11-20T08:00:00.000Z')`;

it('an unmodified trail has no findings, also while events wait for their leaf', async () => {
  await append(4);
  const report = await verify();
  expect(report).toEqual({
    events: 10,
    chains: 4,
    leaves: 9,
    heads: { database: 2, outside: 2 },
    replaced: [],
    faults: [],
  });
});

describe('changes to rows only', () => {
  it('a changed event', async () => {
    await asOwner(`UPDATE evidence_event SET body = '${forged(2)}' WHERE subject = 'document:1' AND seq = 2`);
    expect((await verify()).faults).toEqual([{ what: 'chain', fault: 'hash', subject: 'document:1', seq: 2 }]);
  });

  it('a deleted event', async () => {
    await asOwner(`DELETE FROM evidence_event WHERE subject = 'document:1' AND seq = 2`);
    expect((await verify()).faults[0]).toMatchObject({
      what: 'event',
      fault: 'missing',
      subject: 'document:1',
      seq: 2,
    });
  });

  it('an inserted event', async () => {
    await asOwner(insert(2, 'document:3'));
    await rehashChains();
    expect((await verify()).faults).toEqual([
      { what: 'event', fault: 'inserted', subject: 'document:3', seq: 2, position: null },
    ]);
  });

  it('a node of the tree, a leaf, the size', async () => {
    await asOwner(`UPDATE evidence_node SET hash = repeat('0', 64) WHERE level = 1 AND position = 2`);
    expect((await verify()).faults).toEqual([{ what: 'tree', fault: 'node', position: 4 }]);
    await asOwner('DELETE FROM evidence_leaf WHERE position = 8', 'UPDATE evidence_tree SET size = 8');
    expect((await verify()).faults.map(({ what }) => what)).toContain('head');
  });

  it('a changed head, or one with a foreign signature or timestamp', async () => {
    const heads = await test.world.database.read.selectFrom('evidence_head').selectAll().orderBy('size').execute();
    const [first, second] = heads;
    if (!first || !second) throw new Error('two heads were taken');
    const changes: [string, string][] = [
      [`statement = replace(statement, '"size":6', '"size":5')`, 'signature'],
      [`signature = '${second.signature}'`, 'stamp'],
      [`stamp = '${second.stamp}'`, 'stamp'],
      [`statement = 'altro'`, 'statement'],
    ];
    for (const [change, fault] of changes) {
      await asOwner(`UPDATE evidence_head SET ${change} WHERE size = 6`);
      expect((await verify()).faults[0], change).toMatchObject({ what: 'head', fault, place: 'database', size: 6 });
      await asOwner('DELETE FROM evidence_head WHERE size = 6');
      await test.world.database.read.insertInto('evidence_head').values(first).execute();
    }
    expect((await verify()).faults).toEqual([]);
  });
});

describe('chains, tree and heads of the database rewritten and resealed', () => {
  const attacks: [string, string[], object][] = [
    [
      'a changed event',
      [
        `UPDATE evidence_event SET body = '${forged(2)}', created_date = '2026-11-20T08:00:00.000Z' WHERE subject = 'document:1' AND seq = 2`,
      ],
      { what: 'event', fault: 'changed', subject: 'document:1', seq: 2, position: 2 },
    ],
    [
      'the last event of a chain deleted',
      [`DELETE FROM evidence_event WHERE subject = 'document:2' AND seq = 3`],
      { what: 'event', fault: 'missing', subject: 'document:2', seq: 3, position: 8 },
    ],
    [
      'a whole chain deleted',
      [
        `DELETE FROM evidence_event WHERE subject = 'document:3'`,
        `DELETE FROM evidence_chain WHERE subject = 'document:3'`,
      ],
      { what: 'event', fault: 'replaced', subject: 'document:3', seq: 1, position: 3 },
    ],
    [
      'two events exchanged',
      [
        `UPDATE evidence_event e SET body = replace(o.body, '"seq":' || o.seq, '"seq":' || e.seq), created_date = o.created_date
          FROM evidence_event o WHERE e.subject = 'document:1' AND o.subject = 'document:1' AND e.seq + o.seq = 3 AND e.seq < 3`,
      ],
      { what: 'event', fault: 'changed', subject: 'document:1', seq: 1, position: 0 },
    ],
  ];
  it.each(attacks)('%s', async (_name, statements, first) => {
    await asOwner(...statements);
    await rehashChains();
    await regrow();
    const { faults } = await verify();
    expect(faults[0]).toEqual(first);
    expect(faults).toContainEqual({
      what: 'head',
      fault: expect.stringMatching(/root|beyond/),
      place: 'outside',
      size: 9,
    });
    expect(faults.filter(({ what }) => what === 'chain')).toEqual([]);
  });

  it('an event inserted into the past', async () => {
    await asOwner(insert(2, 'document:3'));
    await rehashChains();
    await regrow(`(CASE WHEN subject = 'document:3' THEN 3 ELSE position END), seq`);
    expect((await verify()).faults[0]).toEqual({
      what: 'event',
      fault: 'replaced',
      subject: 'document:2',
      seq: 2,
      position: 4,
    });
  });

  it('events with swapped order in the tree', async () => {
    await regrow('position desc');
    expect((await verify()).faults[0]).toMatchObject({ what: 'event', fault: 'replaced', position: 0 });
  });

  it('a database restored to an earlier day and continued', async () => {
    await asOwner(
      `DELETE FROM evidence_event WHERE (subject, seq) IN (SELECT subject, seq FROM evidence_leaf WHERE position >= 6)`,
      `UPDATE evidence_chain SET last_seq = (SELECT count(*) FROM evidence_event e WHERE e.subject = evidence_chain.subject)`,
      `DELETE FROM evidence_chain WHERE last_seq = 0`,
    );
    await rehashChains();
    await regrow();
    expect((await verify()).faults).toContainEqual({ what: 'head', fault: 'beyond', place: 'outside', size: 9 });
    expect((await verify()).faults[0]).toMatchObject({ what: 'event', fault: 'missing', position: 6 });
    for (const document of [1, 5, 5, 5]) await append(document);
    await expect(takeHead(test.world)).rejects.toThrow(HeadsDisagree);
    expect((await verify()).faults[0]).toMatchObject({ what: 'event', position: 6 });
  });
});

it('never writes a head next to those of another history', async () => {
  await asOwner(`UPDATE evidence_event SET body = '${forged(1)}' WHERE subject = 'document:1' AND seq = 1`);
  await rehashChains();
  await regrow();
  const before = await test.world.heads.newest();
  await append(1);
  await expect(takeHead(test.world)).rejects.toThrow(HeadsDisagree);
  expect(await test.world.heads.newest()).toEqual(before);
});
