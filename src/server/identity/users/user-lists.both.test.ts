/** Lists of users and coworkers through HTTP: visibility, criteria, sorting, totals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { UserCalls, type UserShown } from './user-calls.suite.ts';

let portal: Portal;
let users: UserCalls;

beforeAll(async () => {
  portal = await openPortal();
  users = new UserCalls(portal);
  const add = (login: string, change: Record<string, unknown>) => users.create({ login, ...change });
  await add('anna.rossi', {
    ...{ firstName: 'Anna', lastName: 'Rossi', email: 'anna_100%@example.com', authorities: ['ROLE_SALE_MANAGER'] },
    mobilePhone: '+39 3339876543',
    ...{ hstList: ['10001', '10002'], brands: [{ brand: 'bmw', permissions: ['SALE_NEW', 'SALE_USED'] }] },
  });
  await add('bruno.rossi', {
    ...{ firstName: 'Bruno', lastName: 'Rossi', authorities: ['ROLE_SALE_MANAGER', 'ROLE_DEALER'] },
    ...{ hstList: ['10003'], brands: [{ brand: 'mini', permissions: ['SALE_NEW'] }] },
  });
  await add('carla.verdi', {
    ...{ firstName: 'Carla', lastName: 'Verdi', authorities: ['ROLE_SALE_MANAGER'], hstList: ['10001'] },
    brands: [{ brand: 'bmw', permissions: ['READONLY'] }],
  });
  await add('dino.verdi', {
    ...{
      firstName: 'Dino',
      lastName: 'Verdi',
      authorities: ['ROLE_SALE_MANAGER'],
      hstList: ['10001'],
      activated: false,
    },
  });
  await add('elsa.bassi', {
    ...{ firstName: 'Elsa', lastName: 'Bassi', authorities: ['ROLE_OPERATOR_DEALER'], hstList: ['10001'] },
    brands: [{ brand: 'bmw', permissions: ['SERVICE'] }],
  });
});
afterAll(() => portal.close());

const list = (as: string, query: string) => users.call(as, 'GET', `/api/users?${query}`);
const logins = async (query: string, as = 'admin'): Promise<string[]> => {
  const answer = await list(as, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<UserShown[]>().map(({ login }) => login);
};

describe('the list of users', () => {
  it('returns the newest twenty first, with the exact total', async () => {
    const answer = await list('admin', '');
    expect(answer.headers['x-total-count']).toBe('19');
    expect(answer.json()).toHaveLength(19);
    expect(await logins('page=0&size=2')).toEqual(['elsa.bassi', 'dino.verdi']);
    expect(await logins('page=1&size=2')).toEqual(['carla.verdi', 'bruno.rossi']);
  });

  it('shows each as an account with its creation data', async () => {
    const [anna] = (await list('nsc', 'login.equals=anna.rossi')).json<UserShown[]>();
    expect(anna).toEqual({
      ...{ id: expect.any(Number), login: 'anna.rossi', firstName: 'Anna', lastName: 'Rossi', fullname: 'Anna Rossi' },
      ...{ email: 'anna_100%@example.com', activated: true, authorities: ['ROLE_SALE_MANAGER'] },
      mobilePhone: expect.stringContaining('3339876543'),
      ...{ hstList: ['10001', '10002'], brands: [{ brand: 'bmw', permissions: ['SALE_NEW', 'SALE_USED'] }] },
      ...{
        createdBy: 'admin',
        createdDate: expect.any(String),
        lastModifiedBy: 'admin',
        lastModifiedDate: expect.any(String),
      },
    });
  });

  it.each([
    [
      'the role as the browser sends it',
      'authority.in=ROLE_SALE_MANAGER,ROLE_SA3&hstList.equals=10001',
      ['dino.verdi', 'carla.verdi', 'anna.rossi', 'sa3'],
    ],
    ['the role by its own name', 'authorities.equals=ROLE_OPERATOR_DEALER', ['elsa.bassi']],
    ['a dealer', 'hst.equals=10003', ['bruno.rossi', 'milano']],
    ['whether it is active', 'activated.equals=false', ['dino.verdi']],
    ['a role nobody of them has', 'authority.notEquals=ROLE_SALE_MANAGER&lastName.in=Rossi,Bassi', ['elsa.bassi']],
    ['a dealer they are not of', 'hstList.notEquals=10001&login.contains=ross', ['bruno.rossi']],
    [
      'a brand they have not, and privileged users have',
      'brands.notEquals=mini&login.in=admin,bruno.rossi,anna.rossi',
      ['anna.rossi'],
    ],
    ['a permission they have not', 'permissions.notEquals=SALE_USED&lastName.equals=Rossi', ['bruno.rossi']],
    ['a telephone, in part', 'mobilePhone.contains=3339876', ['anna.rossi']],
    [
      'nothing: filters that were emptied',
      'lastName.equals=Bassi&login.contains=&hst.equals=&id.lessThan=',
      ['elsa.bassi'],
    ],
    ['a brand', 'brand.equals=mini&authority.equals=ROLE_SALE_MANAGER', ['bruno.rossi']],
    [
      'a brand, of which privileged users have all',
      'brands.in=mini&hstList.in=&login.in=admin,bruno.rossi,anna.rossi',
      [],
    ],
    ['a permission', 'permissions.in=SALE_USED&lastName.contains=ossi', ['anna.rossi']],
    [
      'read-only, which privileged users never are',
      'permissions.equals=READONLY',
      ['carla.verdi', 'readonly', 'mixed'],
    ],
    [
      'the vehicle exit request, which privileged users have',
      'permissions.equals=VEHICLE_EXIT_REQUEST',
      ['nsc', 'admin'],
    ],
    ['a part of a name, in any case', 'lastName.contains=OSSI', ['bruno.rossi', 'anna.rossi']],
    ['the full name', 'fullname.contains=na%20ros', ['anna.rossi']],
    ['one full name', 'fullname.equals=Bruno%20Rossi', ['bruno.rossi']],
    ['an e-mail with wildcards in it, taken literally', 'email.contains=a_100%25', ['anna.rossi']],
    ['anything: the e-mail', 'genericFilter.contains=a_100%25', ['anna.rossi']],
    ['anything: the login', 'genericFilter.contains=elsa.b', ['elsa.bassi']],
    ['anything: first and last name', 'genericFilter.contains=carla%20ver', ['carla.verdi']],
    ['anything: last and first name', 'genericFilter.contains=verdi%20carla', ['carla.verdi']],
    ['an id', 'id.lessThan=2', ['admin']],
    ['who made it', 'createdBy.equals=admin&firstName.equals=Elsa', ['elsa.bassi']],
    [
      'several at once',
      'authority.equals=ROLE_SALE_MANAGER&activated.equals=true&genericFilter.contains=verdi',
      ['carla.verdi'],
    ],
    ['an id beyond every number', 'id.equals=999999999999999', []],
    ['a name with a quote', "firstName.equals=o'x", []],
  ])('filters by %s', async (_name, query, expected) => {
    expect(await logins(query)).toEqual(expected);
  });

  it.each(
    rowsOf(`
      a field nobody knows | password.contains=scrypt | user.password.contains unknown
      the verifier of passwords | password_verifier.contains=scrypt | user.password_verifier.contains unknown
      an operator the field has not | activated.contains=tru | user.activated.contains unknown
      a text of two characters | genericFilter.contains=ab | user.genericFilter.contains min
      a boolean that is none | activated.equals=forse | user.activated.equals type
      a name every object has | constructor.equals=x | user.constructor.equals unknown
      sorting by a field that is none | sort=brands,asc | user.sort oneOf
      sorting by a column of the database | sort=password_verifier,asc | user.sort oneOf
    `),
  )('refuses %s', async (_name, query, field) => {
    const answer = await list('admin', query);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });

  it('is sorted as requested, by several keys', async () => {
    const rossi = 'genericFilter.contains=rossi';
    expect(await logins(`${rossi}&sort=firstName,desc`)).toEqual(['bruno.rossi', 'anna.rossi']);
    expect(await logins('lastName.in=Rossi,Verdi&sort=lastName,desc&sort=firstName,asc')).toEqual([
      ...['carla.verdi', 'dino.verdi', 'anna.rossi', 'bruno.rossi'],
    ]);
    expect(await logins('lastName.in=Rossi,Verdi&sort=fullname,desc')).toEqual([
      ...['dino.verdi', 'carla.verdi', 'bruno.rossi', 'anna.rossi'],
    ]);
    const byRole = ['elsa.bassi', 'carla.verdi', 'dino.verdi'];
    for (const field of ['authority', 'authorities']) {
      const query = `lastName.in=Verdi,Bassi&sort=${field},asc&sort=firstName,asc`;
      expect(await logins(query), field).toEqual(byRole);
    }
  });

  it('shows a supervisor only users of own dealers, whatever the criteria', async () => {
    const seen = await logins('size=100', 'supervisor');
    expect(seen.sort()).toEqual([
      ...['anna.rossi', 'carla.verdi', 'dealer', 'dino.verdi', 'dms', 'elsa.bassi', 'mixed', 'modena', 'readonly'],
      ...['sa3', 'sales', 'supervisor'],
    ]);
    for (const query of [
      'hst.equals=10003',
      'login.equals=milano',
      'authority.equals=ROLE_ADMIN',
      'genericFilter.contains=bruno',
    ]) {
      const answer = await list('supervisor', query);
      expect([answer.json(), answer.headers['x-total-count']], query).toEqual([[], '0']);
    }
  });
});

describe('one user', () => {
  it('is absent for a supervisor of other dealers, like an unknown one', async () => {
    const essence = async (id: string | number) => {
      const answer = await users.call('supervisor', 'GET', `/api/users/${id}`);
      const { correlationId: _id, ...body } = answer.json();
      return [answer.statusCode, body.code];
    };
    expect(await essence(await users.idOf('milano'))).toEqual([404, 'user.notFound']);
    expect(await essence(await users.idOf('admin'))).toEqual([404, 'user.notFound']);
    expect(await essence(999_999)).toEqual([404, 'user.notFound']);
    for (const id of ['0', 'abc', '9'.repeat(16), '1e3']) expect((await essence(id))[0]).toBe(404);
  });
});

describe('coworkers', () => {
  const of = async (as: string, role: string, query = ''): Promise<string[]> => {
    const answer = await users.call(as, 'GET', `/api/coworkers/authorities/${role}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<UserShown[]>().map(({ login }) => login);
  };

  it('are the active users with a role at the own dealers, by name, as a plain array', async () => {
    expect(await of('dealer', 'ROLE_SALE_MANAGER')).toEqual(['anna.rossi', 'carla.verdi']);
    expect(await of('modena', 'ROLE_SALE_MANAGER')).toEqual(['anna.rossi']);
    expect(await of('milano', 'ROLE_SALE_MANAGER')).toEqual(['bruno.rossi']);
    expect(await of('torino', 'ROLE_SALE_MANAGER')).toEqual([]);
    expect(await of('admin', 'ROLE_SALE_MANAGER')).toEqual(['anna.rossi', 'bruno.rossi', 'carla.verdi']);
  });

  it('have the account’s shape without creation data', async () => {
    const [anna] = (await users.call('dealer', 'GET', '/api/coworkers/authorities/ROLE_SALE_MANAGER')).json<
      UserShown[]
    >();
    expect(Object.keys(anna ?? {}).sort()).toEqual([
      ...['activated', 'authorities', 'brands', 'email', 'firstName', 'fullname', 'hstList', 'id', 'lastName', 'login'],
    ]);
  });

  it('can be limited to users who may work on a brand and a folder type', async () => {
    expect(await of('dealer', 'ROLE_SALE_MANAGER', '?brand=bmw')).toEqual(['anna.rossi']);
    expect(await of('dealer', 'ROLE_SALE_MANAGER', '?brand=bmw&folderType=SALE_USED')).toEqual(['anna.rossi']);
    expect(await of('dealer', 'ROLE_SALE_MANAGER', '?folderType=SERVICE')).toEqual([]);
    expect(await of('dealer', 'ROLE_OPERATOR_DEALER', '?folderType=SERVICE')).toEqual(['elsa.bassi']);
    expect(await of('dealer', 'ROLE_SALE_MANAGER', '?brand=mini&folderType=SALE_NEW')).toEqual([]);
    expect(await of('admin', 'ROLE_SALE_MANAGER', '?brand=mini&folderType=SALE_NEW')).toEqual(['bruno.rossi']);
    expect(await of('admin', 'ROLE_DEALER', '?folderType=VEHICLE_EXIT_REQUEST')).toEqual([]);
    expect(await of('admin', 'ROLE_BMW_ITALIA', '?brand=moto&folderType=VEHICLE_EXIT_REQUEST')).toEqual(['nsc']);
  });

  it('exclude privileged users at a dealer', async () => {
    expect(await of('dealer', 'ROLE_ADMIN')).toEqual([]);
    expect(await of('supervisor', 'ROLE_BMW_ITALIA', '?brand=bmw')).toEqual([]);
    expect(await of('nsc', 'ROLE_ADMIN')).toEqual(['admin']);
  });

  it.each(['ROLE_ROOT', 'role_admin', 'constructor', '__proto__', '%00'])(
    'exclude users with a role called %s',
    async (role) => {
      expect((await users.call('dealer', 'GET', `/api/coworkers/authorities/${role}`)).statusCode).toBe(404);
    },
  );

  it.each(
    rowsOf(`
      ?brand=fiat | user.brand oneOf
      ?folderType=SALES | user.folderType oneOf
      ?name=anna | user.name unknown
      ?brand=bmw&brand=mini | user.brand oneOf
    `),
  )('are refused for %s', async (query, field) => {
    const answer = await users.call('dealer', 'GET', `/api/coworkers/authorities/ROLE_DEALER${query}`);
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
  });
});
