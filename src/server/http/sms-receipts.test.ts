/** Delivery receipts over HTTP: only addresses of this installation count, even when called repeatedly or by other callers. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenSms, openSmsGateways } from '#adapters/messages/sms/open-gateways.ts';
import { openSmsLedger, providerIdAt } from '#adapters/messages/sms/sms-ledger.ts';
import { receiptAddress } from '#adapters/messages/sms/sms-receipts.ts';
import { SMS_RECEIPT_BODY_LIMIT } from '#ports/messages.ts';
import { buildApp } from '#server/app.ts';
import { providerSettings, silentLog } from '#test/stages/sms-stage.ts';
import { makeWorld, type TestWorld } from '#test/world.ts';

const key = Buffer.alloc(32, 5);
const publicUrl = 'https://firme.example.it';
const receipts = { delivered: ['1'], failed: ['2'] };

let test: TestWorld;
let app: FastifyInstance;
let gateways: OpenSms;
beforeAll(async () => {
  test = await makeWorld();
  const { database, clock } = test.world;
  gateways = await openSmsGateways({
    gateways: [
      {
        ...{ kind: 'http', ...providerSettings('https://sms.example.com'), certificates: null },
        receipts: { place: { kind: 'query', name: 'state' }, ...receipts },
      },
      {
        ...{ kind: 'http', ...providerSettings('https://other.example.com'), certificates: null, system: 'sms-2' },
        receipts: { place: { kind: 'form', name: 'state' }, ...receipts },
      },
    ],
    ...{ sends: false, maxParts: 3, validMinutes: 60, publicUrl, receiptKey: key, database, clock, log: silentLog },
  });
  app = await buildApp({ ...test.world, smsReceipts: gateways.receipts });
});
afterAll(async () => {
  await app.close();
  await gateways.close();
  await test.close();
});
beforeEach(() => test.clock.advance(61));

let count = 0;
/** A message that a gateway has accepted. @returns the path of its receipts, and a function that reads their stored states. */
async function taken(system: 'sms-1' | 'sms-2' = 'sms-1') {
  count += 1;
  const id = `otp:${count}`;
  const providerId = providerIdAt(system, id);
  const ledger = openSmsLedger(test.world.database, test.clock);
  await ledger.begin(id, { system, parts: 1 });
  await ledger.markAccepted(id, providerId);
  const path = new URL(receiptAddress({ key, publicUrl }, system, id)).pathname;
  const kept = async () => (await ledger.receipts([providerId])).map(({ state }) => state);
  return { path, kept };
}
const get = async (url: string) => (await app.inject({ method: 'GET', url })).statusCode;
const post = async (url: string, payload: string, type: string) =>
  (await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).statusCode;

describe('a delivery receipt', () => {
  it('is stored, by query and by form, without a session', async () => {
    const [one, other] = [await taken(), await taken('sms-2')];
    const answer = await app.inject({ method: 'GET', url: `${one.path}?state=1` });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await post(other.path, 'id=7&state=2', 'application/x-www-form-urlencoded')).toBe(204);
    expect([await one.kept(), await other.kept()]).toEqual([['DELIVERED'], ['FAILED']]);
  });

  it('with a body of any type, without one or with invalid JSON gets the normal response', async () => {
    const { path, kept } = await taken();
    expect(await post(path, '{"state":', 'application/json')).toBe(204);
    expect(await post(path, '<state>1</state>', 'text/xml; charset=utf-8')).toBe(204);
    expect((await app.inject({ method: 'POST', url: path })).statusCode).toBe(204);
    expect(await kept()).toEqual([]);
  });

  it('that is repeated or replayed changes nothing, even with another state', async () => {
    const { path, kept } = await taken();
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(`${path}?state=1`)));
    expect(new Set(answers)).toEqual(new Set([204]));
    expect(await get(`${path}?state=2`)).toBe(204);
    expect(await kept()).toEqual(['DELIVERED']);
  });

  it('at a forged address is not found, and nothing is stored', async () => {
    const { path, kept } = await taken();
    const other = await taken();
    const mac = path.split('/').at(-1) ?? '';
    const forged = [
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      `${other.path.slice(0, -mac.length)}${mac}`,
      path.replace('/receipts/1/', '/receipts/2/'),
      new URL(receiptAddress({ key: Buffer.alloc(32, 6), publicUrl }, 'sms-1', 'otp:1')).pathname,
      '/sms/receipts/',
    ];
    for (const url of forged) expect([url, await get(`${url}?state=1`)]).toEqual([url, 404]);
    expect([await kept(), await other.kept()]).toEqual([[], []]);
  });

  it('is not stored by a HEAD request', async () => {
    const { path, kept } = await taken();
    expect((await app.inject({ method: 'HEAD', url: `${path}?state=1` })).statusCode).toBe(405);
    expect(await kept()).toEqual([]);
  });

  it('over the size limit is refused unread', async () => {
    const { path, kept } = await taken('sms-2');
    const body = (length: number) => `state=1&x=${'x'.repeat(length - 10)}`;
    const form = 'application/x-www-form-urlencoded';
    expect(await post(path, body(SMS_RECEIPT_BODY_LIMIT + 1), form)).toBe(413);
    expect(await kept()).toEqual([]);
    expect(await post(path, body(SMS_RECEIPT_BODY_LIMIT), form)).toBe(204);
    expect(await kept()).toEqual(['DELIVERED']);
  });

  it('is limited per network, and accepted again a minute later', async () => {
    const { path, kept } = await taken();
    expect(await get(path)).toBe(204);
    const { read } = test.world.database;
    await read.updateTable('rate_limit').set({ count: 3_000 }).execute();
    const refused = await app.inject({ method: 'GET', url: `${path}?state=1` });
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(await kept()).toEqual([]);
    test.clock.advance(61);
    expect(await get(`${path}?state=1`)).toBe(204);
    expect(await kept()).toEqual(['DELIVERED']);
  });

  it('leaves JSON as the only type on other routes, and is not read without a reporting gateway', async () => {
    const { path, kept } = await taken();
    const elsewhere = await post('/api/auth/login', 'username=dealer', 'application/x-www-form-urlencoded');
    expect(elsewhere).toBe(415);
    const without = await buildApp(test.world);
    expect((await without.inject({ method: 'POST', url: `${path}?state=1` })).statusCode).not.toBe(204);
    await without.inject({ method: 'GET', url: `${path}?state=1` });
    await without.close();
    expect(await kept()).toEqual([]);
  });
});
