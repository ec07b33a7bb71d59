/** A signing session with an HTTP SMS gateway: what staff and signers see when it accepts a message, loses its response, or is down. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendCode } from '#server/signing/messages/deliver.ts';
import { collectCodeReceipts } from '#server/signing/messages/receipt-sweep.ts';
import { SmsProvider } from '#test/hosts/sms-provider.ts';
import { SmsReceiptHost } from '#test/hosts/sms-receipt-host.ts';
import { providerSettings, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { openHttpSms } from './sms-http.ts';
import { openSmsLedger } from './sms-ledger.ts';

let provider: SmsProvider;
let host: SmsReceiptHost;
let stage: Stage;
beforeAll(async () => {
  provider = await new SmsProvider().listen();
  stage = await openStage({
    override: ({ database, clock }) => {
      const ledger = openSmsLedger(database, clock);
      host = new SmsReceiptHost(ledger, {
        'sms-1': { place: { kind: 'json', name: 'report.state' }, delivered: ['DELIVERED'], failed: ['UNDELIVERED'] },
      });
      const settings = {
        ...providerSettings(provider.url),
        answerLimit: 200,
        receiptAddress: (id: string) => host.address('sms-1', id),
      };
      return { sms: smsThroughBreakers([openHttpSms(settings)], ledger) };
    },
  });
  await host.listen();
});
afterAll(async () => {
  await provider.close();
  await host.close();
  await stage.close();
});
beforeEach(() => {
  provider.behaviour = { kind: 'good' };
  provider.requests.length = 0;
});

/** A customer who has read the document and requested a code. */
async function asked(phone = '+39 3331234567') {
  const { id, customer } = await stage.newDocument({ customer: { phone, email: 'cliente@example.com' } });
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  return { id, customer, path, browser, points: await stage.points(path) };
}
const codeIn = (body: string | undefined): string =>
  /\b\d{6}\b/.exec((JSON.parse(body ?? '{}') as { text?: string }).text ?? '')?.[0] ?? '';
const newestCode = async (): Promise<number> => {
  const { read } = stage.test.world.database;
  return (await read.selectFrom('otp_code').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
};

describe('a signature over an HTTP gateway', () => {
  it('sends its code once, with the code’s validity, and records the receipt in the trail', async () => {
    const { id, path, browser, points } = await asked();
    await stage.test.world.jobs.drain();
    expect(provider.requests).toHaveLength(1);
    expect(JSON.parse(provider.requests[0]?.body ?? '')).toMatchObject({
      ttl: 5,
      ref: expect.stringMatching(/^otp:\d+$/),
    });
    await expect.poll(() => provider.receiptAnswers.length, { timeout: 5_000 }).toBeGreaterThan(0);
    await collectCodeReceipts(stage.test.world);
    expect(await stage.trail(id)).toContain('otp.delivered');
    const signed = await browser.post(`${path}/sign`, { code: codeIn(provider.requests[0]?.body), points });
    expect(signed.statusCode, signed.body).toBe(200);
  });

  it('sends no second message when the response is lost; the received code is valid', async () => {
    provider.behaviour = { kind: 'silent' };
    const { path, browser, points } = await asked();
    const codeId = await newestCode();
    for (let times = 0; times < 2; times += 1) {
      await expect(sendCode(stage.test.world, codeId)).rejects.toMatchObject({ name: 'SmsUncertain' });
    }
    provider.behaviour = { kind: 'good' };
    await expect(sendCode(stage.test.world, codeId)).rejects.toMatchObject({ name: 'SmsUncertain' });
    expect(provider.requests).toHaveLength(1);
    const signed = await browser.post(`${path}/sign`, { code: codeIn(provider.requests[0]?.body), points });
    expect(signed.statusCode, signed.body).toBe(200);
  });

  it('sends its code once a failing gateway is back', async () => {
    provider.behaviour = { kind: 'answer', status: 503, text: '' };
    const { id } = await asked();
    const codeId = await newestCode();
    await expect(sendCode(stage.test.world, codeId)).rejects.toMatchObject({ name: 'SmsNotTaken' });
    provider.behaviour = { kind: 'good' };
    await stage.test.world.jobs.drain();
    expect(provider.requests).toHaveLength(2);
    expect(await stage.trail(id)).toContain('otp.sent');
  });

  it('reports at once a number that every gateway rejects, and does not retry', async () => {
    const { id } = await asked('+39 3330000001');
    await stage.test.world.jobs.drain();
    expect(provider.requests).toHaveLength(1);
    expect(await stage.trail(id)).toContain('otp.failed');
  });

  it.each([
    ['uncertain', '+39 3331234568', { kind: 'silent' }],
    ['rejected', '+39 3339000001', { kind: 'good' }],
  ] as const)(
    'informs the former e-mail address although the SMS to the former number is %s',
    async (how, phone, behaviour) => {
      const customer = { phone, email: `prima.${how}@example.com` };
      const { dossierId } = await stage.newDocument({ customer });
      provider.behaviour = behaviour;
      const dossier = (await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}`)).json();
      const change = { ...dossier, mobilePhone: '+39 3339990001', email: 'nuova@example.com' };
      expect((await stage.callAs('dealer', 'PUT', '/api/dossiers', change)).statusCode).toBe(200);
      await stage.test.world.jobs.drain();
      expect(provider.requests).toHaveLength(1);
      expect(await stage.test.outbox(customer.email)).toHaveLength(1);
      const { read } = stage.test.world.database;
      expect(await read.selectFrom('former_contact').selectAll().execute()).toEqual([]);
    },
  );
});
