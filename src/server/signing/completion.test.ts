/** The seal, exactly once: killed anywhere, run twice, gateways and authorities that fail, a server that restarts. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import type { World } from '#server/world.ts';
import { openStage, type Stage } from '../../../test/signing-stage.ts';
import { completeSession, explainDelay } from './complete.ts';
import { giveUpCode, sendCode, sendLink } from './deliver.ts';
import { giveUpPreparing, prepareSession } from './prepare.ts';

/** Makes the next calls of a part of the world fail. */
const failing = { stamp: 0, put: 0, sms: 0, tamper: false };

function override(world: World): Partial<World> {
  return {
    timestamp: {
      stamp: async (digest) => {
        if (failing.stamp > 0) {
          failing.stamp -= 1;
          throw new TimestampUnavailable('down');
        }
        return world.timestamp.stamp(digest);
      },
    },
    storage: {
      ...world.storage,
      put: async (bytes) => {
        if (failing.put > 0) {
          failing.put -= 1;
          throw new Error('disk full');
        }
        return world.storage.put(bytes);
      },
      get: (sha256) => world.storage.get(sha256),
      list: () => world.storage.list(),
      delete: (sha256) => world.storage.delete(sha256),
    },
    sms: {
      send: async (message) => {
        if (failing.sms > 0) {
          failing.sms -= 1;
          throw new Error('gateway down');
        }
        return world.sms.send(message);
      },
    },
  };
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ override });
});
afterAll(async () => {
  await stage.close();
});

const sessionOf = async (id: number): Promise<number> =>
  (
    await stage.test.world.database.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', id)
      .orderBy('session_id', 'desc')
      .executeTakeFirstOrThrow()
  ).session_id;

const count = (trail: string[], type: string): number => trail.filter((one) => one === type).length;

async function expectOneSeal(id: number): Promise<void> {
  const trail = await stage.trail(id);
  expect((await stage.document(id)).status).toBe('SIGNED');
  for (const type of ['sign.confirmed', 'sealed', 'audit.sealed', 'document.signed', 'otp.verified']) {
    expect(count(trail, type), type).toBe(1);
  }
  expect(count(trail, 'signature.applied')).toBe(2);
  const { read } = stage.test.world.database;
  const rows = await read.selectFrom('signed_document').selectAll().where('document_id', '=', id).execute();
  expect(rows).toHaveLength(1);
  const validation = (await stage.as('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  expect(validation).toMatchObject({ intact: true, sha256: rows[0]?.sha256 });
}

describe('confirming twice', () => {
  it('gives the same answer to parallel and later calls and signs once', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.post(`${path}/sign`, { code, points })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => answer.json().state))).toEqual(new Set(['SIGNED']));
    await stage.test.world.jobs.settled();
    const later = await browser.post(`${path}/sign`, { code: '000000', points: [] });
    expect([later.statusCode, later.json().state]).toEqual([200, 'COMPLETED']);
    await expectOneSeal(id);
  });
});

describe('sealing', () => {
  it('runs once though its job runs many times at once and again afterwards', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    await browser.post(`${path}/sign`, { code, points });
    const session = await sessionOf(id);
    await Promise.allSettled(Array.from({ length: 5 }, () => completeSession(stage.test.world, session)));
    await stage.test.world.jobs.settled();
    await completeSession(stage.test.world, session);
    await expectOneSeal(id);
  });

  it.each([
    ['before the first timestamp', { stamp: 1 }],
    ['between signature and seal', { stamp: 0, after: 1 }],
    ['before the file is stored', { put: 1 }],
    ['before the trail is stored', { put: 0, afterPut: 1 }],
  ])('goes on after a failure %s, says so meanwhile, and leaves one file', async (_name, plan) => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const { world } = stage.test;
    // A world whose n-th step fails once, as a kill there would look to the next run.
    let stamps = 'after' in plan ? 1 : 0;
    let puts = 'afterPut' in plan ? 1 : 0;
    failing.stamp = 100;
    await browser.post(`${path}/sign`, { code, points });
    await expect.poll(async () => (await stage.document(id)).statusReason).toMatchObject({ code: 'signing.sealingDelayed' });
    expect((await stage.document(id)).status).toBe('COMPLETING');
    expect((await browser.get(path)).json().state).toBe('SIGNED');
    expect((await browser.get(`${path}/signed`)).json().code).toBe('document.notSigned');
    failing.stamp = 0;
    const broken: World = {
      ...world,
      timestamp: {
        stamp: async (digest) => {
          if ('stamp' in plan && plan.stamp + stamps > 0 && stamps-- <= 0) throw new TimestampUnavailable('down');
          return world.timestamp.stamp(digest);
        },
      },
      storage: Object.assign(Object.create(world.storage), {
        get: (sha256: string) => world.storage.get(sha256),
        put: async (bytes: Uint8Array) => {
          if ('put' in plan && plan.put + puts >= 0 && puts-- <= 0) throw new Error('disk full');
          return world.storage.put(bytes);
        },
      }),
    };
    const session = await sessionOf(id);
    await completeSession(broken, session).catch(() => undefined);
    await completeSession(world, session);
    await expectOneSeal(id);
    expect((await stage.document(id)).statusReason).toBeNull();
  });

  it('stores nothing that its own verifier does not pass', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const { world } = stage.test;
    failing.stamp = 100;
    await browser.post(`${path}/sign`, { code, points });
    const session = await sessionOf(id);
    failing.stamp = 0;
    const stranger: World = { ...world, authority: { issueSignerKey: world.authority.issueSignerKey, anchors: async () => [] } };
    await expect(completeSession(stranger, session)).rejects.toThrow(/NO_CERTIFICATE_CHAIN_FOUND/);
    expect(count(await stage.trail(id), 'sealed')).toBe(0);
    await explainDelay(world, session);
    await completeSession(world, session);
    await expectOneSeal(id);
  });
});

