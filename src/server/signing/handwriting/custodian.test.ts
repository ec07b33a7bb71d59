/** A custodian from the settings takes effect once two administrators have agreed on its certificate. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { testCustodian } from '../../../../test/stages/custody.ts';
import { pairedTablet, type TestTablet } from '../../../../test/stages/devices.ts';
import { TabletBrowser, written } from '../../../../test/stages/handwriting.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { listTrail } from '../../evidence/index.ts';
import type { Custodian } from '../../world.ts';

let stage: Stage;
let tablet: TestTablet;
let one: Custodian;
let other: Custodian;
beforeAll(async () => {
  stage = await openStage();
  ({ tablet } = await pairedTablet(stage, (url, payload) => stage.app.inject({ method: 'POST', url, payload })));
  one = { ...(await testCustodian()), isGiven: true };
  const { certificate } = await makeKey('custodian', { rsaBits: 3072 });
  other = { certificate, sha256: createHash('sha256').update(certificate).digest('hex'), isGiven: true };
});
afterAll(() => stage.close());

/** Simulates a start with another setting. */
const configure = (custodian: Custodian): void => {
  Object.assign(stage.test.world, { custodian });
};

async function told(answering: ReturnType<Stage['as']>): Promise<[number, string | undefined]> {
  const answer = await answering;
  return [answer.statusCode, answer.json().code];
}

async function started(): Promise<[number, string | undefined]> {
  const { id } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' } });
  return told(stage.as('dealer', 'POST', `/api/documents/${id}/sign`, {}));
}

/** A document that its customer has read on the tablet. */
async function read() {
  const { id } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' } });
  const path = await stage.start(id);
  const browser = new TabletBrowser(stage.app, tablet, () => stage.test.world.clock.now());
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const hand = `${path}/handwriting`;
  return { id, path, browser, hand, terms: (await browser.call('GET', hand)).json<HandTerms>() };
}

const versions = (login: string, path: string, body: object) =>
  stage.as(login, 'POST', `/api/paper-versions${path}`, body);

/** Written and submitted by one administrator. */
async function proposed(custodian: string): Promise<{ id: number; digest: string }> {
  const made = await versions('admin', '', { kind: 'COMPANY', legalEntity: null, company: { custodian } });
  expect(made.statusCode, made.body).toBe(201);
  const sent = await versions('admin', `/${made.json().id}/submit`, {});
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json();
}

it('a custodian needs a fingerprint written by one administrator and published by another before any start', async () => {
  configure(one);
  expect(await started()).toEqual([409, 'life.noCustodian']);
  const printed = one.sha256.toUpperCase().replace(/..(?=.)/g, '$&:');
  const { id, digest } = await proposed(printed);
  expect(await started()).toEqual([409, 'life.noCustodian']);
  expect((await told(versions('admin', `/${id}/publish`, { digest })))[1]).toBe('paperVersion.ownWork');
  expect(await started()).toEqual([409, 'life.noCustodian']);
  const published = await versions('admin2', `/${id}/publish`, { digest });
  expect(published.json(), published.body).toMatchObject({ company: { custodian: one.sha256 }, publishedBy: 'admin2' });
  const trail = await listTrail(stage.read, `paperVersion:${id}`);
  expect(trail.map(({ type, actor }) => [type, actor.name])).toEqual([
    ['paperVersion.submitted', 'admin'],
    ['paperVersion.published', 'admin2'],
  ]);

  const { browser, hand, terms } = await read();
  expect(terms.custodian.sha256).toBe(one.sha256);
  expect((await browser.call('POST', hand, await written(terms))).json()).toMatchObject({ state: 'SIGNED' });
});

it('a custodian is suspended when the settings name another one, also for running sessions, until two administrators approve it', async () => {
  const { path, browser, hand, terms } = await read();
  const input = await written(terms);
  configure(other);
  expect(await started()).toEqual([409, 'life.noCustodian']);
  for (const answering of [browser.call('GET', hand), browser.call('POST', hand, input)]) {
    const answer = await answering;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'signing.byCodeOnly']);
  }
  // Signing by code stays possible.
  expect((await browser.call('POST', `${path}/otp`, {})).statusCode).toBe(200);
  const { id, digest } = await proposed(other.sha256);
  expect(await started()).toEqual([409, 'life.noCustodian']);
  expect((await versions('admin2', `/${id}/publish`, { digest })).statusCode).toBe(200);
  expect(await started()).toEqual([200, undefined]);
  // Handwriting sealed for the previous custodian is refused.
  const late = await browser.call('POST', hand, input);
  expect([late.statusCode, late.json().code]).toEqual([422, 'signing.handRefused']);
});

it('the demo’s custodian needs no approval', async () => {
  configure({ ...one, isGiven: false });
  expect(await started()).toEqual([200, undefined]);
});
