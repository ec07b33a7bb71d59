/** Searching RSP and DMS through HTTP: filters, scope, pages, and systems that do not answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { guardedDms, guardedRsp } from '#adapters/outside/guarded-ports.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { createUser } from '#server/identity/index.ts';
import { cheapVerifier } from '#test/password.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await openPortal({
    override: ({ rsp, dms, clock, log }) => {
      const patience = { clock, log, timeLimit: 500, failures: 3, pause: 30 };
      return {
        rsp: guardedRsp(rsp, openCircuitBreaker({ system: 'RSP', ...patience })),
        dms: guardedDms(dms, openCircuitBreaker({ system: 'DMS', ...patience })),
      };
    },
  });
  const { database, clock } = portal.test.world;
  const passwordVerifier = cheapVerifier('prova');
  for (const [login, hstList] of Object.entries({
    bari: ['10009', '10010'],
    both: ['10001', '10009'],
    without: [],
    closed: ['19999'],
  })) {
    const user = {
      ...{ login, firstName: login, lastName: 'Prova', email: `${login}@example.com`, activated: true },
      ...{
        authorities: ['ROLE_DEALER' as const],
        hstList,
        brands: [{ brand: 'bmw' as const, permissions: ['PRIVACY'] }],
      },
      passwordVerifier,
    };
    await database.transaction((tx) => createUser(tx, user, null, clock.now()));
  }
});
afterAll(() => portal.close());

const PATHS = ['/api/rsp/customers', '/api/rsp/companies', '/api/dms/customers'] as const;
const query = (filters: Record<string, string | number>): string => {
  const written = new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)]));
  return `?${written}`;
};
const search = (path: (typeof PATHS)[number], filters: Record<string, string | number>, login = 'dealer') =>
  portal.callAs(login, 'GET', path + query(filters));
const rows = async (...asked: Parameters<typeof search>): Promise<DirectoryCustomer[]> => {
  const answer = await search(...asked);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json();
};
const WIDE = { 'email.contains': 'example.com', 'mobilePhone.contains': '+39 333' };

describe('a search', () => {
  it('returns RSP customers in the specification’s dossier shape', async () => {
    const person = await portal.test.world.rsp.find('R-000123');
    const filters = { 'lastName.equals': person?.lastName ?? '', 'email.contains': person?.email ?? '' };
    const answer = await search('/api/rsp/customers', filters);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(answer.json()).toEqual([person]);
    expect(answer.json()[0]).toMatchObject({
      ...{ searchType: 'RSP', rspSearchType: 'INDIVIDUAL', originalAccountSource: 'RSP', businessId: 'R-000123' },
      ...{ organizationId: null, organizationName: null },
    });
    expect(answer.json()[0]).not.toHaveProperty('hst');
  });

  it('finds companies by name and number, separately from people', async () => {
    const company = await portal.test.world.rsp.find('R-003123');
    const filters = {
      'organizationName.contains': (company?.organizationName ?? '').toUpperCase().slice(0, 8),
      'organizationId.equals': company?.organizationId ?? '',
    };
    expect(await rows('/api/rsp/companies', filters)).toEqual([company]);
    expect(await rows('/api/rsp/customers', filters)).toEqual([]);
  });

  it('returns rows that can be spread into a new customer', async () => {
    for (const path of PATHS) {
      const [found] = await rows(path, { ...WIDE, 'hst.equals': '10003', size: 1 }, 'milano');
      const made = await portal.callAs('milano', 'POST', '/api/dossiers', { ...found, hst: '10003', brand: 'bmw' });
      expect(made.statusCode, made.body).toBe(201);
      expect(made.json()).toMatchObject({
        ...{ businessId: found?.businessId, searchType: found?.searchType, fiscalCode: found?.fiscalCode },
        ...{ organizationName: found?.organizationName, warnings: [] },
        [`${String(found?.searchType).toLowerCase()}City`]: found?.city,
        syncStatus: found?.searchType === 'RSP' ? 'TO_SYNC' : null,
      });
    }
  });

  it('finds people and companies of the DMS, with their dealer', async () => {
    const found = await rows('/api/dms/customers', { ...WIDE, size: 1000 });
    expect(found.length).toBe(280);
    expect(found.filter((row) => row.organizationName !== null).length).toBe(80);
    expect(new Set(found.map((row) => `${row.hst} ${row.searchType} ${row.rspSearchType}`))).toEqual(
      new Set(['10001 DMS null']),
    );
  });

  it('supports every filter', async () => {
    const company = await portal.test.world.rsp.find('R-003123');
    const known = { ...company } as Record<string, string>;
    for (const field of [
      'firstName',
      'lastName',
      'fiscalCode',
      'mobilePhone',
      'city',
      'organizationName',
      'organizationId',
    ]) {
      for (const operator of ['equals', 'contains']) {
        const filters = { 'email.equals': known.email ?? '', [`${field}.${operator}`]: known[field] ?? '' };
        expect(await rows('/api/rsp/companies', filters), `${field}.${operator}`).toEqual([company]);
        expect(await rows('/api/rsp/companies', { ...filters, [`${field}.${operator}`]: 'zzzzzz' })).toEqual([]);
      }
    }
  });
});

describe('pages', () => {
  it('are sorted by name or as requested, with the total', async () => {
    const all = await rows('/api/rsp/customers', { ...WIDE, 'city.contains': 'bol', size: 1000 });
    const answer = await search('/api/rsp/customers', { ...WIDE, 'city.contains': 'bol', page: 1, size: 5 });
    expect(answer.json()).toEqual(all.slice(5, 10));
    expect(answer.headers['x-total-count']).toBe(String(all.length));
    const names = all.map((row) => row.lastName);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'it')));
    const last = await rows('/api/rsp/customers', {
      ...WIDE,
      'city.contains': 'bol',
      sort: 'businessId,desc',
      size: 1,
    });
    expect(last[0]?.businessId).toBe(
      all
        .map((row) => row.businessId)
        .sort()
        .at(-1),
    );
  });

  it('show at most a thousand customers', async () => {
    const answer = await search('/api/rsp/customers', { ...WIDE, size: 10_000 }, 'admin');
    expect(answer.json()).toHaveLength(1_000);
    expect(answer.headers['x-total-count']).toBe('1000');
    for (const page of [1, 999_999_999]) {
      const beyond = await search('/api/rsp/customers', { ...WIDE, page, size: 10_000 }, 'admin');
      expect(beyond.json()).toEqual([]);
      expect(beyond.headers['x-total-count']).toBe('1000');
    }
    expect(await rows('/api/rsp/customers', { ...WIDE, page: 3, size: 300 }, 'admin')).toHaveLength(100);
  });
});

describe('invalid searches', () => {
  it.each<[string, Record<string, string>, string[]]>([
    [
      'an operator that is not meant',
      { 'lastName.notEquals': 'Rossi', 'city.contains': 'bol' },
      ['customer.lastName.notEquals unknown'],
    ],
    [
      'dealers by list',
      { 'lastName.contains': 'prov', 'city.contains': 'bol', 'hst.in': '10001' },
      ['customer.hst.in unknown'],
    ],
    [
      'dealers by a part of their code',
      { 'lastName.contains': 'prov', 'city.contains': 'bol', 'hst.contains': '100' },
      ['customer.hst.contains unknown'],
    ],
    ['a prototype', { 'lastName.contains': 'prov', '__proto__.equals': 'abc' }, ['customer.__proto__.equals unknown']],
    ['NUL', { 'lastName.contains': 'pro\u0000v', 'city.contains': 'bol' }, ['customer.lastName.contains type']],
    [
      'a text without end',
      { 'lastName.contains': 'x'.repeat(300), 'city.contains': 'bol' },
      ['customer.lastName.contains type'],
    ],
    ['an unknown order', { ...WIDE, sort: 'fiscalCode,asc' }, ['customer.sort oneOf']],
    ['an order by prototype', { ...WIDE, sort: 'constructor,asc' }, ['customer.sort oneOf']],
    ['an unknown direction', { ...WIDE, sort: 'lastName,up' }, ['customer.sort type']],
    ['a page that is none', { ...WIDE, page: '-1' }, ['customer.page numberMin']],
    ['another dealer', { ...WIDE, 'hst.equals': '10003' }, ['customer.hst.equals otherDealer']],
    ['a dealer that is not there', { ...WIDE, 'hst.equals': '19999' }, ['customer.hst.equals otherDealer']],
  ])('%s, in each of the three lists', async (_name, filters, fields) => {
    for (const path of PATHS) {
      const answer = await search(path, filters);
      expect(answer.statusCode, answer.body).toBe(400);
      // Having too few filters is a consequence, so ignore it.
      expect(refusedFields(answer).filter((one) => fields.includes(one) || !one.endsWith('twoFilters'))).toEqual(
        fields,
      );
    }
  });

  it('get an error that explains what is required', async () => {
    const answer = await search('/api/rsp/customers', { 'lastName.contains': 'prov' });
    expect(answer.json()).toMatchObject({
      title: 'Errore di validazione dei dati.',
      fieldErrors: [{ message: 'Compila almeno due filtri, di almeno 3 caratteri ciascuno' }],
    });
  });

  it('treat emoji and wildcards literally', async () => {
    for (const value of ['🚗🚗🚗', '%%%', '___', "' or 1=1 --", '*:*', '\\\\\\']) {
      for (const path of PATHS) {
        expect(await rows(path, { 'lastName.contains': value, 'email.contains': 'example' })).toEqual([]);
      }
    }
  });
});

describe('the dealer of a search', () => {
  it('can be any existing one for an administrator', async () => {
    const found = await rows('/api/dms/customers', { ...WIDE, 'hst.equals': '10007', size: 1000 }, 'admin');
    expect(new Set(found.map((row) => row.hst))).toEqual(new Set(['10007']));
    const unknown = await search('/api/dms/customers', { ...WIDE, 'hst.equals': '19999' }, 'admin');
    expect(refusedFields(unknown)).toEqual(['customer.hst.equals unknownDealer']);
  });

  it('is every own dealer together, or one of them, for a supervisor', async () => {
    const all = await rows('/api/dms/customers', { ...WIDE, size: 1000 }, 'supervisor');
    expect(new Set(all.map((row) => row.hst))).toEqual(new Set(['10001', '10002']));
    const one = await rows('/api/dms/customers', { ...WIDE, 'hst.equals': '10002', size: 1000 }, 'supervisor');
    expect(new Set(one.map((row) => row.hst))).toEqual(new Set(['10002']));
  });

  it('with O or a dash in every brand searches the DMS only', async () => {
    for (const path of ['/api/rsp/customers', '/api/rsp/companies'] as const) {
      for (const filters of [WIDE, { ...WIDE, 'hst.equals': '10009' }, { ...WIDE, 'hst.equals': '10010' }]) {
        const answer = await search(path, filters, 'bari');
        expect(answer.statusCode).toBe(409);
        expect(answer.json()).toMatchObject({
          code: 'customer.dmsOnly',
          message: 'Questa concessionaria cerca i clienti solo nel DMS.',
        });
      }
      expect((await search(path, { ...WIDE, 'hst.equals': '10009' }, 'admin')).statusCode).toBe(409);
      expect((await search(path, WIDE, 'both')).statusCode).toBe(200);
      expect((await search(path, { ...WIDE, 'hst.equals': '10009' }, 'both')).statusCode).toBe(409);
    }
    expect((await rows('/api/dms/customers', WIDE, 'bari')).length).toBeGreaterThan(0);
  });

  it('is required: without one there are no results', async () => {
    for (const login of ['without', 'closed']) {
      for (const path of PATHS) expect(await rows(path, WIDE, login), `${login} ${path}`).toEqual([]);
      expect((await portal.callAs(login, 'GET', '/api/dms/customers/D-000001')).statusCode).toBe(404);
    }
  });

  it('limits a DMS customer’s key: another dealer’s customer is not found', async () => {
    const [own] = await rows('/api/dms/customers', { ...WIDE, size: 1 });
    expect((await portal.callAs('dealer', 'GET', `/api/dms/customers/${own?.businessId}`)).json()).toEqual(own);
    const absent = await portal.callAs('dealer', 'GET', '/api/dms/customers/D-999999');
    const theirs = await portal.callAs('milano', 'GET', `/api/dms/customers/${own?.businessId}`);
    for (const answer of [absent, theirs]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'customer.notFound', detail: 'Nel DMS non c’è questo cliente.' });
    }
    for (const key of ['D 1', 'x'.repeat(65), '..%2F..', '%00', '%F0%9F%9A%97', '__proto__', "'--"]) {
      expect((await portal.callAs('dealer', 'GET', `/api/dms/customers/${key}`)).statusCode, key).toBe(404);
    }
  });
});

describe('a system that does not respond', () => {
  // Long enough to end any pause of the circuit; the first answer closes it.
  beforeEach(async () => {
    portal.test.clock.advance(31);
    for (const path of PATHS) await rows(path, WIDE);
  });

  const failing = { 'lastName.contains': 'Guasto', 'city.contains': 'bol' };
  const RSP = { code: 'rsp.unavailable', message: expect.stringMatching(/^Il sistema RSP non risponde/) };
  const DMS = { code: 'dms.unavailable', message: expect.stringMatching(/^Il sistema DMS non risponde/) };

  it('is named, and everything else works', async () => {
    for (const [path, said] of [
      ['/api/rsp/customers', RSP],
      ['/api/rsp/companies', RSP],
      ['/api/dms/customers', DMS],
    ] as const) {
      const answer = await search(path, failing);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ status: 503, ...said });
      expect(answer.headers['retry-after']).toBeDefined();
      expect(answer.headers).not.toHaveProperty('x-total-count');
    }
    expect((await portal.callAs('dealer', 'GET', '/api/dms/customers/D-GUASTO')).json()).toMatchObject(DMS);
    expect((await search('/api/dms/customers', WIDE)).statusCode).toBe(200);
    expect((await portal.callAs('dealer', 'POST', '/api/dossiers', portal.dossier())).statusCode).toBe(201);
    const english = await portal.callAs('dealer', 'GET', PATHS[0] + query(failing), undefined, {
      'accept-language': 'en',
    });
    expect(english.json().message).toMatch(/^The RSP system is not responding/);
  });

  it('times out', async () => {
    const answer = await search('/api/rsp/customers', { ...failing, 'lastName.contains': 'lento' });
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject(RSP);
  });

  it('is not called after repeated failures, and tried again after a pause; the other is unaffected', async () => {
    for (let time = 0; time < 3; time++) expect((await search('/api/rsp/customers', failing)).statusCode).toBe(503);
    for (const path of ['/api/rsp/customers', '/api/rsp/companies'] as const) {
      const paused = await search(path, WIDE);
      expect(paused.statusCode).toBe(503);
      expect(paused.json()).toMatchObject(RSP);
    }
    expect((await search('/api/dms/customers', WIDE)).statusCode).toBe(200);
    portal.test.clock.advance(31);
    expect((await search('/api/rsp/companies', WIDE)).statusCode).toBe(200);
    expect((await search('/api/rsp/customers', WIDE)).statusCode).toBe(200);
  });

  it('leaves no personal names in the log', async () => {
    await search('/api/rsp/customers', { ...failing, 'fiscalCode.contains': 'PRVGVR80A41' });
    expect(portal.test.logLines.some((line) => line.includes('customer search without an answer'))).toBe(true);
    for (const word of ['Guasto', 'PRVGVR80A41']) {
      expect(portal.test.logLines.filter((line) => line.includes(word))).toEqual([]);
    }
  });
});
