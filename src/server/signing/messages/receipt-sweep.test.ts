/** Delivery receipts of codes: recorded once in the trail, shown where staff can act on them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Waiting } from '#domain/signing/signer-progress.ts';
import type { SmsReceipt } from '#ports/messages.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { collectCodeReceipts } from './receipt-sweep.ts';

const gateway: { answer: ((ids: readonly string[]) => readonly SmsReceipt[]) | null; asked: string[][] } = {
  answer: null,
  asked: [],
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    override: ({ sms }) => ({
      sms: {
        send: (message) => sms.send(message),
        receipts: async (ids) => {
          gateway.asked.push([...ids]);
          return gateway.answer === null ? ((await sms.receipts?.(ids)) ?? []) : gateway.answer(ids);
        },
      },
    }),
  });
});
afterAll(() => stage.close());
beforeEach(() => Object.assign(gateway, { answer: null, asked: [] }));

async function coded(phone?: string) {
  const customer = phone === undefined ? {} : { customer: { phone, email: 'spento@example.com' } };
  const made = await stage.newDocument(customer);
  const path = await stage.startSigning(made.id);
  const browser = stage.browser();
  await browser.read(path);
  expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
  const code = await stage.code(made.customer);
  return { ...made, path, browser, code };
}

const waitingOf = async (id: number): Promise<Waiting> => {
  const body = { id: { equals: id } };
  const rows = (await stage.callAs('dealer', 'POST', '/api/documents-ext/waiting/search', body)).json();
  return rows[0].waiting;
};
const count = async (id: number, type: string) => (await stage.trail(id)).filter((one) => one === type).length;
const collect = () => collectCodeReceipts(stage.test.world);

describe('a code’s SMS', () => {
  it('that was delivered is recorded once, without other effects', async () => {
    const { id, path, browser, code } = await coded();
    await collect();
    await collect();
    expect(await count(id, 'otp.delivered')).toBe(1);
    expect(await waitingOf(id)).toMatchObject({ progress: 'OPENED', last: { event: 'otp.delivered' } });
    const points = await stage.points(path);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
  });

  it('to a phone that is off is listed as stuck until the next one arrives', async () => {
    const { id, path, browser } = await coded('+39 3331200000');
    await collect();
    expect(await waitingOf(id)).toMatchObject({ progress: 'STUCK', last: { event: 'otp.undelivered' } });
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; detail: string; actorName: string | null }[]
    >();
    expect(events.find(({ type }) => type === 'otp.undelivered')).toMatchObject({
      detail: '*** *** 000',
      actorName: null,
    });
    stage.test.clock.advance(61);
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect(await waitingOf(id)).toMatchObject({ progress: 'OPENED', last: { event: 'otp.sent' } });
  });

  it('with an unknown state is polled for an hour', async () => {
    await collect();
    gateway.answer = () => [];
    const { id } = await coded();
    gateway.asked = [];
    await collect();
    stage.test.clock.advance(59 * 60);
    await collect();
    expect(gateway.asked.map((ids) => ids.length)).toEqual([1, 1]);
    stage.test.clock.advance(2 * 60);
    await collect();
    expect(gateway.asked).toHaveLength(2);
    expect(await count(id, 'otp.delivered')).toBe(0);
  });

  it('with a late receipt changes no newer state; contradicting receipts and unknown ids have no effect', async () => {
    const { id, path, browser, code } = await coded();
    const points = await stage.points(path);
    expect((await browser.post(`${path}/sign`, { code, points })).json().state).toBe('SIGNED');
    await stage.test.world.jobs.drain();
    gateway.answer = (ids) => [
      { providerId: 'nobodys', state: 'FAILED' },
      ...ids.map((providerId) => ({ providerId, state: 'DELIVERED' }) as const),
      ...ids.map((providerId) => ({ providerId, state: 'FAILED' }) as const),
    ];
    await collect();
    expect((await stage.document(id)).status).toBe('SIGNED');
    expect([await count(id, 'otp.delivered'), await count(id, 'otp.undelivered')]).toEqual([1, 0]);
  });
});
