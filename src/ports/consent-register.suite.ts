/** The contract of every consent register; each adapter runs it. */
import { describe, expect, it } from 'vitest';
import type { ConsentDelivery, ConsentEntry, ConsentRegister } from './consent-register.ts';

/** A consent given on a form; `change` makes another of it. */
export const consentEntry = (change: Partial<ConsentEntry> = {}): ConsentEntry => ({
  purpose: 'MARKETING',
  channel: 'EMAIL',
  choice: 'GRANTED',
  textVersion: 'NSC-1',
  textSha256: 'ab'.repeat(32),
  language: 'it',
  givenAt: new Date('2026-11-20T09:00:00Z'),
  withdrawnVia: null,
  ...change,
});

/** @param open its `holds` reads back the register's consents of a customer. */
export function consentRegisterSuite(
  name: string,
  open: () => Promise<{
    register: ConsentRegister;
    holds: (customer: ConsentDelivery['customer']) => Promise<readonly ConsentEntry[]>;
  }>,
): void {
  const customer = { businessId: 'R-000123', fiscalCode: 'RSSMRA80A01H501U', hst: '10001' };
  const delivery = (reference: string, entries: ConsentEntry[]): ConsentDelivery => ({
    reference,
    controller: 'NSC',
    customer,
    entries,
  });
  describe(`register of consents: ${name}`, () => {
    it('stores what it receives, separately per purpose and channel', async () => {
      const { register, holds } = await open();
      const entries = [
        consentEntry(),
        consentEntry({ channel: 'PHONE', choice: 'DENIED' }),
        consentEntry({ purpose: 'PROFILING', channel: 'ALL' }),
      ];
      expect((await register.deliver(delivery('one', entries))).receipt).not.toBe('');
      expect(await holds(customer)).toEqual(entries);
    });

    it('accepts a delivery once, under repetition', async () => {
      const { register, holds } = await open();
      const first = await register.deliver(delivery('twice', [consentEntry()]));
      expect(await register.deliver(delivery('twice', [consentEntry()]))).toEqual(first);
      expect(await holds(customer)).toEqual([consentEntry()]);
    });

    it('gives a withdrawal precedence over an older consent that arrives later', async () => {
      const { register, holds } = await open();
      const withdrawn = consentEntry({
        choice: 'DENIED',
        givenAt: new Date('2026-11-20T10:00:00Z'),
        withdrawnVia: 'PHONE',
      });
      await register.deliver(delivery('withdrawal', [withdrawn]));
      await register.deliver(delivery('form', [consentEntry()]));
      expect(await holds(customer)).toEqual([withdrawn]);
    });

    it('refuses an unidentifiable customer', async () => {
      const { register } = await open();
      const nobody = {
        ...delivery('nobody', [consentEntry()]),
        customer: { businessId: null, fiscalCode: null, hst: '10001' },
      };
      await expect(register.deliver(nobody)).rejects.toMatchObject({ name: 'OutsideFailure', reason: 'refused' });
    });

    it('stops when aborted', async () => {
      const { register } = await open();
      const reason = new Error('basta');
      await expect(register.deliver(delivery('late', [consentEntry()]), AbortSignal.abort(reason))).rejects.toBe(
        reason,
      );
    });
  });
}
