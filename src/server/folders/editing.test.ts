/** Changing, closing and deleting folders through HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortalWithCustomer, type Portal, refusedFields, rowCalls, statusesOf } from '../../../test/portal.ts';

let portal: Portal;
let dossierId: number;
beforeAll(async () => {
  ({ portal, dossierId } = await openPortalWithCustomer());
});
afterAll(() => portal.close());

type Row = Record<string, unknown> & { id: number; lastModifiedDate: string };

const newFolder = async (change: Record<string, unknown> = {}, login = 'dealer'): Promise<Row> => {
  const answer = await portal.callAs(login, 'POST', '/api/folders', { ...portal.folder(), dossierId, ...change });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json();
};
const { put, get, remove } = rowCalls(() => portal, '/api/folders');

describe('changing a folder', () => {
  it('accepts the whole row, answers 200 with the current row', async () => {
    const row = await newFolder({ jobId: 'L-1' });
    const changes = { businessId: 'PV-NUOVO', plate: 'ab-123 cd', vin: 'wba1234567a901234', notes: 'uno\r\ndue' };
    const answer = await put({ ...row, ...changes, processDate: '2026-07-01T09:30', dossierDTO: { id: 1 } });
    expect(answer.statusCode).toBe(200);
    const changed = answer.json<Row>();
    expect(changed).toEqual({
      ...row,
      businessId: 'PV-NUOVO',
      plate: 'AB123CD',
      vin: 'WBA1234567A901234',
      notes: 'uno\ndue',
      processDate: '2026-07-01T07:30:00.000Z',
      lastModifiedDate: changed.lastModifiedDate,
    });
    expect(Date.parse(changed.lastModifiedDate)).toBeGreaterThan(Date.parse(row.lastModifiedDate));
    expect((await get(row.id)).json()).toEqual(changed);
  });

  it('clears omitted and null fields, as browsers omit an empty VIN', async () => {
    const row = await newFolder({ vin: 'WBA1234567A901234', plate: 'AB123CD', jobId: 'L-1', notes: 'x' });
    const { vin: _gone, jobId: _too, ...rest } = row;
    expect((await put({ ...rest, plate: null, notes: '' })).json()).toMatchObject({
      vin: null,
      plate: null,
      jobId: null,
      notes: null,
      brand: 'bmw',
      type: 'SALE_NEW',
      dossierId,
      status: 'OPEN',
    });
  });

  it.each([
    [{ brand: 'mini' }, 'brand readOnly'],
    [{ type: 'SALE_USED' }, 'type readOnly'],
    [{ type: 'ALTRO' }, 'type readOnly'],
    [{ dossierId: 999_999 }, 'dossierId readOnly'],
    [{ dossierId: '1' }, 'dossierId readOnly'],
    [{ hst: '10002' }, 'hst readOnly'],
    [{ legalEntity: 'LE002' }, 'legalEntity readOnly'],
    [{ status: 'DELETED' }, 'status oneOf'],
    [{ status: 'ALTRO' }, 'status oneOf'],
    [{ businessId: null }, 'businessId required'],
    [{ businessId: ' ' }, 'businessId required'],
    [{ processDate: undefined }, 'processDate required'],
    [{ processDate: '2026-02-30' }, 'processDate date'],
    [{ vin: 'CORTO' }, 'vin vin'],
    [{ vin: `${'🚗'.repeat(8)}X` }, 'vin vin'],
    [{ jobId: 'x'.repeat(65) }, 'jobId max'],
    [{ plate: 'AB\t123' }, 'plate characters'],
    [{ notes: 'a\u0000b' }, 'notes characters'],
    [{ lastModifiedDate: '2026-11-20' }, 'lastModifiedDate date'],
    [{ id: '1' }, 'id type'],
    [{ id: undefined }, 'id required'],
    [{ colore: 'rosso' }, 'colore unknown'],
  ])('refuses %j and changes nothing', async (change, refused) => {
    const row = await newFolder();
    const answer = await put({ ...row, plate: 'ZZ999ZZ', ...change });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([`folder.${refused}`]);
    expect((await get(row.id)).json()).toEqual(row);
  });

  it('accepts unchanged dealer and legal entity', async () => {
    const row = await newFolder();
    expect((await put({ ...row, hst: '10001', legalEntity: 'LE001', numberOfDocuments: 'x' })).statusCode).toBe(200);
  });

  it('refuses an older version with 409, and lets one of twenty edits succeed', async () => {
    const row = await newFolder();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => put({ ...row, plate: `AA00${index}` })));
    expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(409)]);
    const winner = answers.find((answer) => answer.statusCode === 200);
    expect((await get(row.id)).json()).toEqual(winner?.json());
    expect((await put({ ...row, plate: 'BB000BB' })).json().code).toBe('conflict.stale');
    expect((await put({ ...row, plate: 'BB000BB', lastModifiedDate: null })).statusCode).toBe(200);
  });

  it('accepts stored notes over the limit unchanged, and no other text of that length', async () => {
    const { id } = await newFolder();
    const notes = 'Nota di prima.\n'.repeat(60).trim();
    const { read } = portal.test.world.database;
    await read.updateTable('folder').set({ notes }).where('id', '=', id).execute();
    const row = (await get(id)).json();
    expect(row.notes).toBe(notes);
    const closed = (await put({ ...row, status: 'CLOSED' })).json();
    expect(closed).toMatchObject({ status: 'CLOSED', notes });
    const grown = await put({ ...closed, notes: `${notes}!` });
    expect([grown.statusCode, refusedFields(grown)]).toEqual([400, ['folder.notes max']]);
    const cut = await put({ ...closed, notes: 'Nota.' });
    expect(cut.json()).toMatchObject({ notes: 'Nota.' });
    expect(refusedFields(await put({ ...cut.json(), notes }))).toEqual(['folder.notes max']);
    expect((await put({ ...closed, notes })).json().code).toBe('conflict.stale');
  });

  it('keeps its modification date when documents are added', async () => {
    const row = await newFolder();
    await portal.newDocument(row.id);
    expect((await get(row.id)).json()).toEqual({ ...row, numberOfDocuments: 1 });
    expect((await put(row)).statusCode).toBe(200);
  });
});

describe('a plate', () => {
  it('is found in any notation', async () => {
    const row = await newFolder({ plate: 'zz-987 yx' });
    expect(row.plate).toBe('ZZ987YX');
    await portal.newDocument(row.id);
    const found = async (path: string, body: object) => {
      const answer = await portal.callAs('dealer', 'POST', path, body);
      return answer.json<unknown[]>().length;
    };
    for (const text of ['ZZ987YX', 'zz 987 yx', 'ZZ-987-YX', '987yx']) {
      expect(await found('/api/folders-ext/search', { genericFilter: { contains: text } }), text).toBe(1);
      expect(await found('/api/documents-ext/search', { genericFilter: { contains: text } }), text).toBe(1);
      expect(await found('/api/folders-ext/search', { plate: { contains: text } }), text).toBe(1);
    }
    expect(await found('/api/folders-ext/search', { plate: { in: ['zz 987 yx', 'AA 000 AA'] } })).toBe(1);
    expect(await found('/api/folders-ext/search', { plate: { equals: 'zz 987' } })).toBe(0);
  });
});

describe('closing a folder', () => {
  it('refuses new documents and starts until it is reopened', async () => {
    const row = await newFolder();
    const document = await portal.newDocument(row.id);
    const closed = await put({ ...row, status: 'CLOSED' });
    expect(closed.json()).toMatchObject({ status: 'CLOSED', numberOfDocuments: 1 });

    const added = await portal.callAs('dealer', 'POST', '/api/documents', {
      ...(await portal.document()),
      folderId: row.id,
    });
    expect(added.statusCode).toBe(409);
    expect(added.json().code).toBe('folder.closed');
    const started = await portal.callAs('dealer', 'POST', `/api/documents/${document}/sign`, {});
    expect(started.statusCode).toBe(409);
    expect(started.json().code).toBe('life.folderClosed');
    expect((await get(row.id)).json()).toMatchObject({ status: 'CLOSED', numberOfDocuments: 1 });

    // Fields of a closed folder stay editable, and an omitted status stays.
    const mended = await put({ ...closed.json<Row>(), notes: 'chiusa', status: null });
    expect(mended.json()).toMatchObject({ status: 'CLOSED', notes: 'chiusa' });
    expect((await put({ ...mended.json<Row>(), status: 'OPEN' })).json().status).toBe('OPEN');
    await portal.newDocument(row.id);
  });

  it('races with new documents: the count is right in either order', async () => {
    const row = await newFolder();
    const papers = await Promise.all(Array.from({ length: 6 }, () => portal.document()));
    const [closed, ...made] = await Promise.all([
      put({ ...row, status: 'CLOSED' }),
      ...papers.map((paper) => portal.callAs('dealer', 'POST', '/api/documents', { ...paper, folderId: row.id })),
    ]);
    expect(closed?.statusCode).toBe(200);
    for (const answer of made) expect([201, 409]).toContain(answer.statusCode);
    const created = made.filter((answer) => answer.statusCode === 201).length;
    expect((await get(row.id)).json()).toMatchObject({ status: 'CLOSED', numberOfDocuments: created });
  });
});

describe('deleting a folder', () => {
  const count = async (id: number, login = 'dealer'): Promise<number> =>
    (await portal.callAs(login, 'GET', `/api/dossiers/${id}`)).json().numberOfFolders;

  it('without documents answers 204; it is then absent, and the customer’s count is one lower', async () => {
    const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
    const [one, two] = [await newFolder({ dossierId: own }), await newFolder({ dossierId: own })];
    const answer = await remove(one.id);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    for (const login of ['dealer', 'admin']) {
      expect((await get(one.id, login)).statusCode).toBe(404);
      expect((await remove(one.id, login)).statusCode).toBe(404);
    }
    const listed = await portal.callAs('admin', 'POST', '/api/folders-ext/search', { dossierId: { equals: own } });
    expect(listed.json<Row[]>().map((row) => row.id)).toEqual([two.id]);
    expect(await count(own)).toBe(1);
  });

  it('is possible once its last document is deleted', async () => {
    const row = await newFolder();
    const document = await portal.newDocument(row.id);
    expect((await portal.callAs('dealer', 'DELETE', `/api/documents/${document}`)).statusCode).toBe(204);
    expect((await get(row.id)).json().numberOfDocuments).toBe(0);
    expect((await remove(row.id)).statusCode).toBe(204);
  });

  it('linked to a job is refused to dealer roles only', async () => {
    const row = await newFolder({ jobId: 'L-7' });
    for (const login of ['dealer', 'sales']) {
      expect((await remove(row.id, login)).json().code, login).toBe('conflict.hasJobId');
    }
    expect((await remove(row.id, 'supervisor')).statusCode).toBe(204);
    const unlinked = await newFolder({ jobId: 'L-8' });
    await put({ ...unlinked, jobId: null });
    expect((await remove(unlinked.id)).statusCode).toBe(204);
  });

  it('succeeds and counts once for concurrent requests', async () => {
    const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
    const row = await newFolder({ dossierId: own });
    await newFolder({ dossierId: own });
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(row.id)));
    expect(statusesOf(answers)).toEqual([204, ...Array(9).fill(404)]);
    expect(await count(own, 'admin')).toBe(1);
  });

  it('races with a new document: one of the two is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
      const row = await newFolder({ dossierId: own });
      const paper = await portal.document();
      const [gone, made] = await Promise.all([
        remove(row.id),
        portal.callAs('dealer', 'POST', '/api/documents', { ...paper, folderId: row.id }),
      ]);
      expect([204, 409]).toContain(gone.statusCode);
      expect(made.statusCode === 201).toBe(gone.statusCode !== 204);
      expect(await count(own, 'admin')).toBe(gone.statusCode === 204 ? 0 : 1);
    }
  });

  it('keeps the count right under concurrent creation and deletion', async () => {
    const own = await portal.create('dealer', '/api/dossiers', portal.dossier());
    const doomed = await Promise.all(Array.from({ length: 8 }, () => newFolder({ dossierId: own })));
    const answers = await Promise.all([
      ...doomed.map((row) => remove(row.id)),
      ...doomed.map(() => portal.callAs('dealer', 'POST', '/api/folders', { ...portal.folder(), dossierId: own })),
    ]);
    expect(statusesOf(answers)).toEqual([...Array(8).fill(201), ...Array(8).fill(204)]);
    expect(await count(own, 'admin')).toBe(8);
  });
});

describe('signature types allowed by a folder’s services', () => {
  const fea = (id: number, login: string) => portal.callAs(login, 'GET', `/api/folders-ext/${id}/fea`);

  it.each([
    ['dealer', '10001', 'SALE_NEW', ['FES']],
    ['milano', '10003', 'SALE_NEW', []],
    ['torino', '10005', 'SALE_NEW', ['FES']],
    ['torino', '10005', 'PRIVACY', []],
    ['roma', '10007', 'SERVICE', ['FEA', 'FES']],
  ])('%s, dealer %s, %s: %j', async (login, hst, type, kinds) => {
    const id = await portal.newFolder(login, { type, plate: 'AB123CD' }, { hst });
    const answer = await fea(id, login);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(kinds);
  });
});
