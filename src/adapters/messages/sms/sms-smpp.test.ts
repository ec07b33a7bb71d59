/** SMS over SMPP: the port's suite, and a session that breaks, is refused, throttled or silent. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SmsReceipt } from '#ports/messages.ts';
import { SmsCentre } from '#test/hosts/sms-centre.ts';
import { MAX_PARTS, silentLog, smppSettings, smsThroughBreakers } from '#test/stages/sms-stage.ts';
import { makeWorld } from '#test/world.ts';
import { smsSuite } from '../../../ports/sms.suite.ts';
import type { OutgoingSms, SmsGateway } from './sms-gateway.ts';
import { openSmsLedger, providerIdAt } from './sms-ledger.ts';
import { openSmpp, type SmppSettings } from './sms-smpp.ts';

smsSuite('SMPP', { unknownNumber: '+393330000001', maxParts: MAX_PARTS }, async () => {
  const [world, centre] = [await makeWorld(), await new SmsCentre().listen()];
  const ledger = openSmsLedger(world.world.database, world.world.clock);
  const onReceipt = ({ providerId, state }: SmsReceipt) =>
    ledger.storeReceipt({ providerId: providerIdAt('sms-1', providerId), state });
  const gateway = openSmpp(smppSettings(centre.port), { log: silentLog, onReceipt });
  return {
    sms: smsThroughBreakers([gateway], ledger),
    arrived: async (to) => centre.textsFor(to),
    async close() {
      await gateway.close();
      await centre.close();
      await world.close();
    },
  };
});

describe('an SMPP gateway', () => {
  let centre: SmsCentre;
  const gateways: SmsGateway[] = [];
  let receipts: SmsReceipt[];
  beforeEach(async () => {
    centre = await new SmsCentre().listen();
    receipts = [];
  });
  afterEach(async () => {
    await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
    await centre.close();
  });

  const message: OutgoingSms = { id: 'otp:7', to: '+393331234567', text: 'Codice 123456', validMinutes: 65 };
  const onReceipt = async (receipt: SmsReceipt): Promise<void> => {
    receipts.push(receipt);
  };
  const open = (
    changes: Partial<SmppSettings> = {},
    limits: Partial<SmppSettings['limits']> = {},
    keep: (receipt: SmsReceipt) => Promise<void> = onReceipt,
  ): SmsGateway => {
    const settings = { ...smppSettings(centre.port), ...changes };
    const gateway = openSmpp(
      { ...settings, limits: { ...settings.limits, ...limits } },
      { log: silentLog, onReceipt: keep },
    );
    gateways.push(gateway);
    return gateway;
  };
  const retried = (send: () => Promise<unknown>) =>
    expect.poll(() => send().catch((error: unknown) => error), { timeout: 5_000 });

  it('sends coding, validity and sender of the text', async () => {
    await open({ from: '+393471112223' }).send(message);
    await open().send({ ...message, text: 'Codice “123456” 🚗' });
    expect(centre.accepted).toMatchObject([
      { dataCoding: 0, text: message.text, from: '393471112223', header: null, registered: 1 },
      { dataCoding: 8, text: 'Codice “123456” 🚗', from: 'Fascicolo', to: '393331234567' },
    ]);
  });

  it('splits a long text with a concatenation header, and requests one receipt', async () => {
    await open().send({ ...message, text: '€'.repeat(153) });
    expect(centre.accepted.map(({ header, registered }) => [header?.toString('hex'), registered])).toEqual([
      [expect.stringMatching(/^0003..0301$/), 0],
      [expect.stringMatching(/^0003..0302$/), 0],
      [expect.stringMatching(/^0003..0303$/), 1],
    ]);
    expect(centre.textsFor(message.to)).toEqual(['€'.repeat(153)]);
    await expect.poll(() => receipts, { timeout: 5_000 }).toEqual([{ providerId: 'c3', state: 'DELIVERED' }]);
  });

  it('retries when throttled, and reports that nothing was accepted when it persists', async () => {
    expect(await open().send({ ...message, to: '+393330000002' })).toMatchObject({ state: 'TAKEN' });
    expect(centre.submitCount).toBe(2);
    centre.nextStatuses.push(...Array.from({ length: 50 }, () => 0x58));
    await expect(open().send(message)).rejects.toMatchObject({ reason: 'down', mayHaveLeft: false });
    expect(centre.accepted).toHaveLength(1);
  });

  it('distinguishes a rejected number from a rejected sender', async () => {
    expect(await open().send({ ...message, to: '+393330000001' })).toEqual({
      ...{ state: 'REFUSED', reason: 'answered 0x0000000b' },
    });
    centre.nextStatuses.push(0x0a);
    await expect(open().send(message)).rejects.toMatchObject({ reason: 'refused', mayHaveLeft: false });
  });

  it('reports an uncertain result for a message whose second part is rejected', async () => {
    centre.nextStatuses.push(0, 0x0b);
    const long = open().send({ ...message, text: 'a'.repeat(200) });
    await expect(long).rejects.toMatchObject({ mayHaveLeft: true });
  });

  it.each(['silent', 'breaks'] as const)('reports an uncertain result when the SMS centre %s', async (behaviour) => {
    centre.behaviour = behaviour;
    await expect(open({}, { answer: 100 }).send(message)).rejects.toMatchObject({ mayHaveLeft: true });
    expect(centre.submitCount).toBe(1);
  });

  it('treats a repeated response as one', async () => {
    centre.behaviour = 'twice';
    const sms = open();
    expect(await sms.send(message)).toMatchObject({ providerId: 'c1' });
    expect(await sms.send(message)).toMatchObject({ providerId: 'c2' });
  });

  it('binds again after a lost connection, and sends', async () => {
    const sms = open();
    await sms.send(message);
    centre.dropAll();
    await retried(() => sms.send(message)).toMatchObject({ state: 'TAKEN' });
    expect(centre.bindCount).toBe(2);
  });

  it('waits longer after each refusal, and is bound once the password is right', async () => {
    centre.password = 'altra';
    const sms = open();
    await expect(sms.send(message)).rejects.toMatchObject({ mayHaveLeft: false, message: /0x0000000e/ });
    await expect.poll(() => centre.bindCount, { timeout: 5_000 }).toBeGreaterThan(2);
    centre.password = 'segreta';
    await retried(() => sms.send(message)).toMatchObject({ state: 'TAKEN' });
    expect(centre.submitCount).toBe(1);
  });

  it('keeps the session alive, and closes an unresponsive one', async () => {
    const sms = open({}, { enquire: 10 });
    await expect.poll(() => centre.enquiryCount, { timeout: 5_000 }).toBeGreaterThan(2);
    expect(centre.bindCount).toBe(1);
    centre.behaviour = 'deaf';
    await expect.poll(() => centre.bindCount, { timeout: 5_000 }).toBeGreaterThan(1);
    centre.behaviour = 'good';
    await retried(() => sms.send(message)).toMatchObject({ state: 'TAKEN' });
  });

  it('survives bytes that are not SMPP', async () => {
    const sockets: Socket[] = [];
    const babbler = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined).resume();
      socket.end(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(20)));
    }).listen(0, '127.0.0.1');
    await once(babbler, 'listening');
    const { port } = babbler.address() as { port: number };
    const sms = open({ port });
    await expect(sms.send(message)).rejects.toMatchObject({ mayHaveLeft: false });
    await expect.poll(() => sockets.length, { timeout: 5_000 }).toBeGreaterThan(1);
    await sms.close();
    babbler.close();
    await once(babbler, 'close');
  });

  it('asks the SMS centre to repeat a receipt that could not be stored', async () => {
    const lost = async (): Promise<void> => {
      throw new Error('database');
    };
    await open({}, {}, lost).send(message);
    await expect.poll(() => centre.receiptAnswers, { timeout: 5_000 }).toEqual([0x64]);
  });

  it('matches a decimal id in a receipt with the hexadecimal one of the response', async () => {
    centre.ids = { answer: '0A1F', receipt: '2591' };
    expect(await open({ receiptIds: 'decimal' }).send(message)).toMatchObject({ providerId: 'a1f' });
    await expect.poll(() => receipts, { timeout: 5_000 }).toEqual([{ providerId: 'a1f', state: 'DELIVERED' }]);
  });
});
