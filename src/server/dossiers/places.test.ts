/** Comuni, states and decoding of a codice fiscale through HTTP, and the warnings derived from them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiscalCodeOf } from '#domain/codes/fiscal-code.ts';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const BATTIPAGLIA = {
  ...{ code: 'A717', name: 'Battipaglia', province: 'SA', kind: 'comune', from: '1929-05-21', until: null },
  ...{ otherNames: [], postalCodes: ['840', '841'], postalCode: '84091' },
};
const search = (query: Record<string, string>, login = 'dealer') =>
  portal.callAs(login, 'GET', `/api/places?${new URLSearchParams(query)}`);
const read = (fiscalCode: unknown, login = 'dealer') =>
  portal.callAs(login, 'POST', '/api/places/fiscal-code', { fiscalCode });

describe('localities', () => {
  it('are found by a part of their name, as of a day', async () => {
    expect((await search({ 'name.contains': 'battip', on: '1975-04-10' })).json()).toEqual([BATTIPAGLIA]);
    expect((await search({ 'name.contains': 'battip', on: '1920-01-01' })).json()).toEqual([]);
    expect((await search({ 'name.contains': 'germania' })).json()).toContainEqual({
      ...{ code: 'Z112', name: 'Germania', province: 'EE', kind: 'state', from: null, until: null, postalCodes: [] },
      ...{ otherNames: ['Repubblica Federale di Germania', 'Germania Ovest'], postalCode: null },
    });
  });

  it('are limited to twenty', async () => {
    expect((await search({ 'name.contains': 'san' })).json()).toHaveLength(20);
  });

  it.each([
    [{ 'name.contains': 'ba' }, 'place.name.contains min'],
    [{}, 'place.name.contains required'],
    [{ 'name.contains': 'bat', on: '10/04/1975' }, 'place.on date'],
    [{ 'name.contains': 'bat', limit: '9999' }, 'place.limit unknown'],
  ] as [Record<string, string>, string][])('are not searched with %j', async (query, refused) => {
    const answer = await search(query);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([refused]);
  });
});

describe('a codice fiscale', () => {
  it('gives birth date, sex and place, in upper and lower case', async () => {
    const told = { birthDate: '1975-04-10', sex: 'F', place: BATTIPAGLIA };
    expect((await read('FRNSST75D50A717N')).json()).toEqual(told);
    expect((await read('frnsst75d50a717n', 'readonly')).json()).toEqual(told);
    expect((await read('RSSMRA85T10A5S2E')).json()).toMatchObject({ birthDate: '1985-12-10', place: { code: 'A562' } });
  });

  it.each([
    ['FRNSST75D50A717A', 'fiscalCode'],
    ['12345678903', 'fiscalCode'],
    ['', 'required'],
    ['x'.repeat(17), 'max'],
    [7, 'type'],
  ])('that is %j is refused', async (code, why) => {
    const answer = await read(code);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([`place.fiscalCode ${why}`]);
  });

  it('is in no URL and in no log line', async () => {
    await read('FRNSST75D50A717N');
    await read('FRNSST75D50A717A');
    expect(portal.test.logLines.join('\n')).not.toMatch(/FRNSST/i);
    const inAddress = await portal.callAs('dealer', 'GET', '/api/places/fiscal-code?fiscalCode=FRNSST75D50A717N');
    expect(inAddress.statusCode).toBe(405);
  });
});

describe('a customer', () => {
  const person = { firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1975-04-10', birthPlace: 'Battipaglia' };
  const fiscalCode = fiscalCodeOf({ ...person, sex: 'F', place: 'A717' });
  const warned = async (change: Record<string, unknown>) => {
    const answer = await portal.callAs(
      'dealer',
      'POST',
      '/api/dossiers',
      portal.dossier({ ...person, fiscalCode, ...change }),
    );
    expect(answer.statusCode).toBe(201);
    return answer.json().warnings.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
  };

  it.each([
    [{}, []],
    [{ birthPlace: 'Battipaglia (SA)' }, []],
    [{ birthPlace: 'Salerno' }, ['birthPlace fiscalCode.birthPlace']],
    [{ birthDate: '1975-04-11' }, ['birthDate fiscalCode.birthDate']],
    [{ lastName: 'Bianchi' }, ['lastName fiscalCode.lastName']],
    [{ firstName: 'Luca', lastName: 'Bianchi' }, ['fiscalCode fiscalCode.mismatch']],
    [{ city: 'Imola', postalCode: '20121' }, ['postalCode postalCode.city']],
    [{ fiscalCode: null, birthDate: '2020-01-01' }, ['birthDate birthDate.minor']],
    [{ fiscalCode: null, birthPlace: 'Atlantide' }, ['birthPlace birthPlace.unknown']],
  ] as [Record<string, unknown>, string[]][])(
    'with %j is accepted, with a warning on the field',
    async (change, codes) => {
      expect(await warned(change)).toEqual(codes);
    },
  );

  it('has warnings when it is read, changed, and created by the wizard', async () => {
    const made = (
      await portal.callAs('dealer', 'POST', '/api/dossiers', portal.dossier({ ...person, fiscalCode }))
    ).json();
    const changed = await portal.callAs('dealer', 'PUT', '/api/dossiers', { ...made, birthPlace: 'Milano' });
    expect(changed.json().warnings).toMatchObject([
      { field: 'birthPlace', code: 'fiscalCode.birthPlace', message: expect.stringContaining('Battipaglia (SA)') },
    ]);
    expect((await portal.callAs('dealer', 'GET', `/api/dossiers/${made.id}`)).json().warnings).toEqual(
      changed.json().warnings,
    );
  });
});
