/** The original browser application's calls against a listening server: lists from a table, entities sent back in PUT. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USER_SORTS } from '#contract/accounts/users.ts';
import { DOCUMENT_SORTS } from '#contract/documents.ts';
import { DOSSIER_SORTS } from '#contract/dossiers.ts';
import { FOLDER_SORTS } from '#contract/folders.ts';
import { ACTIVATION_SORTS, LICENSE_SORTS } from '#contract/licenses.ts';
import { SERVICE_SORTS } from '#contract/services.ts';
import { VIDEO_SORTS } from '#contract/videos.ts';
import { refusedFields } from '../../portal.ts';
import { listCalls, REFUSED_CALLS } from '../list-calls.ts';
import { picture } from '../proofs/uploads.ts';
import { FIELD_OPERATORS, REQUEST_FORMS } from '../section-lines.ts';
import { type Answer, openTestApi, type TestApi } from '../test-api.ts';

const LICENSE = { licenseCode: 'LIC-1', licenseAmount: 2, legalEntity: 'LE001', hstList: ['10001'] };

/** Two customers of dealer 10001 with their folders and documents, a closed folder, and records of others. */
async function createRecords(testApi: TestApi) {
  const dossier = await testApi.create('dealer', '/api/dossiers', testApi.dossier({ lastName: 'Primiera' }));
  const second = { lastName: 'Seconda', brand: 'mini', birthDate: '1990-06-15' };
  const other = await testApi.create('dealer', '/api/dossiers', testApi.dossier(second));
  const ofFirst = { ...testApi.folder({ businessId: 'PV-1', plate: 'AA111AA' }), dossierId: dossier };
  const folder = await testApi.create('dealer', '/api/folders', ofFirst);
  const used = { type: 'SALE_USED', businessId: 'U-2', brand: 'mini', processDate: '2026-12-01' };
  const second2 = await testApi.create('dealer', '/api/folders', { ...testApi.folder(used), dossierId: other });
  const closing = { ...testApi.folder({ businessId: 'PV-3' }), dossierId: other };
  const closed = await testApi.bodyOf(testApi.post('dealer', '/api/folders', closing));
  await testApi.bodyOf(testApi.put('dealer', '/api/folders', { ...closed, status: 'CLOSED' }));
  await testApi.newDocument(folder, { fileName: 'proposta.pdf' });
  await testApi.newDocument(folder, { fileName: 'bozza.pdf', draft: true });
  const kept = { type: 'OTHER_IDENTITY', signable: false, archivable: false, sigType: null, fileName: 'allegato.pdf' };
  await testApi.newDocument(folder, kept);
  await testApi.newDocument(second2, { fileName: 'usato.pdf', type: 'SALE_USED_PROPOSAL' });
  await testApi.newDocument(await testApi.newFolder('milano', {}, { hst: '10003' }), {}, 'milano');
  const free = { ...LICENSE, licenseCode: 'LIC-2', hstList: [], expiresAt: '2999-12-31' };
  const licenseId = await testApi.create('admin', '/api/licenses', free);
  await testApi.create('admin', '/api/activations', { licenseId, hst: '10001', deviceLabel: 'Banco 2' });
  const license = await testApi.create('admin', '/api/licenses', { ...LICENSE, expiresAt: '2999-12-31' });
  await testApi.create('admin', '/api/activations', { licenseId: license, hst: '10001', deviceLabel: 'Banco 1' });
  await testApi.create('admin', '/api/videos', { order: 2, title: 'Firmare', externalId: 'b' });
  await testApi.create('admin', '/api/videos', { order: 1, title: 'Primo accesso', externalId: 'a' });
  return { folder, dossier, license };
}

const ORDERS = (
  [
    ['POST', '/api/documents-ext/search', DOCUMENT_SORTS],
    ['POST', '/api/folders-ext/search', FOLDER_SORTS],
    ['POST', '/api/dossiers/search', DOSSIER_SORTS],
    ['GET', '/api/users', USER_SORTS],
    ['GET', '/api/licenses', LICENSE_SORTS],
    ['GET', '/api/activations', ACTIVATION_SORTS],
    ['GET', '/api/intesys-services', SERVICE_SORTS],
    ['GET', '/api/videos', VIDEO_SORTS],
  ] as const
).map(([method, path, sorts]) => [method, path, `${sorts.length} of them`, sorts] as const);

let api: TestApi;
let known: { folder: number; dossier: number; license: number };
beforeAll(async () => {
  api = await openTestApi();
  known = await createRecords(api);
});
afterAll(() => api.close());

const ASKED = listCalls({ folder: 0, dossier: 0, license: 0 });

describe('the table of list calls', () => {
  it.each(REQUEST_FORMS)('has examples of: $says', ({ examples }) => {
    for (const example of examples) expect(ASKED.map(({ what }) => what)).toContain(example);
  });

  it.each(FIELD_OPERATORS)('has an example of the operator %s', (operator) => {
    const calls = ASKED.map(({ address, body }) => `${address} ${JSON.stringify(body)}`);
    expect(calls.some((text) => new RegExp(`[."]${operator}(["=.%]|$)`).test(text))).toBe(true);
  });
});

