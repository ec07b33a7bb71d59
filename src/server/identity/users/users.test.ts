/** Creating and changing users through HTTP: every rule, every role, races, and the effects of deactivating. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '#test/clock.ts';
import { type Portal, refusedFields } from '../../../../test/portal.ts';
import { openUsers, type UserCalls } from './user-calls.suite.ts';

let portal: Portal;
let users: UserCalls;
beforeAll(async () => {
  ({ portal, users } = await openUsers());
});
afterAll(() => portal.close());

const NEVER = ['nsc', 'dealer', 'sales', 'readonly', 'mixed', 'sa3', 'dms', 'nobody'];

describe('creating a user', () => {
  it('answers 201 with the row, as a later read returns it', async () => {
    const body = users.body({ login: 'Nuova.Utente', firstName: ' Nuova ', lastName: 'Utente' });
    const answer = await users.call('admin', 'POST', '/api/users', body);
    expect(answer.statusCode).toBe(201);
    const made = answer.json();
    expect(made).toEqual({
      ...body,
      id: expect.any(Number),
      firstName: 'Nuova',
      fullname: 'Nuova Utente',
      createdBy: 'admin',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      lastModifiedBy: 'admin',
      lastModifiedDate: made.createdDate,
    });
    expect((await users.call('admin', 'GET', `/api/users/${made.id}`)).json()).toEqual(made);
  });

  it('activates by default, and assigns no brands unless they are given', async () => {
    const { activated: _activated, brands: _brands, ...body } = users.body();
    const made = (await users.call('admin', 'POST', '/api/users', { ...body, brands: null })).json();
    expect(made).toMatchObject({ activated: true, brands: [] });
    expect(await users.create({ activated: false })).toMatchObject({ activated: false });
  });

  it('shows a privileged user with full access, whatever was sent', async () => {
    const made = await users.create({ authorities: ['ROLE_BMW_ITALIA'], hstList: ['99999'] });
    expect(made.hstList).toEqual([]);
    expect(made.brands).toHaveLength(4);
  });

  it.each([
    ['a field nobody knows', { admin: true }, ['user.admin unknown']],
    ['an id', { id: 1 }, ['user.id unknown']],
    ['a full name, which is derived', { fullname: 'X' }, ['user.fullname unknown']],
    ['a password: credentials live at the identity provider', { password: 'x' }, ['user.password unknown']],
    ['a verifier of a password', { passwordVerifier: 'scrypt$1' }, ['user.passwordVerifier unknown']],
    [
      'read-only fields',
      { createdBy: 'x', lastModifiedDate: '2026-01-01T00:00:00.000Z' },
      ['user.createdBy unknown', 'user.lastModifiedDate unknown'],
    ],
    ['no login', { login: null }, ['user.login required']],
    [
      'a brand twice',
      { brands: [1, 2].map(() => ({ brand: 'bmw', permissions: ['SERVICE'] })) },
      ['user.brands duplicate'],
    ],
    ['a brand nobody knows', { brands: [{ brand: 'fiat', permissions: [] }] }, ['user.brands.0.brand oneOf']],
    ['more inside a brand', { brands: [{ brand: 'bmw', permissions: [], all: true }] }, ['user.brands.0.all unknown']],
    ['a dealer nobody knows', { hstList: ['10001', '99999'] }, ['user.hstList.1 unknownDealer']],
    ['a number for activated', { activated: 1 }, ['user.activated type']],
    ['a login with a pattern', { login: '%' }, ['user.login login']],
  ])('refuses %s', async (_name, change, fields) => {
    const answer = await users.call('admin', 'POST', '/api/users', users.body(change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'user.invalid', detail: 'Controlla i dati dell’utente.' });
    expect(refusedFields(answer)).toEqual(fields);
  });

  it('refuses a login that is taken, ignoring case', async () => {
    for (const login of ['dealer', 'DEALER', ' Dealer ']) {
      const answer = await users.call('admin', 'POST', '/api/users', users.body({ login }));
      expect(answer.statusCode).toBe(400);
      expect(refusedFields(answer)).toEqual(['user.login loginTaken']);
    }
  });

  it('refuses an e-mail address of another user, ignoring case, on every create and edit', async () => {
    const [first, second] = [await users.create(), await users.create()];
    for (const email of [String(first.email), String(first.email).toUpperCase()]) {
      const made = await users.call('admin', 'POST', '/api/users', users.body({ email }));
      expect([made.statusCode, refusedFields(made)]).toEqual([400, ['user.email emailTaken']]);
      const edited = await users.put('admin', { ...second, email });
      expect([edited.statusCode, refusedFields(edited)]).toEqual([400, ['user.email emailTaken']]);
    }
    const same = await users.put('admin', { ...first, email: String(first.email).toUpperCase() });
    expect(same.statusCode, same.body).toBe(200);
  });

  it('gives an address to one of many concurrent requests', async () => {
    const made = [await users.create(), await users.create(), await users.create()];
    const answers = await Promise.all([
      ...made.map((user) => users.put('admin', { ...user, email: 'ambita@example.com' })),
      users.call('admin', 'POST', '/api/users', users.body({ email: 'Ambita@example.com' })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(3);
  });

  it('creates one user for many concurrent requests with the same login', async () => {
    const body = users.body({ login: 'gara' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        users.call('admin', 'POST', '/api/users', { ...body, login: index % 2 ? 'gara' : 'GARA' }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, ...Array(11).fill(400)]);
  });
});

describe('a dealer supervisor', () => {
  it('creates and changes users of own dealers', async () => {
    const made = await users.create({ hstList: ['10001', '10002'] }, 'supervisor');
    expect(made.createdBy).toBe('supervisor');
    const answer = await users.put('supervisor', { ...made, hstList: ['10002'], lastName: 'Altra' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ hstList: ['10002'], fullname: 'Ugo Altra', lastModifiedBy: 'supervisor' });
  });

  it.each(['ROLE_ADMIN', 'ROLE_BMW_ITALIA', 'ROLE_SUPERVISOR_DEALER', 'ROLE_SA3', 'ROLE_DMS_GMT'])(
    'cannot assign %s, neither to a new nor to an existing user',
    async (role) => {
      const created = await users.call('supervisor', 'POST', '/api/users', users.body({ authorities: [role] }));
      expect(created.statusCode).toBe(403);
      const made = await users.create({}, 'supervisor');
      const changed = await users.put('supervisor', { ...made, authorities: [role] });
      expect(changed.statusCode).toBe(403);
      expect(await users.shown(made.login)).toEqual(made);
    },
  );

  it.each([
    ['a dealer of others', { hstList: ['10003'] }, ['user.hstList.0 otherDealer']],
    ['a dealer of others beside an own one', { hstList: ['10001', '10003'] }, ['user.hstList.1 otherDealer']],
    ['a dealer nobody knows, in the same words', { hstList: ['99999'] }, ['user.hstList.0 otherDealer']],
    ['no dealer', { authorities: ['ROLE_USER'], hstList: [] }, ['user.hstList required']],
  ])('cannot assign %s', async (_name, change, fields) => {
    const created = await users.call('supervisor', 'POST', '/api/users', users.body(change));
    expect(created.statusCode).toBe(400);
    expect(refusedFields(created)).toEqual(fields);
    const made = await users.create({}, 'supervisor');
    expect(refusedFields(await users.put('supervisor', { ...made, ...change }))).toEqual(fields);
  });

  it('grants only permissions that it has itself, but keeps those that a user already has', async () => {
    const narrow = await users.create({
      login: 'capo.ridotto',
      authorities: ['ROLE_SUPERVISOR_DEALER'],
      brands: [
        { brand: 'bmw', permissions: ['SALE_NEW'] },
        { brand: 'mini', permissions: ['READONLY'] },
      ],
    });
    const { makePasswordVerifier } = await import('../sign-ins/passwords.ts');
    const verifier = await makePasswordVerifier('prova');
    const { read } = portal.test.world.database;
    await read.updateTable('app_user').set({ password_verifier: verifier }).where('id', '=', narrow.id).execute();
    const give = async (brands: object[]) => {
      const answer = await users.call('capo.ridotto', 'POST', '/api/users', users.body({ brands }));
      return answer.statusCode === 201 ? [] : refusedFields(answer);
    };
    expect(
      await give([
        { brand: 'bmw', permissions: ['SALE_NEW'] },
        { brand: 'mini', permissions: ['READONLY'] },
      ]),
    ).toEqual([]);
    const refused = ['user.brands.0.permissions notGivable'];
    expect(await give([{ brand: 'bmw', permissions: ['SALE_NEW', 'SERVICE'] }])).toEqual(refused);
    expect(await give([{ brand: 'bmw', permissions: ['READONLY'] }])).toEqual(refused);
    expect(await give([{ brand: 'mini', permissions: ['SALE_NEW'] }])).toEqual(refused);
    expect(await give([{ brand: 'moto', permissions: ['SALE_NEW'] }])).toEqual(refused);
    const wide = await users.create({ brands: [{ brand: 'moto', permissions: ['SERVICE'] }] });
    const kept = await users.put('capo.ridotto', { ...wide, lastName: 'Resta' });
    expect(kept.statusCode).toBe(200);
    expect(kept.json().brands).toEqual([{ brand: 'moto', permissions: ['SERVICE'] }]);
  });

  it.each(['sa3', 'dms', 'supervisor'])('may not change %s, who has no dealer role', async (login) => {
    const target = await users.shown(login);
    expect((await users.put('supervisor', { ...target, lastName: 'X' })).statusCode).toBe(403);
    expect((await users.put('supervisor', { ...target, authorities: ['ROLE_DEALER'] })).statusCode).toBe(403);
  });
});

describe('changing a user', () => {
  it('accepts the whole entity, derived fields included, and returns the row', async () => {
    const made = await users.create();
    const answer = await users.put('admin', {
      ...made,
      fullname: 'Altro',
      createdBy: 'x',
      firstName: 'Ada',
      brands: undefined,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id: made.id,
      fullname: `Ada ${made.lastName}`,
      createdBy: 'admin',
      brands: [],
    });
    expect(answer.json().lastModifiedDate > made.lastModifiedDate).toBe(true);
  });

  it('keeps the activation when that field is omitted', async () => {
    const made = await users.create({ activated: false });
    const { activated: _activated, ...rest } = made;
    expect((await users.put('admin', rest)).json().activated).toBe(false);
    expect((await users.put('admin', { ...rest, activated: null, lastModifiedDate: null })).json().activated).toBe(
      false,
    );
  });

  it('keeps the login, which identifies the user in records', async () => {
    const made = await users.create();
    const answer = await users.put('admin', { ...made, login: 'altro' });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual(['user.login readOnly']);
    const { login: _login, ...rest } = made;
    expect((await users.put('admin', rest)).json().login).toBe(made.login);
  });

  it.each([
    ['a field nobody knows', { nickname: 'x' }, ['user.nickname unknown']],
    ['no id', { id: undefined }, ['user.id required']],
    ['no roles', { authorities: null }, ['user.authorities required']],
    ['a date that is none', { lastModifiedDate: 'ieri' }, ['user.lastModifiedDate date']],
    ['a new dealer nobody knows', { hstList: ['10001', '77777'] }, ['user.hstList.1 unknownDealer']],
  ])('refuses %s', async (_name, change, fields) => {
    const made = await users.create();
    const answer = await users.put('admin', { ...made, ...change });
    expect(answer.statusCode).toBe(400);
    expect(refusedFields(answer)).toEqual(fields);
  });

  it('assigns no dealer that the directory no longer lists', async () => {
    const { read } = portal.test.world.database;
    await read.updateTable('dealer').set({ gone_date: testNow() }).where('hst', '=', '10012').execute();
    const answer = await users.call('admin', 'POST', '/api/users', users.body({ hstList: ['10012'] }));
    expect(refusedFields(answer)).toEqual(['user.hstList.0 unknownDealer']);
  });

  it('still works for a user whose dealer left the directory', async () => {
    const made = await users.create();
    const { read } = portal.test.world.database;
    await read
      .updateTable('app_user')
      .set({ hst_list: ['88888'] })
      .where('id', '=', made.id)
      .execute();
    const answer = await users.put('admin', { ...made, hstList: ['88888'], activated: false });
    expect(answer.statusCode).toBe(200);
  });

  it('lets one of many concurrent edits succeed', async () => {
    const made = await users.create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => users.put('admin', { ...made, lastName: `Gara${index}` })),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(9).fill(409)]);
    const winner = answers.find((answer) => answer.statusCode === 200)?.json();
    expect(await users.shown(made.login)).toEqual(winner);
  });

  it.each(NEVER)('is refused to %s, even on its own account', async (login) => {
    const answer = await users.put(login, { ...(await users.shown(login)), lastName: 'Altro' });
    expect(answer.statusCode).toBe(403);
  });

  it('answers 404 for an unknown id, 400 for an invalid one', async () => {
    const made = await users.create();
    expect((await users.put('admin', { ...made, id: 9_007_199_254_740_991 })).statusCode).toBe(404);
    for (const id of [0, -1, 1.5, 1e30, '7', null]) {
      expect((await users.put('admin', { ...made, id })).statusCode, String(id)).toBe(400);
    }
  });

  it('has no counterpart for deletion: there is no such call', async () => {
    const made = await users.create();
    const answer = await users.call('admin', 'DELETE', `/api/users/${made.id}`);
    expect([404, 405]).toContain(answer.statusCode);
    expect(await users.shown(made.login)).toEqual(made);
  });

  it('logs who changed which fields of which user, without their values', async () => {
    const made = await users.create({ lastName: 'Riservatissimi' });
    await users.put('admin', { ...made, email: 'segreta@example.com', authorities: ['ROLE_SALE_MANAGER'] });
    const lines = portal.test.logLines
      .filter((line) => line.includes(`"userId":${made.id},`))
      .map((line) => JSON.parse(line));
    expect(lines.map(({ security, fields }) => [security, fields])).toEqual([
      ['user.created', ['authorities', 'hstList', 'brands', 'activated', 'email', 'firstName', 'lastName']],
      ['user.changed', ['authorities', 'email']],
    ]);
    for (const secret of ['Riservatissimi', 'segreta@example.com'])
      expect(portal.test.logLines.join('')).not.toContain(secret);
  });
});
