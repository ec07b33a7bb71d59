/** What signing reserves, uses and releases, over HTTP: messages and archive space. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuotaKind } from '#domain/entitlements/quota.ts';
import { BYTES_PER_MB } from '#domain/entitlements/quota.ts';
import { makePaper } from '../../../../test/papers/paper.ts';
import { openStage, pathOf, type Stage, wrongCode } from '../../../../test/stages/signing-stage.ts';
import { repairQuotas } from '../../entitlements/tasks.ts';
import { findLatestSession } from '../queries.ts';
import { expireSessions } from '../tasks.ts';
import { giveUpPreparing } from './prepare-session.ts';

const SERVICES = '/api/intesys-services';

let stage: Stage;
let parts = 1;
let unreadable = false;
let failAfterSend = false;
const services: number[] = [];
beforeAll(async () => {
  stage = await openStage({
    override: (world) => ({
      sms: {
        send: async (message) => {
          const accepted = await world.sms.send(message);
          if (failAfterSend)
            throw new Error('The process ends before it records that the gateway accepted the message');
          return { ...accepted, parts };
        },
      },
      storage: {
        ...world.storage,
        get: async (sha256) => {
          if (unreadable) throw new Error('The file cannot be read now');
          return world.storage.get(sha256);
        },
      },
    }),
  });
});
afterAll(async () => {
  await stage.close();
});

const quota = async (kind: QuotaKind): Promise<{ used: number; reserved: number }> => {
  const row = await stage.read
    .selectFrom('quota')
    .select(['used', 'reserved'])
    .where('legal_entity', '=', 'LE001')
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? { used: 0, reserved: 0 };
};
/** Increase of one kind since `before`. */
const since = async (kind: QuotaKind, before: { used: number; reserved: number }) => {
  const after = await quota(kind);
  return { used: after.used - before.used, reserved: after.reserved - before.reserved };
};
const sign = (id: number) => stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});

