/** Every signature field that a reader may show is found once, under its own name; preparation makes each a proper field. */
import { PDF } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { type FieldPaper, fieldPaper, LOWER, merged, RECT, widget } from '../../../test/papers/field-papers.ts';
import { inspectPdf } from '../gate/inspect-pdf.ts';
import { onePage, pdfOf } from '../gate/papers.suite.ts';
import { pageOf, signatureFields } from '../named-fields.ts';
import { readLayout } from '../page/layout.ts';
import { prepareForSigning } from '../signing/prepare-pdf.ts';

const BOX = [60, 500, 260, 560];
const LOW = [60, 200, 260, 260];
const first = { name: 'FirmaCliente', page: 1, box: BOX, fault: null };

async function accepted(bytes: Uint8Array): Promise<Uint8Array> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(`${result.code}: ${result.detail}`);
  return result.bytes;
}

const told = async (bytes: Uint8Array) =>
  (await readLayout(bytes, [])).fields.map(({ name, page, box, fault }) => ({ name, page, box, fault }));

/** The content of the file to be signed, if every field without a fault is used. */
async function prepared(bytes: Uint8Array) {
  const usable = (await readLayout(bytes, [])).fields.filter(({ fault }) => !fault);
  const plan = {
    ...{ title: 'Contratto', sealField: 'Sigillo', notes: [], language: 'it' as const },
    points: usable.map(({ name }, index) => ({
      ...{ id: `P${index}`, caption: 'Firma', signerName: 'Ginevra Provetti', role: 'Cliente', existingField: name },
    })),
  };
  const pdf = await PDF.load((await prepareForSigning(bytes, plan)).bytes);
  const all = signatureFields(pdf).filter(({ name }) => name !== 'Sigillo');
  const widgets = pdf.context.pages.getPages().flatMap((ref) => {
    const page = pdf.context.resolve(ref) as { getArray(key: string, by: unknown): { length: number } | undefined };
    return page.getArray('Annots', (one: never) => pdf.context.resolve(one))?.length ?? 0;
  });
  return {
    fields: all.map((field) => [field.name, pageOf(pdf, field) + 1, field.box]),
    // The seal has one widget, which is invisible.
    widgets: widgets.reduce((sum, count) => sum + count, 0) - 1,
  };
}

const TWO_WIDGETS = {
  shown: '11 0 R 12 0 R',
  objects: {
    10: '<</FT /Sig /T (FirmaCliente) /Kids [11 0 R 12 0 R]>>',
    11: widget('/F 4 /Parent 10 0 R'),
    12: widget('/F 4 /Parent 10 0 R', LOWER),
  },
};
const TWICE = {
  shown: '10 0 R 11 0 R',
  listed: '10 0 R 11 0 R',
  objects: { 10: merged(), 11: merged('/T (FirmaCliente) /F 4', LOWER) },
};

describe('a single field', () => {
  it.each<[string, FieldPaper]>([
    ['of a field that is its own widget', { objects: { 10: merged() } }],
    [
      'of a widget apart from its field',
      {
        shown: '11 0 R',
        objects: { 10: '<</FT /Sig /T (FirmaCliente) /Kids [11 0 R]>>', 11: widget('/F 4 /Parent 10 0 R') },
      },
    ],
    ['of a widget that no list names', { listed: null, objects: { 10: merged() } }],
    ['of a widget that an empty list does not name', { listed: '', objects: { 10: merged() } }],
    ['of a widget that stands in the page itself', { listed: null, shown: merged(), objects: {} }],
    [
      'of a widget that only its parent names',
      {
        listed: null,
        shown: '11 0 R',
        objects: { 10: '<</FT /Sig /T (FirmaCliente)>>', 11: widget('/F 4 /Parent 10 0 R') },
      },
    ],
    [
      'of a widget that its field forgot',
      { shown: '11 0 R', objects: { 10: '<</FT /Sig /T (FirmaCliente)>>', 11: widget('/F 4 /Parent 10 0 R') } },
    ],
    ['that the page lists twice', { shown: '10 0 R 10 0 R', objects: { 10: merged() } }],
    ['that the form lists twice', { listed: '10 0 R 10 0 R', objects: { 10: merged() } }],
    ['without a word on its page', { objects: { 10: merged().replace('/P 3 0 R', '') } }],
  ])('%s is listed once, and signed there', async (_, paper) => {
    const file = await accepted(fieldPaper(paper));
    expect(await told(file)).toEqual([first]);
    expect(await prepared(file)).toEqual({ fields: [['FirmaCliente', 1, BOX]], widgets: 1 });
  });

  it('has the full name of its field, even if no list names it', async () => {
    const objects = {
      10: '<</T (Firme) /Kids [11 0 R]>>',
      11: merged('/T (Cliente) /F 4 /Parent 10 0 R'),
    };
    const listed = await accepted(fieldPaper({ shown: '11 0 R', objects }));
    expect(await told(listed)).toMatchObject([{ name: 'Firme.Cliente' }]);
    expect((await prepared(listed)).fields).toEqual([['Firme.Cliente', 1, BOX]]);
    const orphan = await accepted(fieldPaper({ shown: '11 0 R', listed: null, objects }));
    expect(await told(orphan)).toMatchObject([{ name: 'Firme_Cliente' }]);
    expect((await prepared(orphan)).fields).toEqual([['Firme_Cliente', 1, BOX]]);
  });

  it('without a name gets one', async () => {
    const file = await accepted(fieldPaper({ objects: { 10: merged('/F 4') } }));
    expect(await told(file)).toMatchObject([{ name: 'Campo_firma' }]);
    expect(await prepared(file)).toEqual({ fields: [['Campo_firma', 1, BOX]], widgets: 1 });
  });
});

