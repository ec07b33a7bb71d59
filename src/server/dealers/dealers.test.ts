/** Dealers and legal entities through HTTP: who gets which, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal, refusedFields } from '../../../test/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const ask = (login: string, body: object) => portal.as(login, 'POST', '/tools/conc/list', body);
const hsts = async (login: string, body: object): Promise<string[]> =>
  (await ask(login, body)).json<{ concs: { hst2011: string }[] }>().concs.map((one) => one.hst2011);

describe('the list of dealers', () => {
  it('has the fields asked for and no others', async () => {
    const answer = await ask('admin', { brand: 'bmw,mini', fields: 'hst2011,name,tipo_auto', test: false });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().concs[0]).toEqual({ hst2011: '10001', name: 'Autoesempio Bologna', tipo_auto: 'C' });
  });

  it('has every field when none is named', async () => {
    const [first] = (await ask('dealer', {})).json().concs;
    expect(first).toMatchObject({ hst2011: '10001', legal_entity: 'LE001', citta: 'Bologna', tipo_moto: 'C' });
    expect(Object.keys(first)).toHaveLength(12);
  });

  it('is narrowed by brand: C, F, S and O handle it, a dash does not', async () => {
    expect(await hsts('admin', { brand: 'moto' })).toEqual([
      ...['10001', '10003', '10006', '10007', '10008', '10011', '10012'],
    ]);
    expect(await hsts('admin', { brand: 'bmw,bmwi,mini,moto' })).toHaveLength(12);
    expect(await hsts('admin', {})).toContain('10010');
  });

  it('has own dealers alone for everyone but administrators and the national organisation', async () => {
    expect(await hsts('nsc', {})).toHaveLength(12);
    expect(await hsts('supervisor', {})).toEqual(['10001', '10002']);
    expect(await hsts('milano', {})).toEqual(['10003']);
    expect(await hsts('nobody', {})).toEqual([]);
  });

  it.each([
    [{ brand: 'bmw,fiat' }, 'dealer.brand.1 oneOf'],
    [{ fields: 'hst2011,password' }, 'dealer.fields.1 oneOf'],
    [{ brand: ['bmw'] }, 'dealer.brand type'],
    [{ test: 'forse' }, 'dealer.test type'],
    [{ altro: 1 }, 'dealer.altro unknown'],
  ])('refuses %j', async (body, field) => {
    const answer = await ask('admin', body);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('asks for a session', async () => {
    const answer = await portal.app.inject({ method: 'POST', url: '/tools/conc/list', payload: {} });
    expect(answer.statusCode).toBe(401);
  });
});

describe('legal entities', () => {
  it('are those of the caller’s dealers, with those dealers', async () => {
    expect((await portal.as('supervisor', 'GET', '/api/legal-entities')).json()).toEqual([
      { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10001', '10002'] },
    ]);
    expect((await portal.as('modena', 'GET', '/api/legal-entities')).json()).toEqual([
      { legalEntity: 'LE001', name: 'Autoesempio S.p.A.', hstList: ['10002'] },
    ]);
    expect((await portal.as('admin', 'GET', '/api/legal-entities')).json()).toHaveLength(6);
    expect((await portal.as('nobody', 'GET', '/api/legal-entities')).json()).toEqual([]);
  });
});
