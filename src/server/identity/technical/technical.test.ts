/**
 * Technical accounts: secrets shown once and stored hashed, two valid during a change, limited to given networks, never
 * usable for browser sign-in.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TechnicalAccountAnswer } from '#contract/accounts/technical.ts';
import { openPortal, type Portal, refusedFields } from '../../../../test/portal.ts';
import { createUser } from '../index.ts';
import { identify } from '../users/user-identity.ts';
import { isWithin } from './account-networks.ts';

let portal: Portal;
let id: number;
let login: string;
let made = 0;
beforeAll(async () => {
  portal = await openPortal({
    // Calls come from the address in their header.
    override: (world) => ({ settings: { ...world.settings, trustedProxies: 1 } }),
  });
});
afterAll(() => portal.close());

beforeEach(async () => {
  const { database, clock } = portal.test.world;
  made += 1;
  login = `gestionale${made}`;
  const names = { login, firstName: 'Gestionale', lastName: 'Prova', email: `${login}@example.com` };
  const rights = { authorities: ['ROLE_DMS_GMT' as const], hstList: ['10001'], brands: [], activated: true };
  const user = { ...names, ...rights, passwordVerifier: null };
  id = (await database.transaction((tx) => createUser(tx, user, null, clock.now()))).id;
});

const URL_OF = '/api/technical-accounts';
const secretOf = async (body: object = {}): Promise<string> => {
  const answer = await portal.callAs('admin', 'POST', `${URL_OF}/${id}/secret`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ secret: string }>().secret;
};
const limit = (networks: string[] | null) => portal.callAs('admin', 'POST', `${URL_OF}/${id}/networks`, { networks });
/** @returns the token, or the code of the refusal. */
async function logIn(password: string, from = '192.0.2.17', username = login): Promise<string> {
  const payload = { username, password };
  const headers = { 'x-forwarded-for': from };
  const answer = await portal.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
  const { token, code } = answer.json<{ token?: string; code?: string }>();
  return token ?? code ?? '';
}
const call = async (token: string, from = '192.0.2.17'): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from };
  return (await portal.app.inject({ method: 'GET', url: '/api/account', headers })).statusCode;
};
const shown = async (): Promise<TechnicalAccountAnswer> => {
  const all = (await portal.callAs('admin', 'GET', URL_OF)).json<TechnicalAccountAnswer[]>();
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw new Error('The account is not listed');
  return found;
};

