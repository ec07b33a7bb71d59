/** Preparation adds fields and the signature page, identically each time. */

import { createHash } from 'node:crypto';
import { PDF, PdfDict, PdfName, type PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { pageOf, signatureFields } from '../named-fields.ts';
import { typeface } from '../page/font.ts';
import { SigningDefect } from '../signing-defect.ts';
import { prepareForSigning } from './prepare-pdf.ts';
import { samplePdf, samplePdfWithFields, samplePlan, signerKey, stampWith, testAuthority } from './samples.suite.ts';
import { applySignature } from './sign.ts';
import type { SigningPlan } from './signing-plan.ts';

let original: Uint8Array;

beforeAll(async () => {
  original = await samplePdf(3);
});

const prepare = (change: Partial<SigningPlan> = {}, bytes = original) =>
  prepareForSigning(bytes, { ...samplePlan, ...change });

describe('the preparation of a document', () => {
  it('is the same for the same document and plan', async () => {
    const digest = async (plan = {}) =>
      createHash('sha256')
        .update((await prepare(plan)).bytes)
        .digest('hex');
    expect(await digest()).toBe(await digest());
    expect(await digest({ title: 'Altro' })).not.toBe(await digest());
  });

  it('adds one page with a box for every signature field and for the seal, all in the form', async () => {
    const { bytes, points, pages } = await prepare();
    const pdf = await PDF.load(bytes);
    const fields = signatureFields(pdf);
    expect(pages).toBe(4);
    expect(pdf.getPageCount()).toBe(4);
    expect(points.map(({ id, field, page }) => ({ id, field, page }))).toEqual([
      { id: 'Firma1', field: 'Firma1', page: 4 },
      { id: 'Firma2', field: 'Firma2', page: 4 },
    ]);
    expect(fields.map(({ name, signed }) => ({ name, signed }))).toEqual(
      ['Firma1', 'Firma2', 'Sigillo'].map((name) => ({ name, signed: false })),
    );
    for (const field of fields) expect(pageOf(pdf, field)).toBe(3);
    expect(fields[0]?.box).toEqual(points[0]?.box);
  });

  it('keeps the boxes on the sheet and apart, over as many pages as needed', async () => {
    const points = Array.from({ length: 23 }, (_, i) => ({
      id: `P${i}`,
      caption: 'Approvazione specifica '.repeat(9),
      signerName: 'Ginevra Provetti',
      role: 'Cliente',
    }));
    const prepared = await prepare({ points });
    expect(prepared.pages).toBeGreaterThan(5);
    const all = signatureFields(await PDF.load(prepared.bytes));
    expect(all).toHaveLength(24);
    const byPage = Map.groupBy(prepared.points, ({ page }) => page);
    for (const onPage of byPage.values()) {
      for (const [i, { box }] of onPage.entries()) {
        const [left, bottom, right, top] = box;
        expect(left >= 40 && bottom >= 50 && right <= 556 && top <= 742).toBe(true);
        for (const { box: other } of onPage.slice(i + 1)) {
          const overlap = left < other[2] && other[0] < right && bottom < other[3] && other[1] < top;
          expect(overlap).toBe(false);
        }
      }
    }
  });

  it('prints notes longer than the page on a separate page', async () => {
    const notes = Array.from({ length: 40 }, (_, i) => `Nota ${i}: ${'parole '.repeat(30)}`);
    const prepared = await prepare({ notes });
    expect(prepared.pages).toBeGreaterThan(4);
    expect(prepared.points.map(({ page }) => page)).toEqual([4, 4]);
  });

  it('uses existing fields of a document, without an added page and with an invisible seal', async () => {
    const bytes = await samplePdfWithFields(['Acquirente', 'Clausole']);
    const [first, second] = samplePlan.points;
    const points = [
      { ...first, id: 'a', existingField: 'Acquirente' },
      { ...second, id: 'b', existingField: 'Clausole' },
    ] as SigningPlan['points'];
    const prepared = await prepare({ points }, bytes);
    expect(prepared.pages).toBe(1);
    expect(prepared.points).toEqual([
      { id: 'a', field: 'Acquirente', page: 1, box: [60, 500, 260, 560] },
      { id: 'b', field: 'Clausole', page: 1, box: [60, 410, 260, 470] },
    ]);
    const seal = signatureFields(await PDF.load(prepared.bytes)).find(({ name }) => name === 'Sigillo');
    expect(seal?.box).toEqual([0, 0, 0, 0]);
  });

  it('adds a page only for signature fields that are not in the file, in the planned order', async () => {
    const bytes = await samplePdfWithFields(['Acquirente']);
    const [first, second] = samplePlan.points;
    const points = [first, { ...second, existingField: 'Acquirente' }] as SigningPlan['points'];
    const prepared = await prepare({ points }, bytes);
    expect(prepared.points.map(({ field, page }) => [field, page])).toEqual([
      ['Firma1', 2],
      ['Acquirente', 1],
    ]);
  });

  it('sets the signature flags, locks the seal, declares its extension and changes nothing else in the catalog', async () => {
    const pdf = await PDF.load((await prepare()).bytes);
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const catalog = pdf.context.catalog.getDict();
    const form = catalog.getDict('AcroForm', resolve);
    expect(form?.getNumber('SigFlags')?.value).toBe(3);
    expect(form?.has('NeedAppearances')).toBe(false);
    expect(catalog.getDict('Extensions')?.has('ESIC')).toBe(true);
    expect(pdf.version).toBe('1.7');
    const seal = signatureFields(pdf).find(({ name }) => name === 'Sigillo');
    expect(seal?.dict.getDict('Lock')?.getNumber('P')?.value).toBe(1);
    const keys = (file: PDF) => [...file.context.catalog.getDict().keys()].map(({ value }) => value).sort();
    expect(keys(pdf)).toEqual([...keys(await PDF.load(original)), 'AcroForm', 'Extensions'].sort());
  });

  it('keeps every original page unchanged', async () => {
    const contentOf = async (bytes: Uint8Array) => {
      const pdf = await PDF.load(bytes);
      return pdf.context.pages
        .getPages()
        .slice(0, 3)
        .map((ref) => {
          const page = pdf.context.resolve(ref);
          const content = page instanceof PdfDict ? page.get('Contents', (one) => pdf.context.resolve(one)) : undefined;
          return content && 'data' in content ? Buffer.from(content.data as Uint8Array).toString('hex') : '';
        });
    };
    const before = await contentOf(original);
    expect(before.every((text) => text.length > 100)).toBe(true);
    expect(await contentOf((await prepare()).bytes)).toEqual(before);
  });

  it.each<[string, Partial<SigningPlan>]>([
    ['two points with one name', { points: samplePlan.points.map((point) => ({ ...point, id: 'Firma1' })) }],
    ['a seal named as a point', { sealField: 'Firma1' }],
    ['a name with a full stop', { sealField: 'a.b' }],
    ['a name that is not ASCII', { sealField: 'Sigillò' }],
    ['an empty name', { sealField: '' }],
  ])('refuses %s', async (_, change) => {
    await expect(prepare(change)).rejects.toMatchObject({ name: 'SigningDefect', code: 'file.unprepared' });
  });

  it('refuses a field that does not exist, or is used twice', async () => {
    const bytes = await samplePdfWithFields(['Acquirente']);
    const named = (field: string) => samplePlan.points.map((point) => ({ ...point, existingField: field }));
    await expect(prepare({ points: named('Nessuno') }, bytes)).rejects.toMatchObject({ code: 'field.missing' });
    await expect(prepare({ points: named('Acquirente') }, bytes)).rejects.toMatchObject({ code: 'field.missing' });
  });

  it('refuses a signed document, whose signature a full save would break', async () => {
    const authority = await testAuthority();
    const { bytes } = await applySignature((await prepare()).bytes, {
      field: 'Firma1',
      key: await signerKey(authority),
      stamp: stampWith(authority),
      signedAt: testNow(),
    });
    await expect(prepare({ sealField: 'Altro', points: [] }, bytes)).rejects.toMatchObject({ code: 'field.signed' });
  });

  it('never uses a document’s font with the name of the product’s own', async () => {
    const { resource } = typeface('regular');
    const pdf = await PDF.load(original);
    const foreign = pdf.context.register(PdfDict.of({ Type: PdfName.of('Font'), Foreign: PdfName.of('Yes') }));
    const resources = PdfDict.of({ Font: PdfDict.of({ [resource]: foreign }) });
    pdf.context.catalog.getDict().set('AcroForm', PdfDict.of({ DR: resources }));
    const prepared = await PDF.load((await prepare({}, await pdf.save())).bytes);
    const resolve = (ref: PdfRef) => prepared.context.resolve(ref);
    const form = prepared.context.catalog.getDict().getDict('AcroForm', resolve);
    const font = form?.getDict('DR', resolve)?.getDict('Font', resolve)?.getDict(resource, resolve);
    expect(font?.has('Foreign')).toBe(false);
    expect(font?.getName('Subtype')?.value).toBe('Type0');
  });

  it('refuses a file that is not a PDF', async () => {
    await expect(prepare({}, new TextEncoder().encode('ciao'))).rejects.toThrow(SigningDefect);
  });
});
