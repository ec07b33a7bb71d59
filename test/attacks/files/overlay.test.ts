/** A signature field laid over the price, to be filled once all have signed (art. 56 g, ISO 32000-2, 12.8.2.2). */
import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { verifyPdf } from '#formats/verify/index.ts';
import { inspectPdf } from '#pdf/gate/inspect-pdf.ts';
import { onePage, pdfOf } from '#pdf/gate/papers.suite.ts';
import { signatureFields } from '#pdf/named-fields.ts';
import { prepareForSigning } from '#pdf/signing/prepare-pdf.ts';
import { samplePlan, stampWith, type TestAuthority, testAuthority } from '#pdf/signing/samples.suite.ts';
import { applySignature } from '#pdf/signing/sign.ts';
import { testNow } from '#test/clock.ts';
import { dict, list, name, number, stream, text, Update } from './append-update.ts';
import { withPaintedTimestamp } from './painted-timestamp.ts';

let authority: TestAuthority;
let seal: TestKey;
beforeAll(async () => {
  authority = await testAuthority();
  seal = await makeKey('seal', { issuer: authority.issuing });
});

const box = (flags: string, rect = '[40 190 260 220]') =>
  `<</Type /Annot /Subtype /Widget /FT /Sig /T (Prezzo) /F ${flags} /Rect ${rect} /P 3 0 R>>`;
const place = '<</Type /Annot /Subtype /Widget /FT /Sig /T (Sigillo) /F 132 /Rect [0 0 0 0] /P 3 0 R>>';
/** A contract whose price is under an empty signature field, next to the field of the seal. */
const contract = (flags: string, rect?: string): Uint8Array =>
  pdfOf({
    ...onePage,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R 6 0 R] /SigFlags 3>>>>',
    3: String(onePage[3]).replace('/Contents', '/Annots [5 0 R 6 0 R] /Contents'),
    5: box(flags, rect),
    6: place,
    7: '2',
  });

const signed = async (bytes: Uint8Array, closing: boolean): Promise<Uint8Array> => {
  const key = { ...seal, chain: [authority.issuing.certificate, authority.root.certificate] };
  const request = { field: 'Sigillo', key, stamp: stampWith(authority), signedAt: testNow() };
  return (await applySignature(bytes, closing ? { ...request, certify: true, lock: true } : request)).bytes;
};

/** The verifier's report on the seal after the update; before it the seal was valid. */
async function reportedAfter(before: Uint8Array, after: Uint8Array): Promise<string[]> {
  const anchors = [authority.root.certificate];
  expect((await verifyPdf(before, { anchors })).intact).toBe(true);
  const verification = await verifyPdf(after, { anchors });
  expect(verification.intact).toBe(false);
  return (verification.signatures[0]?.changesAfter ?? []).map((change) => change.split(':')[0] ?? '');
}

describe('a field over the price', () => {
  it('is removed before signing, unless it is a signature field', async () => {
    const judged = await inspectPdf(contract('132'));
    if (!judged.ok) throw new Error(judged.code);
    const { bytes } = await prepareForSigning(judged.bytes, { ...samplePlan, sealField: 'Sigillo_2' });
    const fields = signatureFields(await PDF.load(bytes)).map((field) => field.name);
    expect(fields).toEqual([...samplePlan.points.map(({ id }) => id), 'Sigillo_2']);
    expect(Buffer.from(bytes).toString('latin1')).not.toContain('Prezzo');
  });

  it.each([
    ['in a closed file', true],
    ['in a file that allows additions', false],
  ])('drawn by a timestamp is detected, %s', async (_, closing) => {
    const bytes = await signed(contract('132'), closing);
    expect(await reportedAfter(bytes, await withPaintedTimestamp(bytes, 'Prezzo', stampWith(authority)))).toContain(
      'change.field',
    );
  });

  it.each([
    ['by a flag in another object', contract('7 0 R'), { F: number(128) }],
    ['by its flag', contract('2'), { F: number(132) }],
    ['by a box that grows', contract('132', '[0 0 0 0]'), { Rect: list(...[40, 190, 260, 220].map(number)) }],
  ])('first shown by a timestamp is detected: %s', async (_, paper, more) => {
    const bytes = await signed(paper, true);
    const painted = await withPaintedTimestamp(bytes, 'Prezzo', stampWith(authority), more);
    expect(await reportedAfter(bytes, painted)).toContain('change.field');
  });

  it('added with its timestamp is detected where additions are allowed', async () => {
    const bytes = await signed(contract('132'), false);
    const update = await Update.of(bytes);
    const value = update.add(
      dict({
        ...{ Type: name('DocTimeStamp'), Filter: name('Adobe.PPKLite'), SubFilter: name('ETSI.RFC3161') },
        ...{ ByteRange: list(...[0, 10, 20, 10].map(number)), Contents: text('nothing') },
      }),
    );
    const look = update.add(stream({ Subtype: name('Form'), BBox: list(...[0, 0, 9, 9].map(number)) }, '0 0 9 9 re f'));
    const field = update.add(
      dict({
        ...{ Type: name('Annot'), Subtype: name('Widget'), FT: name('Sig'), T: text('Marca'), F: number(132) },
        ...{ Rect: list(...[40, 190, 260, 220].map(number)), P: update.page(), V: value, AP: dict({ N: look }) },
      }),
    );
    const form = update.form();
    form.set('Fields', list(...(form.getArray('Fields', update.resolve) ?? []), field));
    update.putForm(form);
    const page = update.copy(update.page());
    page.set('Annots', list(...(page.getArray('Annots', update.resolve) ?? []), field));
    update.put(update.page(), page);
    const codes = await reportedAfter(bytes, update.write());
    expect(codes).toContain('change.form');
  });
});
