/** Where an uploaded document is signed, over HTTP: places are shown, chosen, remembered, used. */

import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignaturePlaces } from '#contract/signing/signature-places.ts';
import { readConfiguration } from '#domain/folders/configuration-problems.ts';
import type { SignatureAnchor } from '#domain/folders/folder-types.ts';
import { SEPARATE_APPROVAL } from '#domain/signing/point-labels.ts';
import { pageOf, signatureFields } from '#pdf/named-fields.ts';
import { testNow } from '#test/clock.ts';
import { generatedDocument, loadGeneratedPapers } from '../../../../test/papers/generated-papers.ts';
import { turnedPaper, withEmptyField, withEmptyFields } from '../../../../test/papers/placed-papers.ts';
import { printedText } from '../../../../test/papers/printed-text.ts';
import { openStage, type Stage } from '../../../../test/stages/signing-stage.ts';
import { currentConfiguration } from '../../folders/index.ts';

let stage: Stage;
/** Makes the next read of a file fail in the store. */
let failingReads = 0;
beforeAll(async () => {
  stage = await openStage({
    override: (world) => ({
      storage: {
        ...world.storage,
        get: async (sha256) => {
          if (failingReads > 0) {
            failingReads -= 1;
            throw new Error('The store is unavailable');
          }
          return world.storage.get(sha256);
        },
      },
    }),
  });
});
afterAll(async () => {
  await stage.close();
});