describe('several fields with one name', () => {
  it.each<[string, FieldPaper]>([
    ['two fields', TWICE],
    ['two widgets', TWO_WIDGETS],
    ['a field and a widget that no list names', { ...TWICE, listed: '10 0 R' }],
    [
      'a field and a widget that says it is its parent’s',
      { shown: '10 0 R 11 0 R', objects: { 10: merged(), 11: widget('/F 4 /Parent 10 0 R', LOWER) } },
    ],
    ['two widgets that no list names', { ...TWICE, listed: null }],
  ])('as %s are both listed, and both signed', async (_, paper) => {
    const file = await accepted(fieldPaper(paper));
    const both = [first, { ...first, name: 'FirmaCliente_2', box: LOW }];
    expect(await told(file)).toEqual(both);
    expect(await prepared(file)).toEqual({
      fields: [
        ['FirmaCliente', 1, BOX],
        ['FirmaCliente_2', 1, LOW],
      ],
      widgets: 2,
    });
  });

  it('never get the name of an existing field', async () => {
    const third = merged('/T (FirmaCliente_2) /F 4', '[300 200 500 260]');
    const file = await accepted(
      fieldPaper({
        shown: '10 0 R 11 0 R 12 0 R',
        listed: '10 0 R 11 0 R 12 0 R',
        objects: { ...TWICE.objects, 12: third },
      }),
    );
    const names = (await told(file)).map(({ name }) => name);
    expect(names).toEqual(['FirmaCliente', 'FirmaCliente_3', 'FirmaCliente_2']);
    expect((await prepared(file)).widgets).toBe(3);
  });

  it('as one widget on two pages are listed on both', async () => {
    const fonts = '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>';
    const page = `<</Type /Page /Parent 2 0 R /Resources <<${fonts}>> /Contents 4 0 R /Annots [10 0 R]>>`;
    const file = await accepted(
      pdfOf({
        ...onePage,
        1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [10 0 R]>>>>',
        2: '<</Type /Pages /Kids [3 0 R 5 0 R] /Count 2 /MediaBox [0 0 595 842]>>',
        ...{ 3: page, 5: page, 10: merged() },
      }),
    );
    expect(await told(file)).toEqual([first, { ...first, name: 'FirmaCliente_2', page: 2 }]);
    expect((await prepared(file)).fields).toEqual([
      ['FirmaCliente', 1, BOX],
      ['FirmaCliente_2', 2, BOX],
    ]);
  });
});