async function sell(body: object): Promise<number> {
  const answer = await stage.callAs('admin', 'POST', SERVICES, { legalEntity: 'LE001', ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ id: number }>();
  services.push(id);
  return id;
}

/** Leaves `left` messages beyond those currently used and reserved. */
async function sellMessages(left: number): Promise<number> {
  const { used, reserved } = await quota('OTP');
  return sell({ serviceType: 'OTP', totalOtp: used + reserved + left });
}

let otp: { used: number; reserved: number };
beforeEach(async () => {
  otp = await quota('OTP');
  parts = 1;
});
afterEach(async () => {
  const { database } = stage.test.world;
  // Removes all traces of services: each test begins without a limit.
  await database.transaction((tx) =>
    tx
      .deleteFrom('service')
      .where('id', 'in', [0, ...services])
      .execute(),
  );
  expect(await repairQuotas(stage.test.world)).toEqual([]);
});

describe('a message', () => {
  it('is reserved by the start and used by the first code; every further code uses one more', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 1 });
    const browser = stage.browser();
    for (const used of [1, 2]) {
      expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
      await stage.code(customer);
      expect(await since('OTP', otp)).toEqual({ used, reserved: 0 });
      stage.test.clock.advance(61);
    }
  });

  it('is reserved once by concurrent starts', async () => {
    const { id } = await stage.newDocument();
    const answers = await Promise.all(Array.from({ length: 20 }, () => sign(id)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 1 });
  });

  it('counts the parts that the gateway charges for', async () => {
    parts = 3;
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    await stage.browser().post(`${path}/otp`);
    await stage.code(customer);
    expect(await since('OTP', otp)).toEqual({ used: 3, reserved: 0 });
  });

  it('is used once though its sender crashed before booking it: the right code proves that it was sent', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    failAfterSend = true;
    await browser.post(`${path}/otp`);
    const phone = customer.phone.replaceAll(' ', '');
    await stage.test.world.jobs.tryOnce();
    expect(await stage.test.outbox(phone)).toHaveLength(1);
    const [message] = await stage.test.outbox(phone);
    const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 1 });
    const signed = await browser.post(`${path}/sign`, { code, points: await stage.points(path) });
    expect(signed.statusCode, signed.body).toBe(200);
    expect(await since('OTP', otp)).toEqual({ used: 1, reserved: 0 });
    failAfterSend = false;
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 1, reserved: 0 });
  });

  it('to a replaced phone counts its parts once, though its sender crashed and too few are left', async () => {
    const { dossierId, customer } = await stage.newDocument();
    await sellMessages(1);
    parts = 2;
    failAfterSend = true;
    const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
    const changed = { ...dossier, mobilePhone: '+39 3339990077' };
    expect((await stage.callAs('dealer', 'PUT', '/api/dossiers', changed)).statusCode).toBe(200);
    await stage.test.world.jobs.tryOnce();
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 0 });
    failAfterSend = false;
    await stage.test.world.jobs.drain();
    expect(await stage.test.outbox(customer.phone.replaceAll(' ', ''))).toHaveLength(1);
    expect(await since('OTP', otp)).toEqual({ used: 2, reserved: 0 });
  });

  it('refuses the start when used up, and nothing changes', async () => {
    const { id } = await stage.newDocument();
    await sellMessages(0);
    const before = await stage.document(id);
    const trail = await stage.trail(id);
    const answer = await sign(id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'quota.otpSpent']);
    expect(answer.json().message).toContain('I codici OTP acquistati sono esauriti');
    expect(await stage.document(id)).toEqual(before);
    expect(await stage.trail(id)).toEqual(trail);
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 0 });
  });

  it('of a removed service is refused with its own error', async () => {
    const { id } = await stage.newDocument();
    const service = await sellMessages(10);
    await stage.callAs('admin', 'DELETE', `${SERVICES}/${service}`);
    const answer = await sign(id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'quota.otpExpired']);
  });

  it('is granted to exactly as many documents as there are messages', async () => {
    const documents: number[] = [];
    for (let paper = 0; paper < 5; paper++) documents.push((await stage.newDocument()).id);
    await sellMessages(3);
    const answers = await Promise.all(documents.map(sign));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 409, 409]);
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 3 });
  });

  it('refuses a further code when used up, with a message for the signer, and the sent code stays valid', async () => {
    const { id, customer } = await stage.newDocument();
    await sellMessages(1);
    const path = await stage.startSigning(id);
    const browser = stage.browser();
    await browser.read(path);
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    const code = await stage.code(customer);
    stage.test.clock.advance(61);
    const refused = await browser.post(`${path}/otp`);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'otp.noneLeft']);
    expect(refused.json().message).toContain('contatta la concessionaria');
    const signed = await browser.post(`${path}/sign`, { code, points: await stage.points(path) });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 1, reserved: 0 });
  });
});

describe('an unused message is released', () => {
  it('when the signer declines', async () => {
    const path = await stage.startSigning((await stage.newDocument()).id);
    await stage.browser().post(`${path}/decline`, { reason: 'Non ora' });
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 0 });
  });

  it('once when the dealer cancels repeatedly', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    const cancel = () => stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 0 });
  });

  it('when the document cannot be prepared', async () => {
    const { id } = await stage.newDocument();
    expect((await sign(id)).statusCode).toBe(200);
    unreadable = true;
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 1 });
    const session = await findLatestSession(stage.read, id);
    await giveUpPreparing(stage.test.world, session?.id ?? 0);
    await giveUpPreparing(stage.test.world, session?.id ?? 0);
    unreadable = false;
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 0 });
  });

  it('when wrong codes lock the signature; sent ones stay used', async () => {
    const { path, browser, code, points } = await stage.readyToConfirm();
    expect(await since('OTP', otp)).toEqual({ used: 1, reserved: 0 });
    for (let tries = 0; tries < 3; tries++) await browser.post(`${path}/sign`, { code: wrongCode(code), points });
    stage.test.clock.advance(61);
    await browser.post(`${path}/otp`);
    await stage.test.world.jobs.drain();
    for (let tries = 0; tries < 2; tries++) await browser.post(`${path}/sign`, { code: '000000', points });
    expect((await browser.get(path)).json().state).toBe('LOCKED');
    expect(await since('OTP', otp)).toEqual({ used: 2, reserved: 0 });
  });

  it('when the link expires', async () => {
    await stage.startSigning((await stage.newDocument()).id);
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 1 });
    stage.test.clock.advance(73 * 3600);
    await expireSessions(stage.test.world);
    // Including those of earlier tests.
    expect(await quota('OTP')).toEqual({ used: otp.used, reserved: 0 });
  });
});

