/** Generated types (without a FILE field) through HTTP: what they accept and refuse, what is stored, how an edit regenerates them. */

import { createHash } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfaProblems } from '#pdf/paper/pdfa-checklist.suite.ts';
import { testNow } from '#test/clock.ts';
import {
  generatedDocument,
  loadGeneratedPapers,
  loadUploads,
  withoutFile,
} from '../../../../test/papers/generated-papers.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';

const TYPE = 'LOAN_COURTESY_VEHICLE';

let portal: Portal;
let folderId: number;
const SERVICE = { type: 'SERVICE', plate: 'EE000EE' };
beforeAll(async () => {
  portal = await openPortal();
  await loadGeneratedPapers(portal.test.world, withoutFile('OTHER_DRIVING_LICENSE'));
  folderId = await portal.newFolder('dealer', SERVICE);
});
afterAll(() => portal.close());

const post = (change: object = {}, fields: object = {}, login = 'dealer') =>
  portal.callAs(login, 'POST', '/api/documents', {
    ...generatedDocument(TYPE, { folderId, ...change }, { ...fields }),
  });
const put = (body: object) => portal.callAs('dealer', 'PUT', '/api/documents', body);
const download = async (id: number) =>
  (await portal.callAs('admin', 'GET', `/api/documents/${id}/download`)).rawPayload;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const textOf = async (id: number): Promise<string> => {
  const pdf = await PDF.load(new Uint8Array(await download(id)));
  const pages = pdf.getPages().map((page) => page.extractText().text);
  return pages.join('\n').replace(/\s+/g, ' ');
};
const eventsOf = async (id: number) =>
  (await portal.callAs('admin', 'GET', `/api/documents/${id}/events`)).json<
    { type: string; detail: string | null }[]
  >();

