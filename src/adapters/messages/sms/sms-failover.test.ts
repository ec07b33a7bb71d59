/** Two gateways: the second is used only for messages that the first has certainly not accepted; no message is sent twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutsideFailure } from '#ports/outside-system.ts';
import { SmsProvider } from '#test/hosts/sms-provider.ts';
import { providerSettings, silentLog, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { makeWorld } from '#test/world.ts';
import { openSms } from './sms-failover.ts';
import { openHttpSms } from './sms-http.ts';
import { openSmsLedger } from './sms-ledger.ts';

const test = await makeWorld();
const ledger = openSmsLedger(test.world.database, test.world.clock);
afterAll(() => test.close());

describe('two gateways', () => {
  let one: SmsProvider;
  let two: SmsProvider;
  let number = 0;
  beforeAll(async () => {
    one = await new SmsProvider().listen();
    two = await new SmsProvider().listen();
  });
  beforeEach(() => {
    for (const provider of [one, two]) {
      provider.behaviour = { kind: 'good' };
      provider.requests.length = 0;
    }
    number += 1;
  });
  afterAll(async () => {
    await one.close();
    await two.close();
  });

  const open = () =>
    smsThroughBreakers(
      [
        openHttpSms({ ...providerSettings(one.url), answerLimit: 100 }),
        openHttpSms({ ...providerSettings(two.url), system: 'sms-2', answerLimit: 100 }),
      ],
      ledger,
    );
  const message = () => ({ id: `otp:${number}`, to: '+393331234567', text: 'Codice 123456' });
  const asked = () => [one.requests.length, two.requests.length];

  it('use only the first while it works', async () => {
    expect(await open().send(message())).toMatchObject({ providerId: expect.stringMatching(/^sms-1\/p/), parts: 1 });
    expect(asked()).toEqual([1, 0]);
  });

  it.each([
    ['is down for maintenance', 503],
    ['refuses our credentials', 401],
    ['refuses the message', 400],
    ['asks for patience', 429],
  ])('use the second when the first %s', async (_name, status) => {
    one.behaviour = { kind: 'answer', status, text: '' };
    expect(await open().send(message())).toMatchObject({ providerId: expect.stringMatching(/^sms-2\/p/) });
    expect(asked()).toEqual([1, 1]);
  });

  it.each([
    ['is silent', { kind: 'silent' }],
    ['breaks the connection', { kind: 'reset' }],
    ['fails within', { kind: 'answer', status: 500, text: '' }],
    ['answers nonsense', { kind: 'answer', status: 200, text: '<html>' }],
  ] as const)('use neither the second nor the first again when the first %s', async (_name, behaviour) => {
    one.behaviour = behaviour;
    const sms = open();
    await expect(sms.send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    one.behaviour = { kind: 'good' };
    // Retry on this node and on another.
    await expect(sms.send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    await expect(open().send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    expect(asked()).toEqual([1, 0]);
  });

  it('take a receipt as proof that an uncertain message was accepted', async () => {
    one.behaviour = { kind: 'silent' };
    await expect(open().send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    await ledger.storeCallback({ system: 'sms-1', messageId: message().id, state: 'DELIVERED' });
    const providerId = `sms-1/${message().id}`;
    expect(await open().send(message())).toEqual({ providerId, parts: 1 });
    expect(await ledger.receipts([providerId])).toEqual([{ providerId, state: 'DELIVERED' }]);
    expect(asked()).toEqual([1, 0]);
  });

  it('resend later, once, a message that neither accepted', async () => {
    one.behaviour = { kind: 'answer', status: 503, text: '' };
    two.behaviour = { kind: 'answer', status: 401, text: '' };
    const sms = open();
    await expect(sms.send(message())).rejects.toMatchObject({ name: 'SmsNotTaken', message: /sms-1.*503.*sms-2.*401/ });
    two.behaviour = { kind: 'good' };
    const sent = await sms.send(message());
    one.behaviour = { kind: 'good' };
    expect(await sms.send(message())).toEqual(sent);
    expect(asked()).toEqual([2, 2]);
  });

  it('report an uncertain result when the second does', async () => {
    one.behaviour = { kind: 'answer', status: 503, text: '' };
    two.behaviour = { kind: 'silent' };
    await expect(open().send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    one.behaviour = { kind: 'good' };
    await expect(open().send(message())).rejects.toMatchObject({ name: 'SmsUncertain' });
    expect(asked()).toEqual([1, 1]);
  });

  it('skip a gateway that is down, and lose no message', async () => {
    one.behaviour = { kind: 'answer', status: 503, text: '' };
    const sms = open();
    for (let times = 0; times < 8; times += 1) {
      await sms.send({ ...message(), id: `otp:down:${number}:${times}` });
    }
    expect(asked()).toEqual([5, 8]);
  });

  it('keep using a gateway that rejects numbers', async () => {
    const sms = open();
    for (let times = 0; times < 8; times += 1) {
      const to = '+393330000001';
      await sms.send({ ...message(), id: `otp:wrong:${number}:${times}`, to }).catch(() => undefined);
    }
    await sms.send({ ...message(), id: `otp:right:${number}` });
    expect(asked()).toEqual([9, 8]);
  });

  it('treat unknown outcomes as sent: a time limit, a defect', async () => {
    const gateway = openHttpSms(providerSettings(one.url));
    for (const [id, error] of [
      ['otp:guard', new OutsideFailure('sms-1', 'timeout', 'no answer')],
      ['otp:defect', new TypeError('x is not a function')],
    ] as const) {
      const guard = () => Promise.reject(error);
      const sms = openSms({ routes: [{ gateway, guard }], ledger, maxParts: 1, validMinutes: 5, log: silentLog });
      await expect(sms.send({ ...message(), id })).rejects.toMatchObject({ name: 'SmsUncertain' });
    }
  });
});
