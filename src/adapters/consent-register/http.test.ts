/** A consent register over HTTP: the common suite, the request sent, and every wrong response. */
// Real time: the call uses a real connection.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentRegisterSuite } from '#ports/consent-register.suite.ts';
import type { ConsentDelivery } from '#ports/consent-register.ts';
import type { OutsideFailure } from '#ports/outside-system.ts';
import { rowsOf } from '#test/rows.ts';
import { ConsentRegisterHost } from '../../../test/hosts/consent-register-host.ts';
import { openHttpConsentRegister } from './http.ts';

const TOKEN = 'segreto-di-prova';
const opened: ConsentRegisterHost[] = [];
const listening = async (): Promise<ConsentRegisterHost> => {
  const host = await new ConsentRegisterHost().listen();
  opened.push(host);
  return host;
};
afterAll(async () => {
  for (const host of opened) await host.close();
});

consentRegisterSuite('over HTTP', async () => {
  const host = await listening();
  return {
    register: openHttpConsentRegister({ url: `${host.url}/`, token: TOKEN }),
    holds: async (customer) => host.currentEntries(customer),
  };
});

const DELIVERY: ConsentDelivery = {
  reference: 'consents-7',
  controller: 'NSC',
  customer: { businessId: 'R-000123', fiscalCode: 'RSSMRA80A01H501U', hst: '10001' },
  entries: [
    {
      ...{ purpose: 'MARKETING', channel: 'EMAIL', choice: 'GRANTED', textVersion: '2027.1' },
      ...{ textSha256: 'ab'.repeat(32), language: 'it', withdrawnVia: null },
      givenAt: new Date('2026-11-20T09:00:00Z'),
    },
  ],
};

describe('a delivery', () => {
  let host: ConsentRegisterHost;
  beforeAll(async () => {
    host = await listening();
  });
  beforeEach(() => {
    host.fixedAnswer = null;
    host.received.length = 0;
  });
  const take = () => openHttpConsentRegister({ url: host.url, token: TOKEN }).deliver(DELIVERY);

  it('is sent with our credentials and an idempotency key that is the same for each attempt', async () => {
    expect(await take()).toEqual({ receipt: 'R-1' });
    expect(await take()).toEqual({ receipt: 'R-1' });
    const [first, again] = host.received;
    expect(first).toMatchObject({
      ...{ method: 'POST', url: '/register/consents' },
      headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': 'consents-7' },
    });
    expect(first?.body).toEqual(JSON.parse(JSON.stringify(DELIVERY)));
    expect(again?.headers['idempotency-key']).toBe('consents-7');
  });

  it.each(
    rowsOf(`
      500 | stack of Rossi                     | down
      503 |                                    | down
      400 | {"error":"Rossi"}                  | refused
      401 |                                    | refused
      404 |                                    | refused
      204 |                                    | wrong
      200 |                                    | wrong
      200 | <html>                             | wrong
      200 | {"receipt":""}                     | wrong
      200 | {"receipt":7}                      | wrong
      200 | {"receipt":"${'x'.repeat(100_000)}"} | wrong
    `),
  )('with the response %s %.30s is not accepted', async (status, text = '', reason) => {
    host.fixedAnswer = { status: Number(status), text };
    const failure = await take().catch((error: unknown) => error as OutsideFailure);
    expect(failure).toMatchObject({ name: 'OutsideFailure', system: 'consents', reason });
    expect(JSON.stringify([failure, String(failure)])).not.toMatch(/Rossi|segreto/);
  });

  it('is not redirected, nor are our credentials', async () => {
    const other = await listening();
    host.fixedAnswer = { status: 307, text: '', location: `${other.url}/consents` };
    await expect(take()).rejects.toMatchObject({ reason: 'wrong' });
    expect(other.received).toEqual([]);
  });

  it('may be retried when nothing listens', async () => {
    const gone = await new ConsentRegisterHost().listen();
    const { url } = gone;
    await gone.close();
    await expect(openHttpConsentRegister({ url, token: TOKEN }).deliver(DELIVERY)).rejects.toMatchObject({
      reason: 'down',
    });
  });
});
