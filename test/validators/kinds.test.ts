/**
 * Every kind of file that the product signs, as its calls return it, judged by third-party programs: pdfsig, openssl,
 * qpdf, and PDFBox with BouncyCastle from the file only.
 */

// Real time: third-party validators judge the signatures, and use no other clock.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import type { SignView } from '#contract/signing/signing.ts';
import { addDueTimestamps } from '#server/signing/archive/archive.ts';
import { realNow, testClock } from '../clock.ts';
import { generatedDocument, loadGeneratedPapers } from '../papers/generated-papers.ts';
import { pairedTablet } from '../stages/devices.ts';
import { type FeaStage, openFeaStage } from '../stages/fea-stage.ts';
import { handwritingFor, TabletBrowser } from '../stages/handwriting.ts';
import { type Customer, pathOf, type Stage } from '../stages/signing-stage.ts';
import { embeddedSignatures, foreignProblems, GOOD, goodToPdfBox, pdfsig, qpdfCheck } from './foreign-validators.ts';

const SLOW = 120_000;
/** Without the day's wait before an archive timestamp. */
const SOON = { hours: 0, months: 24 };

let fea: FeaStage;
let stage: Stage;
let anchors: readonly Uint8Array[];
let root: Uint8Array;
beforeAll(async () => {
  fea = await openFeaStage({ clock: testClock(realNow()) });
  ({ stage } = fea);
  await loadGeneratedPapers(stage.test.world);
  anchors = await stage.test.world.authority.anchors();
  [root = new Uint8Array()] = anchors;
});
afterAll(() => stage.close());

async function download(path: string): Promise<Uint8Array> {
  const answer = await stage.callAs('dealer', 'GET', `/api/${path}/download`);
  expect(answer.statusCode, answer.body).toBe(200);
  return new Uint8Array(answer.rawPayload);
}

async function signedFile(id: number): Promise<Uint8Array> {
  const { status, signedDocumentId } = await stage.document(id);
  expect(status).toBe('SIGNED');
  return download(`signed-documents/${signedDocumentId}`);
}

/** A proposal signed by its customer, waiting for the sales manager. */
async function proposal(): Promise<number> {
  const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
  await stage.sign(await stage.startSigning(id), customer);
  return id;
}

async function managerSigns(id: number): Promise<void> {
  const own = `/api/documents/${id}/own-signature`;
  await stage.callAs('manager', 'GET', `${own}/document`);
  const proved = await stage.callAs('manager', 'POST', `${own}/identity`, { password: 'demo' });
  const { points } = proved.json<{ signature: { points: { id: string }[] } }>().signature;
  const signed = await stage.callAs('manager', 'POST', own, { points: points.map((point) => point.id) });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
}

async function ofTwoBorrowers(): Promise<Uint8Array> {
  const person = (digit: number): Customer => ({ phone: `+39 33370${digit}0001`, email: `tipi${digit}@example.com` });
  const [first, second] = [person(1), person(2)];
  const contact = { DRIVER_2_PHONE: second.phone, DRIVER_2_EMAIL: second.email };
  const { id } = await stage.newDocument({
    ...{ customer: first, folder: { type: 'SERVICE', plate: 'EE000EE' } },
    document: generatedDocument('LOAN_COURTESY_VEHICLE_MULTI', {}, contact),
  });
  await stage.startSigning(id);
  const { signers } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json<{
    signers: { signUrl: string }[];
  }>();
  for (const [index, { signUrl }] of signers.entries())
    await stage.sign(pathOf(signUrl), [first, second][index] ?? first);
  return signedFile(id);
}

async function withConsents(): Promise<Uint8Array> {
  const { id, customer } = await stage.newDocument({
    ...{ folder: { type: 'PRIVACY' }, document: generatedDocument('PRIVACY_DEALER') },
  });
  const path = await stage.startSigning(id);
  const browser = stage.browser();
  await browser.read(path);
  await browser.post(`${path}/otp`);
  const { points } = (await browser.get(path)).json<SignView>();
  const answered = points.map(({ id: point, kind }, index) =>
    kind === 'consent' ? { id: point, choice: index % 2 === 0 ? 'GRANTED' : 'DENIED' } : point,
  );
  const signed = await browser.post(`${path}/sign`, { code: await stage.code(customer), points: answered });
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
  return signedFile(id);
}

