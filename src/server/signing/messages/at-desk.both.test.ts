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
const unsent = () => listUnsentLinks(stage.read, 100);

async function queue(id: number): Promise<void> {
  const answer = await stage.as('dealer', 'POST', `/api/documents/${id}/tablet-queue`, { tabletId });
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
async function takenByTablet() {
  const made = await stage.newDocument();
  await queue(made.id);
  await openOnTablet(made.id);
  await drain();
  return made;
}

/** A phone scans the document's code, and staff confirm it. */
async function scan(id: number): Promise<void> {
  const made = await stage.as('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`);
  const key = randomBytes(32).toString('base64url');
  const used = await stage.browser().post(`/qr/${made.json().token}`, { key });
  expect(used.statusCode, used.body).toBe(200);
  const { request } = (await stage.as('dealer', 'GET', `/api/documents/${id}/qr-request`)).json();
  const body = { requestId: request.id, number: request.number };
  const confirmed = await stage.as('dealer', 'POST', `/api/documents/${id}/qr-request/confirm`, body);
  expect(confirmed.statusCode, confirmed.body).toBe(204);
}

describe('the link of a customer at the desk', () => {
  it('is not mailed when the tablet starts the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await queue(id);
    expect(await openOnTablet(id)).toBeNull();
    await drain();
    expect(await openOnTablet(id)).toContain('/sign/');
    expect(await mails(customer)).toBe(0);
    expect(await unsent()).toEqual([]);
  });

  it('is not mailed when a scanned code starts the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await scan(id);
    await drain();
    expect((await stage.document(id)).status).toBe('START_SIGN');
    expect(await mails(customer)).toBe(0);
    expect(await unsent()).toEqual([]);
  });

  it('is not mailed for several documents together whose preparation the desk overtakes', async () => {
    const { ids, customer } = await newFolder(stage, 2);
    expect((await startTogether(stage, ids)).statusCode).toBe(200);
    await scan(ids[1] ?? 0);
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
      await stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {});
      await world.jobs.tryOnce();
    } finally {
      Object.assign(world.mail, { send });
    }
    await queue(id);
    expect(await openOnTablet(id)).toContain('/sign/');
    await drain();
    expect([await mails(customer), await unsent()]).toEqual([0, []]);
  });

  it('may be sent at once when the customer leaves without signing', async () => {
    const { id, customer } = await stage.newDocument();
    await scan(id);
    await drain();
    const asked = await stage.as('dealer', 'POST', `/api/documents/${id}/resend-link`, {});
    expect(asked.statusCode, asked.body).toBe(200);
    await drain();
    expect(await mails(customer)).toBe(1);
  });
});

describe('the link is mailed', () => {
  it('when staff start the signature', async () => {
    const { id, customer } = await stage.newDocument();
    await stage.start(id);
    expect(await mails(customer)).toBe(1);
  });

  it('when a scanned code invalidates a mailed link', async () => {
    const { id, customer } = await stage.newDocument();
    const path = await stage.start(id);
    await stage.browser().post(`${path}/open`);
    await scan(id);
    await drain();
    expect(await mails(customer)).toBe(2);
  });

  it('not when a scanned code invalidates a link used only at the desk', async () => {
    const { id, customer } = await takenByTablet();
    const link = new URL((await openOnTablet(id)) ?? '').pathname;
    await stage.browser().post(`/api${link}/open`);
    await scan(id);
    await drain();
    expect(await mails(customer)).toBe(0);
  });

  it('to an address that is corrected after the tablet opened the document', async () => {
    const { id } = await takenByTablet();
    const { signers } = (await stage.as('dealer', 'GET', `/api/documents/${id}/signing`)).json();
    const email = 'corretta.al.banco@example.com';
    const contact = { signerId: signers[0].id, mobilePhone: '+39 3339876512', email };
    const answer = await stage.as('dealer', 'PUT', `/api/documents/${id}/signer-contact`, contact);
    expect(answer.statusCode, answer.body).toBe(200);
    await drain();
    expect(await mails({ email })).toBe(1);
  });
});