describe('an unusable field', () => {
  it.each(
    rowsOf(`
      fieldHidden     | /F 6          |                   |
      fieldHidden     | /F 36         |                   |
      fieldHidden     | /F 5          |                   |
      fieldHidden     | /F 260        |                   |
      fieldHidden     | /F 4294967302 |                   |
      fieldHidden     | /F -4         |                   |
      fieldHidden     | /F 4.5        |                   |
      fieldHidden     | /F (4)        |                   |
      fieldHidden     | /F 4          | [0 0 0 0]         |
      fieldHidden     | /F 4          | [60 500 260 500]  |
      fieldHidden     | /F 4          | [60 500]          |
      fieldNotPrinted | /F 0          |                   |
      fieldNotPrinted |               |                   |
      fieldNotPrinted | /F 128        |                   |
      fieldTurned     | /F 20         |                   | /Rotate 90
      fieldTurned     | /F 20         |                   | /Rotate 180
      fieldTurned     | /F 12         |                   |
      placeOutside    | /F 4          | [700 900 900 960] |
      placeOutside    | /F 4          | [-30 500 170 560] |
      placeOutside    | /F 4          | [450 500 650 560] |
      placeOutside    | /F 4          |                   | /CropBox [100 100 500 540]
      placeOutside    | /F 4          | [60 20 260 80]    | /CropBox [0 60 595 842] /Rotate 270
      placeSmall      | /F 4          | [60 500 160 515]  |
      placeSmall      | /F 4          | [60 500 260 511]  |
      placeSmall      | /F 4          | [60 500 178 512]  |
      placeSmall      | /F 4          | [60 500 118 540]  |
      placeSmall      | /F 4          | [60 500 62 502]   |
      placeSmall      | /F 4          | [60 500 120 700]  |
      placeSmall      | /F 4          | [60 500 260 560]  | /Rotate 90
      fieldLarge      | /F 4          | [0 0 595 842]     |
      fieldLarge      | /F 4          | [50 100 545 500]  |
    `),
  )('is reported: %s, %s %s %s', async (fault, flags, box, page = '') => {
    const field = merged(`/T (FirmaCliente) ${flags}`, box || undefined);
    const file = await accepted(fieldPaper({ page, objects: { 10: field } }));
    expect(await told(file)).toMatchObject([{ name: 'FirmaCliente', fault }]);
  });

  it('includes one that no page shows', async () => {
    const file = await accepted(fieldPaper({ shown: '', objects: { 10: merged() } }));
    expect(await told(file)).toMatchObject([{ name: 'FirmaCliente', page: 0, fault: 'fieldNoPage' }]);
  });

  it('is never signed, and is removed from the signed file', async () => {
    const file = await accepted(fieldPaper({ objects: { 10: merged('/T (FirmaCliente) /F 6') } }));
    expect(await prepared(file)).toEqual({ fields: [], widgets: 0 });
    const point = { id: 'P', caption: 'Firma', signerName: 'G', role: 'Cliente', existingField: 'FirmaCliente' };
    const plan = { title: 'C', points: [point], sealField: 'S', notes: [], language: 'it' as const };
    await expect(prepareForSigning(file, plan)).rejects.toMatchObject({ code: 'field.missing' });
  });

  it.each([
    ['locked, as Acrobat leaves it', merged('/T (FirmaCliente) /F 132'), ''],
    ['read-only', merged('/T (FirmaCliente) /F 68'), ''],
    ['with its edges in another order', merged('/T (FirmaCliente) /F 4', '[260 560 60 500]'), ''],
    ['upright on a page that is not turned', merged('/T (FirmaCliente) /F 20'), ''],
    ['turned with its page', merged('/T (FirmaCliente) /F 4 /MK <</R 90>>', '[60 500 120 700]'), '/Rotate 90'],
    ['with an edge on the edge of the page', merged('/T (FirmaCliente) /F 4', '[395 0 596 60]'), ''],
    ['as many forms have it', merged('/T (FirmaCliente) /F 4', '[60 500 132 518]'), ''],
    ['as small as two lines can be', merged('/T (FirmaCliente) /F 4', '[60 500 120 516]'), ''],
    ['as small as one line can be', merged('/T (FirmaCliente) /F 4', '[60 500 180 512]'), ''],
    ['as wide as the page', merged('/T (FirmaCliente) /F 4', '[0 100 595 220]'), ''],
    ['with a real number of flags', merged('/T (FirmaCliente) /F 4.0'), ''],
    ['that is its page’s by reference', merged('/T (FirmaCliente) /F 11 0 R'), ''],
  ])('is not one that is %s', async (_, field, page) => {
    const file = await accepted(fieldPaper({ page, objects: { 10: field, 11: '4' } }));
    expect(await told(file)).toMatchObject([{ name: 'FirmaCliente', fault: null }]);
    expect((await prepared(file)).fields).toHaveLength(1);
  });
});

it('a circular list of fields is read once', async () => {
  const objects = { 10: '<</FT /Sig /T (A) /Kids [11 0 R]>>', 11: '<</T (B) /Kids [10 0 R] /Parent 10 0 R>>' };
  expect(await told(fieldPaper({ shown: '', objects }))).toEqual([]);
});

it('the test’s rectangles are the expected ones', () =>
  expect([RECT, LOWER]).toEqual(['[60 500 260 560]', '[60 200 260 260]']));
