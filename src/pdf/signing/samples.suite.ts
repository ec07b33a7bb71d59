/** Documents, keys and timestamps for the tests of the signature layer. */

import { randomBytes } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core';
import PDFDocument from 'pdfkit';
import { makeKey, type TestKey, type TestKeyOptions } from '#formats/test-keys.suite.ts';
import { writeTimestampToken } from '#formats/tsp.ts';
import { testNow } from '#test/clock.ts';
import type { SignatureRequest, SigningKey } from './sign.ts';
import type { SigningPlan } from './signing-plan.ts';

/** Pages of text, like a dealer's upload. */
export async function samplePdf(pages = 3): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4', info: { CreationDate: new Date('2026-11-20T08:00:00Z') } });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve) => document.on('end', () => resolve()));
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage();
    document.fontSize(16).text(`Proposta di acquisto, pagina ${page}`).moveDown();
    document.fontSize(10).text('Il veicolo è consegnato nello stato descritto. '.repeat(40));
  }
  document.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks));
}

/** The same with its own empty signature fields on the first page, which may be rotated. */
export async function samplePdfWithFields(names: readonly string[], rotate = 0): Promise<Uint8Array> {
  const pdf = await PDF.load(await samplePdf(1));
  const [page] = pdf.context.pages.getPages();
  const dict = page && pdf.context.resolve(page);
  if (!page || !(dict instanceof PdfDict)) throw new Error('the sample has no page');
  if (rotate) dict.set('Rotate', PdfNumber.of(rotate));
  const refs = names.map((name, i): PdfRef => {
    const box = [60, 500 - i * 90, 260, 560 - i * 90].map((value) => PdfNumber.of(value));
    return pdf.context.register(
      PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Widget'),
        FT: PdfName.of('Sig'),
        T: PdfString.fromString(name),
        Rect: PdfArray.of(...box),
        F: PdfNumber.of(4),
        P: page,
      }),
    );
  });
  dict.set('Annots', PdfArray.of(...refs));
  const form = PdfDict.of({ Fields: PdfArray.of(...refs) });
  pdf.context.catalog.getDict().set('AcroForm', pdf.context.register(form));
  return pdf.save();
}

export interface TestAuthority {
  readonly root: TestKey;
  readonly issuing: TestKey;
  readonly timestamping: TestKey;
}

export async function testAuthority(rsaBits?: number): Promise<TestAuthority> {
  const rsa = rsaBits ? { rsaBits } : {};
  const root = await makeKey('root', { ...rsa, subject: [{ type: 'CN', value: 'Radice di prova' }] });
  const issuing = await makeKey('issuing', {
    issuer: root,
    ...rsa,
    subject: [{ type: 'CN', value: 'Emittente di prova' }],
  });
  const timestamping = await makeKey('timestamping', { issuer: root, ...rsa });
  return { root, issuing, timestamping };
}

export async function signerKey(
  authority: TestAuthority,
  name = 'Ginevra Provetti',
  options: TestKeyOptions = {},
): Promise<SigningKey> {
  const key = await makeKey('signer', {
    issuer: authority.issuing,
    subject: [
      { type: 'C', value: 'IT' },
      { type: 'CN', value: name },
    ],
    ...options,
  });
  return { ...key, chain: [authority.issuing.certificate, authority.root.certificate] };
}

/** A timestamp authority that includes the root in its tokens, like the longest real ones. */
export function stampWith(
  { root, timestamping }: TestAuthority,
  filler: readonly Uint8Array[] = [],
): SignatureRequest['stamp'] {
  return (digest) =>
    writeTimestampToken({
      digest,
      nonce: randomBytes(8),
      policy: '2.25.1',
      serial: randomBytes(8),
      genTime: testNow(),
      accuracyMs: 1000,
      certificate: timestamping.certificate,
      chain: [root.certificate, ...filler],
      algorithm: timestamping.algorithm,
      sign: (data) => timestamping.sign(data),
    });
}

export const samplePlan: SigningPlan = {
  title: "Proposta d'acquisto veicolo nuovo n. 2026/00418",
  points: [
    { id: 'Firma1', caption: "Il Cliente propone l'acquisto", signerName: 'Ginevra Provetti', role: 'Cliente' },
    {
      id: 'Firma2',
      caption: 'Approvazione specifica dei punti 3, 4 e 5 (artt. 1341 e 1342 c.c.)',
      signerName: 'Ginevra Provetti',
      role: 'Cliente',
    },
  ],
  sealField: 'Sigillo',
  notes: ['Documento di prova.'],
  language: 'it',
};

/** Signature lines as the product prints them. */
export const sampleLines = (name: string) => [
  name,
  'Cliente',
  '20/11/2026 10:43:12 (UTC+01:00)',
  'Firma elettronica con OTP',
];
