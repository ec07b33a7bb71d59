/** Long-term files and revocation lists, judged by third-party programs: PDFBox with BouncyCastle, openssl, pdfsig, qpdf. */

// Real time: third-party validators judge the signatures, and use no other clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoAuthority, openDemoAuthority, revokeDemoKey } from '#adapters/sealer/demo-authority.ts';
import { embeddedTimestamps } from '#formats/verify/embedded-signatures.ts';
import { addDocumentTimestamp } from '#pdf/signing/document-timestamp.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePdf, samplePlan } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import type { ValidationMaterial } from '#pdf/signing/validation-data.ts';
import { realNow } from '#test/clock.ts';
import {
  foreignProblems,
  GOOD,
  goodToPdfBox,
  opensslCrl,
  opensslTsToken,
  pdfBox,
  pdfsig,
  qpdfCheck,
} from './foreign-validators.ts';

const clock = { now: realNow };
const { signature: SIGNATURE, stamp: STAMP } = GOOD;

let folder: string;
let demo: DemoAuthority;
let root: Uint8Array;
let sealed: Uint8Array;
let archived: Uint8Array;

async function material(): Promise<ValidationMaterial> {
  const published = await demo.authority.published(clock.now());
  return { certificates: published.map(({ certificate }) => certificate), crls: published.map(({ crl }) => crl) };
}

const stamp = (digest: Uint8Array) => demo.timestamp.stamp(digest);

async function makeSealed(): Promise<Uint8Array> {
  let { bytes } = await prepareForSigning(await samplePdf(2), samplePlan);
  for (const [i, field] of ['Firma1', 'Firma2'].entries()) {
    const person = { commonName: 'Žofia Popăș', givenName: 'Žofia', surname: 'Popăș' };
    const signedAt = clock.now();
    const key = await demo.authority.issueSignerKey(
      { ...person, organization: 'Autoesempio S.p.A.', actId: field },
      signedAt,
    );
    bytes = (await applySignature(bytes, { field, key, stamp, certify: i === 0, signedAt })).bytes;
  }
  const key = await demo.sealer.sealingKey();
  const validation = await material();
  const request = { field: 'Sigillo', key, stamp, lock: true, validation, signedAt: clock.now() };
  return (await applySignature(bytes, request)).bytes;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'long-term-test-'));
  demo = await openDemoAuthority(folder, clock, { crlUrl: (name) => `http://pki.example/pki/${name}.crl` });
  [root = new Uint8Array()] = await demo.authority.anchors();
  sealed = await makeSealed();
  archived = sealed;
  for (const field of ['Marca_1', 'Marca_2']) {
    archived = (await addDocumentTimestamp(archived, { field, stamp, validation: await material() })).bytes;
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a file with validation data', { timeout: 120_000 }, () => {
  it('is valid for PDFBox and BouncyCastle with path and revocation from the file, and unchanged for the other programs', async () => {
    expect(await goodToPdfBox(sealed, root)).toEqual({ code: 0, lines: [SIGNATURE, SIGNATURE, SIGNATURE] });
    expect(await foreignProblems(sealed, [root], 3)).toEqual([]);
  });

  it('is refused by PDFBox and BouncyCastle after a flipped byte, and without our root', async () => {
    const changed = sealed.slice();
    changed[400] = (changed[400] ?? 0) ^ 1;
    expect((await pdfBox(changed, root)).code).not.toBe(0);
    const [issuing] = await demo.authority.published(clock.now());
    const { certificate } = await demo.sealer.sealingKey();
    expect(issuing?.name).toBe('issuing');
    expect((await pdfBox(sealed, certificate)).code).not.toBe(0);
  });
});

describe('a file with two document timestamps', { timeout: 120_000 }, () => {
  it('is valid for PDFBox and BouncyCastle', async () => {
    const lines = [SIGNATURE, SIGNATURE, SIGNATURE, STAMP, STAMP];
    expect(await goodToPdfBox(archived, root)).toEqual({ code: 0, lines });
  });

  it('has valid and trusted signatures for pdfsig, and no fault for qpdf', async () => {
    const { text } = await pdfsig(archived, [root]);
    expect(text.split('Signature is Valid.')).toHaveLength(4);
    expect(text.split('Certificate is Trusted.')).toHaveLength(4);
    // pdfsig does not verify document timestamps, but detects that the last one covers the whole file.
    expect(text.split('Signature has not yet been verified.')).toHaveLength(3);
    expect(text.split('  - Total document signed')).toHaveLength(2);
    expect((await qpdfCheck(archived)).text).toContain('No syntax or stream encoding errors');
  });

  it('has tokens that openssl verifies over the bytes of the file', async () => {
    const stamps = await embeddedTimestamps(archived);
    expect(stamps.map(({ field }) => field)).toEqual(['Marca_1', 'Marca_2']);
    for (const { byteRange, token } of stamps) {
      const [start, length, resume, rest] = byteRange;
      const data = Buffer.concat([archived.subarray(start, start + length), archived.subarray(resume, resume + rest)]);
      expect(await opensslTsToken(token, data, [root])).toMatchObject({ code: 0 });
    }
  });
});

describe('revocation lists', { timeout: 120_000 }, () => {
  it('are verified by openssl only with their own authority', async () => {
    const published = await demo.authority.published(clock.now());
    for (const { crl, certificate } of published) {
      const { code, text } = await opensslCrl(crl, certificate);
      expect(code).toBe(0);
      expect(text).toContain('verify OK');
      expect(text).toMatch(/Version 2[\s\S]*Next Update[\s\S]*Authority Key Identifier[\s\S]*CRL Number/);
    }
    const [issuing, other] = published;
    expect((await opensslCrl(issuing?.crl ?? root, other?.certificate ?? root)).text).not.toContain('verify OK');
  });

  it('list a revoked seal; the next file gets another key, and earlier files stay valid', async () => {
    const before = await demo.sealer.sealingKey();
    const serial = await revokeDemoKey(folder, 'seal', 'keyCompromise', clock.now());
    const [issuing] = await demo.authority.published(clock.now());
    const { text } = await opensslCrl(issuing?.crl ?? root, issuing?.certificate ?? root);
    expect(text).toContain('verify OK');
    expect(text.toLowerCase()).toContain(`serial number: ${serial}`);
    expect(text).toContain('Key Compromise');
    expect((await demo.sealer.sealingKey()).certificate).not.toEqual(before.certificate);
    const next = await makeSealed();
    expect((await pdfBox(next, root)).code).toBe(0);
    expect((await pdfBox(sealed, root)).code).toBe(0);
    // Later seals with the old key are refused.
    const { bytes } = await prepareForSigning(await samplePdf(1), samplePlan);
    const late = { field: 'Sigillo', key: before, stamp, certify: true, lock: true, signedAt: clock.now() };
    const refused = (await applySignature(bytes, { ...late, validation: await material() })).bytes;
    const said = await pdfBox(refused, root);
    expect(said.code).not.toBe(0);
    expect(said.text).toMatch(/revo/i);
  });
});
