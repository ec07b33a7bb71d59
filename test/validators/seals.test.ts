/** Signed files, judged by third-party programs: pdfsig, openssl, qpdf, pdftoppm (issue: every signature valid and trusted). */

// Real time: third-party validators judge the signatures, and use no other clock.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfString } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoAuthority, openDemoAuthority } from '#adapters/sealer/demo-authority.ts';
import { readCms, signerCertificate } from '#formats/cms-read.ts';
import { readDer, sequence, toHex } from '#formats/der.ts';
import { readCertificate } from '#formats/signed-data.ts';
import { writeTimestampRequest } from '#formats/tsp.ts';
import { renderAuditPaper } from '#pdf/audit-paper.ts';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import {
  sampleLines,
  samplePdf,
  samplePdfWithFields,
  samplePlan,
  signerKey,
  stampWith,
  testAuthority,
} from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import type { SigningPlan } from '#pdf/signing/signing-plan.ts';
import { realNow } from '#test/clock.ts';
import {
  embeddedSignatures,
  foreignProblems,
  opensslCms,
  opensslPrint,
  opensslTs,
  opensslTsToken,
  pdfsig,
  revisionsOf,
  run,
} from './foreign-validators.ts';

const clock = { now: realNow };
const signerName = 'Žofia Čertovà-Popăș';