const pathOf = (id: number): string => `/api/documents/${id}/signature-places`;
const readPlaces = async (id: number, login = 'dealer'): Promise<SignaturePlaces> => {
  const answer = await stage.callAs(login, 'GET', pathOf(id));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const choose = (id: number, body: object, login = 'dealer') => stage.callAs(login, 'PUT', pathOf(id), body);
const BOX = [320, 96, 510, 156] as const;
const onPage2 = { places: [{ point: 1, page: 2, box: BOX }] };

/** Reads, requests the code, signs. @returns the signed file. */
async function sign(id: number, customer: { phone: string; email: string }): Promise<Buffer> {
  await stage.sign(await stage.startSigning(id), customer);
  const { status, signedDocumentId } = await stage.document(id);
  expect(status).toBe('SIGNED');
  return (await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
}

/** Visible signature fields of a signed file. */
async function seenFields(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes);
  return signatureFields(pdf).flatMap((field) =>
    field.box[2] > field.box[0]
      ? [{ page: pageOf(pdf, field) + 1, box: field.box, signed: field.signed, pages: pdf.getPageCount() }]
      : [],
  );
}

describe('the place of a signature', () => {
  it('is the added page until a user chooses another', async () => {
    const { id } = await stage.newDocument();
    const places = await readPlaces(id);
    expect(places).toMatchObject({
      documentId: id,
      fixed: null,
      pages: [{ crop: [0, 0, 595.28, 841.89], rotation: 0 }, { rotation: 0 }],
      fields: [],
      points: [
        { point: 1, role: 'customer', signer: 'Ginevra Provetti', label: 'Firma del preventivo', origin: 'page' },
      ],
      remembered: false,
      lastModifiedDate: null,
    });
    expect(places.points[0]).toMatchObject({ page: null, box: null, chosenBy: null, chosenDate: null });
  });

  it('is where a user put it: signed there, without an added page, and recorded in the trail', async () => {
    const { id, customer } = await stage.newDocument();
    const answer = await choose(id, onPage2);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().points[0]).toMatchObject({ origin: 'placed', page: 2, box: BOX, chosenBy: 'dealer' });
    const signed = await sign(id, customer);
    expect(await seenFields(signed)).toEqual([{ page: 2, box: [...BOX], signed: true, pages: 2 }]);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<
      { type: string; actorName: string; detail: string }[]
    >();
    const eventOf = (type: string) => events.find((event) => event.type === type);
    expect(eventOf('places.chosen')).toMatchObject({ actorName: 'dealer' });
    expect(eventOf('places.chosen')?.detail).toContain('pagina 2, riquadro 320 96 510 156');
    expect(eventOf('signature.placed')?.detail).toBe('pagina 2, riquadro 320 96 510 156, scelta da Dario Provini');
    const { signedDocumentId } = await stage.document(id);
    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
    const printed = await printedText(audit.rawPayload);
    expect(printed).toContain('Posizione delle firme scelta');
    expect(printed).toContain('Firma collocata nel documento');
    expect(printed).toContain('riquadro 320 96 510 156');
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation).toMatchObject({ intact: true, signatures: [{ indication: 'TOTAL-PASSED' }, {}] });
  });

  it('is kept when the file cannot be read at the start, which is then refused', async () => {
    const { id, customer } = await stage.newDocument();
    await choose(id, onPage2);
    failingReads = 1;
    const refused = await stage.requestStart('dealer', id);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'places.unread']);
    expect((await stage.document(id)).status).toBe('READY_TO_SIGN');
    expect(await stage.trail(id)).not.toContain('sign.started');
    const signed = await sign(id, customer);
    expect(await seenFields(signed)).toEqual([{ page: 2, box: [...BOX], signed: true, pages: 2 }]);
  });

  it('can be reset to the added page', async () => {
    const { id } = await stage.newDocument();
    await choose(id, onPage2);
    expect((await stage.callAs('dealer', 'DELETE', pathOf(id))).statusCode).toBe(204);
    expect((await readPlaces(id)).points[0]).toMatchObject({ origin: 'page', page: null });
    // Repeated: nothing is left to reset, and nothing is recorded.
    expect((await stage.callAs('dealer', 'DELETE', pathOf(id))).statusCode).toBe(204);
    expect(await stage.trail(id)).toEqual([
      ...['document.created', 'content.gate.passed', 'places.chosen', 'places.withdrawn'],
    ]);
  });

  it('is an empty field of the file, and cannot be moved', async () => {
    const file = await withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 100, 300, 160] });
    const { id, customer } = await stage.newDocument({ file });
    const places = await readPlaces(id);
    expect(places.fixed).toMatchObject({ code: 'places.inFile' });
    expect(places.points[0]).toMatchObject({ origin: 'field', page: 1, box: [100, 100, 300, 160] });
    const refused = await choose(id, onPage2);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('places.inFile');
    expect(await seenFields(await sign(id, customer))).toEqual([
      { page: 1, box: [100, 100, 300, 160], signed: true, pages: 1 },
    ]);
  });

  it('is not a field named for another signer, and does not cover it', async () => {
    const file = await withEmptyField({ name: 'Firma_Venditore', page: 1, box: [100, 100, 300, 160] });
    const { id } = await stage.newDocument({ file });
    expect((await readPlaces(id)).points[0]).toMatchObject({ origin: 'page' });
    const refused = await choose(id, { places: [{ point: 1, page: 1, box: [200, 120, 390, 180] }] });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fieldErrors).toMatchObject([{ field: 'places.0.box', code: 'placeOnField' }]);
  });

  it.each([0, 90, 180, 270])(
    'is inside the visible page, also on one that is cropped and rotated by %i',
    async (rotation) => {
      const file = await turnedPaper({ rotation, crop: [20, 30, 500, 800] });
      const { id, customer } = await stage.newDocument({ file });
      // 60 wide and 190 tall on a rotated page appears 190 wide and 60 tall.
      const box = rotation % 180 === 0 ? [300, 40, 490, 100] : [40, 300, 100, 490];
      const outside = rotation % 180 === 0 ? [10, 40, 200, 100] : [440, 620, 500, 810];
      const refused = await choose(id, { places: [{ point: 1, page: 1, box: outside }] });
      expect(refused.json().fieldErrors).toMatchObject([{ code: 'placeOutside' }]);
      expect((await choose(id, { places: [{ point: 1, page: 1, box }] })).statusCode).toBe(200);
      expect(await seenFields(await sign(id, customer))).toMatchObject([{ page: 1, box, signed: true }]);
    },
  );
});

