/** A form that is sealed late does not undo a withdrawal recorded meanwhile: portal and register agree. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsentsOutput } from '#contract/consents.ts';
import type { SignView } from '#contract/signing/signing.ts';
import { loadUploads } from '../../../test/papers/generated-papers.ts';
import { openStage, type Stage } from '../../../test/stages/signing-stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  await loadUploads(stage.test.world);
});
afterAll(() => stage.close());

const LATE = 1_800;

/** Signed, with everything granted, and not yet sealed: its job has not run. */
async function confirmed(type: string, businessId: string) {
  const { id, dossierId, customer } = await stage.newDocument({
    type,
    dossier: { searchType: 'RSP', businessId },
    folder: { type: 'PRIVACY', businessId: null },
  });
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  const { points } = (await browser.get(path)).json<SignView>();
  await browser.read(path);
  await browser.post(`${path}/otp`);
  const code = await stage.code(customer);
  const answered = points.map((point) => (point.kind === 'consent' ? { id: point.id, choice: 'GRANTED' } : point.id));
  const signed = await browser.post(`${path}/sign`, { code, points: answered });
  expect(signed.statusCode, signed.body).toBe(200);
  return { id, dossierId };
}

it.each([
  ['PRIVACY_DEALER', 'LE001', 'R-000201'],
  ['PRIVACY_NSC', 'NSC', 'R-000202'],
])('%s, completed after an objection, leaves the objection in force', async (type, controller, businessId) => {
  const { id, dossierId } = await confirmed(type, businessId);
  expect((await stage.document(id)).status).toBe('COMPLETING');
  stage.test.clock.advance(LATE);
  const body = { controller, purpose: 'PROFILING', channels: ['ALL'], via: 'PHONE' };
  const objected = await stage.callAs('dealer', 'POST', `/api/dossiers/${dossierId}/consents/withdraw`, body);
  expect(objected.statusCode, objected.body).toBe(200);
  stage.test.clock.advance(LATE);
  await stage.test.world.jobs.drain();
  expect((await stage.document(id)).status).toBe('SIGNED');

  const { controllers, history } = (
    await stage.callAs('dealer', 'GET', `/api/dossiers/${dossierId}/consents/current`)
  ).json<ConsentsOutput>();
  const consents = controllers.find((one) => one.controller === controller)?.consents ?? [];
  const standing = (purpose: string) => consents.filter((one) => one.purpose === purpose).map(({ choice }) => choice);
  expect(standing('PROFILING')).toEqual(['DENIED']);
  expect(standing('MARKETING')).toEqual(standing('MARKETING').map(() => 'GRANTED'));
  expect(history[0]).toMatchObject({ purpose: 'PROFILING', choice: 'DENIED', withdrawnVia: 'PHONE' });
  expect(history.map(({ time }) => time)).toEqual(
    history
      .map(({ time }) => time)
      .toSorted()
      .reverse(),
  );

  const again = await stage.callAs('dealer', 'POST', `/api/dossiers/${dossierId}/consents/withdraw`, body);
  expect(again.json()).toMatchObject({ status: 409, code: 'consents.notGranted' });
  const told = await stage.read
    .selectFrom('demo_register_entry')
    .select('choice')
    .where('customer', '=', businessId)
    .where('purpose', '=', 'PROFILING')
    .execute();
  expect(told).toEqual(controller === 'NSC' ? [{ choice: 'DENIED' }] : []);
});