describe('preparing and sending', () => {
  it('prepares once, sends one e-mail and one SMS, however often their jobs run', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    const session = await sessionOf(id);
    const { world } = stage.test;
    const signer = await world.database.read
      .selectFrom('signer')
      .select('id')
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow();
    await Promise.all([1, 2, 3].map(() => prepareSession(world, session)));
    await Promise.all([1, 2, 3].map(() => sendLink(world, { signerId: signer.id, epoch: 1 })));
    expect(await stage.test.outbox(customer.email)).toHaveLength(1);
    await stage.browser().post(`${path}/otp`);
    const asked = await world.database.read.selectFrom('otp_code').select('id').where('signer_id', '=', signer.id).execute();
    await Promise.all(asked.flatMap(({ id: codeId }) => [sendCode(world, codeId), sendCode(world, codeId)]));
    await world.jobs.settled();
    expect(await stage.test.outbox(customer.phone.replace(' ', ''))).toHaveLength(1);
    const trail = await stage.trail(id);
    for (const type of ['sign.prepared', 'link.sent', 'otp.sent']) expect(count(trail, type), type).toBe(1);
  });

  it('gives the document back with the reason when it cannot be prepared', async () => {
    const { id, customer } = await stage.newDocument();
    failing.put = 1_000;
    await stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {});
    const session = await sessionOf(id);
    await expect(prepareSession(stage.test.world, session)).rejects.toThrow('disk full');
    await giveUpPreparing(stage.test.world, session, 'disk full');
    failing.put = 0;
    expect(await stage.document(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      statusReason: { code: 'signing.preparationFailed' },
    });
    await stage.test.world.jobs.settled();
    expect(await stage.test.outbox(customer.email)).toEqual([]);
    await stage.start(id);
    expect(await stage.document(id)).toMatchObject({ status: 'START_SIGN', statusReason: null });
  });

  it('sends the code once the gateway is back, and books nothing for what never left', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    failing.sms = 2;
    await stage.browser().post(`${path}/otp`);
    await stage.test.world.jobs.settled();
    expect(await stage.test.outbox(customer.phone.replace(' ', ''))).toHaveLength(1);
    const { id: codeId } = await stage.test.world.database.read
      .selectFrom('otp_code')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await giveUpCode(stage.test.world, codeId);
    expect(count(await stage.trail(id), 'otp.failed')).toBe(0);
  });
});

describe('a restart', () => {
  it('loses neither the tries of a code nor a signature on its way', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-restart-'));
    try {
      const first = await openStage({ folder });
      const { id, path, browser, code, points } = await first.readyToConfirm();
      for (let round = 0; round < 2; round++) {
        await browser.post(`${path}/sign`, { code: code === '111111' ? '222222' : '111111', points });
      }
      const cookie = browser.cookie;
      await first.close();

      const second = await openStage({ folder });
      const again = second.browser();
      again.cookie = cookie;
      const answer = await again.post(`${path}/sign`, { code: code === '111111' ? '222222' : '111111', points });
      expect(answer.json()).toMatchObject({ code: 'otp.wrong', attemptsLeft: 0 });
      expect((await again.post(`${path}/sign`, { code, points })).json().code).toBe('otp.none');
      expect((await second.document(id)).status).toBe('START_SIGN');
      await second.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
