/** The seal is made exactly once: killed at any point, run twice, with failing gateways and authorities, after a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimestampUnavailable } from '#ports/timestamp.ts';
import type { World } from '#server/world.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { giveUpCode, sendCode, sendLink } from '../messages/deliver.ts';
import { giveUpPreparing, prepareSession } from '../start/prepare-session.ts';
import { completeSession, showSealingDelay } from './complete.ts';

/** Number of upcoming calls that fail, by service. */
const failing = { stamp: 0, put: 0, sms: 0 };
/** Returned by the store instead of files while set, with a count of the reads. */
const corrupted: { file: Uint8Array | null; reads: number } = { file: null, reads: 0 };

/** The services without failures, for direct runs while the stage's jobs fail. */
let workingWorld: World;

function override(world: World): Partial<World> {
  workingWorld = world;
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
      get: async (sha256) => {
        if (corrupted.file === null) return world.storage.get(sha256);
        corrupted.reads += 1;
        return corrupted.file.slice();
      },
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

/** Services in which the n-th call of one part throws, as if the process had died there. */
function worldFailingAt(world: World, part: 'stamp' | 'put', at: number): World {
  let calls = 0;
  const call = <T>(operation: 'stamp' | 'put', run: () => Promise<T>): Promise<T> => {
    if (operation === part) calls += 1;
    return operation === part && calls === at ? Promise.reject(new Error('broken off')) : run();
  };
  return {
    ...world,
    timestamp: { stamp: (digest) => call('stamp', () => world.timestamp.stamp(digest)) },
    storage: { ...world.storage, put: (bytes) => call('put', () => world.storage.put(bytes)) },
  };
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ override });
});
afterAll(async () => {
  await stage.close();
});

const count = (trail: string[], type: string): number => trail.filter((event) => event === type).length;

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
  const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
  expect(validation).toMatchObject({ intact: true, sha256: rows[0]?.sha256 });
}

describe('a repeated confirmation', () => {
  it('gets the same response concurrently and later, and signs once', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.post(`${path}/sign`, { code, points })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => answer.json().state))).toEqual(new Set(['SIGNED']));
    await stage.test.world.jobs.drain();
    const later = await browser.post(`${path}/sign`, { code: '000000', points: [] });
    expect([later.statusCode, later.json().state]).toEqual([200, 'COMPLETED']);
    await expectOneSeal(id);
  });
});

describe('sealing', () => {
  it('runs once although its job runs concurrently and again later', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    await browser.post(`${path}/sign`, { code, points });
    const session = await stage.sessionOf(id);
    await Promise.allSettled(Array.from({ length: 5 }, () => completeSession(stage.test.world, session)));
    await stage.test.world.jobs.drain();
    await completeSession(stage.test.world, session);
    await expectOneSeal(id);
  });

  it.each([
    ['at the first signature', 'stamp', 1],
    ['at the seal', 'stamp', 2],
    ['when the signed file is stored', 'put', 1],
    ['at the seal of the trail', 'stamp', 3],
    ['when the trail is stored', 'put', 2],
  ] as const)('resumes after a crash %s and leaves one file', async (_name, part, call) => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    failing.stamp = 1_000;
    await browser.post(`${path}/sign`, { code, points });
    await stage.test.world.jobs.tryOnce();
    expect((await stage.document(id)).statusReason).toMatchObject({ code: 'signing.sealingDelayed' });
    expect((await stage.document(id)).status).toBe('COMPLETING');
    expect((await browser.get(path)).json().state).toBe('SIGNED');
    expect((await browser.get(`${path}/signed`)).json().code).toBe('document.notSigned');
    const session = await stage.sessionOf(id);
    await expect(completeSession(worldFailingAt(workingWorld, part, call), session)).rejects.toThrow('broken off');
    await completeSession(workingWorld, session);
    failing.stamp = 0;
    await expectOneSeal(id);
    expect((await stage.document(id)).statusReason).toBeNull();
  });

  it('stores nothing that fails its own verification', async () => {
    const { id, path, browser, code, points } = await stage.readyToConfirm();
    failing.stamp = 1_000;
    await browser.post(`${path}/sign`, { code, points });
    const session = await stage.sessionOf(id);
    const stranger: World = {
      ...workingWorld,
      authority: { ...workingWorld.authority, anchors: async () => [] },
    };
    await expect(completeSession(stranger, session)).rejects.toThrow(/NO_CERTIFICATE_CHAIN_FOUND/);
    expect(count(await stage.trail(id), 'sealed')).toBe(0);
    await showSealingDelay(workingWorld, session);
    await completeSession(workingWorld, session);
    failing.stamp = 0;
    await expectOneSeal(id);
  });
});

