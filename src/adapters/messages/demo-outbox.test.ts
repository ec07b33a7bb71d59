/** The demo's gateways: every message once, whatever a retry does, and nothing leaves the machine (P-7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { smsParts } from './demo-outbox.ts';
import { mailSuite } from './mail.suite.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

describe('the outbox', () => {
  it('shows what was sent, newest first, in the shape of P-20', async () => {
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

  it('keeps a message once, however often and however closely it is sent', async () => {
    const send = () => world.world.sms.send({ id: 'same', to: '+390000000001', text: 'Codice 654321' });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(answers.map((answer) => answer.providerId)).size).toBe(1);
    expect(await world.outbox('+390000000001')).toHaveLength(1);
  });

  it('answers for one recipient only what was sent there', async () => {
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

describe('parts of an SMS', () => {
  it.each([
    ['nothing', '', 1],
    ['160 plain characters', 'a'.repeat(160), 1],
    ['161 plain characters', 'a'.repeat(161), 2],
    ['306 plain characters', 'a'.repeat(306), 2],
    ['307 plain characters', 'a'.repeat(307), 3],
    ['Italian accents, which GSM-7 has', 'à'.repeat(160), 1],
    ['eighty euro signs, two septets each', '€'.repeat(80), 1],
    ['eighty-one euro signs', '€'.repeat(81), 2],
    ['seventy characters with one outside', `${'a'.repeat(69)}’`, 1],
    ['seventy-one characters with one outside', `${'a'.repeat(70)}’`, 2],
  ])('of %s', (_name, text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });
});