describe('a contract with several fields for the customer', () => {
  const loadEvents = async (id: number) =>
    (await stage.callAs('dealer', 'GET', `/api/documents/${id}/events`)).json<{ type: string; detail: string }[]>();

  it('is signed in each, confirmed one by one, with one code; unsigned fields are reported', async () => {
    const names = ['Firma_cliente', 'Firma_1341', 'Cliente_allegati', 'Firma_venditore'];
    const fields = names.map((name, index) => {
      const box: [number, number, number, number] = [100, 400 - index * 100, 290, 460 - index * 100];
      return { name, page: index < 2 ? 1 : 2, box, ...(index === 2 ? { tip: 'Presa visione degli allegati' } : {}) };
    });
    const { id, customer } = await stage.newDocument({ file: await withEmptyFields(fields, 2) });
    const places = await readPlaces(id);
    const labels = ['Firma del preventivo', SEPARATE_APPROVAL, 'Presa visione degli allegati'];
    expect(places.fixed?.code).toBe('places.inFile');
    expect(places.points.map(({ point, label }) => [point, label])).toEqual(
      labels.map((label, index) => [1 + 4 * index, label]),
    );
    expect(places.fields.filter(({ leftOut }) => leftOut).map(({ name }) => name)).toEqual(['Firma_venditore']);

    const path = await stage.startSigning(id);
    const browser = stage.browser();
    const view = (await browser.get(path)).json<{ points: { id: string; label: string; page: number }[] }>();
    expect(view.points.map(({ label, page }) => [label, page])).toEqual([
      ...[
        [labels[0], 1],
        [labels[1], 1],
        [labels[2], 2],
      ],
    ]);
    await browser.read(path);
    expect((await browser.post(`${path}/otp`)).statusCode).toBe(200);
    const code = await stage.code(customer);
    const points = view.points.map((point) => point.id);
    // One code for all points, but only for confirmed ones.
    for (const some of [points.slice(0, 1), points.slice(0, 2), points.slice(1)]) {
      const missing = await browser.post(`${path}/sign`, { code, points: some });
      expect([missing.statusCode, missing.json().code]).toEqual([400, 'signing.pointMissing']);
    }
    const signed = await browser.post(`${path}/sign`, { code, points });
    expect(signed.statusCode, signed.body).toBe(200);
    await stage.test.world.jobs.drain();
    const { status, signedDocumentId } = await stage.document(id);
    expect(status).toBe('SIGNED');
    const file = (await stage.callAs('dealer', 'GET', `/api/signed-documents/${signedDocumentId}/download`)).rawPayload;
    const kept = fields.slice(0, 3).map(({ page, box }) => ({ page, box, signed: true, pages: 2 }));
    expect(await seenFields(file)).toEqual(kept);
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation.intact).toBe(true);
    expect(validation.signatures.map(({ indication }: { indication: string }) => indication)).toEqual(
      // Three signatures and the seal.
      Array(4).fill('TOTAL-PASSED'),
    );

    const events = (await loadEvents(id)).toReversed();
    const of = (type: string) => events.filter((event) => event.type === type).map(({ detail }) => detail);
    expect(of('point.confirmed')).toEqual(labels);
    expect(of('signature.placed')).toHaveLength(3);
    expect(of('places.leftOut')).toEqual(['«Firma_venditore» a pagina 2']);
    const audit = await stage.callAs('dealer', 'GET', `/api/audit-documents/signed/${signedDocumentId}/download`);
    const printed = await printedText(audit.rawPayload);
    for (const words of ['approvo specificamente', 'Presa visione degli allegati', 'Campi firma del file non usati']) {
      expect(printed).toContain(words);
    }
  });

  it('is signed by the staff too, each in their own', async () => {
    const names = ['Cliente', 'Responsabile', 'Responsabile_2', 'Clausole'];
    const fields = names.map((name, index) => {
      const box: [number, number, number, number] = [100, 400 - index * 100, 290, 460 - index * 100];
      return { name, page: 1, box };
    });
    const file = await withEmptyFields(fields, 1);
    const { id, customer } = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL', file });
    await stage.sign(await stage.startSigning(id), customer);
    const own = `/api/documents/${id}/own-signature`;
    await stage.callAs('manager', 'GET', `${own}/document`);
    const proven = await stage.callAs('manager', 'POST', `${own}/identity`, { password: 'demo' });
    const { points } = proven.json<{ signature: { points: { id: string; label: string }[] } }>().signature;
    expect(points.map(({ label }) => label)).toEqual([
      ...['Firma della proposta d’acquisto', 'Firma della proposta d’acquisto (2)'],
    ]);
    const ids = points.map((point) => point.id);
    expect((await stage.callAs('manager', 'POST', own, { points: ids.slice(1) })).json().code).toBe(
      'signing.pointMissing',
    );
    expect((await stage.callAs('manager', 'POST', own, { points: ids })).statusCode).toBe(200);
    await stage.test.world.jobs.drain();
    expect((await stage.document(id)).status).toBe('SIGNED');
    const { signatures } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    // The customer's signatures first, regardless of their order on the page; the seal last.
    expect(signatures.map(({ signer }: { signer: string }) => signer).slice(0, 4)).toEqual([
      ...['Ginevra Provetti', 'Ginevra Provetti', 'Matteo Greco', 'Matteo Greco'],
    ]);
  });
});

