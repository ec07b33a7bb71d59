/**
 * The national company's register of consents without any network, kept in memory for the demo (P-1).
 *
 * For trying out what happens when it fails: the customer key `R-GUASTO` finds it down, `R-LENTO` waits until the time
 * limit ends the call, `R-RIFIUTATO` is refused.
 */
import { createHash } from 'node:crypto';
import type { ConsentDelivery, ConsentEntry, ConsentRegister } from '#ports/consent-register.ts';
import { OutsideFailure } from '#ports/outside.ts';

export interface BuiltInConsentRegister extends ConsentRegister {
  /** Where each purpose and channel of a customer stands. */
  entriesOf(customer: ConsentDelivery['customer']): ConsentEntry[];
}

const keyOf = ({ businessId, fiscalCode }: ConsentDelivery['customer']): string => businessId ?? fiscalCode ?? '';

async function beforeAnswering(key: string, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (key === 'R-GUASTO') throw new OutsideFailure('consents', 'down', 'the demo was asked to be out of order');
  if (key === 'R-RIFIUTATO' || key === '') throw new OutsideFailure('consents', 'refused', 'no such customer');
  if (key !== 'R-LENTO') return;
  await new Promise((_, reject) => {
    if (signal === undefined) reject(new OutsideFailure('consents', 'timeout', 'the demo was asked to be slow'));
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export function openBuiltInConsentRegister(): BuiltInConsentRegister {
  const customers = new Map<string, Map<string, ConsentEntry>>();
  return {
    async take({ reference, customer, entries }, signal) {
      const key = keyOf(customer);
      await beforeAnswering(key, signal);
      const known = customers.get(key) ?? new Map<string, ConsentEntry>();
      for (const entry of entries) {
        const slot = `${entry.purpose} ${entry.channel}`;
        const before = known.get(slot);
        if (before === undefined || before.givenAt <= entry.givenAt) known.set(slot, entry);
      }
      customers.set(key, known);
      return { receipt: `REG-${createHash('sha256').update(reference).digest('hex').slice(0, 12).toUpperCase()}` };
    },
    entriesOf: (customer) => [...(customers.get(keyOf(customer))?.values() ?? [])],
  };
}
