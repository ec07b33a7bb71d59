/** A commercial timestamp authority issues other kinds of certificates, too: none of them signs or seals for the installation. */

import { beforeAll, expect, it } from 'vitest';
import { type VerifiedSignature, verifyPdf } from '#formats/verify/index.ts';
import { addDocumentTimestamp } from '#pdf/signing/document-timestamp.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePdf, samplePlan, stampWith, type TestAuthority, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { sealKey } from './signed-paper.ts';

let ownAuthority: TestAuthority;
let commercial: TestAuthority;
let prepared: Uint8Array;
beforeAll(async () => {
  [ownAuthority, commercial] = [await testAuthority(), await testAuthority()];
  prepared = (await prepareForSigning(await samplePdf(1), samplePlan)).bytes;
});

const roots = (...authorities: TestAuthority[]) => authorities.map(({ root }) => root.certificate);

async function sealed(by: TestAuthority, stampedBy: TestAuthority): Promise<Uint8Array> {
  const request = { field: 'Sigillo', key: await sealKey(by), stamp: stampWith(stampedBy), signedAt: testNow() };
  return (await applySignature(prepared, { ...request, certify: true, lock: true })).bytes;
}

async function verdictOf(bytes: Uint8Array): Promise<readonly VerifiedSignature[]> {
  const trusted = { anchors: roots(ownAuthority), timestampAnchors: roots(ownAuthority, commercial) };
  return (await verifyPdf(bytes, trusted)).signatures;
}

it('a seal under the root of the timestamp authority belongs to no known signer', async () => {
  for (const stampedBy of [ownAuthority, commercial]) {
    expect(await verdictOf(await sealed(commercial, stampedBy))).toMatchObject([
      { indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', anchored: false },
    ]);
  }
});

it('timestamps of the authority are trusted in the signature and over the file', async () => {
  const bytes = await sealed(ownAuthority, commercial);
  const validation = { certificates: [], crls: [] };
  const closed = (await addDocumentTimestamp(bytes, { field: 'Marca_1', stamp: stampWith(commercial), validation }))
    .bytes;
  const [seal, stamp] = await verdictOf(closed);
  expect(seal).toMatchObject({ level: 'B-T', anchored: true });
  expect(seal?.problems).not.toContain('timestamp.untrusted');
  expect(stamp?.anchored).toBe(true);
  const [unbelieved, unknown] = (await verifyPdf(closed, { anchors: roots(ownAuthority) })).signatures;
  expect(unbelieved?.problems).toContain('timestamp.untrusted');
  expect(unknown?.anchored).toBe(false);
});