describe('the approval of clauses on a file without a field for it', () => {
  const approval = { point: 49, page: 1, box: [320, 96, 510, 156] } as const;
  const withOne = () => withEmptyField({ name: 'Firma_Cliente', page: 1, box: [100, 200, 300, 260] });

  it('is a separate signature field placed by hand; without a place it is not signed', async () => {
    const { id, customer } = await stage.newDocument({ file: await withOne() });
    expect(await readPlaces(id)).toMatchObject({
      fixed: { code: 'places.inFile' },
      approval: { point: 49, label: SEPARATE_APPROVAL },
      points: [{ point: 1, added: false }],
    });
    // The signature stays in its field.
    expect((await choose(id, { places: [approval, onPage2.places[0]] })).json().code).toBe('places.inFile');
    const put = await choose(id, { places: [approval] });
    expect(put.statusCode, put.body).toBe(200);
    expect(put.json()).toMatchObject({
      fixed: null,
      points: [
        { point: 1, origin: 'field', added: false },
        { point: 49, origin: 'placed', added: true, label: SEPARATE_APPROVAL, chosenBy: 'dealer' },
      ],
    });
    expect((await choose(id, { places: [] })).json().points).toHaveLength(1);
    await choose(id, { places: [approval] });
    const signed = await sign(id, customer);
    expect(await seenFields(signed)).toMatchObject([
      { page: 1, box: [100, 200, 300, 260], signed: true, pages: 1 },
      { page: 1, box: [...approval.box], signed: true },
    ]);
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation.signatures).toHaveLength(3);
    expect((await stage.trail(id)).filter((type) => type === 'point.confirmed')).toHaveLength(2);
  });

  it('is refused where the file has its own field, and on a generated paper', async () => {
    const fields = ['Cliente', 'Clausole'].map((name, index) => {
      const box: [number, number, number, number] = [100, 400 - index * 100, 290, 460 - index * 100];
      return { name, page: 1, box };
    });
    const { id } = await stage.newDocument({ file: await withEmptyFields(fields, 1) });
    expect((await readPlaces(id)).approval).toBeNull();
    expect((await choose(id, { places: [approval] })).json().code).toBe('places.inFile');
    const { id: plain } = await stage.newDocument({ file: await withOne() });
    const onField = await choose(plain, { places: [{ ...approval, box: [100, 200, 300, 260] }] });
    expect(onField.json().fieldErrors).toMatchObject([{ field: 'places.0.box', code: 'placeOnField' }]);
  });
});

