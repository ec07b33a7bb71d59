/** A sign-in repeated for a signature: only the same person, with a new authentication, in the same browser, used once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignInRefused } from '#ports/identity-provider.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { bindingOf, signInName } from '../cookies.ts';
import { type Browser, type Identity, openIdentity, somebody } from './browser.suite.ts';
import { type FreshSignInOfAct, freshSignIn, newSignIn, SIGN_IN_SECONDS } from './fresh-sign-in.ts';
import { insertSignInRequest } from './rows.ts';

const BACK = '/app/documents/7/sign';

let identity: Identity;
let userId: number;
beforeAll(async () => {
  identity = await openIdentity();
  userId = (await identity.addUser({ login: 'manager' })).id;
  await identity.addUser({ login: 'other' });
});
afterAll(() => identity.close());
beforeEach(() => {
  identity.provider.failure = null;
  identity.provider.person = person('manager');
});

const person = (login: string, authenticatedAt: Date | null = identity.clock.now()) =>
  somebody(login, { authenticatedAt });

/** Requests it in a browser, as the page does. @returns the browser, the state, and what the sign-in is to confirm. */
async function begun(
  boundTo: string,
  others: string[] = [],
): Promise<{ browser: Browser; state: string; ask: FreshSignInOfAct }> {
  const browser = identity.browser();
  const ask = { userId, sessionId: 'portal', boundTo };
  const { world } = identity;
  const start = newSignIn(world);
  const cookie = 'k'.repeat(43);
  browser.cookies.set(`fascicolo_${signInName(start.state)}`, cookie);
  await world.identityProvider.authorizationUrl({ ...start, fresh: true });
  await world.database.transaction((tx) =>
    insertSignInRequest(tx, {
      state: start.state,
      nonce: start.nonce,
      code_verifier: start.codeVerifier,
      redirect: BACK,
      binding: bindingOf(cookie),
      expires_date: new Date(world.clock.now().getTime() + SIGN_IN_SECONDS * 1000),
      user_id: userId,
      staff_session_id: 'portal',
      bound_to: boundTo,
      also_bound_to: others,
    }),
  );
  return { browser, state: start.state, ask };
}

const finish = (browser: Browser, state: string) => browser.get(`/sso/callback?code=good&state=${state}`);
const found = (ask: FreshSignInOfAct) =>
  freshSignIn.find(identity.world.database.read, ask, identity.world.clock.now());

