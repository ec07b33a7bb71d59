/** Licences and activations through HTTP: fields, files, seats, days, ownership. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_AFGCLIC_BYTES } from '#domain/entitlements/license.ts';
import { romeDay } from '#domain/rome-time.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

const LICENSES = '/api/licenses';
const ACTIVATIONS = '/api/activations';
const LATER = '2040-12-31';

type Row = Record<string, unknown> & { id: number };

let portal: Portal;
let codes = 0;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const wholeLicense = (change: object = {}) => {
  codes += 1;
  return { licenseCode: `LIC-${codes}`, licenseAmount: 5, legalEntity: 'LE001', expiresAt: LATER, ...change };
};
async function created(path: string, body: object, login = 'admin'): Promise<Row> {
  const answer = await portal.callAs(login, 'POST', path, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const newLicense = (change?: object) => created(LICENSES, wholeLicense(change));
const newActivation = (license: Row, change: object = {}, login?: string) =>
  created(ACTIVATIONS, { licenseId: license.id, hst: '10001', ...change }, login);
const read = async (path: string, id: number, login = 'admin'): Promise<Row> =>
  (await portal.callAs(login, 'GET', `${path}/${id}`)).json();
const list = async (login: string, path: string, query = ''): Promise<Row[]> =>
  (await portal.callAs(login, 'GET', `${path}?size=1000${query}`)).json();
const base64 = (bytes: number): string => Buffer.alloc(bytes, 'a').toString('base64');
const day = (offset: number) =>
  new Date(Date.parse(romeDay(portal.test.clock.now())) + offset * 86_400_000).toISOString().slice(0, 10);

describe('a licence', () => {
  it('is created, read, replaced and deleted', async () => {
    const row = await newLicense({ hstList: ['10001', '10002', '10001'], notes: 'Prova' });
    expect(row).toMatchObject({
      licenseAmount: 5,
      activationsCount: 0,
      legalEntity: 'LE001',
      hstList: ['10001', '10002'],
      hasAfgclic: false,
      afgclicName: null,
      notes: 'Prova',
      expiresAt: LATER,
    });
    const answer = await portal.callAs('admin', 'PUT', LICENSES, { ...row, licenseAmount: 7, activationsCount: 99 });
    expect(answer.json(), answer.body).toMatchObject({ id: row.id, licenseAmount: 7, activationsCount: 0 });
    expect((await portal.callAs('admin', 'DELETE', `${LICENSES}/${row.id}`)).statusCode).toBe(204);
    expect((await portal.callAs('admin', 'GET', `${LICENSES}/${row.id}`)).statusCode).toBe(404);
    expect((await portal.callAs('admin', 'DELETE', `${LICENSES}/${row.id}`)).statusCode).toBe(404);
    expect((await portal.callAs('admin', 'PUT', LICENSES, answer.json())).statusCode).toBe(404);
    expect((await newLicense({ licenseCode: row.licenseCode })).id).not.toBe(row.id);
  });

  it.each([
    [{ legalEntity: 'LE999' }, 'legalEntity unknownLegalEntity'],
    [{ hstList: ['10001', '99999'] }, 'hstList.1 unknownDealer'],
    [{ hstList: ['10003'] }, 'hstList.0 dealerOfOtherEntity'],
    [{ afgclic: { fileName: 'a.afgclic' } }, 'afgclic.content required'],
  ])('is refused with %j', async (change, field) => {
    const answer = await portal.callAs('admin', 'POST', LICENSES, wholeLicense(change));
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'license.invalid']);
    expect(refusedFields(answer)).toEqual([`license.${field}`]);
  });

  it('has a unique code, ignoring case and under concurrent requests', async () => {
    const body = wholeLicense({ licenseCode: 'Unica-1' });
    const answers = await Promise.all(
      ['unica-1', 'UNICA-1', 'Unica-1', 'unicA-1'].map((licenseCode) =>
        portal.callAs('admin', 'POST', LICENSES, { ...body, licenseCode }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 400, 400, 400]);
    const refused = answers.find((answer) => answer.statusCode === 400);
    expect(refused && refusedFields(refused)).toEqual(['license.licenseCode alreadyUsed']);
    const other = await newLicense();
    const taken = await portal.callAs('admin', 'PUT', LICENSES, { ...other, licenseCode: 'UNICA-1' });
    expect([taken.statusCode, ...refusedFields(taken)]).toEqual([400, 'license.licenseCode alreadyUsed']);
  });

  it('keeps its legal entity and refuses an edit of an older version', async () => {
    const row = await newLicense();
    const moved = await portal.callAs('admin', 'PUT', LICENSES, { ...row, legalEntity: 'LE002' });
    expect([moved.statusCode, ...refusedFields(moved)]).toEqual([400, 'license.legalEntity readOnly']);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((notes) => portal.callAs('admin', 'PUT', LICENSES, { ...row, notes })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
  });
});

describe('the file of a licence', () => {
  const withFile = (fileName: string, content: string) => wholeLicense({ afgclic: { fileName, content } });

  it('is returned byte by byte, kept by an edit without a file and replaced by an edit with one', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 200, 0]);
    const row = await created(LICENSES, withFile('Licenza n° 1.AFGCLIC', bytes.toString('base64')));
    expect(row).toMatchObject({ hasAfgclic: true, afgclicName: 'Licenza n° 1.AFGCLIC' });
    const answer = await portal.callAs('supervisor', 'GET', `${LICENSES}/${row.id}/afgclic`);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toContain('attachment');
    const kept = await portal.callAs('admin', 'PUT', LICENSES, { ...row, afgclic: null });
    expect(kept.json()).toMatchObject({ hasAfgclic: true, afgclicName: 'Licenza n° 1.AFGCLIC' });
    const afgclic = { fileName: 'b.afgclic', content: base64(3) };
    await portal.callAs('admin', 'PUT', LICENSES, { ...kept.json<object>(), afgclic });
    expect((await portal.callAs('admin', 'GET', `${LICENSES}/${row.id}/afgclic`)).body).toBe('aaa');
  });

  it('is limited to exactly 1 MB', async () => {
    expect((await created(LICENSES, withFile('a.afgclic', base64(MAX_AFGCLIC_BYTES)))).hasAfgclic).toBe(true);
    const answer = await portal.callAs('admin', 'POST', LICENSES, withFile('a.afgclic', base64(MAX_AFGCLIC_BYTES + 1)));
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'license.fileTooLarge']);
  });

  it.each([
    ['a.exe', base64(3)],
    ['../a.afgclic', base64(3)],
    ['.afgclic', base64(3)],
    ['c:a.afgclic', base64(3)],
    ['a.afgclic', ''],
    ['a.afgclic', 'YWF='],
    ['a.afgclic', 'YW Fh'],
    ['a.afgclic', 'data:text/plain;base64,YWFh'],
  ])('is refused as %s with %j', async (fileName, content) => {
    const answer = await portal.callAs('admin', 'POST', LICENSES, withFile(fileName, content));
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'license.fileInvalid']);
  });
});

describe('an activation', () => {
  it('starts as a draft with a unique code and takes a seat until it is deleted', async () => {
    const license = await newLicense();
    const [first, second] = [await newActivation(license, { deviceLabel: 'Banco 1' }), await newActivation(license)];
    expect(first).toMatchObject({
      licenseId: license.id,
      hst: '10001',
      status: 'DRAFT',
      deviceLabel: 'Banco 1',
      deviceName: null,
      expiresAt: null,
    });
    expect(first.activationCode).toMatch(/^ACT-[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(second.activationCode).not.toBe(first.activationCode);
    expect((await read(LICENSES, license.id)).activationsCount).toBe(2);
    expect((await read(LICENSES, license.id)).lastModifiedDate).toBe(license.lastModifiedDate);
    const remove = () => portal.callAs('admin', 'DELETE', `${ACTIVATIONS}/${first.id}`);
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([204, 204, 204]);
    expect((await read(LICENSES, license.id)).activationsCount).toBe(1);
    expect((await read(ACTIVATIONS, first.id)).status).toBe('DELETED');
    const edit = await portal.callAs('admin', 'PUT', ACTIVATIONS, { id: first.id, notes: 'dopo' });
    expect([edit.statusCode, edit.json().code]).toEqual([409, 'activation.deleted']);
  });

  it('never exceeds the seats of the licence under concurrent requests', async () => {
    const license = await newLicense({ licenseAmount: 3 });
    const body = { licenseId: license.id, hst: '10001' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => portal.callAs('admin', 'POST', ACTIVATIONS, body)),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(3);
    const refused = answers.filter((answer) => answer.statusCode !== 201);
    expect(new Set(refused.map((answer) => `${answer.statusCode} ${answer.json().code}`))).toEqual(
      new Set(['409 license.noSeat']),
    );
    expect(await list('admin', ACTIVATIONS, `&licenseId.equals=${license.id}`)).toHaveLength(3);
    const fewer = await portal.callAs('admin', 'PUT', LICENSES, { ...license, licenseAmount: 2 });
    expect([fewer.statusCode, fewer.json().code]).toEqual([409, 'license.seatsTaken']);
    const gone = await portal.callAs('admin', 'DELETE', `${LICENSES}/${license.id}`);
    expect([gone.statusCode, gone.json().code]).toEqual([409, 'license.hasActivations']);
  });

  it.each([
    [{ hst: '99999' }, 'hst unknownDealer'],
    [{ hst: '10003' }, 'hst dealerNotLicensed'],
    [{ hst: '10002' }, 'hst dealerNotLicensed'],
    [{ licenseId: 999_999_999 }, 'licenseId unknownLicense'],
    [{ expiresAt: '2041-01-01' }, 'expiresAt afterLicense'],
  ])('is refused with %j', async (change, field) => {
    const license = await newLicense({ hstList: ['10001'] });
    const body = { licenseId: license.id, hst: '10001', ...change };
    const answer = await portal.callAs('admin', 'POST', ACTIVATIONS, body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'activation.invalid']);
    expect(refusedFields(answer)).toEqual([`activation.${field}`]);
    expect((await read(LICENSES, license.id)).activationsCount).toBe(0);
  });

  it('can be edited except for fixed fields; its status cannot be set', async () => {
    const row = await newActivation(await newLicense());
    const changed = { ...row, deviceLabel: 'Banco 2', status: 'ACTIVATED', activationCode: 'ACT-MIO', deviceName: 'X' };
    const answer = await portal.callAs('admin', 'PUT', ACTIVATIONS, changed);
    expect(answer.json(), answer.body).toMatchObject({
      deviceLabel: 'Banco 2',
      status: 'DRAFT',
      activationCode: row.activationCode,
      deviceName: null,
    });
    const moved = await portal.callAs('admin', 'PUT', ACTIVATIONS, { id: row.id, hst: '10002', licenseId: 1 });
    expect(refusedFields(moved)).toEqual(['activation.hst readOnly', 'activation.licenseId readOnly']);
    const stale = await portal.callAs('admin', 'PUT', ACTIVATIONS, row);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict.stale']);
  });

  it('expires at the end of its day in Rome or of the licence’s, and is found by the status it shows', async () => {
    const license = await newLicense();
    const short = await newLicense();
    const own = await newActivation(license);
    const byLicense = await newActivation(short);
    const lasting = await newActivation(license);
    const until = async (expiresAt: string) => {
      await portal.callAs('admin', 'PUT', ACTIVATIONS, { id: own.id, expiresAt });
      const { lastModifiedDate: _, ...rest } = short;
      await portal.callAs('admin', 'PUT', LICENSES, { ...rest, expiresAt });
      return Promise.all([own, byLicense, lasting].map(async ({ id }) => (await read(ACTIVATIONS, id)).status));
    };
    const found = async (status: string) =>
      (await list('admin', ACTIVATIONS, `&status.equals=${status}`)).map((row) => row.id);
    expect(await until(day(0))).toEqual(['DRAFT', 'DRAFT', 'DRAFT']);
    expect(await until(day(-1))).toEqual(['EXPIRED', 'EXPIRED', 'DRAFT']);
    expect(await found('EXPIRED')).toEqual(expect.arrayContaining([own.id, byLicense.id]));
    expect(await found('DRAFT')).toContain(lasting.id);
    expect(await found('DRAFT')).not.toContain(own.id);
    const late = await portal.callAs('admin', 'POST', ACTIVATIONS, { licenseId: short.id, hst: '10001' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'license.expired']);
    expect((await read(LICENSES, license.id)).activationsCount).toBe(2);
  });
});

describe('access to licences and activations', () => {
  it('lets a supervisor activate own licences for own dealers', async () => {
    const [ours, theirs] = [await newLicense(), await newLicense({ legalEntity: 'LE002' })];
    const post = (body: object) => portal.callAs('supervisor', 'POST', ACTIVATIONS, body);
    expect(refusedFields(await post({ licenseId: ours.id, hst: '10003' }))).toEqual(['activation.hst otherDealer']);
    expect(refusedFields(await post({ licenseId: theirs.id, hst: '10001' }))).toEqual([
      'activation.licenseId unknownLicense',
    ]);
  });

  it('filters lists by criteria and refuses unknown ones', async () => {
    const license = await newLicense({ hstList: ['10002'], notes: 'Cercata davvero' });
    const row = await newActivation(license, { hst: '10002', deviceLabel: 'Totem ingresso' });
    const found = async (path: string, query: string) => (await list('admin', path, query)).map((one) => one.id);
    expect(await found(LICENSES, '&genericFilter.contains=cercata')).toEqual([license.id]);
    expect(await found(LICENSES, '&hst.equals=10002&hasAfgclic.equals=false')).toContain(license.id);
    expect(await found(LICENSES, '&hasAfgclic.equals=true')).not.toContain(license.id);
    expect(await found(LICENSES, '&hasAfgclic.notEquals=true')).toContain(license.id);
    expect(await found(LICENSES, '&hstList.notEquals=10002')).not.toContain(license.id);
    expect(await found(LICENSES, '&hstList.notEquals=10003&notes.contains=')).toContain(license.id);
    expect(await found(ACTIVATIONS, '&deviceLabel.contains=totem')).toEqual([row.id]);
    expect(await found(ACTIVATIONS, `&activationCode.equals=${row.activationCode}`)).toEqual([row.id]);
    expect(await found(ACTIVATIONS, '&status.in=EXPIRED')).not.toContain(row.id);
    expect((await list('admin', ACTIVATIONS, '&sort=status,asc&sort=id,asc')).length).toBeGreaterThan(0);
    for (const path of [`${LICENSES}?afgclic.equals=1`, `${LICENSES}?sort=hstList`, `${LICENSES}?size=0`]) {
      expect((await portal.callAs('admin', 'GET', path)).statusCode, path).toBe(400);
    }
  });
});
