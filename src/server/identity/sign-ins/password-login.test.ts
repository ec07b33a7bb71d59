/** Login by password through HTTP: technical accounts, the demo's personas, guessing, and the limits that stop it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '#ports/database/database.ts';
import { cheapVerifier } from '#test/password.ts';
import { runIdentity } from '../../../cli/identity/run.ts';
import { hitLimit } from '../index.ts';
import { type Identity, openIdentity, openSecureIdentity } from './browser.suite.ts';

let identity: Identity;
/** The tests below log in hundreds of times, so use a cheap verifier; passwords.test.ts tests the real one. */
const passwordVerifier = cheapVerifier('demo');

beforeAll(async () => {
  identity = await openIdentity();
  await identity.addUser({ login: 'dms-gmt', authorities: ['ROLE_DMS_GMT'], passwordVerifier });
  await identity.addUser({ login: 'dealer', passwordVerifier });
  await identity.addUser({ login: 'gone', activated: false, passwordVerifier });
  await identity.addUser({ login: 'sso-only' });
});
afterAll(() => identity.close());

let address = 0;
/** Each call has its own address unless one is given. */
const logIn = (payload: unknown, from = `10.0.${Math.floor(++address / 250)}.${address % 250}`, where = identity) =>
  where.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    remoteAddress: from,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const account = (token: string, where = identity) =>
  where.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } });

describe('a login by password', () => {
  it('returns a token that works without a cookie', async () => {
    const answer = await logIn({ username: 'dms-gmt', password: 'demo' });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['token']);
    expect(answer.cookies).toEqual([]);
    expect((await account(answer.json().token)).json()).toMatchObject({
      login: 'dms-gmt',
      authorities: ['ROLE_DMS_GMT'],
    });
  });

  it('returns a token with which its holder can end this session, and no other', async () => {
    const tokens = await Promise.all(
      [1, 2].map(async () => (await logIn({ username: 'dealer', password: 'demo' })).json().token as string),
    );
    const [first = '', second = ''] = tokens;
    const stateOf = async (token: string) => (await account(token)).statusCode;
    const leave = (headers: Record<string, string>) =>
      identity.app.inject({ method: 'POST', url: '/sso/logout', headers });
    for (const headers of [{}, { authorization: 'Bearer nonsense' }] as Record<string, string>[]) {
      expect((await leave(headers)).statusCode).toBe(204);
    }
    expect([await stateOf(first), await stateOf(second)]).toEqual([200, 200]);
    expect((await leave({ authorization: `Bearer ${first}` })).statusCode).toBe(204);
    expect([await stateOf(first), await stateOf(second)]).toEqual([401, 200]);
    expect((await leave({ authorization: `Bearer ${first}` })).statusCode).toBe(204);
  });

  it('ignores case in the login name', async () => {
    expect((await logIn({ username: 'DMS-GMT', password: 'demo' })).statusCode).toBe(200);
  });

  it.each([
    ['a wrong password', { username: 'dealer', password: 'Demo' }],
    ['an unknown name', { username: 'nobody', password: 'demo' }],
    ['a name without a password of its own', { username: 'sso-only', password: 'demo' }],
    ['an account that is not activated', { username: 'gone', password: 'demo' }],
    ['a pattern for a name', { username: 'deale_', password: 'demo' }],
    ['SQL for a name', { username: "dealer'--", password: 'x' }],
    ['the verifier for a password', { username: 'dealer', password: 'scrypt$16384$8$5$' }],
  ])('refuses %s, always with the same message', async (_name, credentials) => {
    const answer = await logIn(credentials);
    expect(answer.statusCode).toBe(401);
    const { correlationId: _id, ...body } = answer.json();
    expect(body).toEqual({ status: 401, code: 'login.wrong', message: 'Nome utente o password non corretti.' });
  });

  it.each([
    ['no body', ''],
    ['no password', { username: 'dealer' }],
    ['no name', { password: 'demo' }],
    ['an empty name', { username: '', password: 'demo' }],
    ['a number', { username: 1, password: 'demo' }],
    ['a list', { username: ['dealer'], password: 'demo' }],
    ['an object that asks the database', { username: { ne: null }, password: { ne: null } }],
    ['a field nobody knows', { username: 'dealer', password: 'demo', rememberMe: true }],
    ['a zero byte', { username: 'dealer\u0000', password: 'demo' }],
    ['half a character', '{"username":"dealer\\ud800","password":"demo"}'],
    ['a name of 256 characters', { username: 'a'.repeat(256), password: 'demo' }],
    ['a polluted prototype', '{"username":"dealer","password":"demo","__proto__":{"a":1}}'],
    ['text that is no JSON', 'username=dealer'],
    ['a list for a body', '[]'],
  ])('refuses %s as a malformed request', async (_name, body) => {
    expect((await logIn(body)).statusCode).toBe(400);
  });

  it('refuses a body of several kilobytes and other content types', async () => {
    expect((await logIn({ username: 'dealer', password: 'x'.repeat(5000) })).statusCode).toBe(413);
    const form = await identity.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=dealer&password=demo',
    });
    expect(form.statusCode).toBe(415);
  });

  it('is for technical accounts only in production', async () => {
    const production = await openSecureIdentity();
    await production.addUser({ login: 'dms-gmt', authorities: ['ROLE_DMS_GMT'], passwordVerifier });
    for (const role of ['ROLE_ADMIN', 'ROLE_BMW_ITALIA', 'ROLE_DEALER', 'ROLE_USER', 'ROLE_SA3'] as const) {
      await production.addUser({ login: role, authorities: [role], passwordVerifier });
      expect((await logIn({ username: role, password: 'demo' }, undefined, production)).statusCode).toBe(401);
    }
    const answer = await logIn({ username: 'dms-gmt', password: 'demo' }, undefined, production);
    expect((await account(answer.json().token, production)).statusCode).toBe(200);
    await production.close();
  });

  it('logs neither the password nor the submitted name', async () => {
    await logIn({ username: 'my-p4ssword-in-the-wrong-field', password: 'an0ther-secret' });
    const log = identity.logLines.join('');
    expect(log).toContain('login.failed');
    for (const secret of ['my-p4ssword-in-the-wrong-field', 'an0ther-secret']) expect(log).not.toContain(secret);
  });
});