describe('a type without a file', () => {
  it('is generated from stored data: letterhead, customer, vehicle of the folder, fields', async () => {
    const answer = await post();
    expect(answer.statusCode, answer.body).toBe(201);
    const document = answer.json();
    expect(document).toMatchObject({
      ...{ type: TYPE, status: 'READY_TO_SIGN', fileName: 'veicolo-di-cortesia.pdf', mimeType: 'application/pdf' },
      warnings: [],
    });
    const bytes = await download(document.id);
    const { headers } = await portal.callAs('admin', 'GET', `/api/documents/${document.id}/download`);
    expect(headers['content-disposition']).toContain(`Ginevra Provetti - ${document.id}.pdf"`);
    expect(document.fileSize).toBe(bytes.length);
    expect(await pdfaProblems(new Uint8Array(bytes))).toEqual([]);
    const text = await textOf(document.id);
    const told = ['Autoesempio Bologna', 'Autoesempio S.p.A.', 'Ginevra Provetti', 'PRVGVR80A41H501D', 'EE000EE'];
    for (const one of [...told, 'EE111EE', 'Compatta dimostrativa 1.5', 'DEMO']) expect(text).toContain(one);
    expect(text).not.toMatch(/undefined|null|P\.IVA|REA /);
    const [made] = (await eventsOf(document.id)).filter(({ type }) => type === 'document.generated');
    expect(made?.detail).toContain(sha256(bytes).slice(0, 16));
  });

  it('has the folder’s number, otherwise its own', async () => {
    const numbered = (await post()).json();
    const folder = (await portal.callAs('dealer', 'GET', `/api/folders/${folderId}`)).json();
    expect(await textOf(numbered.id)).toContain(`N. ${folder.businessId}`);
    const exit = await portal.newFolder('admin', { type: 'VEHICLE_EXIT_REQUEST', plate: 'EE000EE', businessId: null });
    const own = await portal.callAs(
      'admin',
      'POST',
      '/api/documents',
      generatedDocument('LOAN_OTHER', { folderId: exit }),
    );
    expect(own.statusCode, own.body).toBe(201);
    expect(await textOf(own.json().id)).toContain(`N. ${own.json().id}`);
  });

  it('accepts no file', async () => {
    const before = await portal.counts();
    const refused = await post({ content: 'JVBERi0=', fileName: 'a.pdf' });
    expect([refused.statusCode, ...refusedFields(refused)]).toEqual([400, 'document.content fileNotExpected']);
    expect(refused.json().fieldErrors[0].message).toBe('Questo tipo di documento non prevede un file');
    expect(await portal.counts()).toEqual(before);
  });

  it('lists every field that prevents its generation in one error', async () => {
    const wrong = { KM_OUT: null, LOAN_END: '2026-11-19T09:00', FUEL_OUT: '140', DRIVER_LICENCE_EXPIRY: '2026-11-18' };
    const refused = await post({}, { ...wrong, VEHICLE_VIN: 'CORTO', ALTRO: 'x' });
    expect(refused.statusCode).toBe(400);
    expect(refusedFields(refused)).toEqual([
      'document.ALTRO unknown',
      'document.DRIVER_LICENCE_EXPIRY licenceExpires',
      'document.FUEL_OUT numberMax',
      'document.KM_OUT required',
      'document.LOAN_END beforeStart',
      'document.VEHICLE_VIN vin',
    ]);
  });

  it('requires a driving licence valid for the vehicle', async () => {
    const refused = await post({}, { DRIVER_LICENCE_CATEGORY: 'A' });
    expect(refusedFields(refused)).toEqual(['document.DRIVER_LICENCE_CATEGORY licenceCategory']);
  });

  it('returns warnings without refusing', async () => {
    const longer = { LOAN_END: '2027-01-10T09:00', VEHICLE_PLATE: 'QQ1' };
    const answer = await post({}, longer);
    expect(answer.statusCode).toBe(201);
    const codes = answer.json().warnings.map(({ field, code }: { field: string; code: string }) => [field, code]);
    expect(codes).toEqual([
      ['VEHICLE_PLATE', 'plate.format'],
      ['LOAN_END', 'loan.article94'],
    ]);
  });

  it('accepts 1,000 characters in several lines where the template allows, and 255 elsewhere', async () => {
    const long = `${'Graffio sul paraurti. '.repeat(40)}\r\nFine dei danni`;
    const answer = await post({}, { DAMAGES_OUT: long });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().variableFields.DAMAGES_OUT).toBe(long.replace('\r\n', '\n'));
    expect(await textOf(answer.json().id)).toContain('Fine dei danni');
    const refused = await post(
      {},
      { DAMAGES_OUT: 'x'.repeat(1001), VEHICLE_MODEL: 'x'.repeat(256), WORK_ORDER: 'a\nb' },
    );
    expect(refusedFields(refused)).toEqual([
      'document.DAMAGES_OUT max',
      'document.VEHICLE_MODEL max',
      'document.WORK_ORDER characters',
    ]);
  });

  it('can be an incomplete draft, printed with gaps, but never with invalid values', async () => {
    const gaps = { KM_OUT: null, LOAN_END: null, DRIVER_LICENCE_NUMBER: null };
    const answer = await post({ draft: true, sigType: null }, gaps);
    expect([answer.statusCode, answer.json().status]).toEqual([201, 'DRAFT']);
    expect(await textOf(answer.json().id)).toContain('Km alla consegna');
    const refused = await post({ draft: true }, { LOAN_START: 'domani' });
    expect(refusedFields(refused)).toEqual(['document.LOAN_START date']);
  });

  it('can be created in the wizard, with a new or an existing customer', async () => {
    const folder = portal.folder(SERVICE);
    const made = await portal.callAs('dealer', 'POST', '/api/documents/wizard', {
      ...{ dossier: portal.dossier({ firstName: 'Anna' }), folder, document: generatedDocument(TYPE) },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { dossier, document } = made.json();
    expect(document.warnings).toEqual([]);
    expect(await textOf(document.id)).toContain('Anna Provetti');
    const again = await portal.callAs('dealer', 'POST', '/api/documents/wizard', {
      ...{ dossierId: dossier.id, folder: portal.folder(SERVICE), document: generatedDocument(TYPE) },
    });
    expect(again.statusCode, again.body).toBe(201);
    const theirs = await portal.create('milano', '/api/dossiers', portal.dossier({ hst: '10003' }));
    const refused = await portal.callAs('dealer', 'POST', '/api/documents/wizard', {
      ...{ dossierId: theirs, folder: portal.folder(SERVICE), document: generatedDocument(TYPE) },
    });
    expect(refused.json().code).toBe('dossier.notFound');
  });

  it('counts towards the storage of its legal entity', async () => {
    const used = async (): Promise<number> =>
      (await portal.callAs('dealer', 'GET', '/api/statistics/documents-size')).json().totalSizeUsed.size;
    const before = await used();
    const { fileSize } = (await post()).json();
    expect(await used()).toBe(before + fileSize);
  });
});

describe('an edit', () => {
  it('regenerates the paper when its printed content changes, and records nothing otherwise', async () => {
    const draft = (await post({ draft: true }, { KM_OUT: null })).json();
    const before = sha256(await download(draft.id));
    const events = (await eventsOf(draft.id)).length;
    const same = await put({ ...draft, draft: true });
    expect([same.statusCode, same.json().lastModifiedDate]).toEqual([200, draft.lastModifiedDate]);
    expect((await eventsOf(draft.id)).length).toBe(events);
    const refused = await put(draft);
    expect(refusedFields(refused)).toEqual(['document.KM_OUT required']);
    const answer = await put({ ...draft, variableFields: { ...draft.variableFields, KM_OUT: '44321' } });
    expect([answer.statusCode, answer.json().status, answer.json().warnings]).toEqual([200, 'READY_TO_SIGN', []]);
    expect(await textOf(draft.id)).toContain('44.321 km');
    const bytes = await download(draft.id);
    expect(sha256(bytes)).not.toBe(before);
    expect(answer.json().fileSize).toBe(bytes.length);
    const made = (await eventsOf(draft.id)).filter(({ type }) => type === 'document.generated');
    expect(made.map(({ detail }) => detail?.startsWith('Dati cambiati'))).toEqual([true, false]);
  });

  it('prints the folder’s current values', async () => {
    const own = await portal.newFolder('dealer', SERVICE);
    const draft = (await post({ folderId: own, draft: true })).json();
    const folder = (await portal.callAs('dealer', 'GET', `/api/folders/${own}`)).json();
    expect((await portal.callAs('dealer', 'PUT', '/api/folders', { ...folder, plate: 'EE777EE' })).statusCode).toBe(
      200,
    );
    expect((await put(draft)).json().status).toBe('READY_TO_SIGN');
    expect(await textOf(draft.id)).toContain('EE777EE');
  });

  it('keeps an uploaded file although its type is now generated', async () => {
    const { database } = portal.test.world;
    const loaded = database.read.selectFrom('folder_type_configuration').selectAll();
    const [row] = await loaded.execute();
    await database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
    await loadUploads(portal.test.world);
    const id = await portal.newDocument(folderId, { type: TYPE, draft: true });
    const { configuration, loaded_by, loaded_date } = row ?? { configuration: [], loaded_by: null, loaded_date: null };
    await database.transaction((tx) =>
      tx
        .insertInto('folder_type_configuration')
        .values({ configuration: JSON.stringify(configuration), loaded_by, loaded_date: loaded_date ?? testNow() })
        .execute(),
    );
    const before = sha256(await download(id));
    const answer = await put({ id, sigType: 'OTP', signable: true, archivable: false, variableFields: {} });
    expect([answer.statusCode, answer.json().status], answer.body).toEqual([200, 'READY_TO_SIGN']);
    expect(sha256(await download(id))).toBe(before);
  });
});
