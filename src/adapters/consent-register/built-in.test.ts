/** The built-in consent register passes the common suite, works on every node, and fails on demand. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { consentEntry, consentRegisterSuite } from '#ports/consent-register.suite.ts';
import type { ConsentDelivery } from '#ports/consent-register.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { openBuiltInConsentRegister } from './built-in.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
});
beforeEach(async () => {
  await test.world.database.transaction((tx) => tx.deleteFrom('demo_register_entry').execute());
});
afterAll(() => test.close());

const openNode = () => openBuiltInConsentRegister(test.world.database);

consentRegisterSuite('built in', async () => {
  const register = openNode();
  return { register, holds: (customer) => register.entriesOf(customer) };
});

const customer: ConsentDelivery['customer'] = { businessId: 'R-000777', fiscalCode: null, hst: '10001' };
const consent = consentEntry({ channel: 'PHONE' });
const withdrawal = consentEntry({
  ...{ channel: 'PHONE', choice: 'DENIED' },
  ...{ givenAt: new Date('2026-11-20T10:00:00Z'), withdrawnVia: 'EMAIL' },
});

it('a withdrawal from one node takes precedence over an older form that another node sends later, even after a restart', async () => {
  const [one, other] = [openNode(), openNode()];
  await one.deliver({ reference: 'consents-2', controller: 'NSC', customer, entries: [withdrawal] });
  await other.deliver({ reference: 'consents-1', controller: 'NSC', customer, entries: [consent] });
  for (const register of [one, other, openNode()]) expect(await register.entriesOf(customer)).toEqual([withdrawal]);
});

it('a delivery is stored completely or not at all', async () => {
  const broken = { ...consent, channel: 'EMAIL', givenAt: new Date(Number.NaN) } as const;
  const register = openNode();
  const taking = register.deliver({ reference: 'x', controller: 'NSC', customer, entries: [consent, broken] });
  await expect(taking).rejects.toThrow();
  expect(await register.entriesOf(customer)).toEqual([]);
});

it.each([
  ['R-GUASTO', 'down'],
  ['R-LENTO', 'timeout'],
  ['R-RIFIUTATO', 'refused'],
])('the customer key %s finds it %s', async (businessId, reason) => {
  const taking = openNode().deliver({
    reference: 'x',
    controller: 'NSC',
    customer: { ...customer, businessId },
    entries: [consent],
  });
  await expect(taking).rejects.toMatchObject({ system: 'consents', reason });
});
