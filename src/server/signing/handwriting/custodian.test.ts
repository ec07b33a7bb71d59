/** A custodian from the settings takes effect once two administrators have agreed on its certificate. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { makeKey } from '#formats/test-keys.suite.ts';
import { pairedTablet, type TestTablet } from '../../../../test/stages/devices.ts';
import { handwritingFor, TabletBrowser } from '../../../../test/stages/handwriting.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { testCustodian } from '../../../../test/stages/test-custodian.ts';
import { listTrail } from '../../evidence/index.ts';
import type { Custodian } from '../../world.ts';

let stage: Stage;
let tablet: TestTablet;
let one: Custodian;
let otherCustodian: Custodian;
beforeAll(async () => {
  stage = await openStage();
  ({ tablet } = await pairedTablet(stage, (url, payload) => stage.app.inject({ method: 'POST', url, payload })));
  one = { ...(await testCustodian()), isGiven: true };
  const { certificate } = await makeKey('custodian', { rsaBits: 3072 });
  otherCustodian = { certificate, sha256: createHash('sha256').update(certificate).digest('hex'), isGiven: true };
});
afterAll(() => stage.close());

/** Simulates a start with another setting. */
const configure = (custodian: Custodian): void => {
  Object.assign(stage.test.world, { custodian });
};

async function statusAndCode(response: ReturnType<Stage['callAs']>): Promise<[number, string | undefined]> {
  const answer = await response;
  return [answer.statusCode, answer.json().code];
}

async function startDocument(): Promise<[number, string | undefined]> {
  const { id } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' } });
  return statusAndCode(stage.callAs('dealer', 'POST', `/api/documents/${id}/sign`, {}));
}

/** A document that its customer has read on the tablet. */
async function readOnTablet() {
  const { id } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' } });
  const path = await stage.startSigning(id);
  const browser = new TabletBrowser(stage.app, tablet, () => stage.test.world.clock.now());
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const hand = `${path}/handwriting`;
  return { id, path, browser, hand, terms: (await browser.call('GET', hand)).json<HandTerms>() };
}

const postVersion = (login: string, path: string, body: object) =>
  stage.callAs(login, 'POST', `/api/paper-versions${path}`, body);

/** Written and submitted by one administrator. */
async function proposeCustodian(custodian: string): Promise<{ id: number; digest: string }> {
  const created = await postVersion('admin', '', { kind: 'COMPANY', legalEntity: null, company: { custodian } });
  expect(created.statusCode, created.body).toBe(201);
  const sent = await postVersion('admin', `/${created.json().id}/submit`, {});
  expect(sent.statusCode, sent.body).toBe(200);
  return sent.json();
}

it('a custodian needs a fingerprint written by one administrator and published by another before any start', async () => {
  configure(one);
  expect(await startDocument()).toEqual([409, 'life.noCustodian']);
  const printed = one.sha256.toUpperCase().replace(/..(?=.)/g, '$&:');
  const { id, digest } = await proposeCustodian(printed);
  expect(await startDocument()).toEqual([409, 'life.noCustodian']);
  expect((await statusAndCode(postVersion('admin', `/${id}/publish`, { digest })))[1]).toBe('paperVersion.ownWork');
  expect(await startDocument()).toEqual([409, 'life.noCustodian']);
  const published = await postVersion('admin2', `/${id}/publish`, { digest });
  expect(published.json(), published.body).toMatchObject({ company: { custodian: one.sha256 }, publishedBy: 'admin2' });
  const trail = await listTrail(stage.read, `paperVersion:${id}`);
  expect(trail.map(({ type, actor }) => [type, actor.name])).toEqual([
    ['paperVersion.submitted', 'admin'],
    ['paperVersion.published', 'admin2'],
  ]);

  const { browser, hand, terms } = await readOnTablet();
  expect(terms.custodian.sha256).toBe(one.sha256);
  expect((await browser.call('POST', hand, await handwritingFor(terms))).json()).toMatchObject({ state: 'SIGNED' });
});

it('a custodian is suspended when the settings name another one, also for running sessions, until two administrators approve it', async () => {
  const { path, browser, hand, terms } = await readOnTablet();
  const input = await handwritingFor(terms);
  configure(otherCustodian);
  expect(await startDocument()).toEqual([409, 'life.noCustodian']);
  for (const answering of [browser.call('GET', hand), browser.call('POST', hand, input)]) {
    const answer = await answering;
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'signing.byCodeOnly']);
  }
  // Signing by code stays possible.
  expect((await browser.call('POST', `${path}/otp`, {})).statusCode).toBe(200);
  const { id, digest } = await proposeCustodian(otherCustodian.sha256);
  expect(await startDocument()).toEqual([409, 'life.noCustodian']);
  expect((await postVersion('admin2', `/${id}/publish`, { digest })).statusCode).toBe(200);
  expect(await startDocument()).toEqual([200, undefined]);
  // Handwriting sealed for the previous custodian is refused.
  const late = await browser.call('POST', hand, input);
  expect([late.statusCode, late.json().code]).toEqual([422, 'signing.handRefused']);
});

it('the demo’s custodian needs no approval', async () => {
  configure({ ...one, isGiven: false });
  expect(await startDocument()).toEqual([200, undefined]);
});
