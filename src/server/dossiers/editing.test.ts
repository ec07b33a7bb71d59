/** Changing and deleting customers through HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields, rowCalls, statusesOf } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

type Row = Record<string, unknown> & { id: number; lastModifiedDate: string };

const newDossier = async (change: Record<string, unknown> = {}, login = 'dealer'): Promise<Row> => {
  const answer = await portal.callAs(login, 'POST', '/api/dossiers', portal.dossier(change));
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};
const { put, get, remove } = rowCalls(() => portal, '/api/dossiers');

describe('changing a customer', () => {
  it('accepts the whole row, answers 200 with the current row', async () => {
    const row = await newDossier();
    const answer = await put({
      ...row,
      mobilePhone: '+39 3337654321',
      city: 'Imola',
      postalCode: '40026',
      notAField: undefined,
    });
    expect(answer.statusCode).toBe(200);
    const changed = answer.json<Row>();
    expect(changed).toEqual({
      ...row,
      mobilePhone: '+39 3337654321',
      city: 'Imola',
      postalCode: '40026',
      lastModifiedDate: changed.lastModifiedDate,
    });
    expect(Date.parse(changed.lastModifiedDate)).toBeGreaterThan(Date.parse(row.lastModifiedDate));
    expect((await get(row.id)).json()).toEqual(changed);
  });

  it('refuses a birth date in the future, on creation too, and names the last valid day', async () => {
    const row = await newDossier();
    const created = await portal.callAs('dealer', 'POST', '/api/dossiers', portal.dossier({ birthDate: '2090-01-01' }));
    for (const answer of [created, await put({ ...row, birthDate: '2090-01-01' })]) {
      expect([answer.statusCode, refusedFields(answer)]).toEqual([400, ['dossier.birthDate dateMax']]);
      expect(answer.json().fieldErrors[0].message).toMatch(/^L’ultima data ammessa è \d{2}\/\d{2}\/\d{4}$/);
    }
    expect((await put({ ...row, birthDate: '1980-01-01' })).statusCode).toBe(200);
  });

  it('ignores derived fields', async () => {
    const row = await newDossier();
    const derived = {
      status: 'DELETED',
      numberOfFolders: 99,
      activationsCount: 'x',
      syncStatus: 'SYNCED',
      lastSync: {},
      rspFirstName: 'Altro',
      dmsPhone: 7,
      createdBy: 'admin',
      createdDate: '1999-01-01T00:00:00.000Z',
      lastModifiedBy: 'admin',
      warnings: null,
    };
    const changed = (await put({ ...row, ...derived })).json<Row>();
    expect(changed).toEqual({ ...row, lastModifiedDate: changed.lastModifiedDate });
  });

  it('clears omitted and null fields, and keeps dealer, legal entity and brands', async () => {
    const row = await newDossier({
      organizationName: 'Prova S.r.l.',
      businessId: 'C-7',
      address: 'Interno 3',
      representativeFiscalCode: 'PRVGVR80A41H501D',
    });
    const { organizationName: _gone, brands: _stay, hst: _fixed, legalEntity: _too, ...rest } = row;
    const changed = (await put({ ...rest, businessId: null, address: '' })).json();
    expect(changed).toMatchObject({
      organizationName: null,
      businessId: null,
      address: null,
      representativeFiscalCode: 'PRVGVR80A41H501D',
      hst: '10001',
      legalEntity: 'LE001',
      brands: ['bmw'],
    });
    expect((await put({ ...row, lastModifiedDate: null, brands: ['mini', 'moto', 'mini'] })).json().brands).toEqual([
      'mini',
      'moto',
    ]);
  });

  it.each([
    [{ hst: '10002' }, 'hst readOnly'],
    [{ hst: '19999' }, 'hst readOnly'],
    [{ hst: 10001 }, 'hst readOnly'],
    [{ legalEntity: 'LE002' }, 'legalEntity readOnly'],
    [{ firstName: null }, 'firstName required'],
    [{ lastName: '  ' }, 'lastName required'],
    [{ city: undefined }, 'city required'],
    [{ email: 'x' }, 'email email'],
    [{ street: 'Via\tRoma' }, 'street characters'],
    [{ street: 'Via\tRoma' }, 'street characters'],
    [{ street: 'ถนน' }, 'street letters'],
    [{ fiscalCode: 'ABC' }, 'fiscalCode fiscalCode'],
    [{ lastModifiedDate: 'ieri' }, 'lastModifiedDate date'],
    [{ lastModifiedDate: 7 }, 'lastModifiedDate type'],
    [{ id: undefined }, 'id required'],
    [{ id: '1' }, 'id type'],
    [{ id: -1 }, 'id positive'],
    [{ id: 1e300 }, 'id numberMax'],
    [{ nome: 'x' }, 'nome unknown'],
    [{ constructor: { prototype: {} } }, 'constructor unknown'],
  ])('refuses %j and changes nothing', async (change, refused) => {
    const row = await newDossier();
    const answer = await put({ ...row, mobilePhone: '+39 3330000000', ...change });
    expect(answer.statusCode).toBe(400);
    if (!refused.startsWith('constructor')) expect(refusedFields(answer)).toEqual([`dossier.${refused}`]);
    expect((await get(row.id)).json()).toEqual(row);
  });

  it('lists every refused field in one error', async () => {
    const row = await newDossier();
    const answer = await put({ ...row, hst: '10002', legalEntity: 'LE009' });
    expect(refusedFields(answer)).toEqual(['dossier.hst readOnly', 'dossier.legalEntity readOnly']);
    expect(answer.json().fieldErrors[0].message).toBe('Campo non modificabile');
  });

  it('refuses an older version with 409, and accepts an edit without a version', async () => {
    const row = await newDossier();
    const first = await put({ ...row, city: 'Modena' });
    expect(first.statusCode).toBe(200);
    const stale = await put({ ...row, city: 'Parma' });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      code: 'conflict.stale',
      message: expect.stringContaining('modificato nel frattempo'),
    });
    expect(stale.json()).not.toHaveProperty('title');
    expect((await get(row.id)).json().city).toBe('Modena');
    expect((await put({ ...row, city: 'Parma', lastModifiedDate: undefined })).statusCode).toBe(200);
    expect((await put({ ...row, city: 'Reggio Emilia', lastModifiedDate: null })).statusCode).toBe(200);
    // The same instant in another time zone and a future one are not older.
    const now = (await get(row.id)).json<Row>();
    const inRome = new Date(Date.parse(now.lastModifiedDate) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect((await put({ ...now, lastModifiedDate: inRome })).statusCode).toBe(200);
    expect((await put({ ...now, lastModifiedDate: '2999-01-01T00:00:00Z' })).statusCode).toBe(200);
  });

  it('lets one of twenty edits of the same row succeed, even within the same millisecond', async () => {
    const row = await newDossier();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => put({ ...row, city: `Città ${index}` })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(409)]);
    const winner = answers.find((answer) => answer.statusCode === 200);
    expect((await get(row.id)).json()).toEqual(winner?.json());
  });

  it('keeps its modification date when folders are added or removed', async () => {
    const row = await newDossier();
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    expect((await get(row.id)).json()).toEqual({ ...row, numberOfFolders: 1 });
    expect((await put(row)).statusCode).toBe(200);
    expect((await portal.callAs('dealer', 'DELETE', `/api/folders/${folder}`)).statusCode).toBe(204);
  });

  it('records who changed it', async () => {
    const mine = await newDossier();
    expect((await put({ ...mine, lastModifiedDate: null }, 'supervisor')).json().lastModifiedBy).toBe('supervisor');
  });
});

describe('birth and fiscal data of an edit', () => {
  const none = { birthDate: null, birthPlace: null, fiscalCode: null };
  const missing = ['dossier.birthDate required', 'dossier.birthPlace required', 'dossier.fiscalCode required'];

  it('may be cleared where the legal entity uses simple signatures, and nowhere else', async () => {
    const simple = await newDossier();
    expect((await put({ ...simple, ...none })).json()).toMatchObject(none);
    const strict = await newDossier({ hst: '10003' }, 'milano');
    expect(refusedFields(await put({ ...strict, ...none }, 'milano'))).toEqual(missing);
    expect(refusedFields(await put({ ...strict, birthPlace: ' ' }, 'milano'))).toEqual(['dossier.birthPlace required']);
    const both = await newDossier({ hst: '10007' }, 'roma');
    expect(refusedFields(await put({ ...both, ...none }, 'roma'))).toEqual(missing);
  });

  it('that were not required at creation do not block a change of the phone number', async () => {
    const answer = await portal.callAs('torino', 'POST', '/api/documents/wizard', {
      dossier: portal.dossier({ hst: '10005', ...none }),
      folder: portal.folder({ type: 'SALE_NEW' }),
      document: await portal.document(),
    });
    expect(answer.statusCode, answer.body).toBe(201);
    const { dossier } = answer.json<{ dossier: Row }>();
    const corrected = await put({ ...dossier, mobilePhone: '+39 3330000001' }, 'torino');
    expect(corrected.statusCode, corrected.body).toBe(200);
    const filled = await put({ ...corrected.json<Row>(), birthPlace: 'Torino' }, 'torino');
    expect(filled.json().birthPlace).toBe('Torino');
    expect(refusedFields(await put({ ...filled.json<Row>(), birthPlace: null }, 'torino'))).toEqual([
      'dossier.birthPlace required',
    ]);
  });
});

describe('a customer from RSP or DMS', () => {
  const found = { searchType: 'RSP', businessId: 'R-000123', originalAccountSource: 'RSP', dossierType: 'new' };

  it('keeps RSP’s values separate from the dealer’s', async () => {
    const row = await newDossier(found);
    expect(row).toMatchObject({
      rspFirstName: 'Ginevra',
      rspLastName: 'Provetti',
      rspCompanyName: null,
      rspPhone: '+39 3331234567',
      rspAddress: 'Via di Prova 1',
      rspCity: 'Bologna',
      rspPostalCode: '40121',
      dmsFirstName: null,
      dmsCity: null,
      syncStatus: 'TO_SYNC',
      lastSync: null,
    });
    const changed = (await put({ ...row, city: 'Modena' })).json();
    expect(changed).toMatchObject({ city: 'Modena', rspCity: 'Bologna', syncStatus: 'TO_SYNC' });
  });

  it('from the DMS has the DMS fields, and nothing to synchronize', async () => {
    const row = await newDossier({ ...found, searchType: 'DMS', organizationName: 'Prova S.r.l.' });
    expect(row).toMatchObject({
      dmsCompanyName: 'Prova S.r.l.',
      dmsCity: 'Bologna',
      rspCity: null,
      syncStatus: null,
    });
  });

  it('is not one typed by hand or unlinked', async () => {
    const typed = await newDossier({ searchType: 'RSP', businessId: null });
    expect(typed).toMatchObject({ rspCity: null, syncStatus: null });
    const row = await newDossier(found);
    const unlinked = (await put({ ...row, searchType: null, businessId: null })).json();
    expect(unlinked).toMatchObject({ rspCity: null, syncStatus: null });
  });

  it('is not created by setting these fields in a request', async () => {
    const answer = await portal.callAs(
      'dealer',
      'POST',
      '/api/dossiers',
      portal.dossier({ rspCity: 'Roma', dmsPhone: '1' }),
    );
    expect(refusedFields(answer)).toEqual(['dossier.dmsPhone unknown', 'dossier.rspCity unknown']);
  });
});

describe('renaming a customer', () => {
  it('updates folders and documents at once, and their searches', async () => {
    const row = await newDossier({ firstName: 'Zenobia', lastName: 'Vecchini' });
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const document = await portal.newDocument(folder, { fileName: 'foglio.pdf' });
    const search = async (path: string, words: string) =>
      (await portal.callAs('dealer', 'POST', path, { genericFilter: { contains: words } })).json<{ id: number }[]>();
    expect(await search('/api/folders-ext/search', 'vecchini')).toHaveLength(1);

    await put({ ...row, lastName: 'Nuovini' });
    expect(await search('/api/folders-ext/search', 'vecchini')).toEqual([]);
    expect(await search('/api/documents-ext/search', 'vecchini')).toEqual([]);
    expect(await search('/api/dossiers/search', 'zenobia vecchini')).toEqual([]);
    expect((await search('/api/folders-ext/search', 'nuovini zenobia')).map(({ id }) => id)).toEqual([folder]);
    const [found] = await search('/api/documents-ext/search', 'nuovini');
    expect(found).toMatchObject({ id: document, dossierDTO: { lastName: 'Nuovini' } });

    await put({ ...row, lastName: 'Nuovini', organizationName: 'Zeta Prova S.r.l.', lastModifiedDate: null });
    expect((await search('/api/documents-ext/search', 'zeta prova')).map(({ id }) => id)).toEqual([document]);
  });

  it('races with new folders and documents, and none keeps the old name', async () => {
    const row = await newDossier({ firstName: 'Gara', lastName: 'Primadi' });
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const papers = await Promise.all(Array.from({ length: 4 }, () => portal.document()));
    const answers = await Promise.all([
      ...papers.map((paper) => portal.callAs('dealer', 'POST', '/api/documents', { ...paper, folderId: folder })),
      put({ ...row, lastName: 'Poidopo' }),
      ...Array.from({ length: 4 }, () =>
        portal.callAs('dealer', 'POST', '/api/folders', { ...portal.folder(), dossierId: row.id }),
      ),
      portal.callAs('dealer', 'PUT', '/api/folders', {
        ...(await portal.callAs('dealer', 'GET', `/api/folders/${folder}`)).json<Row>(),
        plate: 'AB123CD',
      }),
    ]);
    expect(statusesOf(answers).at(-1)).toBeLessThan(300);
    const { read } = portal.test.world.database;
    const documents = await read
      .selectFrom('document')
      .select('customer_name')
      .where('folder_id', '=', folder)
      .execute();
    expect(documents.map((one) => one.customer_name)).toEqual(Array(4).fill('Gara Poidopo'));
    const folders = await read.selectFrom('folder').select('search_text').where('dossier_id', '=', row.id).execute();
    expect(folders).toHaveLength(5);
    for (const { search_text: text } of folders) expect(text).toContain('gara poidopo');
  });
});

describe('deleting a customer', () => {
  it('without folders answers 204; the customer is then absent for every user', async () => {
    const row = await newDossier({ lastName: 'Sparisci' });
    const answer = await remove(row.id);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    for (const login of ['dealer', 'admin', 'nsc']) {
      expect((await get(row.id, login)).statusCode).toBe(404);
      expect((await remove(row.id, login)).statusCode).toBe(404);
    }
    const found = await portal.callAs('admin', 'POST', '/api/dossiers/search', { lastName: { equals: 'Sparisci' } });
    expect(found.json()).toEqual([]);
    const folder = await portal.callAs('dealer', 'POST', '/api/folders', { ...portal.folder(), dossierId: row.id });
    expect(folder.statusCode).toBe(404);
  });

  it('is refused for a folder the caller cannot see: the real count decides', async () => {
    const row = await newDossier();
    const exit = portal.folder({ type: 'VEHICLE_EXIT_REQUEST', plate: 'AB123CD' });
    await portal.create('admin', '/api/folders', { ...exit, dossierId: row.id });
    expect((await get(row.id)).json().numberOfFolders).toBe(0);
    expect((await remove(row.id)).statusCode).toBe(409);
  });

  it('with its contents hides folders and documents, and keeps their rows, files and trails', async () => {
    const row = await newDossier({ lastName: 'Conserva' });
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const closed = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const inside = (await portal.callAs('dealer', 'GET', `/api/folders/${closed}`)).json();
    await portal.callAs('dealer', 'PUT', '/api/folders', { ...inside, status: 'CLOSED' });
    const document = await portal.newDocument(folder);
    const before = await portal.counts();

    expect((await remove(row.id, 'admin')).statusCode).toBe(204);

    for (const path of [`/api/folders/${folder}`, `/api/folders/${closed}`, `/api/documents/${document}`]) {
      expect((await portal.callAs('admin', 'GET', path)).statusCode, path).toBe(404);
    }
    expect((await portal.callAs('admin', 'GET', `/api/documents/${document}/download`)).statusCode).toBe(404);
    expect((await portal.callAs('admin', 'POST', `/api/documents/${document}/sign`, {})).statusCode).toBe(404);
    const search = { lastName: { equals: 'Conserva' } };
    for (const path of ['/api/folders-ext/search', '/api/documents-ext/search']) {
      expect((await portal.callAs('admin', 'POST', path, search)).json(), path).toEqual([]);
    }
    const after = await portal.counts();
    expect(after).toEqual({ ...before, evidence_event: (before.evidence_event ?? 0) + 1 });
    const { read } = portal.test.world.database;
    const kept = await read.selectFrom('document').selectAll().where('id', '=', document).executeTakeFirstOrThrow();
    expect(kept.deleted_by).toBe('admin');
    expect(await portal.test.world.storage.get(kept.file_sha256 ?? '')).toBeTruthy();
  });

  it('races with new folders: both folder and customer remain, or neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await newDossier();
      const [gone, ...made] = await Promise.all([
        remove(id),
        ...Array.from({ length: 3 }, () =>
          portal.callAs('dealer', 'POST', '/api/folders', { ...portal.folder(), dossierId: id }),
        ),
      ]);
      const created = made.filter((answer) => answer.statusCode === 201).length;
      const row = await get(id);
      if (gone?.statusCode === 204) {
        expect(created).toBe(0);
        expect(row.statusCode).toBe(404);
      } else {
        expect(gone?.statusCode).toBe(409);
        expect(row.json().numberOfFolders).toBe(created);
      }
    }
  });

  it('succeeds once for concurrent requests', async () => {
    const { id } = await newDossier();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(statusesOf(answers)).toEqual([204, ...Array(9).fill(404)]);
  });

  it('by an administrator races with new documents: none stays visible', async () => {
    const row = await newDossier();
    const folder = await portal.create('dealer', '/api/folders', { ...portal.folder(), dossierId: row.id });
    const papers = await Promise.all(Array.from({ length: 5 }, () => portal.document()));
    const [gone, ...made] = await Promise.all([
      remove(row.id, 'admin'),
      ...papers.map((paper) => portal.callAs('dealer', 'POST', '/api/documents', { ...paper, folderId: folder })),
    ]);
    expect(gone?.statusCode).toBe(204);
    for (const answer of made) expect([201, 404, 409]).toContain(answer.statusCode);
    const { read } = portal.test.world.database;
    const seen = await read
      .selectFrom('document')
      .select('id')
      .where('folder_id', '=', folder)
      .where('deleted_date', 'is', null)
      .execute();
    expect(seen).toEqual([]);
  });
});