describe('the list calls of the original application', () => {
  it.each(ASKED.map(({ what, method, address }, index) => [`${what}: ${method} ${address.split('?', 1)[0]}`, index]))(
    '%s',
    async (_name, index) => {
      const call = listCalls(known)[index];
      if (call === undefined) throw new Error('The table has another length');
      const answer = await api.callAs(call.as ?? 'dealer', call.method, call.address, call.body);
      expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
      const says = answer.json<number | Record<string, unknown> | Record<string, unknown>[]>();
      const rows = Array.isArray(says) ? says : [says];
      const ids = rows.map((row) => (typeof row === 'number' ? row : row[call.by]));
      expect(ids).toEqual(call.finds);
      if (Array.isArray(says)) {
        expect(answer.headers['x-total-count']).toBe(String(call.total ?? call.finds.length));
      }
    },
  );

  it.each(ORDERS)('%s %s return every row by every order, %s', async (method, path, _count, sorts) => {
    const get = async (query: string) => {
      const answer = await api.callAs('admin', method, `${path}?${query}`, method === 'POST' ? {} : undefined);
      expect([query, answer.statusCode]).toEqual([query, 200]);
      return answer.json<{ id: number }[]>().map(({ id }) => id);
    };
    const all = await get('size=10000');
    expect(all.length).toBeGreaterThan(1);
    for (const field of sorts) {
      const upwards = await get(`size=10000&sort=${field},asc`);
      expect([field, upwards.toSorted((a, b) => a - b)]).toEqual([field, all.toSorted((a, b) => a - b)]);
      expect([field, await get(`size=10000&sort=${field},desc`)]).toEqual([field, upwards.toReversed()]);
      expect([field, await get(`page=1&size=1&sort=${field},asc`)]).toEqual([field, upwards.slice(1, 2)]);
    }
  });

  it.each(REFUSED_CALLS)('%s %j is refused', async (address, body, refused) => {
    const answer = await api.callAs('admin', body === undefined ? 'GET' : 'POST', address, body);
    expect([answer.statusCode, refusedFields(answer)]).toEqual([400, refused]);
  });

  it('do not shift date bounds, as the client did', async () => {
    const at = '2026-11-19T23:00:00.000Z';
    const found = async (operator: string) => {
      const body = { processDate: { [operator]: at }, dossierId: { equals: known.dossier } };
      return (await api.bodyOf(api.post('dealer', '/api/folders-ext/search', body))).length;
    };
    expect([await found('equals'), await found('greaterThanOrEqual'), await found('greaterThan')]).toEqual([1, 1, 0]);
    expect([await found('lessThanOrEqual'), await found('lessThan')]).toEqual([1, 0]);
  });

  it('of folders without a status return open ones only, and closed ones on request', async () => {
    const idsOf = async (body: object) =>
      (await api.bodyOf<{ businessId: string }[]>(api.post('dealer', '/api/folders-ext/search', body))).map(
        (row) => row.businessId,
      );
    expect(await idsOf({})).not.toContain('PV-3');
    expect(await idsOf({ status: { equals: 'CLOSED' } })).toEqual(['PV-3']);
  });
});

/** The row as a list or a form returned it, with all its members. */
const carried = async (answering: Promise<Answer>, change: object) => ({ ...(await api.bodyOf(answering)), ...change });