describe('password guessing', () => {
  const wrong = (count: number, username: string, from?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        logIn({ username: index % 2 ? username : username.toUpperCase(), password: `no-${index}` }, from),
      ),
    );
  const statuses = (answers: readonly { statusCode: number }[], status: number) =>
    answers.filter((answer) => answer.statusCode === status);
  const right = async (username: string, from: string) =>
    (await logIn({ username, password: 'demo' }, from)).statusCode;

  it('for one account is limited to ten attempts per 15 minutes and network', async () => {
    await identity.addUser({ login: 'guessed', passwordVerifier });
    const answers = await wrong(25, 'guessed', '10.7.0.1');
    expect(statuses(answers, 401)).toHaveLength(10);
    const refused = answers.filter((answer) => answer.statusCode === 429);
    expect(refused).toHaveLength(15);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect(await right('guessed', '10.7.0.1')).toBe(429);
    identity.clock.advance(15 * 60);
    expect(await right('guessed', '10.7.0.1')).toBe(200);
  });

  it('from one network does not block the account elsewhere', async () => {
    await identity.addUser({ login: 'wanted', passwordVerifier });
    expect(statuses(await wrong(15, 'wanted', '10.7.0.2'), 401)).toHaveLength(10);
    expect(await right('wanted', '10.7.0.2')).toBe(429);
    expect(await right('wanted', '10.7.0.3')).toBe(200);
  });

  it('from an IPv6 network counts as one source, whatever the address', async () => {
    await identity.addUser({ login: 'sixth', passwordVerifier });
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        logIn({ username: 'sixth', password: 'no' }, `2001:db8:0:7::${(index + 1).toString(16)}`),
      ),
    );
    expect(statuses(answers, 401)).toHaveLength(10);
  });

  it('from many networks is limited to a hundred attempts, and the account’s usual networks stay open', async () => {
    await identity.addUser({ login: 'dms-home', authorities: ['ROLE_DMS_GMT'], passwordVerifier });
    expect(await right('dms-home', '10.7.1.1')).toBe(200);
    // The next day, at the start of a window.
    identity.clock.advance(86_400 - ((identity.clock.now().getTime() / 1000) % 900));
    const { database } = identity.world;
    for (let index = 0; index < 96; index++) {
      await database.transaction((tx) =>
        hitLimit(tx, 'login-strangers:dms-home', { limit: 100, windowSeconds: 900 }, identity.clock.now()),
      );
    }
    const answers = await wrong(9, 'dms-home');
    expect([statuses(answers, 401).length, statuses(answers, 429).length]).toEqual([4, 5]);
    expect(await right('dms-home', '10.7.1.2')).toBe(429);
    expect(await right('dms-home', '10.7.1.1')).toBe(200);
    expect(await right('dms-home', '10.7.1.1')).toBe(200);
    // The account's usual network also gets ten attempts, and no more.
    expect(statuses(await wrong(15, 'dms-home', '10.7.1.1'), 401)).toHaveLength(10);
  }, 60_000);

  it('has no usual network exempt after two days without a login from it', async () => {
    await identity.addUser({ login: 'away', passwordVerifier });
    expect(await right('away', '10.7.2.1')).toBe(200);
    identity.clock.advance(2 * 86_400);
    for (let index = 0; index < 101; index++) {
      await identity.world.database
        .transaction((tx) =>
          hitLimit(tx, 'login-strangers:away', { limit: 100, windowSeconds: 900 }, identity.clock.now()),
        )
        .catch(() => undefined);
    }
    expect(await right('away', '10.7.2.1')).toBe(429);
  });

  it('does not lock out other users', async () => {
    expect((await logIn({ username: 'dealer', password: 'demo' })).statusCode).toBe(200);
  });

  it('does not count successes: an integration may log in all day', async () => {
    for (let index = 0; index < 15; index++) {
      expect((await logIn({ username: 'dms-gmt', password: 'demo' }, '10.9.9.9')).statusCode).toBe(200);
    }
  });

  it('does not count concurrent successes: every login of a busy integration succeeds', async () => {
    await identity.addUser({ login: 'dms-busy', authorities: ['ROLE_DMS_GMT'], passwordVerifier });
    const answers = await Promise.all(
      Array.from({ length: 18 }, () => logIn({ username: 'dms-busy', password: 'demo' }, '10.9.9.8')),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(18).fill(200));
  }, 60_000);

  it('hidden among correct logins is limited to ten attempts', async () => {
    await identity.addUser({ login: 'hidden', passwordVerifier });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        logIn({ username: 'hidden', password: index % 3 === 0 ? 'demo' : `no-${index}` }, '10.7.3.1'),
      ),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.every((answer) => [200, 401, 429].includes(answer.statusCode))).toBe(true);
    expect(await right('hidden', '10.7.3.1')).toBe(429);
  }, 60_000);

  it('is not reset by a success', async () => {
    await identity.addUser({ login: 'alternating', passwordVerifier });
    const tries = async (password: string) =>
      (await logIn({ username: 'alternating', password }, '10.7.4.1')).statusCode;
    for (let index = 0; index < 9; index++) expect(await tries('wrong')).toBe(401);
    expect(await tries('demo')).toBe(200);
    expect(await tries('wrong')).toBe(401);
    expect(await tries('demo')).toBe(429);
  });

  it('across many accounts from one network stops after a hundred', async () => {
    const { database } = identity.world;
    for (let index = 0; index < 97; index++) {
      await database.transaction((tx) =>
        hitLimit(tx, 'login-network:10.8.8.8', { limit: 100, windowSeconds: 900 }, identity.clock.now()),
      );
    }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => logIn({ username: `name-${index}`, password: 'demo' }, '10.8.8.8')),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(3);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(5);
    expect((await logIn({ username: 'dealer', password: 'demo' }, '10.8.8.9')).statusCode).toBe(200);
  });

  it('is not possible while the counter is unavailable', async () => {
    let judged = 0;
    const down = () => {
      throw new DatabaseUnavailable('down');
    };
    const closed = await openIdentity((world) => ({
      database: {
        ...world.database,
        read: new Proxy(world.database.read, {
          get: (target, name) => {
            if (name === 'insertInto') return down;
            judged += 1;
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
        transaction: async () => down(),
      },
    }));
    const answer = await logIn({ username: 'dealer', password: 'demo' }, undefined, closed);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().code).toBe('system.unavailable');
    expect(judged).toBe(0);
    await closed.close();
  });
});

