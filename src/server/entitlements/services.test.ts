/** Services through HTTP: six types with their fields, who sees and changes which, their totals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BYTES_PER_MB } from '#domain/entitlements/quota.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { bookUse } from './index.ts';

const PATH = '/api/intesys-services';
const NEXT_YEAR = '2031-12-31';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const post = (body: object, login = 'admin') => portal.callAs(login, 'POST', PATH, body);
const created = async (body: object): Promise<Record<string, unknown>> => {
  const answer = await post(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const list = async (login: string, query = ''): Promise<Record<string, unknown>[]> =>
  (await portal.callAs(login, 'GET', `${PATH}?size=1000${query}`)).json();

const WHOLE: Record<string, object> = {
  DISK_SPACE: { expiresAt: NEXT_YEAR, totalSpace: 500, notes: 'Rinnovo' },
  STRONGDOX_SPACE: { expiresAt: NEXT_YEAR, totalSpace: 100, signatureType: 'FES' },
  OTP: { totalOtp: 1000 },
  SIGNATURE_TYPE: { expiresAt: NEXT_YEAR, signatureType: 'FEA', folderTypeSet: ['SALE_NEW', 'SERVICE'], notes: 'Nota' },
  TPIM: { expiresAt: NEXT_YEAR },
  SIGNATURE_NOTIFICATION: { expiresAt: NEXT_YEAR, signatureType: 'FES' },
};
const LEGAL_ENTITY = 'LE006';

describe('a service', () => {
  it.each(Object.entries(WHOLE))(
    '%s is created with its own fields, the others stay empty',
    async (serviceType, fields) => {
      const empty = {
        expiresAt: null,
        totalSpace: null,
        totalOtp: null,
        signatureType: null,
        folderTypeSet: null,
        notes: null,
      };
      const row = await created({ serviceType, legalEntity: LEGAL_ENTITY, ...fields });
      expect(row).toMatchObject({ ...empty, serviceType, legalEntity: LEGAL_ENTITY, ...fields, createdBy: 'admin' });
      expect((await portal.callAs('admin', 'GET', `${PATH}/${row.id}`)).json()).toEqual(row);
    },
  );

  it('is an archive for one or several signature types, and is found by each of them', async () => {
    const archive = { serviceType: 'STRONGDOX_SPACE', legalEntity: LEGAL_ENTITY, expiresAt: NEXT_YEAR, totalSpace: 7 };
    const both = await created({ ...archive, signatureType: ['FES', 'FEA'] });
    expect(both.signatureType).toEqual(['FEA', 'FES']);
    const one = await created({ ...archive, signatureType: ['FES'] });
    expect(one.signatureType).toBe('FES');
    const found = async (query: string) =>
      (await list('admin', `&totalSpace.equals=7&${query}`)).map(({ signatureType }) => signatureType);
    expect(await found('signatureType.equals=FEA')).toEqual([['FEA', 'FES']]);
    expect(await found('signatureType.in=FES&sort=signatureType,desc')).toEqual(['FES', ['FEA', 'FES']]);
    expect(await found('signatureType.notEquals=FEA')).toEqual(['FES']);

    const back = await portal.callAs('admin', 'PUT', PATH, { ...both, notes: 'Riportato' });
    const carried: Record<string, unknown> = back.json();
    expect([back.statusCode, carried.signatureType]).toEqual([200, ['FEA', 'FES']]);
    const fewer = await portal.callAs('admin', 'PUT', PATH, { ...carried, signatureType: 'FEA' });
    expect([fewer.statusCode, fewer.json().signatureType]).toEqual([200, 'FEA']);
  });

  it('of any other type has one signature type', async () => {
    for (const serviceType of ['SIGNATURE_TYPE', 'SIGNATURE_NOTIFICATION']) {
      const body = { serviceType, legalEntity: LEGAL_ENTITY, expiresAt: NEXT_YEAR, signatureType: ['FEA', 'FES'] };
      const answer = await post(body);
      expect([answer.statusCode, ...refusedFields(answer)]).toEqual([400, 'service.signatureType oneOf']);
    }
  });

  it('names an existing legal entity and existing folder types', async () => {
    const wrong = { serviceType: 'SIGNATURE_TYPE', ...WHOLE.SIGNATURE_TYPE };
    const entity = await post({ ...wrong, legalEntity: 'LE999' });
    expect([entity.statusCode, ...refusedFields(entity)]).toEqual([400, 'service.legalEntity unknownLegalEntity']);
    const type = await post({ ...wrong, legalEntity: LEGAL_ENTITY, folderTypeSet: ['LEASING'] });
    expect([type.statusCode, ...refusedFields(type)]).toEqual([400, 'service.folderTypeSet.0 oneOf']);
  });
});

describe('a signature type without folder types', () => {
  it.each([[{}], [{ folderTypeSet: null }], [{ folderTypeSet: [] }]])(
    'applies to the whole legal entity: %j',
    async (given) => {
      const folderIds = await Promise.all(
        (['PRIVACY', 'SALE_NEW', 'SERVICE'] as const).map((type) =>
          portal.newFolder('admin', { type, plate: 'EE000EE' }, { hst: '10003' }),
        ),
      );
      const signed = () =>
        Promise.all(
          folderIds.map(async (id) => (await portal.callAs('admin', 'GET', `/api/folders-ext/${id}/fea`)).json()),
        );
      expect(await signed()).toEqual([[], [], []]);
      const row = await created({
        ...{ serviceType: 'SIGNATURE_TYPE', legalEntity: 'LE002', expiresAt: NEXT_YEAR, signatureType: 'FES' },
        ...given,
      });
      expect(row.folderTypeSet).toEqual([...FOLDER_TYPES]);
      expect(await signed()).toEqual([['FES'], ['FES'], ['FES']]);
      expect(
        (await list('admin', '&folderTypeSet.in=SALE_USED&legalEntity.equals=LE002')).map(({ id }) => id),
      ).toContain(row.id);
      expect((await portal.callAs('admin', 'DELETE', `${PATH}/${row.id}`)).statusCode).toBe(204);
    },
  );
});

describe('changing a service', () => {
  it('accepts the whole row and ignores derived fields', async () => {
    const row = await created({ serviceType: 'DISK_SPACE', legalEntity: 'LE005', ...WHOLE.DISK_SPACE });
    const body = { ...row, totalSpace: 900, notes: null, usedSpace: 77, createdBy: 'altri' };
    const answer = await portal.callAs('admin', 'PUT', PATH, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id: row.id, totalSpace: 900, notes: null, createdBy: 'admin' });
    expect(answer.json().lastModifiedDate > String(row.lastModifiedDate)).toBe(true);
  });

  it('refuses another type, another legal entity, fields of another type and an older version', async () => {
    const row = await created({ serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: NEXT_YEAR });
    const { lastModifiedDate: _, ...undated } = row;
    const changes: [object, number, string][] = [
      [{ ...undated, serviceType: 'OTP', totalOtp: 5, expiresAt: null }, 400, 'service.serviceType readOnly'],
      [{ ...undated, legalEntity: 'LE001' }, 400, 'service.legalEntity readOnly'],
      [{ ...undated, totalOtp: 5 }, 400, 'service.totalOtp unknown'],
      [{ ...undated, extra: 5 }, 400, 'service.extra unknown'],
      [{ ...undated, lastModifiedDate: 'ieri' }, 400, 'service.lastModifiedDate date'],
    ];
    for (const [body, status, refused] of changes) {
      const answer = await portal.callAs('admin', 'PUT', PATH, body);
      expect([answer.statusCode, ...refusedFields(answer)], refused).toEqual([status, refused]);
    }
    const stale = { ...undated, lastModifiedDate: '2020-01-01T00:00:00.000Z' };
    const answer = await portal.callAs('admin', 'PUT', PATH, stale);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.stale']);
    expect((await portal.callAs('admin', 'GET', `${PATH}/${row.id}`)).json()).toEqual(row);
  });

  it('lets one of several concurrent edits succeed', async () => {
    const row = await created({ serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: NEXT_YEAR });
    const days = ['2032-01-01', '2032-01-02', '2032-01-03', '2032-01-04'];
    const answers = await Promise.all(
      days.map((expiresAt) => portal.callAs('admin', 'PUT', PATH, { ...row, expiresAt })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  it('removes it from every list', async () => {
    const { id } = await created({ serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: NEXT_YEAR });
    const remove = () => portal.callAs('admin', 'DELETE', `${PATH}/${id}`);
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 404]);
    expect((await portal.callAs('admin', 'GET', `${PATH}/${id}`)).statusCode).toBe(404);
    expect((await list('admin')).map((row) => row.id)).not.toContain(id);
    expect(
      (await portal.callAs('admin', 'PUT', PATH, { id, serviceType: 'TPIM', expiresAt: NEXT_YEAR })).statusCode,
    ).toBe(404);
  });
});

describe('the list of services', () => {
  it('filters by criteria and refuses unknown ones', async () => {
    const of = async (query: string) => (await list('admin', query)).map((row) => row.serviceType);
    expect(new Set(await of('&serviceType.in=OTP,TPIM'))).toEqual(new Set(['OTP', 'TPIM']));
    expect(new Set(await of(`&legalEntity.equals=${LEGAL_ENTITY}&totalSpace.greaterThan=200`))).toEqual(
      new Set(['DISK_SPACE']),
    );
    expect(await of('&folderTypeSet.in=SERVICE&signatureType.equals=FEA')).toContain('SIGNATURE_TYPE');
    expect(await of('&folderTypeSet.notEquals=SERVICE&serviceType.equals=TPIM')).toContain('TPIM');
    expect(await of('&folderTypeSet.notEquals=SERVICE&folderTypeSet.equals=SERVICE')).toEqual([]);
    expect(new Set(await of('&serviceType.contains=_space'))).toEqual(new Set(['DISK_SPACE', 'STRONGDOX_SPACE']));
    expect(await of('&genericFilter.contains=rinnov')).toContain('DISK_SPACE');
    expect(await of('&expiresAt.lessThan=2021-01-01')).toEqual(['SIGNATURE_TYPE']);
    const sorted = await list('admin', '&sort=legalEntity,asc&sort=id,asc');
    const keys = sorted.map((row) => String(row.legalEntity));
    expect(keys).toEqual([...keys].sort());
    for (const query of [
      'boh.equals=1',
      'expiresAt.contains=2027',
      'sort=folderTypeSet,asc',
      'totalOtp.equals=molti',
    ]) {
      expect((await portal.callAs('admin', 'GET', `${PATH}?${query}`)).statusCode, query).toBe(400);
    }
  });
});

describe('the usage of a service', () => {
  it('counts for the service that expires first, then the next; the last one takes the rest', async () => {
    const disk = (expiresAt: string, totalSpace: number) =>
      created({ serviceType: 'DISK_SPACE', legalEntity: 'LE003', expiresAt, totalSpace });
    const [late, soon] = [await disk('2032-01-01', 4), await disk('2031-01-01', 1)];
    const otp = await created({ serviceType: 'OTP', legalEntity: 'LE003', totalOtp: 3 });
    const { database, clock } = portal.test.world;
    await database.transaction(async (tx) => {
      await bookUse(tx, { legalEntity: 'LE003', kind: 'OTP', amount: 5, cause: 'prova:1' }, clock.now());
      await tx
        .insertInto('quota')
        .values({ legal_entity: 'LE003', kind: 'DISK_SPACE', used: BYTES_PER_MB * 1.75 })
        .execute();
    });
    const shown = async (row: Record<string, unknown>) => {
      const { usedSpace, usedOtp } = (await portal.callAs('admin', 'GET', `${PATH}/${row.id}`)).json();
      return [usedSpace, usedOtp];
    };
    expect(await shown(soon)).toEqual([1, null]);
    expect(await shown(late)).toEqual([0.75, null]);
    expect(await shown(otp)).toEqual([null, 5]);
  });
});