describe('a text anchor', () => {
  const anchor = { text: 'firma del cliente', role: 'customer', right: 0, up: -70, width: 190, height: 60 } as const;
  /** Loads the configuration with these anchors for the type of {@link Stage.newDocument}. */
  async function load(anchors: readonly SignatureAnchor[]): Promise<void> {
    const { world } = stage.test;
    const shipped = await currentConfiguration(world.database.read);
    const configuration = shipped.map((folder) => ({
      ...folder,
      documentTypes: folder.documentTypes.map((type) => (type.slug === 'SALE_NEW_RFO' ? { ...type, anchors } : type)),
    }));
    const read = readConfiguration(JSON.stringify(configuration), 'it');
    expect(read.problems).toEqual([]);
    const row = { configuration: JSON.stringify(read.configuration), loaded_by: null, loaded_date: testNow() };
    await world.database.transaction((tx) => tx.insertInto('folder_type_configuration').values(row).execute());
  }

  it('is every occurrence of its text: signed beside it, named as configured', async () => {
    const { world } = stage.test;
    const label = 'Approvazione specifica delle clausole 3 e 7';
    await load([anchor, { ...anchor, text: 'clausole', label }, { ...anchor, text: 'non c’è' }]);
    const text = 'Firma del cliente:                                                        Clausole:';
    const file = await turnedPaper({ rotation: 0, text, at: [60, 500] });
    const { id, customer } = await stage.newDocument({ file });
    const { points } = await readPlaces(id);
    expect(points.map(({ point, origin, label: said }) => [point, origin, said])).toEqual([
      [1, 'anchor', 'Firma del preventivo'],
      [5, 'anchor', label],
    ]);
    // Each point is moved by its number.
    const moved = { point: 5, page: 1, box: [320, 96, 510, 156] };
    expect((await choose(id, { places: [moved] })).statusCode).toBe(200);
    expect((await readPlaces(id)).points.map(({ origin, page }) => [origin, page])).toEqual([
      ['page', null],
      ['placed', 1],
    ]);
    expect((await choose(id, { places: [{ ...moved, point: 9 }] })).json().fieldErrors).toMatchObject([
      { field: 'places.0.point', code: 'oneOf' },
    ]);
    await stage.callAs('dealer', 'DELETE', pathOf(id));
    const seen = await seenFields(await sign(id, customer));
    expect(seen).toMatchObject([
      { page: 1, signed: true, pages: 1 },
      { page: 1, signed: true },
    ]);
    expect(await stage.trail(id)).not.toContain('places.leftOut');
    const validation = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/validation`)).json();
    expect(validation.signatures).toHaveLength(3);
    await world.database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
  });

  it('is found on the last page that contains it, ignoring case and spaces', async () => {
    const { world } = stage.test;
    await load([anchor]);
    const file = await turnedPaper({ rotation: 0, pages: 2, text: 'Firma del  CLIENTE:', at: [100, 500] });
    const { id, customer } = await stage.newDocument({ file });
    const { points } = await readPlaces(id);
    expect(points[0]).toMatchObject({ origin: 'anchor', page: 2, chosenBy: null });
    const [left = 0, bottom = 0, right = 0, top = 0] = points[0]?.box ?? [];
    expect(left).toBeCloseTo(100, 0);
    expect([right - left, top - bottom]).toEqual([190, 60]);
    expect(await seenFields(await sign(id, customer))).toMatchObject([{ page: 2, signed: true, pages: 2 }]);
    await world.database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
  });
});

describe('a generated paper', () => {
  it('shows its signature fields, which cannot be moved', async () => {
    const { world } = stage.test;
    await loadGeneratedPapers(world);
    const { folderId } = await stage.newDocument();
    const made = await stage.callAs('dealer', 'POST', '/api/documents', {
      ...generatedDocument('LOAN_TEST_PRODUCT'),
      folderId,
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json<{ id: number }>();
    const { fixed, points, approval } = await readPlaces(id);
    expect(approval).toBeNull();
    expect(fixed?.code).toBe('places.generated');
    expect(points.length).toBeGreaterThan(1);
    for (const { origin, label, signer, box } of points) {
      expect([origin, signer, box?.length]).toEqual(['field', null, 4]);
      expect(label).toMatch(/^Cliente: Ginevra Provetti\. .+/);
    }
    expect((await choose(id, onPage2)).json().code).toBe('places.generated');
    await world.database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
  });
});

describe('a remembered place', () => {
  it('is suggested for the next file of the same type, dealer and page size only, with its author', async () => {
    const first = await stage.newDocument();
    await choose(first.id, { ...onPage2, remember: true });
    const next = await stage.newDocument();
    expect(await readPlaces(next.id)).toMatchObject({
      remembered: true,
      points: [{ origin: 'remembered', page: 2, box: BOX, chosenBy: 'dealer' }],
      lastModifiedDate: null,
    });
    const longer = await stage.newDocument({ file: await turnedPaper({ rotation: 0, pages: 3 }) });
    expect(await readPlaces(longer.id)).toMatchObject({ remembered: false, points: [{ origin: 'page' }] });
    const other = await stage.newDocument({ type: 'SALE_NEW_PROPOSAL' });
    expect(await readPlaces(other.id)).toMatchObject({
      remembered: false,
      points: [
        { point: 1, role: 'customer', signer: 'Ginevra Provetti', origin: 'page' },
        { point: 4, role: 'salesManager', signer: null, origin: 'page' },
      ],
    });

    await sign(next.id, next.customer);
    const events = (await stage.callAs('dealer', 'GET', `/api/documents/${next.id}/events`)).json<
      { type: string; detail: string }[]
    >();
    expect(events.find(({ type }) => type === 'signature.placed')?.detail).toContain('come scelto da Dario Provini');
  });

  it('is deleted when the added page is remembered', async () => {
    const { id } = await stage.newDocument();
    await choose(id, { ...onPage2, remember: true });
    await choose(id, { places: [], remember: true });
    expect(await readPlaces(id)).toMatchObject({ remembered: false, points: [{ origin: 'page', chosenBy: 'dealer' }] });
    expect(await readPlaces((await stage.newDocument()).id)).toMatchObject({ remembered: false });
  });
});

describe('a request is refused', () => {
  const refusedBox = async (id: number, box: unknown, page: unknown = 1) => {
    const answer = await choose(id, { places: [{ point: 1, page, box }] });
    return [
      answer.statusCode,
      answer
        .json()
        .fieldErrors?.map((error: { code: string }) => error.code)
        .join(),
    ];
  };

  it('for boxes that are outside, too small, inverted, not numeric, huge, or on a missing page', async () => {
    const { id } = await stage.newDocument();
    expect(await refusedBox(id, [-1, 10, 200, 70])).toEqual([400, 'placeOutside']);
    expect(await refusedBox(id, [400, 10, 600, 70])).toEqual([400, 'placeOutside']);
    expect(await refusedBox(id, [10, 10, 60, 30])).toEqual([400, 'placeSmall']);
    expect(await refusedBox(id, [200, 70, 10, 10])).toEqual([400, 'placeSmall']);
    expect(await refusedBox(id, [10, 10, 200, 70], 3)).toEqual([400, 'oneOf']);
    for (const box of [[null, 0, 1, 1], ['0', 0, 1, 1], [1e308, 0, 1, 1], [10, 10, 200], [10, 10, 200, 70, 5], 'box']) {
      expect((await refusedBox(id, box))[0], JSON.stringify(box)).toBe(400);
    }
    for (const page of [0, -1, 1.5, 1e300, '1']) expect((await refusedBox(id, [...BOX], page))[0]).toBe(400);
    const place = onPage2.places[0];
    const twice = await choose(id, { places: [place, { ...place, box: [10, 10, 200, 70] }] });
    expect(twice.json().fieldErrors).toMatchObject([{ field: 'places.1.point', code: 'duplicate' }]);
    const unknown = await choose(id, { places: [{ ...place, point: 2 }] });
    expect(unknown.json().fieldErrors).toMatchObject([{ field: 'places.0.point', code: 'oneOf' }]);
    expect(await stage.trail(id)).toEqual(['document.created', 'content.gate.passed']);
  });

  it('for an outdated version of the places', async () => {
    const { id } = await stage.newDocument();
    expect((await choose(id, { ...onPage2, lastModifiedDate: null })).statusCode).toBe(200);
    const { lastModifiedDate } = await readPlaces(id);
    const stale = await choose(id, { ...onPage2, lastModifiedDate: null });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict.stale']);
    expect((await choose(id, { ...onPage2, lastModifiedDate })).statusCode).toBe(200);
    expect((await choose(id, { ...onPage2, lastModifiedDate })).json().code).toBe('conflict.stale');
    // A call without a date to compare overwrites.
    expect((await choose(id, onPage2)).statusCode).toBe(200);
  });

  it('once the signature was started, and for invisible documents', async () => {
    const { id } = await stage.newDocument();
    await stage.startSigning(id);
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await stage.callAs('dealer', method, pathOf(id), method === 'PUT' ? onPage2 : undefined);
      expect([answer.statusCode, answer.json().code], method).toEqual([409, 'life.alreadyStarted']);
    }
    const other = await stage.newDocument();
    for (const login of ['readonly', 'sa3']) expect((await choose(other.id, onPage2, login)).statusCode).toBe(403);
    expect((await choose(999_999, onPage2)).statusCode).toBe(404);
  });
});