describe('accounts and passwords', () => {
  it.each(['/api/auth/register', '/api/auth/forgot-password'])('are not created or changed by %s', async (url) => {
    for (const payload of [undefined, {}, { email: 'a@example.com' }]) {
      const answer = await identity.app.inject({ method: 'POST', url, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ status: 403, code: 'login.notHere', title: 'Errore nei permessi' });
    }
  });
});

describe('a password set by command', () => {
  const command = (...args: string[]) => runIdentity({ ...identity.world, log: identity.world.log }, args);
  const known = (token: string) => account(token).then((answer) => answer.statusCode);

  it('is shown once, ends the previous one’s sessions, and is not logged', async () => {
    await identity.addUser({ login: 'dms-incadea', authorities: ['ROLE_DMS_INCADEA'], passwordVerifier });
    const { token } = (await logIn({ username: 'dms-incadea', password: 'demo' })).json();
    expect(await known(token)).toBe(200);
    const { code, lines } = await command('password', 'DMS-incadea');
    expect(code).toBe(0);
    const password = /^Nuova password di dms-incadea: ([\w-]{32})$/.exec(lines[0] ?? '')?.[1] ?? '';
    expect(await known(token)).toBe(401);
    expect((await logIn({ username: 'dms-incadea', password: 'demo' })).statusCode).toBe(401);
    const again = await logIn({ username: 'dms-incadea', password });
    expect(await known(again.json().token)).toBe(200);
    expect(identity.logLines.join('')).toContain('password.changed');
    expect(identity.logLines.join('')).not.toContain(password);
  });

  it('is for technical accounts only', async () => {
    const { token } = (await logIn({ username: 'dealer', password: 'demo' })).json();
    expect(await command('password', 'dealer')).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('non è un')],
    });
    expect(await command('password', 'nessuno')).toMatchObject({ code: 1 });
    expect(await command('password')).toMatchObject({ code: 2 });
    expect(await known(token)).toBe(200);
  });
});
