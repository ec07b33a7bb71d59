/** The demo's register behaves as every register, and fails when it is asked to. */
import { expect, it } from 'vitest';
import { consentRegisterSuite } from '#ports/consent-register.suite.ts';
import { openBuiltInConsentRegister } from './built-in.ts';

consentRegisterSuite('built in', async () => {
  const register = openBuiltInConsentRegister();
  return { register, holds: async (customer) => register.entriesOf(customer) };
});

it.each([
  ['R-GUASTO', 'down'],
  ['R-LENTO', 'timeout'],
  ['R-RIFIUTATO', 'refused'],
])('the customer key %s finds it %s', async (businessId, reason) => {
  const customer = { businessId, fiscalCode: null, hst: '10001' };
  const taking = openBuiltInConsentRegister().take({ reference: 'x', controller: 'NSC', customer, entries: [] });
  await expect(taking).rejects.toMatchObject({ system: 'consents', reason });
});
