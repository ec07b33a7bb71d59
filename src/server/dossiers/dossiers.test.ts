/** Customers through HTTP: required fields, refusals, visibility. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchForm } from '#domain/letters/search-form.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const post = (login: string, change: Record<string, unknown> = {}) =>
  portal.callAs(login, 'POST', '/api/dossiers', portal.dossier(change));
const search = (login: string, body: object = {}, query = '') =>
  portal.callAs(login, 'POST', `/api/dossiers/search${query}`, body);

describe('creating a customer', () => {
  it('answers 201 with the row, the dealer’s legal entity and no warnings', async () => {
    const answer = await post('dealer');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      hst: '10001',
      legalEntity: 'LE001',
      brands: ['bmw'],
      status: 'OPEN',
      firstName: 'Ginevra',
      birthDate: '1980-01-01',
      fiscalCode: 'PRVGVR80A41H501D',
      numberOfFolders: 0,
      activationsCount: 0,
      syncStatus: null,
      createdBy: 'dealer',
      lastModifiedBy: 'dealer',
      warnings: [],
    });
    expect(answer.json().createdDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { id } = answer.json();
    expect((await portal.callAs('dealer', 'GET', `/api/dossiers/${id}`)).json()).toEqual(answer.json());
  });

  it('accepts brands or brand, trims values, and writes codes in upper case', async () => {
    const answer = await post('dealer', {
      brand: undefined,
      brands: ['mini', 'bmw', 'mini'],
      firstName: '  Ginevra ',
      fiscalCode: 'prvgvr80a41h501d',
    });
    expect(answer.json()).toMatchObject({
      brands: ['mini', 'bmw'],
      firstName: 'Ginevra',
      fiscalCode: 'PRVGVR80A41H501D',
    });
  });

  it('warns of doubtful codes without refusing them', async () => {
    const answer = await post('dealer', { fiscalCode: 'PRVGVR80A41H501A', postalCode: '1' });
    expect(answer.statusCode).toBe(201);
    expect(answer.json().warnings).toMatchObject([
      { field: 'fiscalCode', code: 'fiscalCode.check' },
      { field: 'postalCode', code: 'postalCode.format' },
    ]);
    const english = await portal.callAs('dealer', 'GET', `/api/dossiers/${answer.json().id}`, undefined, {
      'accept-language': 'en',
    });
    expect(english.json().warnings[0].message).toContain('tax code');
  });

  it.each<[string, unknown, string]>([
    ['email', 42, 'type'],
    ['email', 'a@example.com\r\nBcc: b@example.com', 'characters'],
    ['mobilePhone', 42, 'type'],
    ['mobilePhone', '+39  333123456', 'mobilePhone'],
    ['birthPlace', 'Roma\u001b[31m', 'characters'],
    ['hst', '19999', 'otherDealer'],
    ['hst', '10003', 'otherDealer'],
  ])('refuses %s = %j', async (field, value, code) => {
    const answer = await post('dealer', { [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toContain(`dossier.${field} ${code}`);
  });

  it('returns errors in the specification’s shape, in Italian', async () => {
    const answer = await post('dealer', { email: 'x' });
    expect(answer.json()).toMatchObject({
      status: 400,
      title: 'Errore di validazione dei dati.',
      code: 'dossier.invalid',
      fieldErrors: [{ objectName: 'dossier', field: 'email', code: 'email', message: 'Indirizzo e-mail non valido' }],
    });
    expect(answer.json().correlationId).toEqual(expect.any(String));
  });

  it('refuses read-only and unknown fields', async () => {
    for (const extra of [
      { id: 1 },
      { status: 'DELETED' },
      { legalEntity: 'LE002' },
      { numberOfFolders: 9 },
      { x: 1 },
    ]) {
      const answer = await post('dealer', extra);
      expect(answer.statusCode).toBe(400);
      expect(refusedFields(answer)).toEqual([`dossier.${Object.keys(extra)[0]} unknown`]);
    }
  });

  it('refuses prototype keys, broken JSON and other media types, and creates nothing', async () => {
    const before = await portal.counts();
    const text = JSON.stringify(portal.dossier());
    const polluted = text.replace('{', '{"__proto__": {"hst": "10003"},');
    const built = text.replace('{', '{"constructor": {"prototype": {"hst": "10003"}},');
    for (const payload of [polluted, built, '{', '[]', '"testo"', 'null', '']) {
      expect((await portal.callAs('dealer', 'POST', '/api/dossiers', payload)).statusCode).toBe(400);
    }
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/json5']) {
      const answer = await portal.callAs('dealer', 'POST', '/api/dossiers', text, { 'content-type': type });
      expect(answer.statusCode).toBe(415);
    }
    expect(await portal.counts()).toEqual(before);
  });

  it('reports an unknown dealer to an administrator', async () => {
    expect(refusedFields(await post('admin', { hst: '19999' }))).toEqual(['dossier.hst unknownDealer']);
    expect((await post('admin', { hst: '10003' })).statusCode).toBe(201);
  });
});

describe('birth and fiscal data', () => {
  const without = { birthDate: null, birthPlace: null, fiscalCode: null };
  const missing = ['dossier.birthDate required', 'dossier.birthPlace required', 'dossier.fiscalCode required'];

  it('may be omitted where every folder type uses simple signatures', async () => {
    expect((await post('dealer', without)).statusCode).toBe(201);
  });

  it('are required without a service; an expired service counts as none', async () => {
    expect(refusedFields(await post('milano', { ...without, hst: '10003' }))).toEqual(missing);
  });

  it('are required when only some folder types use simple signatures', async () => {
    expect(refusedFields(await post('torino', { ...without, hst: '10005' }))).toEqual(missing);
  });

  it('are required where both kinds of signature are sold', async () => {
    expect(refusedFields(await post('roma', { ...without, hst: '10007' }))).toEqual(missing);
  });
});

describe('reading a customer', () => {
  it('gives the same answer for another dealer’s customer, an unknown id and an invalid id', async () => {
    const id = await portal.create('milano', '/api/dossiers', portal.dossier({ hst: '10003' }));
    const answers = await Promise.all(
      [id, 999_999, 999_999_999_999_999].map((one) => portal.callAs('dealer', 'GET', `/api/dossiers/${one}`)),
    );
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      const { correlationId: _own, ...body } = answer.json();
      expect(body).toEqual({
        status: 404,
        code: 'dossier.notFound',
        title: 'Errore di validazione dei dati.',
        detail: 'Cliente non trovato.',
      });
    }
    for (const name of ['abc', '-1', '0', '1e3', '9999999999999999', '1%00', '%F0%9F%98%80']) {
      expect((await portal.callAs('dealer', 'GET', `/api/dossiers/${name}`)).statusCode).toBe(404);
    }
  });
});

describe('searching customers', () => {
  let unusual: number;
  beforeAll(async () => {
    unusual = await portal.create(
      'modena',
      '/api/dossiers',
      portal.dossier({ hst: '10002', firstName: 'Percento%_', lastName: 'Sottolineati', email: 'p@example.com' }),
    );
  });
  const ids = async (login: string, body: object, query = '') =>
    (await search(login, body, query)).json<{ id: number }[]>().map((row) => row.id);

  it('shows newest first and own dealers only', async () => {
    const rows = (await search('supervisor', {}, '?size=1000')).json<{ id: number; hst: string }[]>();
    expect(rows.map((row) => row.id)).toEqual(rows.map((row) => row.id).sort((a, b) => b - a));
    expect(new Set(rows.map((row) => row.hst))).toEqual(new Set(['10001', '10002']));
    const theirs = (await search('milano')).json<{ hst: string }[]>();
    expect(new Set(theirs.map((row) => row.hst))).toEqual(new Set(['10003']));
  });

  it('finds by the generic filter, in either order of names; wildcards are literal', async () => {
    expect(await ids('supervisor', { genericFilter: { contains: 'sottolineati percento%' } })).toEqual([unusual]);
    expect(await ids('supervisor', { genericFilter: { contains: 'PERCENTO%_' } })).toEqual([unusual]);
    expect(await ids('supervisor', { genericFilter: { contains: 'p@example' } })).toEqual([unusual]);
    expect(await ids('supervisor', { genericFilter: { contains: '%%%' } })).toEqual([]);
    expect(await ids('supervisor', { genericFilter: { contains: "' or 1=1 --" } })).toEqual([]);
  });

  it.each([
    ["Anna Dall'Orto", ['dall orto', "dall'orto", 'DALL’ORTO', 'dall`orto', 'dallorto', 'orto anna']],
    ['Franz Weiß', ['weiss', 'weiß', 'WEISS fra']],
    ['Thị Nguyễn', ['nguyen', 'nguyễn', 'NGUYEN thi']],
    ['Søren Ærøskøbing', ['soren', 'aeroskobing', 'ærøskøbing']],
    ['Łukasz Đorđević', ['lukasz', 'dordevic', 'ŁUKASZ']],
    ['Þóra Œuvrard', ['thora', 'oeuvrard']],
    [
      'Ros\u00adsella Bian\u200bchissima',
      ['rossella', 'bianchissima', 'bianchis\u00adsima', 'rossella\u00a0bianchissima'],
    ],
    ['Иван Жуковский', ['жуковский', 'ЖУКОВ']],
    ['Γιώργος Παππάς', ['γιωργος', 'παππασ', 'ΠΑΠΠΑΣ']],
  ])('finds %s in other spellings', async (name, searches) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const id = await portal.create('dealer', '/api/dossiers', portal.dossier({ firstName, lastName }));
    for (const contains of searches) {
      expect(await ids('dealer', { genericFilter: { contains } }), contains).toContain(id);
    }
    const part = searchForm(lastName).trim().toUpperCase();
    expect(await ids('dealer', { lastName: { contains: part } })).toContain(id);
  });

  it('finds a codice fiscale pasted in groups, which is stored without spaces', async () => {
    const fiscalCode = 'PRV GVR 80A41 H501D';
    const id = await portal.create('dealer', '/api/dossiers', portal.dossier({ fiscalCode }));
    for (const contains of [fiscalCode, 'PRV\u00a0GVR\u00a080A41\u00a0H501D', 'prvgvr80a41h501d']) {
      expect(await ids('dealer', { genericFilter: { contains } }), contains).toContain(id);
    }
  });

  it('finds a phone number written in groups of digits, as pages show it', async () => {
    const id = await portal.create('dealer', '/api/dossiers', portal.dossier({ mobilePhone: '+39 3338172635' }));
    for (const contains of ['+39 333 8172635', '333 817 2635', '3338172635', ' 333 8172635 ']) {
      expect(await ids('dealer', { genericFilter: { contains } }), contains).toEqual([id]);
    }
    expect(await ids('dealer', { genericFilter: { contains: '333 8172 999' } })).toEqual([]);
  });

  it('filters by criteria, nested or dotted', async () => {
    expect(await ids('supervisor', { lastName: { equals: 'Sottolineati' } })).toEqual([unusual]);
    expect(await ids('supervisor', { 'lastName.contains': 'TOLINEA' })).toEqual([unusual]);
    expect(await ids('supervisor', { hst: { in: ['10002', '10003'] } })).toEqual([unusual]);
    expect(await ids('supervisor', { hst: { in: '10002,10003' } })).toEqual([unusual]);
    expect(await ids('supervisor', { hst: { notEquals: '10001' } })).toEqual([unusual]);
    expect(await ids('supervisor', { hst: { in: [] } })).toEqual([]);
    expect(await ids('supervisor', { id: { greaterThanOrEqual: unusual, lessThanOrEqual: unusual } })).toEqual([
      unusual,
    ]);
    expect(await ids('supervisor', { brands: { contains: 'bmw' }, hst: { equals: '10002' } })).toEqual([unusual]);
    expect(await ids('supervisor', { brand: { equals: 'moto' }, hst: { equals: '10002' } })).toEqual([]);
    expect(await ids('supervisor', { birthDate: { lessThan: '1980-01-01' } })).toEqual([]);
    expect(await ids('supervisor', { createdDate: { greaterThan: '2999-01-01' } })).toEqual([]);
    expect(await ids('supervisor', { numberOfFolders: { greaterThan: 999_999_999_999 } })).toEqual([]);
  });

  it('never shows deleted customers', async () => {
    expect(await ids('admin', { status: { equals: 'DELETED' } })).toEqual([]);
  });

  it.each([
    [{ hst: { contains: '10' } }, 'dossier.hst.contains min'],
    [{ lastName: { contains: 'ab' } }, 'dossier.lastName.contains min'],
    [{ genericFilter: { contains: ' a ' } }, 'dossier.genericFilter.contains min'],
    [{ genericFilter: { equals: 'abc' } }, 'dossier.genericFilter.equals unknown'],
    [{ lastName: { equals: 'a\u0000b' } }, 'dossier.lastName.equals type'],
    [{ lastName: { equals: '\udc00' } }, 'dossier.lastName.equals type'],
    [{ id: { equals: 1.5 } }, 'dossier.id.equals type'],
    [{ id: { equals: 1e300 } }, 'dossier.id.equals type'],
    [{ id: { in: [1, 'x'] } }, 'dossier.id.in type'],
    [{ createdDate: { greaterThan: 'ieri' } }, 'dossier.createdDate.greaterThan type'],
    [{ birthDate: { equals: '1980-02-30' } }, 'dossier.birthDate.equals type'],
    [{ hasOwnProperty: { equals: 1 } }, 'dossier.hasOwnProperty unknown'],
    [[], 'dossier. type'],
  ])('refuses the criteria %j', async (body, field) => {
    const answer = await search('dealer', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it.each(['?page=x', '?size=0', '?size=10001', '?size=1.5', '?sort=id,asc,desc', '?sort=__proto__,asc', '?limit=3'])(
    'refuses the page %s',
    async (query) => {
      const answer = await search('dealer', {}, query);
      expect(answer.statusCode).toBe(400);
      expect(refusedFields(answer)).toHaveLength(1);
    },
  );

  it('returns an empty page past the end', async () => {
    const answer = await search('dealer', {}, '?page=999999&size=10000');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual([]);
    expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(0);
  });
});
