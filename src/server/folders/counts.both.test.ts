/** Counts of folders and documents cover only what the caller sees inside (decision 0011). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../test/portal.ts';

let portal: Portal;
let dossierId: number;
beforeAll(async () => {
  portal = await openPortal();
  dossierId = await portal.create('dealer', '/api/dossiers', portal.dossier({ lastName: 'Contata' }));
  const add = (login: string, change: Record<string, unknown>) =>
    portal.create(login, '/api/folders', { ...portal.folder(change), dossierId });
  await add('dealer', { brand: 'bmw', type: 'SALE_NEW' });
  await add('dealer', { brand: 'bmw', type: 'SERVICE', plate: 'AB123CD' });
  await add('dealer', { brand: 'mini', type: 'SALE_NEW' });
  await add('admin', { type: 'VEHICLE_EXIT_REQUEST', plate: 'AB123CD' });
  const gone = await add('dealer', { brand: 'bmw', type: 'SALE_NEW' });
  await portal.callAs('dealer', 'DELETE', `/api/folders/${gone}`);
});
afterAll(() => portal.close());

type Row = Record<string, unknown> & { id: number; numberOfFolders: number };
const search = async (login: string, body: object = {}, query = '') =>
  (await portal.callAs(login, 'POST', `/api/dossiers/search${query}`, body)).json<Row[]>();

describe('the number of a customer’s folders', () => {
  const expected = { admin: 4, nsc: 4, dealer: 3, supervisor: 3, sales: 1, mixed: 3, readonly: 2, sa3: 3 };

  it.each(Object.entries(expected))('is for %s the %i it sees', async (login, count) => {
    expect((await portal.callAs(login, 'GET', `/api/dossiers/${dossierId}`)).json().numberOfFolders).toBe(count);
    const [row] = await search(login, { lastName: { equals: 'Contata' } });
    expect(row?.numberOfFolders).toBe(count);
    const listed = await portal.callAs(login, 'POST', '/api/folders-ext/search', { dossierId: { equals: dossierId } });
    expect(listed.headers['x-total-count']).toBe(String(count));
  });

  it.each(Object.entries(expected))('reveals no more to %s by criteria', async (login, count) => {
    const found = async (criterion: object) =>
      (await search(login, { lastName: { equals: 'Contata' }, numberOfFolders: criterion })).length;
    expect(await found({ equals: count })).toBe(1);
    expect(await found({ greaterThan: count })).toBe(0);
    expect(await found({ in: [count - 1, count + 1] })).toBe(0);
    expect(await found({ notEquals: count })).toBe(0);
    expect(await found({ lessThanOrEqual: count })).toBe(1);
  });

  it('reveals no more by its order', async () => {
    const other = await portal.create('dealer', '/api/dossiers', portal.dossier({ lastName: 'Contatadue' }));
    for (let n = 0; n < 2; n += 1)
      await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: other });
    const order = async (login: string) =>
      (await search(login, { 'lastName.contains': 'contata' }, '?sort=numberOfFolders,desc')).map((row) => [
        row.id,
        row.numberOfFolders,
      ]);
    expect(await order('sales')).toEqual([
      [other, 2],
      [dossierId, 1],
    ]);
    expect(await order('admin')).toEqual([
      [dossierId, 4],
      [other, 2],
    ]);
  });

  it('is not accepted as a criterion of folders and documents', async () => {
    for (const path of ['/api/folders-ext/search', '/api/documents-ext/search']) {
      for (const field of ['numberOfFolders', 'dossierDTO.numberOfFolders']) {
        const answer = await portal.callAs('dealer', 'POST', path, { [field]: { greaterThan: 3 } });
        expect(answer.statusCode, `${path} ${field}`).toBe(400);
      }
    }
  });

  it('is the same in the responses of an edit and of the wizard', async () => {
    const row = (await portal.callAs('sales', 'GET', `/api/dossiers/${dossierId}`)).json();
    expect((await portal.callAs('sales', 'PUT', '/api/dossiers', row)).json().numberOfFolders).toBe(1);
    const answer = await portal.callAs('sales', 'POST', '/api/documents/wizard', {
      dossierId,
      folder: portal.folder(),
      document: await portal.document(),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json().dossier.numberOfFolders).toBe(2);
    expect((await portal.callAs('admin', 'GET', `/api/dossiers/${dossierId}`)).json().numberOfFolders).toBe(5);
  });
});

describe('a technical account', () => {
  it('counts the folders and documents it created, in rows, criteria and order', async () => {
    const own = await portal.create('dms', '/api/dossiers', portal.dossier());
    const folder = await portal.create('dms', '/api/folders', { ...portal.folder(), dossierId: own });
    await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: own });
    await portal.newDocument(folder, { draft: true }, 'dms');
    await portal.newDocument(folder);
    await portal.newDocument(folder);

    expect((await portal.callAs('dms', 'GET', `/api/dossiers/${own}`)).json().numberOfFolders).toBe(1);
    expect((await portal.callAs('dealer', 'GET', `/api/dossiers/${own}`)).json().numberOfFolders).toBe(2);
    expect((await portal.callAs('dms', 'GET', `/api/folders/${folder}`)).json().numberOfDocuments).toBe(1);
    expect((await portal.callAs('dealer', 'GET', `/api/folders/${folder}`)).json().numberOfDocuments).toBe(3);
    const found = (criterion: object) =>
      portal.callAs('dms', 'POST', '/api/folders-ext/search?sort=numberOfDocuments,desc', {
        id: { equals: folder },
        numberOfDocuments: criterion,
      });
    expect((await found({ equals: 1 })).json()).toMatchObject([{ numberOfDocuments: 1 }]);
    expect((await found({ greaterThan: 1 })).json()).toEqual([]);
  });
});

describe('the counts', () => {
  it('are exact after documents and folders are created concurrently', async () => {
    const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: own });
    const papers = await Promise.all(Array.from({ length: 6 }, () => portal.document()));
    const answers = await Promise.all([
      ...papers.map((paper) => portal.callAs('dealer', 'POST', '/api/documents', { ...paper, folderId: folder })),
      ...papers.map(() => portal.callAs('dealer', 'POST', '/api/folders', { ...portal.folder(), dossierId: own })),
    ]);
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(201);
    expect((await portal.callAs('dealer', 'GET', `/api/folders/${folder}`)).json().numberOfDocuments).toBe(6);
    expect((await portal.callAs('dealer', 'GET', `/api/dossiers/${own}`)).json().numberOfFolders).toBe(7);
  });
});
