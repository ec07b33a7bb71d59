/** Searching documents through HTTP: scope, criteria on three entities, digests, totals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { rowsOf } from '#test/rows.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';

let portal: Portal;
const made: Record<string, number> = {};

const search = (login: string, body: object = {}, query = '?size=10000') =>
  portal.callAs(login, 'POST', `/api/documents-ext/search${query}`, body);
const names = async (login: string, body: object = {}, query?: string): Promise<string[]> =>
  (await search(login, body, query)).json<{ fileName: string }[]>().map((row) => row.fileName);

beforeAll(async () => {
  portal = await openPortal();
  const bmw = await portal.newFolder('dealer', { businessId: 'PV_1', plate: 'AA111AA' }, { lastName: 'Primiera' });
  const mini = await portal.newFolder('dealer', { brand: 'mini', businessId: 'PV-2' }, { lastName: 'Seconda' });
  const modena = await portal.newFolder(
    'modena',
    { type: 'SALE_USED', businessId: 'U-3', vin: 'WBA1234567A901234' },
    { hst: '10002', lastName: 'Terzi', organizationName: 'Terzi S.r.l.' },
  );
  const milano = await portal.newFolder('milano', { businessId: 'PV-4' }, { hst: '10003' });
  const exit = await portal.newFolder('admin', { type: 'VEHICLE_EXIT_REQUEST', plate: 'ZZ999ZZ' });
  made.uno = await portal.newDocument(bmw, { fileName: 'uno 100%.pdf' });
  made.bozza = await portal.newDocument(bmw, { fileName: 'bozza.pdf', draft: true });
  made.due = await portal.newDocument(mini, { fileName: 'due.pdf' });
  made.tre = await portal.newDocument(modena, { fileName: 'tre.pdf', type: 'SALE_USED_PROPOSAL' }, 'modena');
  made.quattro = await portal.newDocument(milano, { fileName: 'quattro.pdf' }, 'milano');
  made.uscita = await portal.newDocument(exit, { fileName: 'uscita.pdf', type: 'T_B_D' }, 'admin');
  const ofDms = await portal.newFolder('dms');
  made.dms = await portal.newDocument(ofDms, { fileName: 'dms.pdf', draft: true }, 'dms');
});
afterAll(() => portal.close());

describe('the scope of a search', () => {
  it('is all visible documents, newest first', async () => {
    const expected = ['dms.pdf', 'uscita.pdf', 'quattro.pdf', 'tre.pdf', 'due.pdf', 'bozza.pdf', 'uno 100%.pdf'];
    expect(await names('admin')).toEqual(expected);
  });

  it('is not widened by naming another dealer, folder or customer', async () => {
    expect(await names('dealer', { hst: { equals: '10003' } })).toEqual([]);
    expect(await names('dealer', { legalEntity: { in: ['LE001', 'LE002'] } })).not.toContain('quattro.pdf');
    expect(await names('dealer', { folderType: { equals: 'VEHICLE_EXIT_REQUEST' } })).toEqual([]);
    expect(await names('dealer', { id: { equals: made.quattro } })).toEqual([]);
  });
});

describe('the documents of a folder', () => {
  it('are the same in one request and page by page, without hidden or foreign ones', async () => {
    const folder = await portal.newFolder('milano', {}, { hst: '10003' });
    const all = ['c.pdf', 'a.pdf', 'd.pdf', 'nascosto.pdf', 'b.pdf'];
    for (const fileName of all) await portal.newDocument(folder, { fileName }, 'milano');
    const documents = portal.read.updateTable('document').set({ deleted_date: testNow() });
    await documents.where('file_name', '=', 'nascosto.pdf').execute();
    const body = { folderId: { equals: folder } };
    const pages = ['?size=2&sort=fileName,asc', '?size=2&page=1&sort=fileName,asc', '?size=2&page=2&sort=fileName,asc'];
    const parts = [];
    for (const query of pages) parts.push(...(await search('milano', body, query)).json<object[]>());
    const whole = await search('milano', body, '?size=10000&sort=fileName,asc');
    expect(whole.json<{ fileName: string }[]>().map(({ fileName }) => fileName)).toEqual(
      all.filter((name) => name !== 'nascosto.pdf').sort(),
    );
    expect(whole.json()).toEqual(parts);
    expect(whole.headers['x-total-count']).toBe('4');
    expect(await names('modena', body)).toEqual([]);
    expect(await names('milano', { ...body, status: { equals: 'SIGNED' } })).toEqual([]);
  });
});

describe('rows', () => {
  it('include folder and customer', async () => {
    const [row] = (await search('modena')).json();
    expect(row).toMatchObject({
      id: made.tre,
      folder: { type: 'SALE_USED' },
      folderDTO: {
        businessId: 'U-3',
        type: 'SALE_USED',
        brand: 'bmw',
        plate: null,
        vin: 'WBA1234567A901234',
        status: 'OPEN',
      },
      dossierDTO: { hst: '10002', legalEntity: 'LE001', lastName: 'Terzi', organizationName: 'Terzi S.r.l.' },
    });
    expect(row.folderDTO.dossierId).toBe(row.dossierDTO.id);
  });

  it('never include the file’s content or storage key', async () => {
    const text = (await search('admin')).body;
    expect(text).not.toMatch(/content|sha256/i);
  });
});

describe('criteria', () => {
  it('match any part of file name, customer, plate or business id; wildcards are literal', async () => {
    for (const [words, found] of [
      ['100%', ['uno 100%.pdf']],
      ['UNO 1', ['uno 100%.pdf']],
      ['terzi s.r.l', ['tre.pdf']],
      ['aa111', ['bozza.pdf', 'uno 100%.pdf']],
      ['pv_1', ['bozza.pdf', 'uno 100%.pdf']],
      ['%%%', []],
      ['___', []],
      ['\\\\\\', []],
    ] as const) {
      expect(await names('supervisor', { genericFilter: { contains: words } }), words).toEqual([...found]);
    }
  });

  it('match folder and customer, unprefixed and prefixed', async () => {
    expect(await names('supervisor', { vin: { contains: '567A9' } })).toEqual(['tre.pdf']);
    expect(await names('supervisor', { 'folderDTO.businessId': { equals: 'PV-2' } })).toEqual(['due.pdf']);
    expect(await names('supervisor', { 'folderDTO.status': { equals: 'CLOSED' } })).toEqual([]);
    expect(await names('supervisor', { lastName: { equals: 'Terzi' } })).toEqual(['tre.pdf']);
    expect(await names('supervisor', { 'dossierDTO.organizationName': { contains: 'terzi' } })).toEqual(['tre.pdf']);
    expect(
      await names('supervisor', {
        lastName: { equals: 'Terzi' },
        plate: { equals: 'AA111AA' },
        brand: { equals: 'bmw' },
      }),
    ).toEqual([]);
  });

  it('accept every kind of value', async () => {
    expect(await names('supervisor', { status: { notEquals: 'READY_TO_SIGN' } })).toEqual(['dms.pdf', 'bozza.pdf']);
    expect(await names('supervisor', { signable: { equals: false } })).toEqual([]);
    expect(await names('supervisor', { startSignDate: { greaterThan: '2000-01-01' } })).toEqual([]);
    expect(await names('supervisor', { createdBy: { equals: 'modena' } })).toEqual(['tre.pdf']);
    expect(await names('supervisor', { 'createdBy.equals': 'modena' })).toEqual(['tre.pdf']);
    expect(await names('supervisor', { createdDate: { lessThanOrEqual: '2000-01-01T00:00' } })).toEqual([]);
    expect(await names('supervisor', { fileSize: { greaterThan: 0 }, hst: { equals: '10002' } })).toEqual(['tre.pdf']);
    expect(await names('supervisor', { signedDocumentId: { equals: 1 } })).toEqual([]);
  });

  it.each([
    [{ file_sha256: { equals: 'x' } }, 'document.file_sha256 unknown'],
    [{ 'folderDTO.genericFilter': { contains: 'abc' } }, 'document.folderDTO.genericFilter unknown'],
    [{ status: { between: [1, 2] } }, 'document.status.between unknown'],
    [{ status: { in: 5 } }, 'document.status.in type'],
    [{ status: { in: Array.from({ length: 1001 }, () => 'DRAFT') } }, 'document.status.in type'],
    [{ signable: { equals: 'forse' } }, 'document.signable.equals type'],
    [{ status: { equals: { or: 1 } } }, 'document.status.equals type'],
  ])('refuses %j', async (body, field) => {
    const answer = await search('dealer', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});

describe('pagination', () => {
  it.each([{}, { genericFilter: { contains: 'pdf' } }, { fileName: { contains: 'pdf' } }])(
    'returns an empty page past the end, with the right total: %j',
    async (body) => {
      const answer = await search('supervisor', body, '?page=999999999&size=10000');
      expect(answer.json()).toEqual([]);
      expect(answer.headers['x-total-count']).toBe('5');
    },
  );

  it('sorts upper and lower case together', async () => {
    const folder = await portal.newFolder('torino', {}, { hst: '10005' });
    for (const fileName of ['b.pdf', 'A.pdf', 'c.pdf', 'Àa.pdf', 'B2.pdf']) {
      await portal.newDocument(folder, { fileName }, 'torino');
    }
    expect(await names('torino', {}, '?size=100&sort=fileName,asc')).toEqual([
      ...['A.pdf', 'Àa.pdf', 'b.pdf', 'B2.pdf', 'c.pdf'],
    ]);
  });
});

describe('counting', () => {
  const count = (login: string, query = '') => portal.callAs(login, 'GET', `/api/documents/count${query}`);

  it.each([
    ['supervisor', '?hst.equals=10002', 1],
    ['supervisor', '?hst.equals=10003', 0],
    ['supervisor', '?brand.equals=mini', 1],
    ['supervisor', '?type.equals=SALE_USED_PROPOSAL', 1],
    ['dms', '?status.equals=READY_TO_SIGN', 0],
  ])('answers %s with a number: %s', async (login, query, expected) => {
    const answer = await count(login, query);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toBe(expected);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  it('reflects documents changed back to drafts and hidden ones', async () => {
    const folder = await portal.newFolder('milano', {}, { hst: '10003' });
    const id = await portal.newDocument(folder, { fileName: 'conto.pdf' }, 'milano');
    const drafts = async () => (await count('milano', '?status.equals=DRAFT')).json<number>();
    const all = async () => (await count('milano')).json<number>();
    const [before, allBefore] = [await drafts(), await all()];
    expect((await portal.callAs('milano', 'POST', `/api/documents/${id}/take-back`)).statusCode).toBe(200);
    expect(await drafts()).toBe(before + 1);
    await portal.read.updateTable('document').set({ deleted_date: testNow() }).where('id', '=', id).execute();
    expect(await drafts()).toBe(before);
    expect(await all()).toBe(allBefore - 1);
    for (const sort of ['id', 'fileName', 'lastModifiedDate']) {
      expect(await names('milano', { fileName: { contains: 'conto' } }, `?sort=${sort},asc`)).toEqual([]);
    }
    expect(await names('milano', { folderId: { equals: folder } })).toEqual([]);
  });

  it.each(
    rowsOf(`
      ?page=0 | document.page unknown
      ?legalEntity=LE001 | document.legalEntity type
    `),
  )('refuses %s', async (query, field) => {
    const answer = await count('dealer', query);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});
