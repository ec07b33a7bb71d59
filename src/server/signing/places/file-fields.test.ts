/** Fields of an upload that cannot be signed as they are, over HTTP: shown, refused at the start, settled by a chosen place. */
import { PDF, type PdfDict } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { pageOf, signatureFields } from '#pdf/named-fields.ts';
import type { BoxOnPage, PageInk } from '#ports/page-ink.ts';
import { fieldPaper, LOWER, merged, widget } from '../../../../test/papers/field-papers.ts';
import { withEmptyField } from '../../../../test/papers/placed-papers.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';

let stage: Stage;
/** Printed areas of the first page; replaces the drawing engine, measured once per content. */
let print: [number, number, number, number][] = [];
beforeAll(async () => {
  const share = ({ box }: BoxOnPage): number => {
    const covered = print.map(([left, bottom, right, top]) => {
      const width = Math.min(right, box[2]) - Math.max(left, box[0]);
      const height = Math.min(top, box[3]) - Math.max(bottom, box[1]);
      return Math.max(0, width) * Math.max(0, height);
    });
    const area = (box[2] - box[0]) * (box[3] - box[1]);
    return covered.reduce((sum, part) => sum + part, 0) / area;
  };
  const inkIn: PageInk['inkIn'] = async (bytes, boxes) => {
    if (!Buffer.from(bytes).subarray(0, 8).toString('latin1').startsWith('%PDF-')) throw new Error('no file to draw');
    return boxes.map(share);
  };
  stage = await openStage({ override: () => ({ pageInk: { inkIn } }) });
});
afterAll(async () => {
  await stage.close();
});

const pathOf = (id: number): string => `/api/documents/${id}/signature-places`;
const read = async (id: number): Promise<SignaturePlaces> => (await stage.callAs('dealer', 'GET', pathOf(id))).json();
const choose = (id: number, places: object[], more = {}) =>
  stage.callAs('dealer', 'PUT', pathOf(id), { places, ...more });
const placeAt = (point: number, box = [320, 96, 510, 156]) => ({ point, page: 1, box });
const customers = new Map<number, { phone: string; email: string }>();

async function upload(file: Uint8Array): Promise<number> {
  const { id, customer } = await stage.newDocument({ file });
  customers.set(id, customer);
  return id;
}

async function signedFile(id: number): Promise<Uint8Array> {
  const customer = customers.get(id);
  if (customer === undefined) throw new Error('not uploaded here');
  await stage.sign(await stage.startSigning(id), customer);
  const { signedDocumentId } = await stage.document(id);
  return (await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
}

/** Signature fields of a signed file with a visible rectangle. */
async function visibleFields(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes);
  const hasAppearance = ({ widget: of }: { widget: PdfDict }) => of.has('AP');
  return signatureFields(pdf).flatMap((field) =>
    field.box[2] > field.box[0] ? [[pageOf(pdf, field) + 1, field.box, field.signed && hasAppearance(field)]] : [],
  );
}

describe('an unusable signature field of the file', () => {
  it.each([
    ['fieldHidden', '/F 6', undefined, ''],
    ['fieldNotPrinted', '/F 0', undefined, ''],
    ['fieldTurned', '/F 20', undefined, '/Rotate 90'],
    ['placeOutside', '/F 4', '[700 900 900 960]', ''],
    ['placeSmall', '/F 4', '[60 500 160 515]', ''],
  ])('is reported by name, and prevents the start: %s', async (fault, flags, rect, page) => {
    const id = await upload(fieldPaper({ page, objects: { 10: merged(`/T (FirmaCliente) ${flags}`, rect) } }));
    const places = await read(id);
    expect(places.fixed).toBeNull();
    expect(places.fields).toMatchObject([{ name: 'FirmaCliente', fault, leftOut: true }]);
    expect(places.points).toMatchObject([{ point: 1, problem: { field: 'FirmaCliente', fault, settled: false } }]);
    const refused = await stage.requestStart('dealer', id);
    expect([refused.statusCode, refused.json().code]).toEqual([409, `places.${fault}`]);
    expect(refused.body).toContain('«FirmaCliente»');
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await stage.trail(id)).not.toContain('sign.started');
  });

  it('is not one of 72 × 18 points, which is signed where it is', async () => {
    const id = await upload(fieldPaper({ objects: { 10: merged('/T (FirmaCliente) /F 4', '[60 500 132 518]') } }));
    expect((await read(id)).points).toMatchObject([{ point: 1, problem: null }]);
    expect(await visibleFields(await signedFile(id))).toEqual(expect.arrayContaining([[1, [60, 500, 132, 518], true]]));
  });

  it('is replaced by a chosen place, and removed from the file', async () => {
    const id = await upload(fieldPaper({ objects: { 10: merged('/T (FirmaCliente) /F 6') } }));
    expect((await choose(id, [placeAt(1)])).statusCode).toBe(200);
    expect((await read(id)).points).toMatchObject([{ origin: 'placed', problem: { settled: true } }]);
    expect(await visibleFields(await signedFile(id))).toEqual([[1, [320, 96, 510, 156], true]]);
    expect(await stage.trail(id)).toContain('places.leftOut');
  });

  it('is replaced by the added page when a user chooses that', async () => {
    const id = await upload(fieldPaper({ objects: { 10: merged('/T (FirmaCliente) /F 0') } }));
    expect((await choose(id, [])).statusCode).toBe(200);
    expect(await visibleFields(await signedFile(id))).toMatchObject([
      [2, {}, true],
      [2, {}, true],
    ]);
  });

  it('is replaced in the next file of its kind by a remembered place, without a report', async () => {
    const file = fieldPaper({ page: '/CropBox [0 0 590 840]', objects: { 10: merged('/T (FirmaCliente) /F 2') } });
    const first = await upload(file);
    expect((await choose(first, [placeAt(1)], { remember: true })).statusCode).toBe(200);
    const next = await upload(file);
    expect((await read(next)).points).toMatchObject([{ origin: 'remembered', problem: { settled: true } }]);
    expect((await stage.requestStart('dealer', next)).statusCode).toBe(200);
  });

  it('of a person who does not sign does not prevent the start', async () => {
    const objects = { 10: merged(), 11: merged('/T (Firma_Venditore) /F 6', LOWER) };
    const id = await upload(fieldPaper({ shown: '10 0 R 11 0 R', listed: '10 0 R 11 0 R', objects }));
    expect((await read(id)).points).toMatchObject([{ origin: 'field', problem: null }]);
    expect((await stage.requestStart('dealer', id)).statusCode).toBe(200);
  });

  it('prevents sending to a tablet until it is replaced', async () => {
    const id = await upload(fieldPaper({ objects: { 10: merged('/T (FirmaCliente) /F 6') } }));
    const refused = await stage.callAs('dealer', 'POST', `/api/documents/${id}/tablet-queue`, { tabletId: 1 });
    expect(refused.json().code).toBe('places.fieldHidden');
  });
});

