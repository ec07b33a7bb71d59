/** The dashboard's gauges through HTTP: whose figures, with and without a service, and how documents change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BYTES_PER_MB } from '#domain/entitlements/quota.ts';
import { rowsOf } from '#test/rows.ts';
import { makePaper } from '../../../test/papers/paper.ts';
import { openPortal, type Portal, paper } from '../../../test/portal.ts';
import { bookUse } from '../entitlements/index.ts';
import { repairQuotas } from '../entitlements/tasks.ts';

const OTP = '/api/statistics/number-otp-used';
const SIZE = '/api/statistics/documents-size';
const ARCHIVE = '/api/statistics/archived-documents-size';
const PATHS = [OTP, SIZE, ARCHIVE];

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const ask = (login: string, path: string, legalEntity?: string) =>
  portal.callAs(
    login,
    'GET',
    legalEntity === undefined ? path : `${path}?legalEntity=${encodeURIComponent(legalEntity)}`,
  );
const figures = async (login: string, path: string, legalEntity?: string) => {
  const answer = await ask(login, path, legalEntity);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const sell = (body: object) => portal.create('admin', '/api/intesys-services', body);
const used = async (legalEntity: string): Promise<[number, number]> => {
  const [disk, archive] = await Promise.all([SIZE, ARCHIVE].map((path) => figures('admin', path, legalEntity)));
  return [disk.totalSizeUsed.size, archive.totalSizeUsed.size];
};
const book = (legalEntity: string, parts: number) =>
  portal.test.world.database.transaction((tx) =>
    bookUse(tx, { legalEntity, kind: 'OTP', amount: parts, cause: `prova:${legalEntity}` }, portal.test.clock.now()),
  );

describe('figures', () => {
  it('have no total without a service, otherwise its whole allowance in bytes', async () => {
    expect(await figures('milano', OTP)).toEqual({ used: 0 });
    expect(await figures('milano', SIZE)).toEqual({ totalSizeUsed: { size: 0 } });
    expect(await figures('milano', ARCHIVE)).toEqual({ totalSizeUsed: { size: 0 } });
    await book('LE002', 412);
    await sell({ serviceType: 'OTP', legalEntity: 'LE002', totalOtp: 1000 });
    const space = { legalEntity: 'LE002', expiresAt: '2031-01-01', totalSpace: 1000 };
    await sell({ serviceType: 'DISK_SPACE', ...space });
    await sell({ serviceType: 'STRONGDOX_SPACE', ...space, signatureType: 'FES' });
    expect(await figures('milano', OTP)).toEqual({ used: 412, total: 1000 });
    const whole = { totalSizeUsed: { size: 0 }, totalSizeAvailable: { size: 1_048_576_000 } };
    expect(await figures('milano', SIZE)).toEqual(whole);
    expect(await figures('milano', ARCHIVE, 'LE002')).toEqual(whole);
  });

  it('have a total of 0 when every service has expired or was removed', async () => {
    await sell({ serviceType: 'DISK_SPACE', legalEntity: 'LE005', expiresAt: '2020-01-01', totalSpace: 10 });
    expect(await figures('admin', SIZE, 'LE005')).toEqual({
      totalSizeUsed: { size: 0 },
      totalSizeAvailable: { size: 0 },
    });
    const id = await sell({ serviceType: 'OTP', legalEntity: 'LE005', totalOtp: 10 });
    expect(await figures('admin', OTP, 'LE005')).toEqual({ used: 0, total: 10 });
    await portal.callAs('admin', 'DELETE', `/api/intesys-services/${id}`);
    expect(await figures('admin', OTP, 'LE005')).toEqual({ used: 0, total: 0 });
  });

  it('of all legal entities together are for privileged users who name none', async () => {
    const before = await figures('nsc', OTP);
    expect(before).toEqual({ used: 412, total: 1000 });
    expect(await figures('admin', OTP)).toEqual(before);
    await book('LE006', 8);
    expect(await figures('admin', OTP)).toEqual({ used: 420 });
    await sell({ serviceType: 'OTP', legalEntity: 'LE006', totalOtp: 100 });
    expect(await figures('admin', OTP)).toEqual({ used: 420, total: 1100 });
  });

  it.each<(string | undefined)[]>([
    ['admin', '', '200'],
    ['dealer', undefined, '200'],
    ['nobody', undefined, '403'],
    ...rowsOf(`
      admin | LE003 | 200
      nsc | LE003 | 200
      admin | LE999 | 404
      supervisor | LE001 | 200
      supervisor | LE002 | 404
      dealer | LE001 | 200
      dealer | LE002 | 404
      dealer | LE999 | 404
      readonly | LE001 | 200
      sa3 | LE001 | 200
      sa3 | LE002 | 404
      dms | LE001 | 403
    `),
  ])('%s asking for %j gets %s', async (login = '', legalEntity, status) => {
    for (const path of PATHS) {
      const answer = await ask(login, path, legalEntity);
      expect(answer.statusCode, path).toBe(Number(status));
      if (status === '404') expect(answer.json().code).toBe('legalEntity.notFound');
    }
  });

  it('refuse unknown parameters', async () => {
    for (const query of [
      'legalEntity.equals=LE001',
      'legalEntity=LE001&legalEntity=LE002',
      `legalEntity=${'x'.repeat(300)}`,
    ]) {
      expect((await portal.callAs('admin', 'GET', `${OTP}?${query}`)).statusCode, query).toBe(400);
    }
  });
});

describe('the bytes of documents', () => {
  it('count on creation, in the archive once finished, and are released by an edit or a deletion', async () => {
    const size = (await paper()).byteLength;
    const folderId = await portal.newFolder('torino', {}, { hst: '10005' });
    const id = await portal.newDocument(folderId, { signable: false, sigType: null, type: 'SALE_NEW_RFO' }, 'torino');
    expect((await portal.callAs('torino', 'GET', `/api/documents/${id}`)).json().status).toBe('FINISH');
    expect(await used('LE003')).toEqual([size, size]);
    const other = await portal.newDocument(folderId, {}, 'torino');
    const { fileSize } = (await portal.callAs('torino', 'GET', `/api/documents/${other}`)).json();
    expect(await used('LE003')).toEqual([size + fileSize, size]);
    const edit = { id, archivable: false, signable: false, variableFields: {} };
    expect((await portal.callAs('torino', 'PUT', '/api/documents', edit)).statusCode).toBe(200);
    expect(await used('LE003')).toEqual([size + fileSize, 0]);
    const gone = await Promise.all([1, 2, 3].map(() => portal.callAs('torino', 'DELETE', `/api/documents/${id}`)));
    expect(gone.map((answer) => answer.statusCode).sort()).toEqual([204, 404, 404]);
    expect(await used('LE003')).toEqual([fileSize, 0]);
    expect(await repairQuotas(portal.test.world)).toEqual([]);
  });

  it('are refused when the storage is full: nothing is created, and a deletion makes room', async () => {
    const size = (await paper()).byteLength;
    await sell({ serviceType: 'DISK_SPACE', legalEntity: 'LE004', expiresAt: '2031-01-01', totalSpace: 1 });
    const folderId = await portal.newFolder('roma', {}, { hst: '10007' });
    const plain = { signable: false, sigType: null, archivable: false, type: 'SALE_NEW_RFO' };
    const first = await portal.newDocument(folderId, plain, 'roma');
    const { database } = portal.test.world;
    // Simulates others using all but ten bytes of the remaining space.
    await database.transaction((tx) =>
      tx
        .updateTable('quota')
        .set({ used: BYTES_PER_MB - 10 })
        .where('legal_entity', '=', 'LE004')
        .where('kind', '=', 'DISK_SPACE')
        .execute(),
    );
    const before = await portal.counts();
    const body = { ...(await portal.document(plain)), folderId };
    const stored = async () => {
      let count = 0;
      for await (const _ of portal.test.world.storage.list()) count += 1;
      return count;
    };
    const files = await stored();
    const other = (await makePaper({ title: 'Un altro file' })).toString('base64');
    const refused = await portal.callAs('roma', 'POST', '/api/documents', { ...body, content: other, fileSize: null });
    expect(await stored()).toBe(files);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'quota.spaceSpent']);
    expect(refused.json().message).toContain('Lo spazio disponibile è esaurito');
    expect(await portal.counts()).toEqual(before);
    expect((await portal.callAs('roma', 'DELETE', `/api/documents/${first}`)).statusCode).toBe(204);
    const answers = await Promise.all([1, 2, 3, 4].map(() => portal.callAs('roma', 'POST', '/api/documents', body)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409]);
    // The manipulated figure is found and corrected.
    expect((await repairQuotas(portal.test.world)).map((one) => [one.legalEntity, one.kind])).toEqual([
      ['LE004', 'DISK_SPACE'],
    ]);
    expect(await used('LE004')).toEqual([size, 0]);
  });

  it('that were stored without booking are found by the recount, document by document', async () => {
    const folderId = await portal.newFolder('modena', {}, { hst: '10002' });
    const id = await portal.newDocument(folderId, { signable: false, sigType: null, type: 'SALE_NEW_RFO' }, 'modena');
    const before = await used('LE001');
    const { database } = portal.test.world;
    await database.transaction((tx) => tx.deleteFrom('ledger_entry').where('holder', '=', `document:${id}`).execute());
    expect((await repairQuotas(portal.test.world)).map((one) => one.kind)).toEqual(['DISK_SPACE', 'STRONGDOX_SPACE']);
    expect(await used('LE001')).toEqual(before);
    await portal.callAs('modena', 'DELETE', `/api/documents/${id}`);
    const { byteLength } = await paper();
    expect(await used('LE001')).toEqual([before[0] - byteLength, before[1] - byteLength]);
    expect(await repairQuotas(portal.test.world)).toEqual([]);
  });
});
