/** Effects of changing a user on their open sessions, and that no change locks all administrators out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPortal, type Portal } from '../../../../test/portal.ts';
import { openUsers, type UserCalls } from './user-calls.suite.ts';

let portal: Portal;
let users: UserCalls;
beforeAll(async () => {
  ({ portal, users } = await openUsers());
});
afterAll(() => portal.close());

const change = async (login: string, by: string, fields: object) =>
  users.put(by, { ...(await users.shown(login)), ...fields });

const logIn = (username: string, password = 'demo') =>
  portal.app.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password } });
const ask = (token: string, url = '/api/account') =>
  portal.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

/** A user who has just signed in. */
async function signedIn(body: Record<string, unknown> = {}): Promise<{ login: string; token: string; id: number }> {
  const { login, id } = await users.create(body);
  return { login, id, token: (await logIn(login)).json().token };
}

describe('a change', () => {
  it('of roles applies from the next request', async () => {
    const { login, token } = await signedIn();
    expect((await ask(token, '/api/users')).statusCode).toBe(403);
    await change(login, 'admin', { authorities: ['ROLE_SUPERVISOR_DEALER'] });
    expect((await ask(token, '/api/users')).statusCode).toBe(200);
    await change(login, 'admin', { authorities: ['ROLE_USER'] });
    expect((await ask(token, '/api/users')).statusCode).toBe(403);
    expect((await ask(token)).json().authorities).toEqual(['ROLE_USER']);
  });

  it('of dealers and permissions applies from the next request', async () => {
    const { login, token } = await signedIn();
    const folder = await portal.newFolder('dealer');
    expect((await ask(token, `/api/folders/${folder}`)).statusCode).toBe(200);
    await change(login, 'admin', { brands: [{ brand: 'bmw', permissions: ['SERVICE'] }] });
    expect((await ask(token, `/api/folders/${folder}`)).statusCode).toBe(404);
    await change(login, 'admin', { brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }], hstList: ['10003'] });
    expect((await ask(token, `/api/folders/${folder}`)).statusCode).toBe(404);
  });

  it('that deactivates ends every session in the same transaction; reactivation restores none', async () => {
    const { login, token, id } = await signedIn();
    const other = (await logIn(login)).json().token;
    expect((await change(login, 'supervisor', { activated: false })).statusCode).toBe(200);
    for (const one of [token, other]) expect((await ask(one)).statusCode).toBe(401);
    const { read } = portal.test.world.database;
    const sessions = await read.selectFrom('staff_session').selectAll().where('user_id', '=', id).execute();
    expect(sessions).toHaveLength(2);
    expect(sessions.every((session) => session.ended_date !== null)).toBe(true);
    expect((await logIn(login)).statusCode).toBe(401);
    await change(login, 'admin', { activated: true });
    for (const one of [token, other]) expect((await ask(one)).statusCode).toBe(401);
    expect((await logIn(login)).statusCode).toBe(200);
  });

  it('that is refused ends nothing', async () => {
    const { login, token } = await signedIn();
    expect((await change(login, 'admin', { activated: false, email: 'no' })).statusCode).toBe(400);
    expect((await ask(token)).statusCode).toBe(200);
  });
});

describe('a lock-out', () => {
  it('is prevented: nobody deactivates or demotes the own administrator account', async () => {
    await users.administrator('secondo');
    for (const fields of [
      { activated: false },
      { authorities: ['ROLE_USER'], brands: [] },
      { authorities: ['ROLE_BMW_ITALIA'] },
    ]) {
      const answer = await change('admin', 'admin', fields);
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'user.ownAccess',
        message: expect.stringContaining('amministratore'),
      });
    }
    expect((await change('admin', 'admin', { lastName: 'Altro' })).statusCode).toBe(200);
  });

  it('is prevented: the last active administrator stays', async () => {
    expect((await change('secondo', 'admin', { activated: false })).statusCode).toBe(200);
    for (const fields of [{ activated: false }, { authorities: ['ROLE_USER'], brands: [] }]) {
      const answer = await change('admin', 'admin', fields);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().code).toBe('user.lastAdmin');
    }
  });
});

describe('two administrators', () => {
  it('cannot both demote each other concurrently', async () => {
    const { read } = portal.test.world.database;
    const pair = await Promise.all(
      ['primo', 'altro'].map(async (login) => {
        const { id } = await users.administrator(login);
        return { login, id, token: (await logIn(login)).json<{ token: string }>().token };
      }),
    );
    const ids = pair.map(({ id }) => id);
    const onlyThey = (activated: boolean) =>
      read.updateTable('app_user').set({ activated }).where('login', '=', 'admin').execute();
    const bodies = await Promise.all(pair.map(({ login }) => users.shown(login)));
    await onlyThey(false);
    for (let round = 0; round < 6; round++) {
      const changes = [{ activated: false }, { authorities: ['ROLE_USER'], brands: [] }];
      const answers = await Promise.all(
        pair.map(({ token }, index) =>
          portal.app.inject({
            method: 'PUT',
            url: '/api/users',
            headers: { authorization: `Bearer ${token}` },
            payload: { ...bodies[1 - index], ...changes[(index + round) % 2], lastModifiedDate: null },
          }),
        ),
      );
      // The other call finds itself removing the last administrator, or its session was already ended.
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
      for (const answer of answers) expect([200, 401, 403, 409]).toContain(answer.statusCode);
      const admins = await read
        .selectFrom('app_user')
        .selectAll()
        .where('id', 'in', ids)
        .where('activated', '=', true)
        .execute();
      expect(admins.filter(({ authorities }) => authorities.includes('ROLE_ADMIN'))).toHaveLength(1);
      const again = { activated: true, authorities: ['ROLE_ADMIN' as const] };
      await read.updateTable('app_user').set(again).where('id', 'in', ids).execute();
      await read.updateTable('staff_session').set({ ended_date: null }).where('user_id', 'in', ids).execute();
    }
    await onlyThey(true);
  }, 60_000);
});

describe('in the demo', () => {
  it('a created user signs in with the personas’ password', async () => {
    const { token, login } = await signedIn();
    expect((await ask(token)).json().login).toBe(login);
    expect((await logIn(login, 'prova')).statusCode).toBe(401);
  });
});

describe('in production', () => {
  it('a created user has no password: credentials are kept at the identity provider', async () => {
    const production = await openPortal({
      override: (world) => ({ settings: { ...world.settings, mode: 'production' }, outbox: null }),
    });
    const { world } = production.test;
    const { prepareSession } = await import('../sessions.ts');
    const admin = await world.database.read
      .selectFrom('app_user')
      .select('id')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow();
    const session = await prepareSession(world, admin.id, { bound: false });
    await world.database.transaction((tx) => session.store(tx));
    const answer = await production.app.inject({
      method: 'POST',
      url: '/api/users',
      headers: { authorization: `Bearer ${session.token}` },
      payload: users.body({ authorities: ['ROLE_DMS_GMT'] }),
    });
    expect(answer.statusCode).toBe(201);
    const row = await world.database.read
      .selectFrom('app_user')
      .select('password_verifier')
      .where('id', '=', answer.json().id)
      .executeTakeFirstOrThrow();
    expect(row.password_verifier).toBeNull();
    await production.close();
  });
});