describe('a repeated sign-in', () => {
  it('leads back to the page, is valid once, and opens no session', async () => {
    const { browser, state, ask } = await begun('hash-1');
    const answer = await finish(browser, state);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, BACK]);
    expect(browser.cookies.has('fascicolo_session')).toBe(false);
    expect(await found(ask)).toMatchObject({ method: 'PROVIDER', used_date: null });
    const { database, clock } = identity.world;
    const taken = [1, 2].map(() => database.transaction((tx) => freshSignIn.take(tx, ask, clock.now())));
    expect((await Promise.all(taken)).filter((one) => one !== undefined)).toHaveLength(1);
    expect((await finish(browser, state)).headers.location).toContain('reason=signInFailed');
  });

  it('is valid only for one signature, one user and one portal session', async () => {
    const { browser, state, ask } = await begun('hash-2');
    await finish(browser, state);
    expect(await found({ ...ask, boundTo: 'hash-3' })).toBeUndefined();
    expect(await found({ ...ask, sessionId: 'another' })).toBeUndefined();
    expect(await found({ ...ask, userId: userId + 1 })).toBeUndefined();
    expect(await found(ask)).toBeDefined();
  });

  it('for several signatures is valid once for each, from the same time, and for nothing else', async () => {
    const { browser, state, ask } = await begun('hash-21', ['hash-22', 'hash-23']);
    await finish(browser, state);
    const asks = ['hash-21', 'hash-22', 'hash-23'].map((boundTo) => ({ ...ask, boundTo }));
    const at = identity.clock.now();
    for (const one of asks) expect(await found(one)).toMatchObject({ acts: 3, confirmed_date: at, used_date: null });
    expect(await found({ ...ask, boundTo: 'hash-24' })).toBeUndefined();
    const [first = ask, second = ask] = asks;
    const taken = await identity.world.database.transaction((tx) => freshSignIn.take(tx, first, at));
    expect([taken?.bound_to, await found(first)]).toEqual(['hash-21', undefined]);
    expect(await found(second)).toBeDefined();
  });

  it('by another user, without new authentication, or refused by the provider confirms nothing and reports why', async () => {
    const told = async (change: () => void): Promise<string | undefined> => {
      const { browser, state, ask } = await begun('hash-4');
      change();
      const { location } = (await finish(browser, state)).headers;
      expect(await found(ask)).toBeUndefined();
      return location;
    };
    expect(await told(() => Object.assign(identity.provider, { person: person('other') }))).toBe(
      `${BACK}?identity=other`,
    );
    expect(await told(() => Object.assign(identity.provider, { person: person('manager', null) }))).toBe(
      `${BACK}?identity=stale`,
    );
    const yesterday = new Date(identity.clock.now().getTime() - 86_400_000);
    expect(await told(() => Object.assign(identity.provider, { person: person('manager', yesterday) }))).toBe(
      `${BACK}?identity=stale`,
    );
    expect(await told(() => Object.assign(identity.provider, { failure: new SignInRefused('no') }))).toBe(
      `${BACK}?identity=refused`,
    );
    identity.provider.failure = null;
    const silent = new OutsideFailure('identity', 'timeout', 'no answer');
    expect(await told(() => Object.assign(identity.provider, { failure: silent }))).toBe(`${BACK}?identity=silent`);
  });

  it.each([
    [undefined, 29, true],
    [undefined, 31, false],
    [90, 89, true],
    [90, 91, false],
    [0, 1, false],
  ])(
    'from a provider with a clock tolerance of %s seconds is valid when it is %s behind: %s',
    async (tolerance, behind, counts) => {
      const { browser, state, ask } = await begun('hash-9');
      Object.assign(identity.provider, { clockTolerance: tolerance });
      identity.provider.person = person('manager', new Date(identity.clock.now().getTime() - behind * 1000));
      const { location } = (await finish(browser, state)).headers;
      Object.assign(identity.provider, { clockTolerance: undefined });
      expect(location).toBe(counts ? BACK : `${BACK}?identity=stale`);
      expect((await found(ask)) !== undefined).toBe(counts);
      await identity.world.database.transaction((tx) => freshSignIn.take(tx, ask, identity.clock.now()));
    },
  );

  it('with the same address under another subject or issuer, or unverified, confirms nothing', async () => {
    const first = await begun('hash-7');
    await finish(first.browser, first.state);
    const at = { authenticatedAt: identity.clock.now() };
    for (const attacker of [
      somebody('manager', { ...at, identity: { issuer: 'https://idp.example', subject: 'sub-thief' } }),
      somebody('manager', { ...at, identity: { issuer: 'https://other.example', subject: 'sub-manager' } }),
      somebody('manager', { ...at, identity: { issuer: 'https://idp.example', subject: 'x' }, emailVerified: false }),
    ]) {
      const { browser, state, ask } = await begun('hash-8');
      identity.provider.person = attacker;
      expect((await finish(browser, state)).headers.location).toBe(`${BACK}?identity=other`);
      expect(await found(ask)).toBeUndefined();
    }
  });

  it('does not work in another browser', async () => {
    const { state, ask } = await begun('hash-5');
    const stranger = identity.browser();
    await stranger.begin();
    expect((await finish(stranger, state)).headers.location).toContain('reason=signInFailed');
    expect(await found(ask)).toBeUndefined();
  });

  it('expires after ten minutes', async () => {
    const { browser, state, ask } = await begun('hash-6');
    await finish(browser, state);
    identity.clock.advance(10 * 60 + 1);
    expect(await found(ask)).toBeUndefined();
  });
});