describe('concurrent signatures of one legal entity', () => {
  it('start, send, end and complete in parallel, and every figure equals a recount', async () => {
    const papers = await Promise.all(Array.from({ length: 8 }, () => stage.newDocument()));
    const archive = await quota('STRONGDOX_SPACE');
    await Promise.all(papers.map(({ id }) => sign(id)));
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 0, reserved: 8 });
    const answers = await Promise.all(
      papers.map(async ({ id, customer }, index) => {
        const path = pathOf((await stage.document(id)).signUrl ?? '');
        const browser = stage.browser();
        if (index % 4 === 0) return browser.post(`${path}/decline`, { reason: 'Non ora' });
        if (index % 4 === 1) return stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
        await browser.read(path);
        await browser.post(`${path}/otp`);
        if (index % 4 === 2) return browser.get(path);
        const code = await stage.code(customer);
        return browser.post(`${path}/sign`, { code, points: await stage.points(path) });
      }),
    );
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    await stage.test.world.jobs.drain();
    expect(await since('OTP', otp)).toEqual({ used: 4, reserved: 0 });
    const sizes = await Promise.all(papers.map(async ({ id }) => Number((await stage.document(id)).fileSize)));
    const of = (rest: number) => sizes.filter((_, index) => index % 4 === rest).reduce((sum, one) => sum + one, 0);
    expect(await since('STRONGDOX_SPACE', archive)).toEqual({ used: of(3), reserved: of(2) });
  });
});

describe('archive space', () => {
  const size = async (id: number): Promise<number> => Number((await stage.document(id)).fileSize);

  it('is reserved by the start of an archivable document and used when it is signed', async () => {
    const before = await quota('STRONGDOX_SPACE');
    const { path, browser, points, code, id } = await stage.readyToConfirm();
    expect(await since('STRONGDOX_SPACE', before)).toEqual({ used: 0, reserved: await size(id) });
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect(await since('STRONGDOX_SPACE', before)).toEqual({ used: await size(id), reserved: 0 });
  });

  it('is not reserved when the document is not archivable', async () => {
    const before = await quota('STRONGDOX_SPACE');
    const service = { serviceType: 'STRONGDOX_SPACE', totalSpace: 1, signatureType: 'FES' };
    await sell({ ...service, expiresAt: '2020-01-01' });
    const { id } = await stage.newDocument({ document: { archivable: false } });
    expect((await sign(id)).statusCode).toBe(200);
    expect(await since('STRONGDOX_SPACE', before)).toEqual({ used: 0, reserved: 0 });
  });

  it('refuses the start when used up, and never prevents the completion of a signature', async () => {
    const service = { serviceType: 'STRONGDOX_SPACE', totalSpace: 1, signatureType: 'FES' };
    const { used, reserved } = await quota('STRONGDOX_SPACE');
    const megabytes = Math.ceil((used + reserved) / BYTES_PER_MB) + 1;
    const bought = await sell({ ...service, totalSpace: megabytes, expiresAt: '2040-01-01' });
    const signing = await stage.readyToConfirm();
    await stage.callAs('admin', 'PUT', SERVICES, { ...service, id: bought, expiresAt: '2020-01-01' });
    const { id } = await stage.newDocument({ file: await makePaper({ pages: 1 }) });
    const otpBefore = await quota('OTP');
    const refused = await sign(id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'quota.archiveExpired']);
    expect(await quota('OTP')).toEqual(otpBefore);
    const { path, browser, code, points } = signing;
    expect((await browser.post(`${path}/sign`, { code, points })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.document(signing.id)).status).toBe('SIGNED');
  });
});
