/**
 * Consent register of the national company without a network, for the demo: a table shared by all nodes.
 *
 * To try out failures: with the customer key `R-GUASTO` the register is down, with `R-LENTO` the call runs into the
 * time limit, with `R-RIFIUTATO` it is refused.
 */
import { createHash } from 'node:crypto';
import {
  type ConsentDelivery,
  type ConsentEntry,
  type ConsentRegister,
  consentEntryOf,
} from '#ports/consent-register.ts';
import type { Database } from '#ports/database/database.ts';
import { OutsideFailure } from '#ports/outside-system.ts';

export interface BuiltInConsentRegister extends ConsentRegister {
  /** Current state of each purpose and channel of a customer. */
  entriesOf(customer: ConsentDelivery['customer']): Promise<ConsentEntry[]>;
}

const keyOf = ({ businessId, fiscalCode }: ConsentDelivery['customer']): string => businessId ?? fiscalCode ?? '';

async function simulateFailure(key: string, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (key === 'R-GUASTO') throw new OutsideFailure('consents', 'down', 'the demo was asked to be out of order');
  if (key === 'R-RIFIUTATO' || key === '') throw new OutsideFailure('consents', 'refused', 'no such customer');
  if (key !== 'R-LENTO') return;
  await new Promise((_, reject) => {
    if (signal === undefined) reject(new OutsideFailure('consents', 'timeout', 'the demo was asked to be slow'));
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export function openBuiltInConsentRegister(database: Database): BuiltInConsentRegister {
  return {
    async deliver({ reference, customer, entries }, signal) {
      const key = keyOf(customer);
      await simulateFailure(key, signal);
      await database.transaction(async (tx) => {
        for (const entry of entries) {
          await tx
            .insertInto('demo_register_entry')
            .values({
              customer: key,
              purpose: entry.purpose,
              channel: entry.channel,
              choice: entry.choice,
              text_version: entry.textVersion,
              text_sha256: entry.textSha256,
              language: entry.language,
              given_date: entry.givenAt,
              withdrawn_via: entry.withdrawnVia,
            })
            .onConflict((conflict) =>
              conflict
                .columns(['customer', 'purpose', 'channel'])
                .doUpdateSet(({ ref }) => ({
                  choice: ref('excluded.choice'),
                  text_version: ref('excluded.text_version'),
                  text_sha256: ref('excluded.text_sha256'),
                  language: ref('excluded.language'),
                  given_date: ref('excluded.given_date'),
                  withdrawn_via: ref('excluded.withdrawn_via'),
                }))
                .whereRef('demo_register_entry.given_date', '<=', 'excluded.given_date'),
            )
            .execute();
        }
      });
      return { receipt: `REG-${createHash('sha256').update(reference).digest('hex').slice(0, 12).toUpperCase()}` };
    },
    async entriesOf(customer) {
      const rows = await database.read
        .selectFrom('demo_register_entry')
        .selectAll()
        .where('customer', '=', keyOf(customer))
        .orderBy('id')
        .execute();
      return rows.map(consentEntryOf);
    },
  };
}
