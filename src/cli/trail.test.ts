/** `fascicolo trail`: heads, proofs and exit codes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SYSTEM_ACTOR } from '#domain/evidence/events.ts';
import { readStatement } from '#domain/evidence/tree-head.ts';
import { provesConsistency, rootOfInclusion } from '#formats/merkle.suite.ts';
import { documentSubject, record } from '#server/evidence/index.ts';
import { leafHash, sha256, toBytes } from '#server/evidence/tree.ts';
import { makeWorld, type TestWorld } from '../../test/world.ts';
import { runTrail } from './trail/run.ts';
import { trail } from './trail.ts';

let test: TestWorld;
let empty: string;
beforeAll(async () => {
  test = await makeWorld();
  empty = await mkdtemp(join(tmpdir(), 'fascicolo-trail-'));
});
afterAll(async () => {
  await test.close();
  await rm(empty, { recursive: true });
});
const dataDir = process.env.DATA_DIR;
afterEach(() => {
  if (dataDir === undefined) delete process.env.DATA_DIR;
  else process.env.DATA_DIR = dataDir;
});

const append = (document: number): Promise<string> =>
  test.world.database.transaction((tx) =>
    record(
      tx,
      documentSubject(document),
      { type: 'declined', actor: SYSTEM_ACTOR, detail: { sessionId: 1, reason: 'no' } },
      test.world.clock.now(),
    ),
  );
const run = (...args: string[]) => runTrail(test.world, args);
const rootIn = (statement: string) => {
  const { size, root } = readStatement(statement) ?? { size: 0, root: '' };
  return { size, root: toBytes(root) };
};

it('takes heads, and proves events and consistency', async () => {
  expect(await run('head')).toEqual({ code: 0, lines: ['Non è ancora stato registrato alcun evento.'] });
  expect((await run('proof', '1')).code).toBe(1);
  const hashes = [await append(1), await append(2), await append(1)];
  const first = rootIn((await run('head')).lines[0] ?? '');
  for (let index = 0; index < 4; index++) await append(3);
  const second = rootIn((await run('head')).lines[0] ?? '');
  expect([first.size, second.size]).toEqual([3, 7]);

  const proof = JSON.parse((await run('proof', '1')).lines[0] ?? '');
  expect(proof.events.map((event: { hash: string }) => event.hash)).toEqual([hashes[0], hashes[2]]);
  for (const { hash, position, size, path } of proof.events) {
    const leaf = { index: position, hash: toBytes(leafHash(hash)) };
    const steps = path.map((one: { hash: string }) => toBytes(one.hash));
    expect(rootOfInclusion(sha256, leaf, size, steps)?.toString()).toBe(second.root.toString());
  }
  const grown = JSON.parse((await run('consistency', '3', '7')).lines[0] ?? '');
  expect(provesConsistency(sha256, first, second, grown.path.map(toBytes))).toBe(true);
  expect((await run('consistency', '7', '3')).code).toBe(1);
  expect((await run('consistency', '3', '8')).code).toBe(1);
});

it('prints its usage for other arguments', async () => {
  for (const args of [[], ['head', 'x'], ['proof'], ['proof', 'x'], ['consistency', '1'], ['altro']]) {
    const { code, lines } = await run(...args);
    expect([code, lines[0]?.startsWith('Uso: npm run fascicolo -- trail')]).toEqual([2, true]);
  }
});

it('creates no installation if there is none', async () => {
  process.env.DATA_DIR = join(empty, 'niente');
  expect(await trail(['head'])).toBe(1);
});
