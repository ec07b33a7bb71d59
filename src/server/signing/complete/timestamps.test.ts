/** A document is signed with external timestamp authorities: the second when the first fails, later when both fail. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { timestampFailover, withTimestampServers } from '#adapters/timestamp/failover.ts';
import { openTimestampServer } from '#adapters/timestamp/rfc3161-http.ts';
import { checkHead, takeHead } from '#server/evidence/heads.ts';
import { verifyTrail } from '#server/evidence/verify-trail.ts';
import type { World } from '#server/world.ts';
import { testNow } from '#test/clock.ts';
import { TimestampHost } from '../../../../test/hosts/timestamp-host.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { addDueTimestamps } from '../archive/archive.ts';
import { completeSession } from './complete.ts';

let first: TimestampHost;
let second: TimestampHost;
let stage: Stage;
let now = testNow;

beforeAll(async () => {
  first = await TimestampHost.listen(() => now());
  second = await TimestampHost.listen(() => now());
  const override = (world: World): Partial<World> => {
    now = () => world.clock.now();
    const { clock, log } = world;
    const servers = [first, second].map((host, index) => {
      const system = index === 0 ? 'timestamp-1' : 'timestamp-2';
      const breaker = {
        ...({ system, clock, log, failures: 1_000 } as const),
        // Short for one that never answers; a real answer may be slow on a busy machine.
        get timeLimit() {
          return host.behaviour.kind === 'silent' ? 100 : 30_000;
        },
      };
      const [guard, listGuard] = [openCircuitBreaker(breaker), openCircuitBreaker(breaker)];
      const certificates = [host.keys.root.certificate];
      return openTimestampServer({
        system,
        url: host.url,
        certificates,
        crlUrls: [host.crlUrl],
        clock,
        guard,
        listGuard,
      });
    });
    return {
      timestamp: timestampFailover(servers, log),
      authority: withTimestampServers(world.authority, servers),
    };
  };
  stage = await openStage({ override });
});
afterAll(async () => {
  await stage.close();
  await first.close();
  await second.close();
});
beforeEach(() => {
  for (const host of [first, second]) {
    host.behaviour = { kind: 'good' };
    host.listBehaviour = 'good';
    host.requests.length = 0;
  }
});

async function confirm(): Promise<number> {
  const { id, path, browser, code, points } = await stage.readyToConfirm();
  const answer = await browser.post(`${path}/sign`, { code, points });
  expect(answer.statusCode).toBe(200);
  return id;
}

async function expectSigned(id: number, level: 'B-LT' | 'B-LTA'): Promise<void> {
  await stage.test.world.jobs.drain();
  expect((await stage.document(id)).status).toBe('SIGNED');
  const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  expect(validation.intact).toBe(true);
  for (const one of validation.signatures) expect(one.indication).toBe('TOTAL-PASSED');
  expect(validation.signatures[0].level).toBe(level);
}

const expectWaiting = async (id: number): Promise<void> => {
  await stage.test.world.jobs.tryOnce();
  expect(await stage.document(id)).toMatchObject({
    status: 'COMPLETING',
    statusReason: { code: 'signing.sealingDelayed' },
  });
};

describe('a document', () => {
  it('is signed with only the first authority’s timestamps while that responds', async () => {
    await expectSigned(await confirm(), 'B-LT');
    expect(first.requests.length).toBeGreaterThanOrEqual(3);
    expect(second.requests).toEqual([]);
  });

  it('is signed with the second authority when the first is down', async () => {
    first.behaviour = { kind: 'status', status: 503 };
    await expectSigned(await confirm(), 'B-LT');
    expect(second.requests.length).toBeGreaterThanOrEqual(3);
  });

  it('is signed with the second authority when the first sends wrong timestamps', async () => {
    first.behaviour = { kind: 'wrong', part: 'digest' };
    await expectSigned(await confirm(), 'B-LT');
  });

  it('waits with the reason while neither responds, loses nothing, and is signed when one is back', async () => {
    first.behaviour = { kind: 'silent' };
    second.behaviour = { kind: 'reset' };
    const id = await confirm();
    await expectWaiting(id);
    second.behaviour = { kind: 'good' };
    await completeSession(stage.test.world, await stage.sessionOf(id));
    await expectSigned(id, 'B-LT');
    expect((await stage.document(id)).statusReason).toBeNull();
  });

  it('is covered by a head timestamped by them, which no other key under their root may sign', async () => {
    const { world } = stage.test;
    const { seal, root } = first.keys;
    const own = await takeHead(world);
    if (own === null) throw new Error('no head');
    expect(await checkHead(own, world.authority)).toBeNull();
    await stage.newDocument();
    const sealer = { sealingKey: async () => ({ ...seal, chain: [root.certificate] }) };
    const forged = await takeHead({ ...world, sealer });
    if (forged === null) throw new Error('no head');
    expect(forged.size).toBeGreaterThan(own.size);
    expect(await checkHead(forged, world.authority)).toBe('signature');
    expect((await verifyTrail(world)).faults).toContainEqual(expect.objectContaining({ what: 'head' }));
  });

  it('gets its document timestamp from them, too', async () => {
    const id = await confirm();
    await expectSigned(id, 'B-LT');
    stage.test.clock.advance(25 * 3600);
    first.behaviour = { kind: 'status', status: 500 };
    await addDueTimestamps(stage.test.world, { hours: 24, months: 24 });
    await expectSigned(id, 'B-LTA');
  });
});