describe('an entity that is sent back unchanged', () => {
  it('a dossier with its counters, sync and audit fields', async () => {
    const row = await carried(api.get('dealer', `/api/dossiers/${known.dossier}`), {
      numberOfFolders: 99,
      activationsCount: 9,
      status: 'DELETED',
      syncStatus: 'SYNCED',
      rspFirstName: 'Altra',
      createdBy: 'altri',
      city: 'Modena',
    });
    const after = await api.bodyOf(api.put('dealer', '/api/dossiers', row));
    expect(after).toMatchObject({ city: 'Modena', numberOfFolders: 1, activationsCount: 0, status: 'OPEN' });
    expect(after).toMatchObject({ createdBy: 'dealer', syncStatus: null, rspFirstName: null });
  });

  it('a folder as listed, with its dossierDTO', async () => {
    const body = { dossierId: { equals: known.dossier } };
    const [row] = await api.bodyOf(api.post('dealer', '/api/folders-ext/search', body));
    const changed = { ...row, notes: 'Da richiamare', numberOfDocuments: 0 };
    expect(await api.bodyOf(api.put('dealer', '/api/folders', changed))).toMatchObject({
      notes: 'Da richiamare',
      numberOfDocuments: 3,
      brand: 'bmw',
    });
  });

  it('a document as listed, with both DTOs, its link and metadata', async () => {
    const [row] = await api.bodyOf(api.post('dealer', '/api/documents-ext/search', { status: { equals: 'DRAFT' } }));
    const changed = {
      ...row,
      archivable: false,
      draft: true,
      status: 'SIGNED',
      signUrl: 'https://altrove.example.com',
    };
    expect(await api.bodyOf(api.put('dealer', '/api/documents', changed))).toMatchObject({
      archivable: false,
      status: 'DRAFT',
      signUrl: null,
    });
  });

  it('a user with authorities and brands', async () => {
    const [row] = await api.bodyOf(api.get('admin', '/api/users?login.equals=sales'));
    const after = await api.bodyOf(api.put('admin', '/api/users', { ...row, fullname: 'Altro', lastName: 'Vendite' }));
    expect(after).toMatchObject({ fullname: 'sales Vendite', authorities: ['ROLE_SALE_DEALER'] });
  });

  it('a licence, an activation, a service and a video, each with additional fields', async () => {
    for (const [path, change, kept] of [
      ['/api/licenses', { activationsCount: 50, hasAfgclic: true, notes: 'x' }, { activationsCount: 1, notes: 'x' }],
      ['/api/activations', { status: 'ACTIVATED', deviceName: 'altro', notes: 'x' }, { status: 'DRAFT', notes: 'x' }],
      ['/api/intesys-services', { usedSpace: 7, usedOtp: 7, notes: 'x' }, { usedSpace: null, notes: 'x' }],
      ['/api/videos', { createdBy: 'altri', title: 'x' }, { createdBy: 'admin', title: 'x' }],
    ] as const) {
      const [row] = await api.bodyOf(api.get('admin', `${path}?size=1`));
      // The stage's initial services have no end, which a form requires.
      const ends = path === '/api/intesys-services' ? { expiresAt: '2999-12-31' } : {};
      const after = await api.bodyOf(api.put('admin', path, { ...row, ...ends, ...change }));
      expect(after, path).toMatchObject(kept);
    }
  });

  it.each([
    ['/api/dossiers', { hst: '10002' }, 'dossier.hst readOnly'],
    ['/api/dossiers', { legalEntity: 'LE002' }, 'dossier.legalEntity readOnly'],
    ['/api/folders', { dossierId: 1 }, 'folder.dossierId readOnly'],
    ['/api/folders', { type: 'SERVICE' }, 'folder.type readOnly'],
    ['/api/documents', { folderId: 1, draft: true }, 'document.folderId readOnly'],
    ['/api/documents', { type: 'SALE_NEW_RFO', draft: true }, 'document.type readOnly'],
  ])('%s with another %j is refused', async (path, change, refused) => {
    const found = {
      '/api/dossiers': () => api.get('dealer', `/api/dossiers/${known.dossier}`),
      '/api/folders': () => api.get('dealer', `/api/folders/${known.folder}`),
      '/api/documents': async () => {
        const body = { fileName: { equals: 'bozza.pdf' } };
        const [row] = await api.bodyOf(api.post('dealer', '/api/documents-ext/search', body));
        return api.get('dealer', `/api/documents/${row.id}`);
      },
    }[path];
    if (found === undefined) throw new Error(path);
    const row = await api.bodyOf(found());
    // An id other than the row's own.
    const other =
      'dossierId' in change || 'folderId' in change ? { [Object.keys(change)[0] ?? '']: row.id + 100_000 } : {};
    const answer = await api.put('dealer', path, { ...row, ...change, ...other });
    expect([answer.statusCode, refusedFields(answer)]).toEqual([400, [refused]]);
  });

  it('null counts as absent, and an unknown field is refused', async () => {
    const path = `/api/dossiers/${known.dossier}`;
    const row = await carried(api.get('dealer', path), { hst: null, legalEntity: null, lastModifiedDate: null });
    expect((await api.put('dealer', '/api/dossiers', row)).statusCode).toBe(200);
    const answer = await api.put('dealer', '/api/dossiers', { ...row, colore: 'blu' });
    expect([answer.statusCode, refusedFields(answer)]).toEqual([400, ['dossier.colore unknown']]);
  });
});

describe('a file as the original application sends it', () => {
  it('base64 without a prefix, with name, kind and size, returned byte for byte', async () => {
    const bytes = picture(2_345);
    const body = {
      folderId: known.folder,
      type: 'T_B_D',
      fileName: 'allegato.png',
      mimeType: 'image/png',
      fileSize: bytes.byteLength,
      content: bytes.toString('base64'),
      archivable: false,
      signable: false,
    };
    const { id } = await api.bodyOf(api.post('dealer', '/api/documents', body));
    const answer = await api.get('dealer', `/api/documents/${id}/download`);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(String(answer.headers['content-disposition'])).toContain('allegato.png');
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    const prefixed = { ...body, content: `data:image/png;base64,${body.content}` };
    expect((await api.post('dealer', '/api/documents', prefixed)).json().code).toBe('file.notBase64');
  });
});
