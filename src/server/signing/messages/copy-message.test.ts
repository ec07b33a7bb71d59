/** The message with the copy link: sent once to every customer who signed; the link gives only the copy. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf, type Stage } from '../../../../test/stages/signing-stage.ts';
import { openStageWith, outageOfTests, signerOf } from '../../../../test/stages/waiting-stage.ts';
import { giveUpCopy, sendCopy } from './copy-message.ts';

const DAY = 24 * 3_600;
const outage = outageOfTests();

let stage: Stage;
beforeAll(async () => {
  stage = await openStageWith(outage);
});
afterAll(() => stage.close());

async function readyToSign() {
  const { id, customer } = await stage.newDocument();
  const path = await stage.startSigning(id);
  return { id, customer, path };
}

async function signedDocument() {
  const ready = await readyToSign();
  await stage.sign(ready.path, ready.customer);
  return ready;
}

const mails = async (email: string) =>
  (await stage.test.outbox(email)).filter(({ text }) => text.includes('Per scaricare'));

const linkIn = (text: string): string => pathOf(/http\S+\/sign\/\S+/.exec(text)?.[0] ?? '');

const deliveryOf = async (id: number) =>
  (
    await stage.read
      .selectFrom('copy_delivery')
      .select('delivery')
      .where('signer_id', '=', (await signerOf(stage, id)).id)
      .executeTakeFirst()
  )?.delivery;

const copyEvents = async (id: number) => (await stage.trail(id)).filter((type) => type.startsWith('copy.'));

describe('the message about a complete signature', () => {
  it('goes to each signer once however often its job runs, and is recorded in the trail', async () => {
    const { id, customer, path } = await readyToSign();
    expect(await mails(customer.email)).toEqual([]);
    await stage.sign(path, customer);
    expect((await stage.document(id)).status).toBe('SIGNED');
    const signer = await signerOf(stage, id);
    await Promise.all([1, 2].map(() => sendCopy(stage.test.world, signer.id)));
    await giveUpCopy(stage.test.world, signer.id);
    const [mail, ...more] = await mails(customer.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('il documento di Autoesempio Bologna che hai firmato è completo: Preventivo.');
    expect(mail?.text.replace('Buongiorno Ginevra Provetti,', '')).not.toMatch(/Provetti|\d{6}/);
    expect(await copyEvents(id)).toEqual(['copy.sent']);
  });

  it('is not sent before completion, nor for a declined signature', async () => {
    const { id, customer, path } = await readyToSign();
    await stage.browser().post(`${path}/decline`, { reason: 'No' });
    await stage.test.world.jobs.drain();
    expect(await mails(customer.email)).toEqual([]);
    expect(await copyEvents(id)).toEqual([]);
    expect(await deliveryOf(id)).toBeUndefined();
  });

  it('waits for the gateway, and is recorded as not sent when given up', async () => {
    const { id, customer, path } = await readyToSign();
    const browser = stage.browser();
    await browser.read(path);
    await browser.post(`${path}/otp`);
    const code = await stage.code(customer);
    outage.mail = true;
    await browser.post(`${path}/sign`, { code, points: await stage.points(path) });
    await stage.test.world.jobs.tryOnce();
    expect(await deliveryOf(id)).toBe('QUEUED');
    expect((await stage.document(id)).status).toBe('SIGNED');
    outage.mail = false;
    await stage.test.world.jobs.drain();
    expect(await mails(customer.email)).toHaveLength(1);

    const other = await signedDocument();
    const { read } = stage.test.world.database;
    const { id: otherId } = await signerOf(stage, other.id);
    await read.updateTable('copy_delivery').set({ delivery: 'QUEUED' }).where('signer_id', '=', otherId).execute();
    await giveUpCopy(stage.test.world, otherId);
    expect(await copyEvents(other.id)).toEqual(['copy.sent', 'copy.failed']);
    expect(await deliveryOf(other.id)).toBe('FAILED');
  });
});

describe('the link to the copy', () => {
  it('opens on any device, gives the signed file for thirty days, and its downloads are recorded', async () => {
    const { id, customer } = await signedDocument();
    const link = linkIn((await mails(customer.email))[0]?.text ?? '');
    const elsewhere = stage.browser('Computer di casa');
    const view = (await elsewhere.get(link)).json();
    expect(view).toMatchObject({ state: 'COMPLETED', place: 'FREE', documents: [{ label: 'Preventivo' }] });
    const copy = await elsewhere.get(`${link}/signed?id=${id}`);
    expect(copy.statusCode).toBe(200);
    const { signedDocumentId } = await stage.document(id);
    const kept = await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(copy.rawPayload)).toBe(hash(kept.rawPayload));
    expect(await stage.trail(id)).toContain('downloaded');

    stage.test.clock.advance(30 * DAY - 60);
    expect((await stage.browser().get(`${link}/signed`)).statusCode).toBe(200);
    stage.test.clock.advance(120);
    for (const call of ['', '/signed']) expect((await stage.browser().get(`${link}${call}`)).statusCode).toBe(404);
  });

  it('cannot sign, gives nothing else, and binds no browser', async () => {
    const { customer } = await signedDocument();
    const link = linkIn((await mails(customer.email))[0]?.text ?? '');
    for (const [call, body] of [
      ['open', {}],
      ['otp', {}],
      ['decline', { reason: 'No' }],
      ['sign', { code: '123456', points: ['p1'] }],
    ] as const) {
      const answer = await stage.browser().post(`${link}/${call}`, body);
      expect([call, answer.statusCode, answer.json().code, answer.cookies]).toEqual([
        call,
        404,
        'signing.unknownLink',
        [],
      ]);
    }
    expect((await stage.browser().get(`${link}/document`)).json().code).toBe('signing.notOpened');
  });

  it('differs from the sign link, which stays unknown to other devices', async () => {
    const { customer, path } = await signedDocument();
    const link = linkIn((await mails(customer.email))[0]?.text ?? '');
    expect(link).not.toBe(path);
    expect((await stage.browser().get(path)).statusCode).toBe(404);
    expect((await stage.browser().get(`${path}/signed`)).statusCode).toBe(404);
  });
});
