/** The growing tree: concurrent writers and servers, runs interrupted at any point, proofs that a third party can check. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type EvidenceEvent, SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { readStatement, readStoredHead } from '#domain/evidence/tree-head.ts';
import { type CanonicalValue, canonicalJson } from '#formats/canonical-json.ts';
import { provesConsistency, rootOfInclusion } from '#formats/merkle.suite.ts';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { takeHead } from './heads.ts';
import { documentSubject, findTrailInHead, record, verifyChain } from './index.ts';
import { leafHash, rootOf, sha256, toBytes } from './tree.ts';
import { proveConsistency, proveInclusion } from './tree-proofs.ts';
import { verifyTrail } from './verify-trail.ts';

let test: TestWorld;
beforeEach(async () => {
  test = await makeWorld();
});
afterEach(async () => {
  await test.close();
});

const event = (reason: string): EvidenceEvent => ({
  type: 'declined',
  actor: SYSTEM_ACTOR,
  detail: { sessionId: 7, reason },
});
const append = (document: number, reason = 'motivo'): Promise<string> =>
  test.world.database.transaction((tx) => record(tx, documentSubject(document), event(reason), test.world.clock.now()));
const leaves = () => test.world.database.read.selectFrom('evidence_leaf').selectAll().orderBy('position').execute();
const listOutside = async () => {
  const heads: { size: number; text: string }[] = [];
  for await (const head of test.world.heads.list()) heads.push(head);
  return heads;
};
const outside = async (): Promise<number[]> => (await listOutside()).map(({ size }) => size);

it('the tree has one leaf per event, in one unbroken order, under 32 writers and four servers that take heads', async () => {
  const writers = Array.from({ length: 32 }, async (_, writer) => {
    for (let index = 0; index < 4; index++) await append((writer + index) % 7);
  });
  const servers = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 4; round++) await takeHead(test.world);
  });
  await Promise.all([...writers, ...servers]);
  await takeHead(test.world);
  const all = await leaves();
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 128 }, (_, index) => index));
  expect(new Set(all.map(({ subject, seq }) => `${subject} ${seq}`)).size).toBe(128);
  const report = await verifyTrail(test.world);
  expect(report.faults).toEqual([]);
  expect(report.heads.outside).toBe(report.heads.database);
});

it('stores each external head from the end of the previous one, though a smaller one is signed while a larger is stored', async () => {
  const { world } = test;
  await append(1);
  await takeHead(world);
  await append(2);
  const stamping = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const smaller = takeHead({
    ...world,
    timestamp: {
      stamp: async (digest) => {
        stamping.resolve();
        await released.promise;
        return world.timestamp.stamp(digest);
      },
    },
  });
  await stamping.promise;
  await append(3);
  const keep = async (size: number, text: string): Promise<boolean> => {
    released.resolve();
    // More turns than the other run needs to finish, if it does not wait for this one.
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return world.heads.store(size, text);
  };
  const larger = takeHead({ ...world, heads: { ...world.heads, store: keep } });
  expect((await Promise.all([smaller, larger])).map((head) => head?.size)).toEqual([3, 3]);
  expect((await listOutside()).map(({ size, text }) => [readStoredHead(text)?.head.from, size])).toEqual([
    [0, 1],
    [1, 3],
  ]);
  const report = await verifyTrail(world);
  expect(report.faults).toEqual([]);
  expect(report.heads.outside).toBe(report.heads.database);
  await append(1);
  expect((await takeHead(world))?.size).toBe(4);
});

it('accepts two external heads that cover the same events', async () => {
  const { world } = test;
  await append(1);
  await takeHead(world);
  for (const _ of [1, 2]) {
    await append(2);
    await takeHead(world);
  }
  const [first, second, third] = await listOutside();
  const kept = [second, third].map((one) => readStoredHead(one?.text ?? '')?.head);
  const events = kept.flatMap((head) => head?.events ?? []);
  const overlapping = { ...world.heads, list: () => overlap() };
  async function* overlap() {
    if (first && second && third) {
      yield first;
      yield second;
      yield { size: third.size, text: canonicalJson({ ...kept[1], from: first.size, events } as CanonicalValue) };
    }
  }
  expect((await verifyTrail({ ...world, heads: overlapping })).faults).toEqual([]);
});

it('takes no head while nothing was recorded, and none twice', async () => {
  expect(await takeHead(test.world)).toBeNull();
  await append(1);
  const first = await takeHead(test.world);
  expect(await takeHead(test.world)).toEqual(first);
  expect(await outside()).toEqual([1]);
});

it('neither loses nor duplicates events when a run is interrupted between steps', async () => {
  const { world } = test;
  const late = { stamp: () => Promise.reject(new TimestampUnavailable('late')) };
  const full = { ...world.heads, store: () => Promise.reject(new Error('no space left')) };
  await append(1);
  await expect(takeHead({ ...world, timestamp: late })).rejects.toThrow(TimestampUnavailable);
  await append(2);
  await expect(takeHead({ ...world, heads: full })).rejects.toThrow('no space left');
  await append(1);
  await expect(takeHead({ ...world, heads: full })).rejects.toThrow('no space left');
  expect(await outside()).toEqual([]);
  await takeHead(world);
  // Heads kept only in the database are stored outside by the next run, each separately.
  expect(await outside()).toEqual([2, 3]);
  expect((await leaves()).map(({ subject, seq }) => `${subject} ${seq}`)).toEqual([
    'document:1 1',
    'document:2 1',
    'document:1 2',
  ]);
  expect((await verifyTrail(world)).faults).toEqual([]);
});

it('covers events left by an unavailable timestamp authority in several external heads of bounded size', async () => {
  const { world } = test;
  const late = { stamp: () => Promise.reject(new TimestampUnavailable('late')) };
  for (let index = 0; index < 8; index++) await append(index);
  for (let run = 0; run < 3; run++) {
    await expect(takeHead({ ...world, timestamp: late }, 3)).rejects.toThrow(TimestampUnavailable);
  }
  expect(await leaves()).toHaveLength(8);
  expect((await takeHead(world, 3))?.size).toBe(8);
  expect(await outside()).toEqual([3, 6, 8]);
  expect((await verifyTrail(world)).faults).toEqual([]);
});

it('rolls a leaf back with its event', async () => {
  await append(1);
  await expect(
    test.world.database.transaction(async (tx) => {
      await record(tx, documentSubject(1), event('undone'), test.world.clock.now());
      throw new Error('the action failed');
    }),
  ).rejects.toThrow('the action failed');
  await takeHead(test.world);
  expect(await leaves()).toHaveLength(1);
});

it('proves every event to every later head, and each head consistent with the earlier ones', async () => {
  const events: string[] = [];
  const sizes = [1, 2, 3, 7, 8, 13];
  const heads: { size: number; root: Uint8Array }[] = [];
  for (const size of sizes) {
    while (events.length < size) events.push(await append(events.length % 3, `${events.length}`));
    const statement = readStatement((await takeHead(test.world))?.statement ?? '');
    heads.push({ size, root: toBytes(statement?.root ?? '') });
  }
  for (const [later, head] of heads.entries()) {
    for (const [position, hash] of events.slice(0, head.size).entries()) {
      const proof = await proveInclusion(test.world, position, head.size);
      const path = proof.path.map((one) => toBytes(one.hash));
      const leaf = { index: position, hash: toBytes(leafHash(hash)) };
      expect(rootOfInclusion(sha256, leaf, head.size, path)?.toString()).toBe(head.root.toString());
    }
    for (const earlier of heads.slice(0, later)) {
      const path = (await proveConsistency(test.world, earlier.size, head.size)).map(toBytes);
      expect(provesConsistency(sha256, earlier, head, path)).toBe(true);
    }
  }
});

it('stores the leaves of the tree externally', async () => {
  const hashes = [await append(1), await append(2)];
  await takeHead(test.world);
  hashes.push(await append(1));
  await takeHead(test.world);
  const lines: string[] = [];
  for await (const { text } of test.world.heads.list()) {
    const kept = readStoredHead(text);
    lines.push(...(kept?.head.events ?? []));
    expect(await rootOf(test.world.database.read, kept?.statement.size ?? 0)).toBe(kept?.statement.root);
  }
  expect(lines).toEqual([`1 ${hashes[0]} document:1`, `1 ${hashes[1]} document:2`, `2 ${hashes[2]} document:1`]);
});

it('returns a trail with the newest head if that covers it, otherwise takes a new one', async () => {
  await append(1);
  await takeHead(test.world);
  const known = await findTrailInHead(test.world, documentSubject(1));
  expect(readStatement(known.head.statement)?.size).toBe(1);
  const reading = {
    type: 'viewed',
    actor: SYSTEM_ACTOR,
    detail: { what: 'original', sha256: 'a'.repeat(64) },
  } as const;
  await test.world.database.transaction((tx) => record(tx, documentSubject(1), reading, test.world.clock.now()));
  // Reading the file does not require a new timestamp.
  expect(await findTrailInHead(test.world, documentSubject(1))).toEqual(known);
  const last = await append(1);
  const newer = await findTrailInHead(test.world, documentSubject(1));
  expect(newer.bodies).toHaveLength(3);
  expect(newer.lastHash).toBe(last);
  expect(readStatement(newer.head.statement)?.size).toBe(3);
  expect(await verifyChain(test.world.database.read, documentSubject(1))).toBeNull();
});

it('returns the trail that it read, even if the document has newer leaves', async () => {
  const { world } = test;
  await append(1);
  const asked = await append(1);
  let meanwhile = true;
  const timestamp = {
    stamp: async (digest: Uint8Array) => {
      if (meanwhile) {
        meanwhile = false;
        await append(1);
        await takeHead(world);
      }
      return world.timestamp.stamp(digest);
    },
  };
  const trail = await findTrailInHead({ ...world, timestamp }, documentSubject(1));
  expect(trail.bodies).toHaveLength(2);
  expect(trail.lastHash).toBe(asked);
  expect(readStatement(trail.head.statement)?.size).toBe(3);
});

it('reports that no head can be taken while the timestamp authority is unavailable', async () => {
  await append(1);
  const late = { stamp: () => Promise.reject(new TimestampUnavailable('late')) };
  await expect(findTrailInHead({ ...test.world, timestamp: late }, documentSubject(1))).rejects.toMatchObject({
    code: 'evidence.noHead',
  });
});
