/** The SMS ledger on both databases: each message has one sender despite concurrent calls; the first final state counts. */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { makeWorld } from '#test/world.ts';
import { openSmsLedger } from './sms-ledger.ts';

const test = await makeWorld();
const ledger = openSmsLedger(test.world.database, test.world.clock);
afterAll(() => test.close());

const of = { system: 'sms-1', parts: 2 } as const;
const begin = async (id: string, times: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: times }, () => ledger.begin(id, of)))).map(({ state }) => state).sort();

describe('the SMS ledger', () => {
  it('allows one sender, another after all gateways have refused, and none afterwards', async () => {
    const one = ['NEW', ...Array.from({ length: 19 }, () => 'SENDING')];
    expect(await begin('otp:1', 20)).toEqual(one);
    await ledger.markRefused('otp:1');
    expect(await begin('otp:1', 20)).toEqual(one);
    await ledger.markAccepted('otp:1', 'sms-1/a');
    // An accepted message stays accepted.
    await ledger.markRefused('otp:1');
    expect(await ledger.begin('otp:1', of)).toEqual({ state: 'TAKEN', providerId: 'sms-1/a', parts: 2 });
  });

  it('is settled once by a receipt, and not by one of an unknown message', async () => {
    await ledger.begin('otp:2', of);
    await ledger.storeCallback({ system: 'sms-1', messageId: 'otp:2', state: 'TAKEN' });
    expect(await ledger.receipts(['sms-1/otp:2'])).toEqual([]);
    await ledger.storeCallback({ system: 'sms-1', messageId: 'otp:2', state: 'FAILED' });
    await ledger.storeCallback({ system: 'sms-1', messageId: 'otp:2', state: 'DELIVERED' });
    expect(await ledger.receipts(['sms-1/otp:2'])).toEqual([{ providerId: 'sms-1/otp:2', state: 'FAILED' }]);
    await ledger.storeCallback({ system: 'sms-1', messageId: 'otp:never', state: 'DELIVERED' });
    expect(await ledger.receipts(['sms-1/otp:never'])).toEqual([]);
  });

  it('separates the ids of two gateways, and accepts a receipt before the response', async () => {
    await ledger.storeReceipt({ providerId: 'sms-2/early', state: 'FAILED' });
    await ledger.begin('otp:early:1', { system: 'sms-1', parts: 1 });
    await ledger.markAccepted('otp:early:1', 'sms-1/early');
    await ledger.begin('otp:early:2', { system: 'sms-2', parts: 1 });
    await ledger.markAccepted('otp:early:2', 'sms-2/early');
    expect(await ledger.receipts(['sms-1/early', 'sms-2/early'])).toEqual([
      { providerId: 'sms-2/early', state: 'FAILED' },
    ]);
    // The first final state counts.
    await ledger.storeReceipt({ providerId: 'sms-2/early', state: 'DELIVERED' });
    expect(await ledger.receipts(['sms-2/early'])).toEqual([{ providerId: 'sms-2/early', state: 'FAILED' }]);
  });

  it('deletes messages and receipts after two weeks', async () => {
    await ledger.begin('link:1', of);
    await ledger.markAccepted('link:1', 'sms-1/link');
    await ledger.storeReceipt({ providerId: 'sms-1/link', state: 'DELIVERED' });
    test.clock.advance(14 * 86_400 - 1);
    await ledger.sweep();
    expect(await ledger.receipts(['sms-1/link'])).toHaveLength(1);
    await ledger.begin('link:2', of);
    test.clock.advance(2);
    await ledger.sweep();
    expect(await ledger.receipts(['sms-1/link'])).toEqual([]);
    expect(await begin('link:1', 1)).toEqual(['NEW']);
    expect(await begin('link:2', 1)).toEqual(['SENDING']);
    const { rows } = await sql`select 1 from sms_gateway_receipt`.execute(test.world.database.read);
    expect(rows).toEqual([]);
  });
});
