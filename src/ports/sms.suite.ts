/** The contract of every SMS adapter; each runs it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sms, SmsUncertain } from './messages.ts';

export interface SmsStage {
  readonly sms: Sms;
  /** Texts that reached the network for this number, with long ones reassembled. */
  arrived(to: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SmsTraits {
  /** A number that the gateway refuses; null if there is none. */
  readonly unknownNumber: string | null;
  /** Null: no limit. */
  readonly maxParts: number | null;
}

/** Numbers that end in 00000 are switched off. Gateways take milliseconds, external programs seconds. */
export function smsSuite(name: string, traits: SmsTraits, open: () => Promise<SmsStage>): void {
  describe(`SMS: ${name}`, () => {
    let stage: SmsStage;
    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage?.close());
    const arrives = (to: string, texts: readonly string[]) =>
      expect.poll(() => stage.arrived(to), { timeout: 20_000 }).toEqual(texts);

    it('delivers a text unchanged', async () => {
      const text = 'Rossi & Figli: codice 483920 + "più" è à ò €5 [x] {to} %d <b>';
      const { parts, providerId } = await stage.sms.send({ id: 'otp:1', to: '+393330000011', text, validMinutes: 5 });
      expect(parts).toBe(1);
      expect(providerId).not.toBe('');
      await arrives('+393330000011', [text]);
    });

    it('sends a message id once, under repetition', async () => {
      const message = { id: 'otp:2', to: '+393330000012', text: 'Codice 111111' };
      const first = await stage.sms.send(message);
      expect(await stage.sms.send(message)).toEqual(first);
      await arrives(message.to, [message.text]);
    });

    it('sends a message id once, under concurrency', async () => {
      const message = { id: 'otp:3', to: '+393330000013', text: 'Codice 222222' };
      const answers = await Promise.allSettled(Array.from({ length: 10 }, () => stage.sms.send(message)));
      const lost = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      expect(lost.length).toBeLessThan(10);
      expect(lost.every((reason) => reason instanceof SmsUncertain)).toBe(true);
      await arrives(message.to, [message.text]);
    });

    it('counts the parts of a long text, which arrives whole', async () => {
      const text = `${'a'.repeat(152)}€${'b'.repeat(100)}`;
      const { parts } = await stage.sms.send({ id: 'otp:4', to: '+393330000014', text });
      expect(parts).toBe(2);
      await arrives('+393330000014', [text]);
    });

    it('reports delivered and failed messages, and nothing about unknown ones', async () => {
      const sent = async (id: string, to: string) =>
        (await stage.sms.send({ id, to, text: 'Codice 333333' })).providerId;
      const on = await sent('otp:5', '+393330000015');
      const off = await sent('otp:6', '+393330000000');
      const receiptStates = async () =>
        Object.fromEntries(
          (await stage.sms.receipts?.([on, off, 'sms-1/mai visto']))?.map((one) => [one.providerId, one.state]) ?? [],
        );
      await expect.poll(receiptStates, { timeout: 20_000 }).toEqual({ [on]: 'DELIVERED', [off]: 'FAILED' });
      expect(await stage.sms.receipts?.([])).toEqual([]);
    });

    const { maxParts, unknownNumber } = traits;
    if (maxParts !== null) {
      it('refuses a text that is too long rather than truncate it', async () => {
        const to = '+393330000016';
        const long = stage.sms.send({ id: 'otp:7', to, text: 'c'.repeat(153 * maxParts + 1) });
        await expect(long).rejects.toMatchObject({ name: 'SmsTooLong' });
        await stage.sms.send({ id: 'otp:8', to, text: 'Codice 444444' });
        await arrives(to, ['Codice 444444']);
      });
    }
    if (unknownNumber !== null) {
      it('reports a rejected message on each attempt', async () => {
        const message = { id: 'otp:9', to: unknownNumber, text: 'Codice 555555' };
        for (let times = 0; times < 2; times += 1) {
          await expect(stage.sms.send(message)).rejects.toMatchObject({ name: 'SmsRejected' });
        }
        await arrives(unknownNumber, []);
      });
    }
  });
}