async function byHand(): Promise<Uint8Array> {
  const { tablet } = await pairedTablet(stage, (url, payload) => stage.app.inject({ method: 'POST', url, payload }));
  const { id } = await stage.newDocument({ document: { sigType: 'GRAPHOMETRIC' } });
  const path = await stage.startSigning(id);
  const browser = new TabletBrowser(stage.app, tablet, () => stage.test.world.clock.now());
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const terms = (await browser.call('GET', `${path}/handwriting`)).json<HandTerms>();
  const signed = await browser.call('POST', `${path}/handwriting`, await handwritingFor(terms));
  expect(signed.statusCode, signed.body).toBe(200);
  await stage.test.world.jobs.drain();
  return signedFile(id);
}

/** Completes the sentence "foreign programs find no fault in"; with the number of its signatures, seal included. */
const KINDS: readonly (readonly [kind: string, signatures: number, make: () => Promise<Uint8Array>])[] = [
  ['an uploaded document', 2, async () => signedFile((await stage.newSignedDocument()).id)],
  [
    'the trail of a signed document',
    1,
    async () => download(`audit-documents/signed/${(await stage.newSignedDocument()).signedDocumentId}`),
  ],
  [
    'the trail of a waiting document',
    1,
    async () => {
      const { id } = await stage.newDocument();
      await stage.startSigning(id);
      const answer = await stage.callAs('dealer', 'GET', `/api/documents/${id}/audit/download`);
      return new Uint8Array(answer.rawPayload);
    },
  ],
  [
    'a proposal that customer and sales manager signed',
    3,
    async () => {
      const id = await proposal();
      await managerSigns(id);
      return signedFile(id);
    },
  ],
  [
    'the partly signed file of a cancelled signature',
    2,
    async () => {
      const id = await proposal();
      await stage.callAs('dealer', 'POST', `/api/documents/${id}/cancel-sign`, {});
      await stage.test.world.jobs.drain();
      const state = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/signing`)).json();
      return download(`partly-signed-documents/${state.partlySigned[0].id}`);
    },
  ],
  ['a loan of two borrowers, each with a separate approval', 5, ofTwoBorrowers],
  ['a privacy form with its answers', 2, withConsents],
  ['a document signed by hand', 2, byHand],
  ['a FEA module', 2, async () => signedFile((await fea.newAdherence()).moduleId)],
  [
    'a document with a FEA signature',
    2,
    async () => {
      const { id, customer } = await fea.newAdherence();
      await fea.sign(id, customer);
      return signedFile(id);
    },
  ],
];

describe('foreign programs find no fault in', () => {
  it.each(KINDS)(
    '%s',
    async (_kind, signatures, make) => {
      const file = await make();
      expect(await foreignProblems(file, anchors, signatures)).toEqual([]);
      expect(await goodToPdfBox(file, root)).toEqual({ code: 0, lines: Array(signatures).fill(GOOD.signature) });
    },
    SLOW,
  );

  it.each([
    ['a signed document', 2, 'signed-documents'],
    ['its trail', 1, 'audit-documents/signed'],
  ] as const)(
    '%s with its archive timestamp',
    async (_kind, signatures, path) => {
      const { signedDocumentId } = await stage.newSignedDocument();
      expect(await addDueTimestamps(stage.test.world, SOON)).toBeGreaterThanOrEqual(2);
      const file = await download(`${path}/${signedDocumentId}`);
      expect(await embeddedSignatures(file)).toHaveLength(signatures + 1);
      const lines = [...Array(signatures).fill(GOOD.signature), GOOD.stamp];
      expect(await goodToPdfBox(file, root)).toEqual({ code: 0, lines });
      const { text } = await pdfsig(file, anchors);
      expect(text.split('Signature is Valid.')).toHaveLength(signatures + 1);
      expect(text.split('Certificate is Trusted.')).toHaveLength(signatures + 1);
      expect((await qpdfCheck(file)).text).toContain('No syntax or stream encoding errors');
    },
    SLOW,
  );
});