let folder: string;
let demo: DemoAuthority;
let anchors: readonly Uint8Array[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seals-test-'));
  demo = await openDemoAuthority(folder, clock);
  anchors = await demo.authority.anchors();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const stamp = (digest: Uint8Array) => demo.timestamp.stamp(digest);

/** Signs every field with a separate key, then seals; returns every revision, the prepared file first. */
async function story(original: Uint8Array, plan: SigningPlan = samplePlan): Promise<Uint8Array[]> {
  const prepared = await prepareForSigning(original, plan);
  const revisions = [prepared.bytes];
  let bytes = prepared.bytes;
  for (const [i, point] of prepared.points.entries()) {
    const signedAt = clock.now();
    const key = await demo.authority.issueSignerKey(
      {
        commonName: signerName,
        givenName: 'Žofia',
        surname: 'Čertovà-Popăș',
        organization: 'Autoesempio S.p.A.',
        actId: `prova/${point.id}`,
      },
      signedAt,
    );
    const appearance = { kind: 'signature', demo: true, lines: sampleLines(signerName) } as const;
    bytes = (await applySignature(bytes, { field: point.field, key, stamp, certify: i === 0, signedAt, appearance }))
      .bytes;
    key.destroy();
    revisions.push(bytes);
  }
  const sealed = await applySignature(bytes, {
    field: plan.sealField,
    key: await demo.sealer.sealingKey(),
    stamp,
    lock: true,
    signedAt: clock.now(),
    appearance: { kind: 'seal', demo: true, lines: ['Autoesempio S.p.A.', 'Sigillo elettronico del fornitore'] },
  });
  return [...revisions, sealed.bytes];
}

/** Each validator must accept each of the file's signatures. */
async function expectAccepted(file: Uint8Array, roots: readonly Uint8Array[], count: number): Promise<void> {
  expect(await foreignProblems(file, roots, count)).toEqual([]);
}

describe('a document with two signature fields and the seal', () => {
  let revisions: Uint8Array[];
  beforeAll(async () => {
    revisions = await story(await samplePdf(5));
  });
  const last = () => revisions.at(-1) ?? new Uint8Array();

  it('is valid, trusted and consistent for pdfsig, openssl and qpdf', () => expectAccepted(last(), anchors, 3));

  it('was valid, trusted and consistent after each signature', async () => {
    for (const [i, file] of revisions.slice(1).entries()) await expectAccepted(file, anchors, i + 1);
  });

  it('keeps every revision as an exact prefix of the next', async () => {
    for (const [i, file] of revisions.slice(1).entries()) {
      const before = revisions[i] ?? new Uint8Array();
      expect(Buffer.compare(file.subarray(0, before.length), before)).toBe(0);
    }
    expect((await revisionsOf(last())).map(({ length }) => length)).toEqual(
      revisions.slice(1).map(({ length }) => length),
    );
  });

  it('has a separate certificate and key for every signature field', async () => {
    const signers = (await embeddedSignatures(last())).map(({ cms }) => {
      return readCertificate(signerCertificate(readCms(cms)) ?? new Uint8Array());
    });
    expect(new Set(signers.map((signer) => toHex(signer.serial))).size).toBe(3);
    expect(new Set(signers.map((signer) => toHex(signer.publicKey))).size).toBe(3);
  });

  it('has content-type, message-digest and signing-certificate-v2 as signed attributes, a timestamp as unsigned one', async () => {
    for (const { cms } of await embeddedSignatures(last())) {
      const { text } = await opensslPrint(cms);
      const signer = text.slice(text.indexOf('signerInfos:'));
      const [signed = '', unsigned = ''] = signer.split('unsignedAttrs:');
      const names = (part: string) => [...part.matchAll(/^ {12}object: (\S+)/gm)].map(([, name]) => name);
      expect(names(signed.slice(signed.indexOf('signedAttrs:'))).sort()).toEqual(
        ['contentType', 'id-smime-aa-signingCertificateV2', 'messageDigest'].sort(),
      );
      expect(names(unsigned)).toEqual(['id-smime-aa-timeStampToken']);
    }
  });

  it('prints every letter of the signer’s name from an embedded font', async () => {
    const path = join(folder, 'signed.pdf');
    await writeFile(path, last());
    const { text } = await run('pdftotext', ['-f', '6', path, '-']);
    expect(text).toContain('Pagina delle firme');
    expect(text).toContain('Firma 1 · Cliente');
    const fonts = (await run('pdffonts', ['-f', '6', path])).text;
    expect(fonts).toMatch(/Inter-SemiBold\s+CID TrueType\s+Identity-H\s+yes/);
  });

  it('is refused by pdfsig and openssl after one byte of the content is flipped', async () => {
    const changed = last().slice();
    changed[400] = (changed[400] ?? 0) ^ 0x01;
    const { text } = await pdfsig(changed, anchors);
    expect(text).not.toContain('Signature is Valid');
    for (const { code } of await opensslCms(changed, anchors)) expect(code).not.toBe(0);
  });

  it('is not trusted without our root', async () => {
    const stranger = [(await testAuthority()).root.certificate];
    const { text } = await pdfsig(last(), stranger);
    expect(text).not.toContain('Certificate is Trusted');
    for (const { code } of await opensslCms(last(), stranger)) expect(code).not.toBe(0);
    for (const { code } of await opensslTs(last(), stranger)) expect(code).not.toBe(0);
    expect((await foreignProblems(last(), stranger, 3)).length).toBeGreaterThan(5);
    expect(await foreignProblems(last(), anchors, 4)).not.toEqual([]);
  });
});

describe('other documents', () => {
  it('one that has signature fields of its own, on a page rotated by a quarter', async () => {
    const points = samplePlan.points.map((point, i) => ({
      ...point,
      existingField: ['Acquirente', 'Clausole'][i] ?? '',
    }));
    for (const turn of [0, 90]) {
      const original = await samplePdfWithFields(['Acquirente', 'Clausole'], turn);
      const revisions = await story(original, { ...samplePlan, points });
      await expectAccepted(revisions.at(-1) ?? new Uint8Array(), anchors, 3);
    }
  });

  it('the audit PDF, sealed, certified and closed in one signature', async () => {
    const bytes = await renderAuditPaper({
      title: 'Tracciato di firma',
      demo: true,
      provisional: true,
      facts: [{ label: 'Documento', value: '48190' }],
      sections: [],
      events: [
        { seq: 1, time: '20/11/2026 10:43', what: 'Firma avviata', who: signerName, detail: '', hash: 'ab'.repeat(32) },
      ],
      explanation: ['Si verifica con openssl.'],
      footer: 'Documento 48190',
      sealField: 'Sigillo',
      created: clock.now(),
      trail: '{}',
    });
    const sealed = await applySignature(bytes, {
      field: 'Sigillo',
      key: await demo.sealer.sealingKey(),
      stamp,
      certify: true,
      lock: true,
      signedAt: clock.now(),
      appearance: { kind: 'seal', lines: ['Autoesempio S.p.A.'] },
    });
    await expectAccepted(sealed.bytes, anchors, 1);
  });

  it('one signed with RSA-3072 keys and timestamped by an RSA-3072 authority', async () => {
    const rsa = await testAuthority(3072);
    const prepared = await prepareForSigning(await samplePdf(1), samplePlan);
    const { bytes } = await applySignature(prepared.bytes, {
      field: 'Firma1',
      key: await signerKey(rsa, signerName, { rsaBits: 3072 }),
      stamp: stampWith(rsa),
      certify: true,
      signedAt: clock.now(),
    });
    await expectAccepted(bytes, [rsa.root.certificate], 1);
  });

  it('one with a cross-reference stream', async () => {
    const prepared = await prepareForSigning(await samplePdf(2), samplePlan);
    const pdf = await PDF.load(prepared.bytes);
    pdf.context.catalog.getDict().set('Lang', PdfString.fromString('it'));
    const streamed = await pdf.save({ useXRefStream: true });
    expect((await PDF.load(streamed)).usesXRefStreams).toBe(true);
    let bytes = streamed;
    for (const [i, field] of ['Firma1', 'Firma2'].entries()) {
      const key = await demo.authority.issueSignerKey(
        { commonName: signerName, givenName: 'Žofia', surname: 'Popăș', organization: 'Autoesempio', actId: field },
        clock.now(),
      );
      bytes = (await applySignature(bytes, { field, key, stamp, certify: i === 0, signedAt: clock.now() })).bytes;
    }
    await expectAccepted(bytes, anchors, 2);
  });
});

const corpora = process.env.CORPORA && join(process.env.CORPORA, 'dss');
if (corpora) {
  // A folder of third-party samples, named in the environment; the gate refuses signed and encrypted ones.
  describe('the samples of a corpus', async () => {
    const names = (await readdir(corpora)).filter((name) => name.endsWith('.pdf'));
    it.each(names)('%s', async (name) => {
      const sample = new Uint8Array(await readFile(join(corpora, name)));
      const judged = await inspectPdf(sample);
      if (judged.ok) {
        const revisions = await story(judged.bytes);
        await expectAccepted(revisions.at(-1) ?? new Uint8Array(), anchors, 3);
      } else {
        expect(judged.code).toBe('pdf.alreadySigned');
        expect((await embeddedSignatures(sample)).length).toBeGreaterThan(0);
      }
    });
  });
}

describe('the timestamp authority of the demo', () => {
  const data = new TextEncoder().encode('da marcare');

  it('creates tokens that openssl verifies, and refuses over other data', async () => {
    const token = await stamp(createHash('sha256').update(data).digest());
    expect(await opensslTsToken(token, data, anchors)).toMatchObject({ code: 0 });
    expect((await opensslTsToken(token, Uint8Array.of(1), anchors)).code).not.toBe(0);
  });

  it('answers requests by openssl, and creates requests that openssl reads', async () => {
    const request = writeTimestampRequest(new Uint8Array(32).fill(7), Uint8Array.of(1, 2, 3, 4));
    await writeFile(join(folder, 'request.tsq'), request);
    const { text } = await run('openssl', ['ts', '-query', '-in', join(folder, 'request.tsq'), '-text']);
    expect(text).toMatch(/Hash Algorithm: sha256[\s\S]*Nonce: 0x01020304[\s\S]*Certificate required: yes/);
    expect(readDer(sequence(request)).content).toEqual(request);
  });
});
