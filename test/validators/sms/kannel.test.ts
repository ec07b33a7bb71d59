/** The HTTP adapter against Kannel, with a simulated SMS centre behind it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHttpSms } from '#adapters/messages/sms/sms-http.ts';
import { openSmsLedger } from '#adapters/messages/sms/sms-ledger.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { SmsReceiptHost } from '#test/hosts/sms-receipt-host.ts';
import { MAX_PARTS, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { makeWorld } from '#test/world.ts';
import { smsSuite } from '../../../src/ports/sms.suite.ts';
import { type Kannel, settingsFor, startKannel } from './kannel.ts';

smsSuite('HTTP to Kannel', { unknownNumber: null, maxParts: MAX_PARTS }, async () => {
  const [world, centre] = [await makeWorld(), await new SmsCentre().listen()];
  const kannel = await startKannel(centre.port);
  const ledger = openSmsLedger(world.world.database, world.world.clock);
  const host = await new SmsReceiptHost(ledger, {
    'sms-1': { place: { kind: 'query', name: 'state' }, delivered: ['1'], failed: ['2', '16'] },
  }).listen();
  const plain = settingsFor(kannel);
  const settings = {
    ...plain,
    headers: { ...plain.headers, 'X-Kannel-DLR-Mask': '31', 'X-Kannel-DLR-Url': '{receipt}?state=%d' },
    receiptAddress: (id: string) => host.address('sms-1', id),
  };
  return {
    sms: smsThroughBreakers([openHttpSms(settings)], ledger),
    arrived: async (to) => centre.textsFor(to),
    async close() {
      await kannel.close();
      await host.close();
      await centre.close();
      await world.close();
    },
  };
});

describe('Kannel', () => {
  let centre: SmsCentre;
  let kannel: Kannel;
  beforeAll(async () => {
    centre = await new SmsCentre().listen();
    kannel = await startKannel(centre.port);
  });
  afterAll(async () => {
    await kannel?.close();
    await centre?.close();
  });
  afterEach(() => {
    centre.accepted.length = 0;
  });
  const message = { id: 'otp:1', to: '+393331234567', text: 'Codice 123456', validMinutes: 5 };

  const send = async (changes: Partial<typeof message>): Promise<void> => {
    const answer = await openHttpSms(settingsFor(kannel)).send({ ...message, ...changes });
    expect(answer).toMatchObject({ state: 'TAKEN' });
  };

  it('passes the validity period of a message to the SMS centre', async () => {
    const other = '+393331234568';
    await send({});
    await send({ to: other, validMinutes: 65 });
    await expect.poll(() => centre.accepted, { timeout: 20_000 }).toHaveLength(2);
    // Messages that wait for the binding are sent in any order.
    const until = (to: string) => centre.accepted.find((message) => `+${message.to}` === to)?.validity?.getTime() ?? 0;
    const [five, more] = [until(message.to), until(other)];
    expect(Math.round((more - five) / 60_000)).toBe(60);
  });

  it('sends text outside GSM-7 as UCS-2', async () => {
    const text = 'Łódź “123456”';
    await send({ text });
    await expect.poll(() => centre.accepted, { timeout: 20_000 }).toMatchObject([{ text, dataCoding: 8 }]);
  });

  it('resends a message that the SMS centre throttles: it arrives once', async () => {
    const to = '+393330000002';
    await send({ to });
    await expect.poll(() => centre.textsFor(to), { timeout: 25_000 }).toEqual([message.text]);
  });

  it('refuses a wrong password, which affects every message', async () => {
    const authentication = { kind: 'placed', user: kannel.user, password: 'altra' } as const;
    const gateway = openHttpSms({ ...settingsFor(kannel), authentication });
    await expect(gateway.send(message)).rejects.toMatchObject({ reason: 'refused', mayHaveLeft: false });
  });
});
