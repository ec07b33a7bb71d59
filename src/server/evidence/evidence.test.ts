/** Writing and checking the audit trail, and a database that refuses; concurrent writers and every changed byte are in test/drills. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EvidenceEvent, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { chainHash } from './chains.ts';
import { documentSubject, listTrail, record, verifyChain } from './index.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
});
afterAll(async () => {
  await test.close();
});

let next = 1;
let subject = '';
beforeEach(() => {
  subject = documentSubject(next++);
});

const event = (reason: string): EvidenceEvent => ({
  type: 'declined',
  actor: { ...SYSTEM_ACTOR, name: 'Perché «no» – €' },
  detail: { sessionId: 7, reason },
});

async function append(reason: string): Promise<string> {
  const { world } = test;
  return world.database.transaction((tx) => record(tx, subject, event(reason), world.clock.now()));
}

/** Changes rows with the database owner's rights, bypassing the triggers. */
async function asOwner(change: () => Promise<unknown>): Promise<void> {
  const { read } = test.world.database;
  const triggers = ['evidence_event DISABLE TRIGGER USER', 'evidence_chain DISABLE TRIGGER USER'];
  for (const one of triggers) await sql.raw(`ALTER TABLE ${one}`).execute(read);
  try {
    await change();
  } finally {
    for (const one of triggers) await sql.raw(`ALTER TABLE ${one.replace('DISABLE', 'ENABLE')}`).execute(read);
  }
}

const verify = () => verifyChain(test.world.database.read, subject);
const rows = () =>
  test.world.database.read
    .selectFrom('evidence_event')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('seq')
    .execute();

