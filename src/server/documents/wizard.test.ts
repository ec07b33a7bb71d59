/** The wizard through HTTP: it creates three rows or none. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { activePdf } from '../../../test/papers/files.ts';
import { loadConfiguration } from '../../../test/papers/generated-papers.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

type Change = { dossier?: object | null; folder?: object; document?: object; dossierId?: unknown };
const body = async (change: Change = {}): Promise<Record<string, unknown>> => ({
  ...(change.dossierId === undefined ? {} : { dossierId: change.dossierId }),
  ...(change.dossier === null ? {} : { dossier: portal.dossier({ ...change.dossier }) }),
  folder: portal.folder({ ...change.folder }),
  document: await portal.document({ ...change.document }),
});
const wizard = async (login: string, change: Change = {}) =>
  portal.callAs(login, 'POST', '/api/documents/wizard', await body(change));

/** Expects a refusal and every table unchanged. */
async function expectNothing(login: string, payload: object, status: number, fields: string[] | string): Promise<void> {
  const before = await portal.counts();
  const answer = await portal.callAs(login, 'POST', '/api/documents/wizard', payload);
  expect(answer.statusCode).toBe(status);
  if (typeof fields === 'string') expect(answer.json().code).toBe(fields);
  else expect(refusedFields(answer)).toEqual([...fields].sort());
  expect(await portal.counts()).toEqual(before);
}

describe('the wizard', () => {
  it('creates customer, folder and document together and returns all three', async () => {
    const answer = await wizard('dealer');
    expect(answer.statusCode).toBe(201);
    const { dossier, folder, document } = answer.json();
    expect(dossier).toMatchObject({ legalEntity: 'LE001', brands: ['bmw'], numberOfFolders: 1, warnings: [] });
    expect(folder).toMatchObject({ dossierId: dossier.id, status: 'OPEN', numberOfDocuments: 1, warnings: [] });
    expect(document).toMatchObject({ folderId: folder.id, status: 'READY_TO_SIGN', createdBy: 'dealer' });
    for (const [path, row] of [
      ['dossiers', dossier],
      ['folders', folder],
      ['documents', document],
    ]) {
      expect((await portal.callAs('dealer', 'GET', `/api/${path}/${row.id}`)).json()).toEqual(row);
    }
  });

  it('adds folder and document to an existing customer', async () => {
    const dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier());
    const answer = await wizard('dealer', { dossier: null, dossierId });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ dossier: { id: dossierId, numberOfFolders: 1 }, folder: { dossierId } });
  });

  it('gives a new customer without brands the folder’s brand', async () => {
    const answer = await wizard('dealer', { dossier: { brand: null }, folder: { brand: 'mini' } });
    expect(answer.json().dossier.brands).toEqual(['mini']);
  });

  it('requires birth and fiscal data depending on the folder type', async () => {
    const without = { hst: '10005', birthDate: null, birthPlace: null, fiscalCode: null };
    expect((await wizard('torino', { dossier: without })).statusCode).toBe(201);
    const used = { dossier: without, folder: { type: 'SALE_USED' }, document: { type: 'SALE_USED_PROPOSAL' } };
    await expectNothing('torino', await body(used), 400, [
      'dossier.birthDate required',
      'dossier.birthPlace required',
      'dossier.fiscalCode required',
    ]);
  });

  it('lists every refused field of all three parts in one error', async () => {
    const payload = await body({
      dossier: { email: 'x', firstName: '' },
      folder: { vin: 'CORTO' },
      document: { sigType: 'PENNA' },
    });
    await expectNothing('dealer', payload, 400, [
      'dossier.email email',
      'dossier.firstName required',
      'folder.vin vin',
      'document.sigType oneOf',
    ]);
  });

  it('creates nothing when the file is refused', async () => {
    const active = { content: activePdf().toString('base64'), fileSize: null };
    await expectNothing('dealer', await body({ document: active }), 422, 'pdf.active');
    await expectNothing('dealer', await body({ document: { content: '!' } }), 422, 'file.notBase64');
  });

  it('creates nothing when a later part is refused', async () => {
    await expectNothing('dealer', await body({ folder: { businessId: null } }), 400, ['folder.businessId required']);
    await expectNothing('dealer', await body({ document: { type: 'SERVICE_ODL' } }), 400, ['document.type oneOf']);
    await expectNothing('dealer', await body({ document: { sigType: null } }), 400, ['document.sigType required']);
    await expectNothing('dealer', await body({ dossier: { hst: '10003' } }), 400, ['dossier.hst otherDealer']);
  });

  it('creates nothing for a type that the legal entity lacks, and everything where it has it', async () => {
    const configuration = structuredClone((await portal.callAs('dealer', 'GET', '/api/v2/folder-types/ext')).json());
    const sale = configuration.find((one: { slug: string }) => one.slug === 'SALE_NEW');
    const type = sale.documentTypes.find((one: { slug: string }) => one.slug === 'SALE_NEW_PROPOSAL');
    type.legalEntities = ['LE002'];
    const { world } = portal.test;
    await loadConfiguration(world, configuration);
    await expectNothing('dealer', await body(), 400, ['document.type legalEntity']);
    expect((await wizard('milano', { dossier: { hst: '10003' } })).statusCode).toBe(201);
    await world.database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
  });

  it('accepts a type that no card shows: visibleInWizard limits what is offered, not what exists', async () => {
    const answer = await wizard('dealer', { document: { type: 'SALE_PROPOSAL' } });
    expect([answer.statusCode, answer.json().document?.type], answer.body).toEqual([201, 'SALE_PROPOSAL']);
  });

  it('creates nothing when the last row cannot be inserted', async () => {
    const before = await portal.counts();
    const { database } = portal.test.world;
    await database.transaction((tx) =>
      tx
        .insertInto('folder_type_configuration')
        .values({ configuration: JSON.stringify([]), loaded_by: null, loaded_date: testNow() })
        .execute(),
    );
    expect((await wizard('dealer')).statusCode).toBe(400);
    await database.transaction((tx) => tx.deleteFrom('folder_type_configuration').execute());
    expect(await portal.counts()).toEqual(before);
  });

  it('refuses missing and unknown parts', async () => {
    await expectNothing('dealer', {}, 400, [
      'dossier.dossier required',
      'folder.folder required',
      'document.document required',
    ]);
    await expectNothing('dealer', { ...(await body()), altro: 1 }, 400, ['document.altro unknown']);
    await expectNothing('dealer', await body({ dossierId: 'uno' }), 400, ['document.dossierId type']);
    await expectNothing('dealer', await body({ dossierId: 1 }), 400, ['dossier.dossierId unknown']);
    await expectNothing('dealer', await body({ folder: { dossierId: 1 } }), 400, ['folder.dossierId unknown']);
    await expectNothing('dealer', await body({ document: { folderId: 1 } }), 400, ['document.folderId unknown']);
    await expectNothing('dealer', { ...(await body()), folder: 'cartella' }, 400, ['folder. type']);
  });

  it('saves a draft for a DMS account', async () => {
    const answer = await wizard('dms', { document: { draft: true, sigType: null } });
    expect(answer.json().document).toMatchObject({ status: 'DRAFT', createdBy: 'dms', signUrl: null });
  });
});