describe('preparing and sending', () => {
  it('prepares once, sends one e-mail and one SMS, however often their jobs run', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const session = await stage.sessionOf(id);
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
    const asked = await world.database.read
      .selectFrom('otp_code')
      .select('id')
      .where('signer_id', '=', signer.id)
      .execute();
    await Promise.all(asked.flatMap(({ id: codeId }) => [sendCode(world, codeId), sendCode(world, codeId)]));
    await world.jobs.drain();
    expect(await stage.test.outbox(customer.phone.replace(' ', ''))).toHaveLength(1);
    const trail = await stage.trail(id);
    for (const type of ['sign.prepared', 'link.sent', 'otp.sent']) expect(count(trail, type), type).toBe(1);
  });

  it('returns the document with the reason when it cannot be prepared', async () => {
    const { id, customer } = await stage.newDocument();
    failing.put = 1_000;
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    const session = await stage.sessionOf(id);
    await expect(prepareSession(stage.test.world, session)).rejects.toThrow('disk full');
    await giveUpPreparing(stage.test.world, session);
    failing.put = 0;
    expect(await stage.document(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      statusReason: { code: 'signing.preparationFailed' },
    });
    await stage.test.world.jobs.drain();
    expect(await stage.test.outbox(customer.email)).toEqual([]);
    await stage.startSigning(id);
    expect(await stage.document(id)).toMatchObject({ status: 'START_SIGN', statusReason: null });
  });

  it('returns the document at the first attempt, with advice, when its file can never be prepared', async () => {
    const { id } = await stage.newDocument();
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    Object.assign(corrupted, { file: Buffer.from('%PDF-1.7\nno pages'), reads: 0 });
    await stage.test.world.jobs.drain();
    corrupted.file = null;
    expect(corrupted.reads).toBe(1);
    expect(await stage.document(id)).toMatchObject({
      status: 'READY_TO_SIGN',
      statusReason: {
        code: 'signing.fileUnprepared',
        text: expect.stringContaining('carica il nuovo file come nuovo documento'),
      },
    });
    expect(count(await stage.trail(id), 'sign.preparationFailed')).toBe(1);
  });

  it('retries when the worker thread ended rather than the file failed', async () => {
    const { id } = await stage.newDocument();
    await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
    const { world } = stage.test;
    const lost = Object.assign(new Error('killed'), { name: 'PdfThreadEnded' });
    const pdf: World['pdf'] = Object.assign(Object.create(world.pdf), { prepare: () => Promise.reject(lost) });
    await expect(prepareSession({ ...world, pdf }, await stage.sessionOf(id))).rejects.toBe(lost);
    await world.jobs.drain();
    expect(await stage.document(id)).toMatchObject({ status: 'START_SIGN', statusReason: null });
  });

  it('sends the code once the gateway is back, and books nothing for unsent messages', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    failing.sms = 2;
    await stage.browser().post(`${path}/otp`);
    await stage.test.world.jobs.drain();
    expect(await stage.test.outbox(customer.phone.replace(' ', ''))).toHaveLength(1);
    const codeId = await stage.newestId('otp_code');
    await giveUpCode(stage.test.world, codeId);
    expect(count(await stage.trail(id), 'otp.failed')).toBe(0);
  });
});

describe('a restart', () => {
  it('keeps the attempts of a code and a signature in progress', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fascicolo-restart-'));
    try {
      const first = await openStage({ folder });
      const { id, path, browser, code, points } = await first.readyToConfirm();
      for (let round = 0; round < 2; round++) {
        await browser.post(`${path}/sign`, { code: code === '111111' ? '222222' : '111111', points });
      }
      await first.close();

      const second = await openStage({ folder });
      const again = second.browser().continueAs(browser);
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