describe('writing', () => {
  it('leaves no gap and no event when its action rolls back', async () => {
    const { world } = test;
    await append('one');
    const failed = world.database.transaction(async (tx) => {
      await record(tx, subject, event('undone'), world.clock.now());
      throw new Error('the action failed');
    });
    await expect(failed).rejects.toThrow('the action failed');
    await append('two');
    expect((await listTrail(world.database.read, subject)).map((one) => [one.seq, one.detail.reason])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(await verify()).toBeNull();
  });

  it('chains two events of one transaction, and keeps a chain per document', async () => {
    const { world } = test;
    const other = documentSubject(next++);
    await world.database.transaction(async (tx) => {
      for (const one of [subject, other, subject]) await record(tx, one, event('same'), world.clock.now());
    });
    expect(await rows()).toHaveLength(2);
    expect(await verify()).toBeNull();
    expect(await verifyChain(world.database.read, other)).toBeNull();
  });

  it('keeps instants to the millisecond, so that hashes can be recomputed', async () => {
    const { world } = test;
    const at = new Date('2026-10-25T00:30:00.123Z');
    await world.database.transaction((tx) => record(tx, subject, event('clock'), at));
    expect((await listTrail(world.database.read, subject))[0]?.time).toBe('2026-10-25T00:30:00.123Z');
    expect(await verify()).toBeNull();
  });

  it('starts at zero and hashes the previous hash and the canonical text', async () => {
    await append('one');
    await append('two');
    const [first, second] = await rows();
    expect(first?.prev_hash).toBe('0'.repeat(64));
    expect(second?.prev_hash).toBe(first?.hash);
    expect(second?.hash).toBe(chainHash(first?.hash ?? '', second?.body ?? ''));
    expect(second?.body).toMatch(
      /^\{"actor":\{.*\},"detail":\{.*\},"seq":2,"subject":"document:\d+","time":".*Z","type":"declined","v":1\}$/,
    );
  });
});

describe('the database', () => {
  it('refuses to change, delete or truncate events, and to rewind or move a chain', async () => {
    await append('one');
    await append('two');
    const { read } = test.world.database;
    const attacks = [
      () => read.updateTable('evidence_event').set({ body: '{}' }).where('subject', '=', subject).execute(),
      () => read.updateTable('evidence_event').set({ seq: 9 }).where('subject', '=', subject).execute(),
      () => read.deleteFrom('evidence_event').where('subject', '=', subject).execute(),
      () => sql`TRUNCATE evidence_event`.execute(read),
      () => sql`TRUNCATE evidence_chain CASCADE`.execute(read),
      () => read.deleteFrom('evidence_chain').where('subject', '=', subject).execute(),
      () => read.updateTable('evidence_chain').set({ last_seq: 1 }).where('subject', '=', subject).execute(),
      () => read.updateTable('evidence_chain').set({ last_seq: 9 }).where('subject', '=', subject).execute(),
      () =>
        read
          .updateTable('evidence_chain')
          .set({ subject: 'document:0', last_seq: 3 })
          .where('subject', '=', subject)
          .execute(),
    ];
    for (const attack of attacks) await expect(attack()).rejects.toThrow(/append-only|only grows|violates/);
    expect(await rows()).toHaveLength(2);
    expect(await verify()).toBeNull();
  });

  it('refuses an action without its audit row', async () => {
    const { world } = test;
    await append('one');
    const taken = world.database.transaction(async (tx) => {
      await tx.insertInto('legal_entity').values({ code: subject, name: 'Azione' }).execute();
      await tx
        .insertInto('evidence_event')
        .values({ subject, seq: 2, type: 'x', body: '{}', prev_hash: '', hash: '', created_date: world.clock.now() })
        .execute();
      await record(tx, subject, event('taken'), world.clock.now());
    });
    await expect(taken).rejects.toThrow(/duplicate key/);
    const acted = await world.database.read
      .selectFrom('legal_entity')
      .selectAll()
      .where('code', '=', subject)
      .execute();
    expect(acted).toEqual([]);
  });
});

describe('verifying', () => {
  it('finds rows that were removed, cut off, swapped, inserted or taken from another chain', async () => {
    for (let index = 1; index <= 4; index++) await append(`evento ${index}`);
    const [first, second, third, fourth] = await rows();
    if (!first || !second || !third || !fourth) throw new Error('four events were written');
    const { read } = test.world.database;
    const remove = (seq: number) =>
      read.deleteFrom('evidence_event').where('subject', '=', subject).where('seq', '=', seq).execute();
    const put = (row: typeof first) => read.insertInto('evidence_event').values(row).execute();
    await asOwner(async () => {
      await remove(2);
      expect(await verify()).toEqual({ seq: 3, fault: 'sequence' });
      await put(second);
      await remove(4);
      expect(await verify()).toEqual({ seq: 3, fault: 'head' });
      await put(fourth);
      await remove(2);
      await remove(3);
      await put({ ...third, seq: 2 });
      await put({ ...second, seq: 3 });
      expect(await verify()).toEqual({ seq: 2, fault: 'link' });
      await remove(2);
      await remove(3);
      await put(second);
      await put(third);
      await put({ ...fourth, seq: 5 });
      expect((await verify())?.seq).toBe(5);
      await remove(5);
      for (const row of [first, second, third, fourth]) await remove(row.seq);
      expect(await verify()).toEqual({ seq: 0, fault: 'head' });
      for (const row of [first, second, third, fourth]) await put(row);
      await read
        .updateTable('evidence_chain')
        .set({ last_hash: '0'.repeat(64) })
        .where('subject', '=', subject)
        .execute();
      expect(await verify()).toEqual({ seq: 4, fault: 'head' });
      await read.updateTable('evidence_chain').set({ last_hash: fourth.hash }).where('subject', '=', subject).execute();
    });
    expect(await verify()).toBeNull();
    const other = documentSubject(next++);
    await asOwner(async () => {
      await read.insertInto('evidence_chain').values({ subject: other, last_seq: 4, last_hash: fourth.hash }).execute();
      for (const row of [first, second, third, fourth]) await put({ ...row, subject: other });
    });
    expect(await verifyChain(read, other)).toEqual({ seq: 1, fault: 'body' });
  });
});