describe('a signature field with an unusual structure', () => {
  it.each([
    ['two fields of one name', { objects: { 10: merged(), 11: merged('/T (FirmaCliente) /F 4', LOWER) } }],
    [
      'two widgets of one field',
      {
        shown: '11 0 R 12 0 R',
        listed: '10 0 R',
        objects: {
          10: '<</FT /Sig /T (FirmaCliente) /Kids [11 0 R 12 0 R]>>',
          11: widget('/F 4 /Parent 10 0 R'),
          12: widget('/F 4 /Parent 10 0 R', LOWER),
        },
      },
    ],
  ])('is confirmed and signed in each place: %s', async (_, paper) => {
    const id = await upload(fieldPaper({ shown: '10 0 R 11 0 R', listed: '10 0 R 11 0 R', ...paper }));
    expect((await read(id)).points.map(({ origin, box }) => [origin, box?.[1]])).toEqual([
      ['field', 500],
      ['field', 200],
    ]);
    const file = await signedFile(id);
    expect(await visibleFields(file)).toEqual([
      [1, [60, 500, 260, 560], true],
      [1, [60, 200, 260, 260], true],
    ]);
    expect((await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json().intact).toBe(true);
  });

  it('is signed and visible when no list of fields names it', async () => {
    const id = await upload(fieldPaper({ listed: null, objects: { 10: merged() } }));
    expect((await read(id)).points).toMatchObject([{ origin: 'field', problem: null }]);
    expect(await visibleFields(await signedFile(id))).toEqual([[1, [60, 500, 260, 560], true]]);
  });
});

describe('printed text on the page', () => {
  const LINE: [number, number, number, number] = [50, 540, 400, 546];

  it('under a chosen place is refused; a signature line is not', async () => {
    print = [LINE];
    const withField = (name: string) => withEmptyField({ name, page: 1, box: [300, 700, 500, 760] });
    const id = await upload(await withField('Firma_Venditore'));
    const refused = await choose(id, [placeAt(1, [100, 510, 290, 570])]);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fieldErrors).toMatchObject([{ field: 'places.0.box', code: 'placeOnText' }]);
    print = [[100, 513, 290, 513.7]];
    const lined = await upload(await withField('Firma_del_venditore'));
    expect((await choose(lined, [placeAt(1, [100, 510, 290, 570])])).statusCode).toBe(200);
  });

  it('under a field of the file is reported, and the field can be moved or signed as it is', async () => {
    print = [LINE];
    const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 510, 290, 570] });
    const id = await upload(file);
    const places = await read(id);
    expect(places.fixed).toBeNull();
    expect(places.points).toMatchObject([{ origin: 'field', problem: { fault: 'placeOnText', settled: true } }]);
    expect((await choose(id, [placeAt(1)])).statusCode).toBe(200);
    expect((await read(id)).points).toMatchObject([{ origin: 'placed' }]);
    expect(await visibleFields(await signedFile(id))).toEqual([[1, [320, 96, 510, 156], true]]);
    const asItStands = await upload(file);
    expect(await visibleFields(await signedFile(asItStands))).toEqual([[1, [100, 510, 290, 570], true]]);
  });

  it('under a remembered place makes the signature use another place', async () => {
    const file = (shown: string) => fieldPaper({ page: '/CropBox [0 0 580 830]', shown, listed: null, objects: {} });
    print = [];
    const first = await upload(file(''));
    await choose(first, [placeAt(1, [100, 510, 290, 570])], { remember: true });
    expect((await read(await upload(file('')))).points).toMatchObject([{ origin: 'remembered' }]);
    print = [LINE];
    expect((await read(await upload(file(' ')))).points).toMatchObject([{ origin: 'page' }]);
  });
});