describe('a secret', () => {
  it('opens a session, is not readable afterwards, and its last use is shown', async () => {
    const secret = await secretOf();
    expect(secret).toMatch(/^fts_[\w-]{43}$/);
    expect((await shown()).secrets).toMatchObject([{ lastUsedDate: null, lastUsedAddress: null, endsDate: null }]);
    expect(await call(await logIn(secret))).toBe(200);
    expect((await shown()).secrets).toMatchObject([
      { lastUsedDate: portal.test.clock.now().toISOString(), lastUsedAddress: '192.0.2.17' },
    ]);
    const { read } = portal.test.world.database;
    const rows = await read.selectFrom('technical_secret').selectAll().execute();
    const events = await read.selectFrom('evidence_event').select('body').execute();
    const everything = JSON.stringify([rows, events, portal.test.logLines, (await shown()).secrets]);
    expect(everything).not.toContain(secret.slice(4));
  });

  it('is changed with at most two valid at once, and the former one ends', async () => {
    const first = await secretOf();
    const second = await secretOf({ hours: 2 });
    for (const secret of [first, second]) expect(await call(await logIn(secret))).toBe(200);
    const third = await secretOf({ hours: 2 });
    expect(await logIn(first)).toBe('login.wrong');
    expect((await shown()).secrets.map(({ endsDate }) => endsDate === null)).toEqual([true, false]);
    portal.test.clock.advance(2 * 3_600);
    expect(await logIn(second)).toBe('login.wrong');
    expect(await call(await logIn(third))).toBe(200);
  });

  it('created without overlap ends the former one, its sessions and a password set by command', async () => {
    const former = await secretOf();
    const token = await logIn(former);
    const secret = await secretOf({ hours: 0 });
    expect(await call(token)).toBe(401);
    expect(await logIn(former)).toBe('login.wrong');
    expect(await call(await logIn(secret))).toBe(200);
    expect((await shown()).hasPassword).toBe(false);
  });

  it('is not valid for another account or for people', async () => {
    const secret = await secretOf();
    expect(await logIn(secret, '192.0.2.17', 'dms')).toBe('login.wrong');
    expect(await logIn(secret, '192.0.2.17', 'nessuno')).toBe('login.wrong');
    expect(await logIn(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe('login.wrong');
    const user = await portal.read
      .selectFrom('app_user')
      .select('id')
      .where('login', '=', 'dealer')
      .executeTakeFirstOrThrow();
    const refused = await portal.callAs('admin', 'POST', `${URL_OF}/${user.id}/secret`, {});
    expect(refused.json<{ code: string }>().code).toBe('technicalAccount.notFound');
  });

  it('is created once of two concurrent requests', async () => {
    const secrets = await Promise.all(Array.from({ length: 4 }, () => secretOf()));
    const opened = await Promise.all(secrets.map((secret) => logIn(secret)));
    expect(opened.filter((answer) => answer !== 'login.wrong')).toHaveLength(2);
    expect((await shown()).secrets).toHaveLength(2);
  });
});

describe('allowed networks', () => {
  it('are checked at sign-in and on each request: a stolen token is refused elsewhere', async () => {
    const secret = await secretOf();
    const token = await logIn(secret, '198.51.100.7');
    expect(await call(token, '198.51.100.7')).toBe(200);
    expect((await limit(['192.0.2.0/24', '2001:db8::/32'])).statusCode).toBe(200);
    expect(await call(token, '198.51.100.7')).toBe(401);
    expect(await call(token, '192.0.2.200')).toBe(200);
    expect(await logIn(secret, '198.51.100.7')).toBe('login.wrong');
    expect(await call(await logIn(secret, '2001:db8::17'), '2001:db8::18')).toBe(200);
    expect((await shown()).networks).toEqual(['192.0.2.0/24', '2001:db8::/32']);
    await limit(null);
    expect(await call(token, '198.51.100.7')).toBe(200);
  });

  it.each(['192.0.2.0/33', '300.0.0.1', 'dms.esempio.it', '', '192.0.2.0/', '2001:db8::/129', '10.0.0.0/8 '])(
    'exclude %j',
    async (network) => {
      expect(refusedFields(await limit([network]))).toEqual(['technicalAccount.networks.0 network']);
    },
  );

  it('apply to every notation of an address', () => {
    expect(isWithin(['192.0.2.0/24'], '::ffff:192.0.2.9')).toBe(true);
    expect(isWithin(['2001:db8::1'], '2001:0db8:0:0:0:0:0:1')).toBe(true);
    expect(isWithin(['192.0.2.9'], '192.0.2.10')).toBe(false);
    expect(isWithin(['0.0.0.0/0'], '2001:db8::1')).toBe(false);
    expect(isWithin(['192.0.2.0/24'], undefined)).toBe(false);
    expect(isWithin(null, undefined)).toBe(true);
  });
});

it('a technical account cannot sign in through an identity provider in production, whatever identity it states', async () => {
  const { world } = portal.test;
  const production = { ...world, settings: { ...world.settings, mode: 'production' as const } };
  const person = {
    identity: { issuer: 'https://idp.esempio.it', subject: login },
    ...{ email: `${login}@example.com`, emailVerified: true, idToken: null },
  };
  expect(await identify(production, person)).toEqual({ refused: 'unknownUser', userId: id });
  expect((await identify(world, person)).user?.id).toBe(id);
  // Still a technical account, even when its identity was bound in the demo or manually.
  expect(await identify(production, person)).toEqual({ refused: 'unknownUser', userId: id });
});
