/** A customer who signs at the desk, on a tablet or with a scanned code, gets no e-mail with the link; all others do. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pairedTablet, type TestTablet } from '../../../../test/stages/devices.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { newFolder, startTogether } from '../../../../test/stages/together.ts';
import { listUnsentLinks } from '../queries.ts';

let stage: Stage;
let tabletId: number;
let tablet: TestTablet;
beforeAll(async () => {
  stage = await openStage();
  const reach = async (url: string, payload: object) => stage.app.inject({ method: 'POST', url, payload });
  ({ id: tabletId, tablet } = await pairedTablet(stage, reach));
});
afterAll(() => stage.close());

const drain = () => stage.test.world.jobs.drain();
const mails = async ({ email }: { email: string }) => (await stage.test.outbox(email)).length;
const unsentLinks = () => listUnsentLinks(stage.read, 100);

async function queueOnTablet(id: number): Promise<void> {
  const answer = await stage.callAs('dealer', 'POST', `/api/documents/${id}/tablet-queue`, { tabletId });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** The customer opens the document on the tablet. @returns the link, or null while the file is being prepared. */
async function openOnTablet(id: number): Promise<string | null> {
  const [url, time] = [`/api/device/queue/${id}/open`, stage.test.clock.now().getTime()];
  const call = { method: 'POST', path: url, body: '{}', time } as const;
  const headers = { 'content-type': 'application/json', ...tablet.proof(call) };
  const answer = await stage.app.inject({ method: 'POST', url, payload: '{}', headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().signUrl;
}

/** A signature started from the tablet. */
async function startedOnTablet() {
  const document = await stage.newDocument();
  await queueOnTablet(document.id);
  await openOnTablet(document.id);
  await drain();
  return document;
}

/** A phone scans the document's code, and staff confirm it. */
async function scanAndConfirm(id: number): Promise<void> {
  const qrAnswer = await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`);
  const key = randomBytes(32).toString('base64url');
  const used = await stage.browser().post(`/qr/${qrAnswer.json().token}`, { key });
  expect(used.statusCode, used.body).toBe(200);
  const { request } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/qr-request`)).json();
  const body = { requestId: request.id, number: request.number };
  const confirmed = await stage.callAs('dealer', 'POST', `/api/documents/${id}/qr-request/confirm`, body);
  expect(confirmed.statusCode, confirmed.body).toBe(204);
}

describe('the link of a customer at the desk', () => {
  it('is not mailed when the tablet starts the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await queueOnTablet(id);
    expect(await openOnTablet(id)).toBeNull();
    await drain();
    expect(await openOnTablet(id)).toContain('/sign/');
    expect(await mails(customer)).toBe(0);
    expect(await unsentLinks()).toEqual([]);
  });

  it('is not mailed when a scanned code starts the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await scanAndConfirm(id);
    await drain();
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect(await mails(customer)).toBe(0);
    expect(await unsentLinks()).toEqual([]);
  });

  it('is not mailed for several documents together whose preparation the desk overtakes', async () => {
    const { ids, customer } = await newFolder(stage, 2);
    expect((await startTogether(stage, ids)).statusCode).toBe(200);
    await scanAndConfirm(ids[1] ?? 0);
    await drain();
    for (const id of ids) expect((await stage.document(id)).status).toBe('START_SIGN');
    expect(await mails(customer)).toBe(0);
  });

  it('is not mailed later when the mail server was down while the tablet opened the document', async () => {
    const { world } = stage.test;
    const { send } = world.mail;
    const { id, customer } = await stage.newDocument();
    Object.assign(world.mail, { send: () => Promise.reject(new Error('down')) });
    try {
      await stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {});
      await world.jobs.tryOnce();
    } finally {
      Object.assign(world.mail, { send });
    }
    await queueOnTablet(id);
    expect(await openOnTablet(id)).toContain('/sign/');
    await drain();
    expect([await mails(customer), await unsentLinks()]).toEqual([0, []]);
  });

  it('may be sent at once when the customer leaves without signing', async () => {
    const { id, customer } = await stage.newDocument();
    await scanAndConfirm(id);
    await drain();
    const asked = await stage.callAs('dealer', 'POST', `/api/documents/${id}/resend-link`, {});
    expect(asked.statusCode, asked.body).toBe(200);
    await drain();
    expect(await mails(customer)).toBe(1);
  });
});

describe('the link is mailed', () => {
  it('when staff start the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.startSigning(id);
    expect(await mails(customer)).toBe(1);
  });

  it('when a scanned code invalidates a mailed link', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.startSigning(id);
    await stage.browser().post(`${path}/open`);
    await scanAndConfirm(id);
    await drain();
    expect(await mails(customer)).toBe(2);
  });

  it('not when a scanned code invalidates a link used only at the desk', async () => {
    const { id, customer } = await startedOnTablet();
    const link = new URL((await openOnTablet(id)) ?? '').pathname;
    await stage.browser().post(`/api${link}/open`);
    await scanAndConfirm(id);
    await drain();
    expect(await mails(customer)).toBe(0);
  });

  it('to an address that is corrected after the tablet opened the document', async () => {
    const { id } = await startedOnTablet();
    const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const email = 'corretta.al.banco@example.com';
    const contact = { signerId: signers[0].id, mobilePhone: '+39 3339876512', email };
    const answer = await stage.callAs('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact);
    expect(answer.statusCode, answer.body).toBe(200);
    await drain();
    expect(await mails({ email })).toBe(1);
  });
});
