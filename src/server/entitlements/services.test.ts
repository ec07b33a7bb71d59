/** Services through HTTP: six types with their fields, who sees and changes which, what they come to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BYTES_PER_MB } from '#domain/entitlements/quota.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';
import { bookMessage } from './index.ts';

const PATH = '/api/intesys-services';
const NEXT_YEAR = '2031-12-31';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const post = (body: object, login = 'admin') => portal.as(login, 'POST', PATH, body);
const created = async (body: object): Promise<Record<string, unknown>> => {
  const answer = await post(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const list = async (login: string, query = ''): Promise<Record<string, unknown>[]> =>
  (await portal.as(login, 'GET', `${PATH}?size=1000${query}`)).json();

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
    '%s is made with its own fields, the others stay empty',
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
      expect((await portal.as('admin', 'GET', `${PATH}/${row.id}`)).json()).toEqual(row);
    },
  );

  it.each([
    ['DISK_SPACE', { expiresAt: NEXT_YEAR }, ['totalSpace required']],
    ['DISK_SPACE', { totalSpace: 5 }, ['expiresAt required']],
    ['DISK_SPACE', { expiresAt: '2027-02-30', totalSpace: 5 }, ['expiresAt date']],
    ['DISK_SPACE', { expiresAt: NEXT_YEAR, totalSpace: 0 }, ['totalSpace positive']],
    ['DISK_SPACE', { expiresAt: NEXT_YEAR, totalSpace: -3 }, ['totalSpace positive']],
    ['DISK_SPACE', { expiresAt: NEXT_YEAR, totalSpace: 1.5 }, ['totalSpace integer']],
    ['DISK_SPACE', { expiresAt: NEXT_YEAR, totalSpace: 100_000_001 }, ['totalSpace tooHigh']],
    ['DISK_SPACE', { expiresAt: NEXT_YEAR, totalSpace: '500' }, ['totalSpace integer']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, totalOtp: 5 }, ['totalOtp unknown']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, signatureType: 'FES' }, ['signatureType unknown']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, notes: 'a\u0000b' }, ['notes characters']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, notes: 'n'.repeat(256) }, ['notes max']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, id: 4 }, ['id unknown']],
    ['DISK_SPACE', { ...WHOLE.DISK_SPACE, usedSpace: 4 }, ['usedSpace unknown']],
    ['STRONGDOX_SPACE', { expiresAt: NEXT_YEAR, totalSpace: 5 }, ['signatureType required']],
    ['OTP', {}, ['totalOtp required']],
    ['OTP', { totalOtp: 5, expiresAt: NEXT_YEAR }, ['expiresAt unknown']],
    ['SIGNATURE_TYPE', { expiresAt: NEXT_YEAR, signatureType: 'FES' }, ['folderTypeSet required']],
    ['SIGNATURE_TYPE', { ...WHOLE.SIGNATURE_TYPE, folderTypeSet: [] }, ['folderTypeSet required']],
    ['SIGNATURE_TYPE', { ...WHOLE.SIGNATURE_TYPE, folderTypeSet: ['LEASING'] }, ['folderTypeSet.0 oneOf']],
    ['SIGNATURE_TYPE', { ...WHOLE.SIGNATURE_TYPE, signatureType: 'OTP' }, ['signatureType oneOf']],
    ['TPIM', { expiresAt: NEXT_YEAR, notes: 'Nota' }, ['notes unknown']],
    ['SIGNATURE_NOTIFICATION', { expiresAt: NEXT_YEAR }, ['signatureType required']],
    ['LEASING', { expiresAt: NEXT_YEAR }, ['serviceType oneOf']],
    [undefined, { expiresAt: NEXT_YEAR }, ['serviceType required']],
  ] as const)('%s refuses %j', async (serviceType, fields, refused) => {
    const answer = await post({ serviceType, legalEntity: LEGAL_ENTITY, ...fields });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('service.invalid');
    expect(refusedFields(answer)).toEqual(refused.map((one) => `service.${one}`));
  });

  it.each([
    ['is not known', 'LE999', 'unknownLegalEntity'],
    ['is missing', undefined, 'required'],
    ['is a list', ['LE001'], 'type'],
  ])('is refused when its legal entity %s', async (_, legalEntity, code) => {
    const answer = await post({ serviceType: 'OTP', legalEntity, totalOtp: 5 });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([`service.legalEntity ${code}`]);
  });

  it('is made once for one Idempotency-Key', async () => {
    const body = { serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: '2033-03-03' };
    const key = { 'idempotency-key': 'tpim-1' };
    const answers = await Promise.all([1, 2, 3].map(() => portal.as('admin', 'POST', PATH, body, key)));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await list('admin', '&expiresAt.equals=2033-03-03')).toHaveLength(1);
  });
});

describe('changing a service', () => {
  it('takes the whole row back and ignores what is derived', async () => {
    const row = await created({ serviceType: 'DISK_SPACE', legalEntity: 'LE005', ...WHOLE.DISK_SPACE });
    const body = { ...row, totalSpace: 900, notes: null, usedSpace: 77, createdBy: 'altri' };
    const answer = await portal.as('admin', 'PUT', PATH, body);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id: row.id, totalSpace: 900, notes: null, createdBy: 'admin' });
    expect(answer.json().lastModifiedDate > String(row.lastModifiedDate)).toBe(true);
  });

  it('refuses another type, another legal entity, fields of another type and an older row', async () => {
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
      const answer = await portal.as('admin', 'PUT', PATH, body);
      expect([answer.statusCode, ...refusedFields(answer)], refused).toEqual([status, refused]);
    }
    const stale = { ...undated, lastModifiedDate: '2020-01-01T00:00:00.000Z' };
    const answer = await portal.as('admin', 'PUT', PATH, stale);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict.stale']);
    expect((await portal.as('admin', 'GET', `${PATH}/${row.id}`)).json()).toEqual(row);
  });

  it('lets one of several who read the same row win', async () => {
    const row = await created({ serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: NEXT_YEAR });
    const days = ['2032-01-01', '2032-01-02', '2032-01-03', '2032-01-04'];
    const answers = await Promise.all(days.map((expiresAt) => portal.as('admin', 'PUT', PATH, { ...row, expiresAt })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  it('removes it from every list', async () => {
    const { id } = await created({ serviceType: 'TPIM', legalEntity: 'LE005', expiresAt: NEXT_YEAR });
    const remove = () => portal.as('admin', 'DELETE', `${PATH}/${id}`);
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 404]);
    expect((await portal.as('admin', 'GET', `${PATH}/${id}`)).statusCode).toBe(404);
    expect((await list('admin')).map((row) => row.id)).not.toContain(id);
    expect((await portal.as('admin', 'PUT', PATH, { id, serviceType: 'TPIM', expiresAt: NEXT_YEAR })).statusCode).toBe(
      404,
    );
  });
});

describe('who sees services', () => {
  it('administrators see all, others the signature types in force of their own legal entities', async () => {
    const all = await list('admin');
    expect(new Set(all.map((row) => row.serviceType)).size).toBe(6);
    const seen = async (login: string) =>
      (await list(login)).map((row) => `${row.legalEntity} ${row.serviceType} ${row.signatureType}`).sort();
    const simple = ['LE001 SIGNATURE_TYPE FES'];
    for (const login of ['dealer', 'modena', 'supervisor', 'sales', 'readonly', 'sa3', 'dms']) {
      expect(await seen(login), login).toEqual(simple);
    }
    expect(await seen('milano')).toEqual([]);
    expect(await seen('roma')).toEqual(['LE004 SIGNATURE_TYPE FEA', 'LE004 SIGNATURE_TYPE FES']);
    const national = await seen('nsc');
    expect(national).toContain('LE006 SIGNATURE_TYPE FEA');
    expect(national.every((row) => row.includes(' SIGNATURE_TYPE '))).toBe(true);
  });

  it('answers the call the browser makes', async () => {
    const answer = await portal.as('dealer', 'GET', `${PATH}?serviceType.equals=SIGNATURE_TYPE`);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(answer.json()).toMatchObject([
      { signatureType: 'FES', folderTypeSet: expect.arrayContaining(['SALE_NEW']) },
    ]);
    expect(await list('dealer', '&serviceType.equals=OTP')).toEqual([]);
  });

  it('shows nothing of others by their id, and refuses those who may never', async () => {
    const [otp] = await list('admin', '&serviceType.equals=OTP');
    for (const login of ['nsc', 'dealer', 'supervisor']) {
      const answer = await portal.as(login, 'GET', `${PATH}/${otp?.id}`);
      expect([answer.statusCode, answer.json().code], login).toEqual([404, 'service.notFound']);
    }
    expect((await portal.as('nobody', 'GET', PATH)).statusCode).toBe(403);
    const body = { serviceType: 'OTP', legalEntity: 'LE001', totalOtp: 5 };
    for (const login of ['nsc', 'supervisor', 'dealer', 'sa3', 'dms', 'readonly', 'nobody']) {
      expect((await post(body, login)).statusCode, login).toBe(403);
      expect((await portal.as(login, 'PUT', PATH, { ...body, id: otp?.id })).statusCode, login).toBe(403);
      expect((await portal.as(login, 'DELETE', `${PATH}/${otp?.id}`)).statusCode, login).toBe(403);
    }
  });

  it('narrows by criteria and refuses unknown ones', async () => {
    const of = async (query: string) => (await list('admin', query)).map((row) => row.serviceType);
    expect(new Set(await of('&serviceType.in=OTP,TPIM'))).toEqual(new Set(['OTP', 'TPIM']));
    expect(new Set(await of(`&legalEntity.equals=${LEGAL_ENTITY}&totalSpace.greaterThan=200`))).toEqual(
      new Set(['DISK_SPACE']),
    );
    expect(await of('&folderTypeSet.in=SERVICE&signatureType.equals=FEA')).toContain('SIGNATURE_TYPE');
    expect(await of('&genericFilter.contains=rinnov')).toContain('DISK_SPACE');
    expect(await of('&expiresAt.lessThan=2021-01-01')).toEqual(['SIGNATURE_TYPE']);
    const sorted = await list('admin', '&sort=legalEntity,asc&sort=id,asc');
    const keys = sorted.map((row) => String(row.legalEntity));
    expect(keys).toEqual([...keys].sort());
    for (const query of ['boh.equals=1', 'expiresAt.contains=2027', 'sort=notes,asc', 'totalOtp.equals=molti']) {
      expect((await portal.as('admin', 'GET', `${PATH}?${query}`)).statusCode, query).toBe(400);
    }
  });
});

describe('what was used of a service', () => {
  it('falls to the service that expires first, then to the next, the last one carrying the rest', async () => {
    const disk = (expiresAt: string, totalSpace: number) =>
      created({ serviceType: 'DISK_SPACE', legalEntity: 'LE003', expiresAt, totalSpace });
    const [late, soon] = [await disk('2032-01-01', 4), await disk('2031-01-01', 1)];
    const otp = await created({ serviceType: 'OTP', legalEntity: 'LE003', totalOtp: 3 });
    const { database, clock } = portal.test.world;
    await database.transaction(async (tx) => {
      await bookMessage(tx, { legalEntity: 'LE003', parts: 5, cause: 'prova:1' }, clock.now());
      await tx
        .insertInto('quota')
        .values({ legal_entity: 'LE003', kind: 'DISK_SPACE', used: BYTES_PER_MB * 1.75 })
        .execute();
    });
    const shown = async (row: Record<string, unknown>) => {
      const { usedSpace, usedOtp } = (await portal.as('admin', 'GET', `${PATH}/${row.id}`)).json();
      return [usedSpace, usedOtp];
    };
    expect(await shown(soon)).toEqual([1, null]);
    expect(await shown(late)).toEqual([0.75, null]);
    expect(await shown(otp)).toEqual([null, 5]);
  });
});
