/** The demo's gateways: each message is stored once despite retries, and nothing leaves the machine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { smsSuite } from '../../ports/sms.suite.ts';
import { mailSuite } from './mail/mail.suite.ts';

smsSuite('the demo’s outbox', { unknownNumber: null, maxParts: null }, async () => {
  const { world, outbox, close } = await makeWorld();
  return { sms: world.sms, arrived: async (to) => (await outbox(to)).map(({ text }) => text), close };
});

let world: TestWorld;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

describe('the outbox', () => {
  it('shows sent messages, newest first, in the documented shape', async () => {
    const { sms, mail } = world.world;
    await sms.send({ id: 'one', to: '+393331234567', text: 'Codice 123456' });
    await mail.send({ id: 'two', to: 'ginevra@example.com', subject: 'Da firmare', text: 'Apri il link.' });
    const messages = await world.outbox();
    expect(messages).toEqual([
      expect.objectContaining({ channel: 'EMAIL', to: 'ginevra@example.com', text: 'Da firmare\n\nApri il link.' }),
      expect.objectContaining({ channel: 'SMS', to: '+393331234567', text: 'Codice 123456' }),
    ]);
    expect(Object.keys(messages[0] ?? {}).sort()).toEqual(['channel', 'createdAt', 'id', 'text', 'to']);
    expect(messages[0]?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('stores a message once, despite repeated and concurrent sending', async () => {
    const send = () => world.world.sms.send({ id: 'same', to: '+390000000001', text: 'Codice 654321' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map((answer) => answer.providerId)).size).toBe(1);
    expect(await world.outbox('+390000000001')).toHaveLength(1);
  });

  it('reports a bounce for a nonexistent mailbox, and nothing for the others', async () => {
    const { mail } = world.world;
    const send = (id: string, to: string) => mail.send({ id, to, subject: 'Da firmare', text: 'Apri il link.' });
    const sent = [await send('back', 'Nessuno@example.com'), await send('kept', 'ginevra@example.com')];
    const ids = sent.map(({ providerId }) => providerId);
    expect(await mail.receipts?.([...ids, 'demo-unknown'])).toEqual([
      { providerId: 'demo-back', state: 'FAILED', status: '5.1.1' },
    ]);
    expect(await mail.receipts?.([])).toEqual([]);
  });

  it('returns only the messages of the given recipient', async () => {
    await world.world.sms.send({ id: 'other', to: '+390000000002', text: 'Altro' });
    expect((await world.outbox('+390000000002')).map((message) => message.text)).toEqual(['Altro']);
    for (const nobody of ['+39000000000', '%', '+390000000002 ', "' OR 1=1--"])
      expect(await world.outbox(nobody)).toEqual([]);
  });
});

mailSuite('the outbox', async () => ({
  mail: world.world.mail,
  received: async (to) => (await world.outbox(to)).map(({ text }) => text.slice(text.indexOf('\n\n') + 2)),
}));
