/** No person can become another user through values they can choose at a provider: name, address, subject of another issuer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '#ports/identity-provider.ts';
import { runIdentity } from '../../../cli/identity/run.ts';
import { type Identity, openIdentity, somebody } from '../sign-ins/browser.suite.ts';
import { identify } from './user-identity.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await openIdentity();
});
afterAll(() => identity.close());

/** @returns the login of the user who signed in, or the reason on the error page. */
async function comesIn(person: SignedIn): Promise<string> {
  identity.provider.person = person;
  const browser = identity.browser();
  const answer = await browser.get(`/sso/callback?code=good&state=${await browser.begin()}`);
  const url = new URL(answer.headers.location ?? '', 'http://localhost');
  if (url.pathname !== '/logged') return url.searchParams.get('reason') ?? url.href;
  return (await browser.account(url.searchParams.get('JWT_TOKEN') ?? '')).json().login;
}

const logged = (security: string) =>
  identity.logLines.map((line) => JSON.parse(line)).filter((line) => line.security === security);

const at = (issuer: string, subject: string) => ({ identity: { issuer, subject } });
const IDP = 'https://idp.example';

describe('a user who has signed in', () => {
  beforeAll(async () => {
    await identity.addUser({ login: 'anna' });
    await identity.addUser({ login: 'boss', authorities: ['ROLE_ADMIN'], hstList: [], brands: [] });
    expect(await comesIn(somebody('anna'))).toBe('anna');
    expect(await comesIn(somebody('boss'))).toBe('boss');
  });

  it('is bound once, and the log names the identity', () => {
    expect(logged('identity.bound')).toMatchObject([{ issuer: IDP, subject: 'sub-anna' }, { subject: 'sub-boss' }]);
  });

  it.each([
    ['another subject', at(IDP, 'sub-thief')],
    ['the same subject of another issuer', at('https://other.example', 'sub-boss')],
    ['the subject in other letters', at(IDP, 'SUB-BOSS')],
    ['an issuer with a slash more', at(`${IDP}/`, 'sub-boss')],
  ])('is not found by the same verified address and %s', async (_name, who) => {
    const before = logged('identity.refused').length;
    expect(await comesIn(somebody('boss', who))).toBe('otherIdentity');
    expect(logged('identity.refused').slice(before)).toMatchObject([
      { reason: 'otherIdentity', issuer: who.identity.issuer, subject: who.identity.subject },
    ]);
    // The binding did not move.
    expect(await comesIn(somebody('boss'))).toBe('boss');
  });

  it('stays the same user, whatever address the provider sends later', async () => {
    expect(await comesIn(somebody('anna', { email: 'boss@example.com' }))).toBe('anna');
    expect(await comesIn(somebody('anna', { email: 'nobody@example.com' }))).toBe('anna');
    expect(await comesIn(somebody('anna', { email: null, emailVerified: false }))).toBe('anna');
  });

  it('is not bound to a second user through a second address', async () => {
    await identity.addUser({ login: 'carla' });
    expect(await comesIn(somebody('anna', { email: 'carla@example.com' }))).toBe('anna');
    expect(await comesIn(somebody('carla'))).toBe('carla');
  });
});

describe('the first sign-in', () => {
  it('with an address that the provider has not verified is refused like an unknown one', async () => {
    await identity.addUser({ login: 'elio' });
    expect(await comesIn(somebody('elio', { emailVerified: false }))).toBe('emailUnverified');
    expect(await comesIn(somebody('nobody-here', { emailVerified: false }))).toBe('emailUnverified');
    expect(await comesIn(somebody('elio'))).toBe('elio');
  });

  it('of an inactive user binds nothing', async () => {
    await identity.addUser({ login: 'later', activated: false });
    expect(await comesIn(somebody('later', at(IDP, 'sub-early')))).toBe('notActivated');
    await identity.world.database.transaction((tx) =>
      tx.updateTable('app_user').set({ activated: true }).where('login', '=', 'later').execute(),
    );
    expect(await comesIn(somebody('later'))).toBe('later');
  });

  it('in several tabs binds one identity, and of two people binds only one', async () => {
    await identity.addUser({ login: 'tabs' });
    await identity.addUser({ login: 'prize' });
    const same = await Promise.all([1, 2, 3].map(() => comesIn(somebody('tabs'))));
    expect(same).toEqual(['tabs', 'tabs', 'tabs']);
    const found = await Promise.all(
      ['sub-one', 'sub-two'].map((subject) => identify(identity.world, somebody('prize', at(IDP, subject)))),
    );
    expect(found.filter(({ user }) => user !== undefined)).toHaveLength(1);
  });
});

describe('a released identity', () => {
  const free = (...args: string[]) => runIdentity({ ...identity.world, log: identity.world.log }, args);

  it('ends the sessions, and is bound to the next sign-in with a verified address', async () => {
    await identity.addUser({ login: 'moved' });
    identity.provider.person = somebody('moved');
    const browser = identity.browser();
    const { token } = await browser.signIn();
    expect(await free('free', 'MOVED')).toMatchObject({ code: 0 });
    expect((await browser.account(token)).statusCode).toBe(401);
    expect(logged('identity.freed')).toHaveLength(1);
    expect(await comesIn(somebody('moved', at('https://new.example', 'n-1')))).toBe('moved');
    expect(await comesIn(somebody('moved'))).toBe('otherIdentity');
  });

  it('is reported when there was none, no such user, or no such command', async () => {
    await identity.addUser({ login: 'idle' });
    expect(await free('free', 'idle')).toMatchObject({ code: 0, lines: [expect.stringContaining('non era legato')] });
    expect(await free('free', 'nessuno')).toMatchObject({ code: 1 });
    for (const args of [[], ['free'], ['free', ''], ['free', 'a', 'b'], ['bind', 'idle']]) {
      expect(await free(...args)).toMatchObject({ code: 2 });
    }
  });
});
