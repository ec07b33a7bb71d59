/** In the list of all documents, each view's count matches its list for every role, and the Excel file has the same rows. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_VIEWS, viewCriteria } from '#domain/documents/document-views.ts';
import { wallClock } from '#domain/rome-time.ts';
import { openPortal, type Portal } from '../../../../../test/portal.ts';
import { readSheet, textOf } from '../../../http/response/workbook-read.suite.ts';

let portal: Portal;
let bmw: number;
const made: Record<string, number> = {};

const post = (login: string, path: string, body: object) =>
  portal.callAs(login, 'POST', `/api/documents-ext/${path}`, body);
const counts = async (login: string, body: object = {}) => (await post(login, 'views/count', body)).json();
const total = async (login: string, body: object): Promise<number> =>
  Number((await post(login, 'search?size=1', body)).headers['x-total-count']);
const states = (name: string, status: string, reason: string | null = null) =>
  sql`update document set status = ${status}, status_reason = ${reason} where id = ${made[name]}`.execute(portal.read);

beforeAll(async () => {
  portal = await openPortal();
  bmw = await portal.newFolder('dealer', { businessId: 'PV-1', plate: 'AA111AA' }, { lastName: '=SOMMA(A1)' });
  const modena = await portal.newFolder('modena', { type: 'SALE_USED' }, { hst: '10002', lastName: 'Terzi' });
  for (const name of 'pronto rifiutato estraneo bloccato parte firmato privacy scaduto concluso'.split(' ')) {
    made[name] = await portal.newDocument(bmw, { fileName: `${name}.pdf` });
  }
  made.bozza = await portal.newDocument(bmw, { fileName: '@bozza.pdf', draft: true });
  made.altrui = await portal.newDocument(modena, { fileName: 'altrui.pdf', type: 'SALE_USED_PROPOSAL' }, 'modena');
  await states('rifiutato', 'READY_TO_SIGN', 'signing.declined');
  await states('estraneo', 'READY_TO_SIGN', 'signing.notMe');
  await states('bloccato', 'READY_TO_SIGN', 'signing.locked');
  await states('altrui', 'READY_TO_SIGN', 'signing.declined');
  await states('parte', 'START_SIGN');
  await states('firmato', 'SIGNED');
  await states('privacy', 'PRIVACY_UPDATING');
  await states('scaduto', 'EXPIRED');
  await states('concluso', 'FINISH');
});
afterAll(() => portal.close());

describe('the views', () => {
  it('partition what a dealer may see, and reveal nothing of another dealer’s', async () => {
    const mine = { all: 10, toSign: 2, waiting: 1, signed: 2, declined: 2, expired: 1, drafts: 1 };
    expect(await counts('dealer')).toEqual(mine);
    expect(await counts('admin')).toEqual({ ...mine, all: 11, declined: 3 });
  });

  it.each<[string, object]>([
    ['of everything', {}],
    ['of a period', { createdDate: { greaterThanOrEqual: '2000-01-01', lessThan: '2100-01-01' } }],
    ['of another period', { createdDate: { lessThan: '2000-01-01' } }],
    ['of one seller', { createdBy: { equals: 'dealer' } }],
    ['of a type', { type: { equals: 'SALE_NEW_PROPOSAL' } }],
    ['of a brand and a legal entity', { brand: { equals: 'bmw' }, legalEntity: { equals: 'LE001' } }],
    ['of a folder', { folderDTO: { businessId: { equals: 'PV-1' } } }],
    ['with a text', { genericFilter: { contains: 'firmato' } }],
  ])('have counts that match their lists: %s', async (_, given) => {
    const flat = 'folderDTO' in given ? { 'folderDTO.businessId': { equals: 'PV-1' } } : given;
    for (const login of ['admin', 'dealer', 'modena', 'readonly', 'dms']) {
      const counted = await counts(login, flat);
      expect(counted.all, login).toBe(await total(login, flat));
      for (const view of DOCUMENT_VIEWS) {
        expect(counted[view], `${login} ${view}`).toBe(await total(login, { ...flat, ...viewCriteria(view) }));
      }
    }
  });
});

describe('the Excel file', () => {
  const rowsOf = async (login: string, body: object, query = '') =>
    readSheet((await post(login, `download${query}`, body)).rawPayload).slice(1);

  it('has every row found, in the list’s order, regardless of the page', async () => {
    const rows = await rowsOf('dealer', { folderId: { equals: bmw } }, '?sort=fileName,asc&page=3&size=1');
    expect(rows.map((row) => textOf(row).M)).toEqual(
      [
        '@bozza',
        'bloccato',
        'concluso',
        'estraneo',
        'firmato',
        'parte',
        'privacy',
        'pronto',
        'rifiutato',
        'scaduto',
      ].map((name) => `${name}.pdf`),
    );
    expect(await rowsOf('modena', { folderId: { equals: bmw } })).toEqual([]);
  });

  it('has typed numbers and dates, and texts that are never formulas', async () => {
    const [row] = await rowsOf('dealer', { id: { equals: made.rifiutato } });
    const { created_date: created } = await portal.read
      .selectFrom('document')
      .select('created_date')
      .where('id', '=', made.rifiutato ?? 0)
      .executeTakeFirstOrThrow();
    expect(row?.get('A')).toMatchObject({ value: String(made.rifiutato) });
    expect(Number(row?.get('O')?.value)).toBeCloseTo(wallClock(created.getTime()) / 86_400_000 + 25_569, 5);
    expect(textOf(row)).toMatchObject({ C: 'Da Avviare', D: 'Chi doveva firmare ha rifiutato.' });
    expect(row?.get('F')).toMatchObject({ value: expect.stringContaining('=SOMMA(A1)') });
    const answer = await post('dealer', 'download', {});
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="documenti-\d{4}-\d\d-\d\d\.xlsx"/);
  });
});
