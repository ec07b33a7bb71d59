/** Signing by hand needs no code: a telephone of any country is accepted, and paper is the alternative. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { pairedTablet, type TestTablet } from '../../../../test/stages/devices.ts';
import { handwritingFor, TabletBrowser } from '../../../../test/stages/handwriting.ts';
import { type Customer, openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
let tablet: TestTablet;
beforeAll(async () => {
  stage = await openStage();
  const reach = (path: string, payload: object) => stage.app.inject({ method: 'POST', url: path, payload });
  ({ tablet } = await pairedTablet(stage, reach));
});
afterAll(() => stage.close());

const told = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, JSON.parse(body).code];

/** A document that its customer has read on the tablet. */
async function readOnTablet(options: { customer?: Customer } = {}) {
  const { id, customer } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' }, ...options });
  const path = await stage.startSigning(id);
  const browser = new TabletBrowser(stage.app, tablet, () => stage.test.world.clock.now());
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const hand = `${path}/handwriting`;
  return { id, path, browser, hand, customer, terms: (await browser.call('GET', hand)).json<HandTerms>() };
}

it('signing by hand works with a foreign phone number: no code is announced, requested, reserved or sent', async () => {
  const customer = { phone: '+49 1701234567', email: 'ausland@example.com' };
  const { id, path, browser, hand, terms } = await readOnTablet({ customer });
  const view = (await browser.call('GET', path)).json<{ byHand?: true; noCodes?: true }>();
  expect(view).toMatchObject({ byHand: true, noCodes: true });
  expect(told(await browser.call('POST', `${path}/otp`, {}))).toEqual([409, 'otp.phoneCountry']);
  const { read: db } = stage.test.world.database;
  const { id: signerId } = await db
    .selectFrom('signer')
    .select('id')
    .where('session_id', '=', Number(terms.session))
    .executeTakeFirstOrThrow();
  const reserved = await db.selectFrom('quota_reservation').select('cause').execute();
  expect(reserved.map(({ cause }) => cause)).not.toContain(`signer:${signerId}`);
  expect((await browser.call('POST', hand, await handwritingFor(terms))).json()).toMatchObject({ state: 'SIGNED' });
  await stage.test.world.jobs.drain();
  expect(await stage.document(id)).toMatchObject({ status: 'SIGNED' });
  const messages = await stage.test.outbox();
  expect(messages.filter(({ to }) => to === '+491701234567')).toEqual([]);
  const mail = messages.findLast(({ to }) => to === customer.email);
  expect(mail?.text).toContain('Si firma a mano');
  expect(mail?.text).not.toContain('SMS');

  // Corrected to another country while it waits: allowed for signing by hand, refused for signing by code.
  const other = await readOnTablet();
  const signing = (await stage.callAs('dealer', 'GET', `/api/documents/${other.id}/signing`)).json();
  const contact = { signerId: signing.signers[0].id, mobilePhone: '+33 612345678', email: other.customer.email };
  const correct = (to: number, body: object) =>
    stage.callAs('dealer', 'PUT', `/api/documents/${to}/signer-contact`, body);
  expect((await correct(other.id, contact)).statusCode).toBe(200);
  const coded = await stage.newDocument();
  await stage.startSigning(coded.id);
  const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${coded.id}/signing`)).json();
  const refused = await correct(coded.id, { ...contact, signerId: signers[0].id, email: coded.customer.email });
  expect(refused.json().fieldErrors).toMatchObject([{ field: 'mobilePhone', code: 'phoneCountry' }]);
});
