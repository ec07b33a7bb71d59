/** A technical account of a dealer's management system, from the customer to the draft and back, through the public API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const as = (...call: Parameters<Portal['callAs']>) => portal.callAs(...call);
type Row = Record<string, unknown> & { id: number };
const rows = async (login: string, path: string, body: object = {}): Promise<number[]> =>
  (await as(login, 'POST', `${path}?size=10000`, body)).json<Row[]>().map((row) => row.id);

describe('a DMS', () => {
  it('creates a customer, a folder and a draft, edits them, and finds only its own', async () => {
    const theirs = await portal.newFolder('dealer');
    await portal.newDocument(theirs);

    const customer = await as(
      'dms',
      'POST',
      '/api/dossiers',
      portal.dossier({ searchType: 'DMS', businessId: 'D-77', originalAccountSource: 'DMS', lastName: 'Gestionale' }),
      { 'idempotency-key': 'dms-77' },
    );
    expect(customer.statusCode).toBe(201);
    expect(customer.json()).toMatchObject({ createdBy: 'dms', dmsLastName: 'Gestionale', businessId: 'D-77' });
    const dossier = customer.json<Row>();

    const work = { ...portal.folder({ type: 'SERVICE', plate: 'AB123CD', jobId: 'OL-1' }), dossierId: dossier.id };
    const opened = await as('dms', 'POST', '/api/folders', work);
    expect(opened.statusCode).toBe(201);
    const folder = opened.json<Row>();

    const made = await as('dms', 'POST', '/api/documents', {
      ...(await portal.document({ type: 'SERVICE_ODL', draft: true })),
      folderId: folder.id,
    });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json()).toMatchObject({ status: 'DRAFT', createdBy: 'dms', signUrl: null });
    const document = made.json<Row>();

    const corrected = await as('dms', 'PUT', '/api/dossiers', { ...dossier, mobilePhone: '+39 3330000077' });
    expect(corrected.json()).toMatchObject({ mobilePhone: '+39 3330000077', dmsPhone: '+39 3331234567' });
    expect((await as('dms', 'PUT', '/api/folders', { ...folder, notes: 'pronta' })).json().notes).toBe('pronta');
    const edited = await as('dms', 'PUT', '/api/documents', {
      id: document.id,
      sigType: 'OTP',
      signable: true,
      archivable: false,
      draft: true,
    });
    expect(edited.statusCode, edited.body).toBe(200);

    expect(await rows('dms', '/api/dossiers/search')).toEqual([dossier.id]);
    expect(await rows('dms', '/api/folders-ext/search')).toEqual([folder.id]);
    expect(await rows('dms', '/api/documents-ext/search')).toEqual([document.id]);
    expect(await rows('dms', '/api/documents-ext/search', { genericFilter: { contains: 'gestionale' } })).toEqual([
      document.id,
    ]);
    expect(await rows('dms', '/api/dossiers/search', { createdBy: { equals: 'dealer' } })).toEqual([]);
    // The dealer sees what its system prepared.
    expect(await rows('dealer', '/api/documents-ext/search', { lastName: { equals: 'Gestionale' } })).toEqual([
      document.id,
    ]);
  });

  it('does not see what others created, even inside its own folders', async () => {
    const dossierId = await portal.create('dms', '/api/dossiers', portal.dossier());
    const folderId = await portal.create('dms', '/api/folders', { ...portal.folder(), dossierId });
    const ofTheDealer = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId });
    const document = await portal.newDocument(folderId);
    const calls = [
      ['GET', `/api/folders/${ofTheDealer}`],
      ['GET', `/api/folders-ext/${ofTheDealer}/fea`],
      ['GET', `/api/documents/${document}`],
      ['GET', `/api/documents/${document}/download`],
      ['DELETE', `/api/documents/${document}`],
    ] as const;
    for (const [method, path] of calls) expect((await as('dms', method, path)).statusCode, path).toBe(404);
    const row = (await as('dealer', 'GET', `/api/folders/${ofTheDealer}`)).json();
    expect((await as('dms', 'PUT', '/api/folders', row)).statusCode).toBe(404);
    expect(await rows('dms', '/api/documents-ext/search', { folderId: { equals: folderId } })).toEqual([]);
    const foreign = await as('dms', 'POST', '/api/documents', { ...(await portal.document()), folderId: ofTheDealer });
    expect(foreign.statusCode).toBe(404);
  });

  it('deletes its own drafts, but nothing that is ready to sign', async () => {
    const dossierId = await portal.create('dms', '/api/dossiers', portal.dossier());
    const folderId = await portal.create('dms', '/api/folders', { ...portal.folder(), dossierId });
    const draft = await portal.newDocument(folderId, { draft: true }, 'dms');
    const ready = await portal.newDocument(folderId, {}, 'dms');
    expect((await as('dms', 'DELETE', `/api/documents/${draft}`)).statusCode).toBe(204);
    expect((await as('dms', 'DELETE', `/api/documents/${ready}`)).statusCode).toBe(409);
    expect((await as('dms', 'GET', `/api/folders/${folderId}`)).json().numberOfDocuments).toBe(1);
  });

  it('is limited to its own dealer', async () => {
    expect(refusedFields(await as('dms', 'POST', '/api/dossiers', portal.dossier({ hst: '10002' })))).toEqual([
      'dossier.hst otherDealer',
    ]);
    const elsewhere = await portal.create('milano', '/api/dossiers', portal.dossier({ hst: '10003' }));
    const folder = await as('dms', 'POST', '/api/folders', { ...portal.folder(), dossierId: elsewhere });
    expect(folder.statusCode).toBe(404);
    const others = await portal.create('dealer', '/api/dossiers', portal.dossier());
    expect((await as('dms', 'POST', '/api/folders', { ...portal.folder(), dossierId: others })).statusCode).toBe(404);
  });
});
