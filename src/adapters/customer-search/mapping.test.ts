/** The mapping file: its effects, and every mistake with its path; records are converted completely or rejected. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { customerOf, InvalidRecord } from './directory-record.ts';
import { InvalidMapping, readMapping } from './mapping.ts';

const problems = (system: 'RSP' | 'DMS', file: unknown): readonly string[] => {
  try {
    readMapping(system, typeof file === 'string' ? file : JSON.stringify(file));
    return [];
  } catch (error) {
    if (error instanceof InvalidMapping) return error.problems.map(({ en }) => en);
    throw error;
  }
};

describe('a mapping file', () => {
  it('that is empty keeps the protocol’s own names', () => {
    expect(readMapping('RSP', '{}')).toMatchObject({
      fields: { businessId: 'businessId', lastName: 'lastName', hst: null },
      paths: { people: 'people/search', customer: 'customers/{key}' },
      kind: { field: 'kind' },
    });
    expect(readMapping('DMS', '\uFEFF{}')).toMatchObject({ fields: { hst: 'hst' }, kind: null });
  });

  it.each<['RSP' | 'DMS', unknown, RegExp]>([
    ['RSP', 'no JSON', /^not JSON/],
    ['RSP', '[]', /^file: /],
    ['RSP', { fileds: {} }, /^file: unknown fileds$/],
    ['RSP', { fields: { surname: 'x' } }, /^fields: unknown surname$/],
    ['RSP', { fields: { lastName: '' } }, /^fields\.lastName: expected a name/],
    ['RSP', { fields: { lastName: 'a..b' } }, /^fields\.lastName: /],
    ['RSP', { fields: { lastName: 'a.b.c.d.e.f.g' } }, /^fields\.lastName: expected at most 6/],
    ['RSP', { fields: { lastName: null } }, /^fields\.lastName: /],
    ['RSP', { fields: { hst: 'dealer' } }, /^fields: unknown hst$/],
    ['RSP', { paths: { customers: 'x' } }, /^paths: unknown customers$/],
    ['RSP', { paths: { people: '../token' } }, /^paths\.people: expected a path below/],
    ['RSP', { paths: { people: '/people' } }, /^paths\.people: /],
    ['RSP', { paths: { people: 'people?all=1' } }, /^paths\.people: /],
    ['RSP', { paths: { customer: 'customers' } }, /^paths\.customer: .*\{key\}/],
    ['RSP', { paths: { customer: 'customers/{key}/{key}' } }, /^paths\.customer: /],
    ['RSP', { kind: { individual: ['A'], organization: ['A'] } }, /^kind: expected different/],
    ['RSP', { kind: { individual: [] } }, /^kind\.individual: /],
    ['DMS', { kind: {} }, /^file: unknown kind$/],
    ['DMS', { fields: { hst: null } }, /^fields\.hst: /],
    ['DMS', { dates: 'MM/DD/YYYY' }, /^dates: /],
    ['DMS', { pageSize: 0 }, /^pageSize: /],
    ['DMS', { pageSize: 10_000 }, /^pageSize: /],
    ['DMS', { authentication: 'none' }, /^authentication: /],
    ['DMS', { answer: { rows: 7 } }, /^answer\.rows: /],
  ])('%s %j is refused, with its path', (system, file, expected) => {
    expect(problems(system, file).join('\n')).toMatch(expected);
  });

  it('reports all mistakes at once', () => {
    expect(problems('DMS', { dates: 'x', pageSize: -1, fields: { city: 7 } })).toHaveLength(3);
  });
});

it('mistakes in a mapping file are also reported in Italian', () => {
  const file = {
    ...{ fields: { surname: 'x', lastName: 'a..b' }, dates: 'MM/DD/YYYY', pageSize: 0 },
    ...{ paths: { customer: 'customers' }, answer: { rows: 7 } },
  };
  let reason = '';
  try {
    readMapping('RSP', JSON.stringify(file));
  } catch (error) {
    if (error instanceof InvalidMapping) reason = error.reason.it;
  }
  expect(reason.split('; ').sort()).toEqual([
    'answer.rows: Valore non valido',
    'dates: valori ammessi: YYYY-MM-DD, DD/MM/YYYY, DD.MM.YYYY, YYYYMMDD',
    'fields.lastName: serve un nome, o nomi con punti, per esempio address.city',
    'fields: sconosciuto surname',
    'pageSize: Deve essere almeno 1',
    'paths.customer: serve un percorso sotto l’indirizzo con {key}, per esempio customers/{key}',
  ]);
});

describe('a record', () => {
  const mapping = readMapping(
    'RSP',
    JSON.stringify({
      fields: {
        ...{ businessId: 'id', firstName: 'name.first', lastName: 'name.last', birthDate: 'born' },
        ...{ postalCode: 'address.zip', street: null, fiscalCode: 'tax', organizationId: 'tax' },
      },
      kind: { field: 'type', individual: ['P', 'F'], organization: ['G'] },
      dates: 'DD/MM/YYYY',
      absent: ['-', '00/00/0000'],
    }),
  );
  const person = {
    ...{ id: 123, type: 'F', name: { first: ' Ada ', last: 'Prova\u00a0\n Rossi' }, born: '05/12/1980' },
    ...{ address: { zip: '00184' }, tax: 'X', city: '-', mobilePhone: null, unknown: { more: true } },
  };
  const read = (change: object, expected: 'INDIVIDUAL' | 'ORGANIZATION' | null = null) =>
    customerOf('RSP', mapping, { ...person, ...change }, expected);

  it('is read by the configured names', () => {
    expect(read({})).toEqual({
      ...{ searchType: 'RSP', rspSearchType: 'INDIVIDUAL', originalAccountSource: 'RSP', businessId: '123' },
      ...{ firstName: 'Ada', lastName: 'Prova Rossi', organizationId: 'X', organizationName: null, fiscalCode: 'X' },
      ...{ representativeFiscalCode: null, birthDate: '1980-12-05', birthPlace: null, mobilePhone: '', email: '' },
      ...{ street: '', city: '', postalCode: '00184' },
    });
    expect(read({ born: '00/00/0000' }).birthDate).toBeNull();
    expect(read({ type: undefined }, 'INDIVIDUAL').rspSearchType).toBe('INDIVIDUAL');
    const company = { type: 'G', organizationName: 'Prova S.r.l.', name: {} };
    expect(read(company)).toMatchObject({ rspSearchType: 'ORGANIZATION', lastName: '', firstName: '' });
  });

  it.each<[object, RegExp]>([
    [{ id: null }, /^id: is missing$/],
    [{ id: '  ' }, /^id: is missing$/],
    [{ id: 1.5 }, /^id: is no text$/],
    [{ id: { $oid: 'x' } }, /^id: is no text$/],
    [{ name: 'Rossi' }, /^name\.last: is missing$/],
    [{ name: ['Rossi'] }, /^name\.last: is missing$/],
    [{ name: { last: 'x'.repeat(256) } }, /^name\.last: is longer/],
    [{ name: { last: 'a\u0000b' } }, /^name\.last: has characters/],
    [{ name: { last: 'a\ud800' } }, /^name\.last: has characters/],
    [{ email: true }, /^email: is no text$/],
    [{ address: { zip: 184 } }, /^address\.zip: is no text$/],
    [{ mobilePhone: 393_331_234_567 }, /^mobilePhone: is no text$/],
    [{ email: ['a@example.com'] }, /^email: is no text$/],
    [{ born: '31/02/1980' }, /^born: is no date/],
    [{ born: '1980-12-05' }, /^born: is no date/],
    [{ born: '5/12/1980' }, /^born: is no date/],
    [{ type: 'X' }, /^type: says neither/],
    [{ type: undefined }, /^type: says neither/],
    [{ type: 'G' }, /^organizationName: is missing$/],
  ])('with %j is refused, without its values in the error', (change, expected) => {
    expect(() => read(change)).toThrow(InvalidRecord);
    expect(() => read(change)).toThrow(expected);
  });

  it('of another kind than requested, or not an object, is refused', () => {
    expect(() => read({}, 'ORGANIZATION')).toThrow(/not of the kind/);
    for (const record of [null, 'x', 7, [person]]) {
      expect(() => customerOf('RSP', mapping, record, null)).toThrow(InvalidRecord);
    }
  });

  it('has no inherited properties', () => {
    const odd = readMapping('RSP', '{"fields":{"lastName":"constructor.name"}}');
    expect(() => customerOf('RSP', odd, { businessId: '1', kind: 'INDIVIDUAL' }, null)).toThrow(/is missing/);
  });

  it.each<(string | number)[]>([
    ...rowsOf(`
      YYYY-MM-DD | 1980-12-05
      YYYY-MM-DD | 1980-12-05T00:00:00.000Z
      YYYY-MM-DD | 1980-12-05T00:00:00+00:00
      DD.MM.YYYY | 05.12.1980
      YYYYMMDD   | 19801205
    `),
    ['YYYYMMDD', 19_801_205],
  ])('has a date as %s: %s', (dates, born) => {
    const other = readMapping('DMS', JSON.stringify({ dates }));
    const record = { businessId: '1', hst: '10001', lastName: 'Prova', birthDate: born };
    expect(customerOf('DMS', other, record, null)).toMatchObject({ birthDate: '1980-12-05', hst: '10001' });
  });

  it('whose date depends on a time zone is refused', () => {
    const dms = readMapping('DMS', '{}');
    const record = { businessId: '1', hst: '10001', lastName: 'Prova', birthDate: '1979-12-31T23:00:00Z' };
    expect(() => customerOf('DMS', dms, record, null)).toThrow(/is no date/);
  });
});
