/** Single sign-on in a browser: signing in, returning, signing out, and every refusal. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignInRefused } from '#ports/identity-provider.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { rowsOf } from '#test/rows.ts';
import { listUsersByContact } from '../index.ts';
import { type Identity, openIdentity, openSecureIdentity, readLanding, somebody } from './browser.suite.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await openIdentity();
  await identity.addUser({ login: 'dealer' });
  await identity.addUser({ login: 'gone', activated: false });
});
afterAll(() => identity.close());
beforeEach(() => {
  identity.provider.failure = null;
  identity.provider.person = somebody('dealer', { idToken: 'id-token-of-dealer' });
});

const reasonOf = (location: string | undefined): string | null => {
  const url = new URL(location ?? '', 'http://localhost');
  return url.pathname === '/error/error-v1' ? url.searchParams.get('reason') : `ended at ${location}`;
};

describe('the start of a sign-in', () => {
  it('redirects to the provider with a state bound to this browser', async () => {
    const browser = identity.browser();
    const answer = await browser.get('/sso/auth/?RelayState=http://localhost/logged?redirect=/dashboard');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^https:\/\/idp\.example\/authorize\?state=[\w-]{43}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.cookies).toEqual([
      expect.objectContaining({
        name: expect.stringMatching(/^fascicolo_sign_in_[\w-]{16}$/),
        ...{ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 },
      }),
    ]);
  });

  it('is the same without trailing slash and without return address', async () => {
    for (const url of ['/sso/auth', '/sso/auth/', '/sso/auth/?RelayState=']) {
      expect((await identity.app.inject({ url })).headers.location).toContain('https://idp.example/');
    }
  });

  it('creates a new state, nonce and verifier each time', async () => {
    const browser = identity.browser();
    const before = identity.provider.started.length;
    for (let index = 0; index < 5; index++) await browser.begin();
    const started = identity.provider.started.slice(before);
    for (const part of ['state', 'nonce', 'codeVerifier'] as const) {
      expect(new Set(started.map((one) => one[part])).size).toBe(5);
    }
    expect(started[0]?.codeVerifier).toMatch(/^[\w-]{43,128}$/);
    expect(started[0]?.redirectUri).toBe('http://localhost:80/sso/callback');
  });

  it('is not possible by HEAD or POST', async () => {
    const before = identity.provider.started.length;
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const) {
      expect((await identity.app.inject({ method, url: '/sso/auth/' })).statusCode).toBe(405);
    }
    expect(identity.provider.started).toHaveLength(before);
  });

  it.each([
    ['does not answer', new OutsideFailure('identity', 'timeout', 'no answer'), 'providerSilent'],
    ['answers what cannot be used', new Error('issuer mismatch'), 'signInFailed'],
  ])('shows the error page while the provider %s', async (_name, failure, reason) => {
    identity.provider.failure = failure;
    const answer = await identity.app.inject({ url: '/sso/auth/' });
    expect(answer.statusCode).toBe(303);
    expect(reasonOf(answer.headers.location)).toBe(reason);
    expect(answer.cookies).toEqual([]);
  });

  it('on an alternative host of the demo uses that host', async () => {
    const { allowedHosts } = identity.world.settings;
    expect(allowedHosts).toContain('localhost');
    const world = {
      ...identity.world.settings,
      publicUrl: 'http://127.0.0.1:8080',
      allowedHosts: ['127.0.0.1:8080', 'localhost:8080'],
    };
    const other = await openIdentity(() => ({ settings: world }));
    const answer = await other.app.inject({
      url: '/sso/auth/?RelayState=http://localhost:8080/logged?redirect=/app/documents/5?a=1&b=2',
      headers: { host: 'localhost:8080' },
    });
    expect(answer.headers.location).toBe(
      'http://127.0.0.1:8080/sso/auth/?RelayState=http://127.0.0.1:8080/logged?redirect=%2Fapp%2Fdocuments%2F5%3Fa%3D1%26b%3D2',
    );
    expect(other.provider.started).toEqual([]);
    await other.close();
  });
});

describe('the callback', () => {
  it('opens a session whose token works only in this browser', async () => {
    const browser = identity.browser();
    const { redirect, token } = await browser.signIn(
      'http://localhost/logged?redirect=/app/documents/5?tab=file&page=2',
    );
    expect(redirect).toBe('/app/documents/5?tab=file&page=2');
    expect((await browser.account(token)).json()).toMatchObject({ login: 'dealer' });
    expect((await identity.browser().account(token)).statusCode).toBe(401);
  });

  it('sets the session cookie as HttpOnly', async () => {
    const browser = identity.browser();
    const state = await browser.begin();
    const answer = await browser.get(`/sso/callback?code=good&state=${state}`);
    expect(answer.statusCode).toBe(303);
    const cookie = answer.cookies.find((one) => one.name === 'fascicolo_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 28_800 });
    expect(answer.body).toBe('');
  });

  it('uses the __Host- prefix for cookies on secure connections', async () => {
    const secure = await openSecureIdentity();
    secure.provider.person = somebody('dealer');
    await secure.addUser({ login: 'dealer' });
    const browser = secure.browser();
    const state = await browser.begin('https://fascicolo.example/logged?redirect=/dashboard');
    const answer = await browser.get(`/sso/callback?code=good&state=${state}`);
    expect(answer.cookies.map(({ name, secure: only }) => [name, only])).toEqual([
      [expect.stringMatching(/^__Host-fascicolo_sign_in_/), true],
      ['__Host-fascicolo_session', true],
    ]);
    expect(answer.headers['strict-transport-security']).toContain('max-age=');
    expect((await browser.account(readLanding(answer).token)).statusCode).toBe(200);
    await secure.close();
  });

  it('finds a new user by e-mail address, ignoring case', async () => {
    await identity.addUser({ login: 'new', email: 'New.Comer@example.com' });
    identity.provider.person = somebody('new', { email: 'NEW.comer@Example.COM' });
    const browser = identity.browser();
    expect((await browser.account((await browser.signIn()).token)).json()).toMatchObject({ login: 'new' });
  });

  it('stores every phone number that the provider has sent; no signing codes go to them', async () => {
    await identity.addUser({ login: 'reached' });
    const { read } = identity.world.database;
    for (const phone of ['+39 347 111-0001', 'tel:+393471110002', '347 1110002', 'none of yours', null]) {
      identity.provider.person = somebody('reached', { phone });
      await identity.browser().signIn();
    }
    for (const phone of ['+393471110001', '+393471110002']) {
      expect((await listUsersByContact(read, { phone })).map(({ login }) => login)).toEqual(['reached']);
    }
    const kept = read.selectFrom('provider_phone').select('phone').orderBy('phone');
    expect((await kept.execute()).map(({ phone }) => phone)).toEqual(['+393471110001', '+393471110002']);
    // A refused sign-in stores no telephone.
    identity.provider.person = somebody('gone', { phone: '+39 347 1110003' });
    const browser = identity.browser();
    await browser.get(`/sso/callback?code=good&state=${await browser.begin()}`);
    expect(await kept.where('phone', '=', '+393471110003').execute()).toEqual([]);
  });

  it.each([
    ['whom nobody knows', { email: 'stranger@example.com' }, 'unknownUser'],
    ['of whom the provider says nothing', { email: null, emailVerified: false }, 'unknownUser'],
    ['whose address is a pattern', { email: '_@%' }, 'unknownUser'],
    ['whose address is SQL', { email: "' OR '1'='1" }, 'unknownUser'],
    ['whose subject is SQL', { identity: { issuer: "' OR 1=1--", subject: "' OR 1=1--" }, email: null }, 'unknownUser'],
    ['who is not activated', { email: 'GONE@example.com' }, 'notActivated'],
  ])('refuses a user %s', async (_name, person, reason) => {
    identity.provider.person = somebody('stranger', person);
    const browser = identity.browser();
    const state = await browser.begin();
    const answer = await browser.get(`/sso/callback?code=good&state=${state}`);
    expect(answer.statusCode).toBe(303);
    expect(reasonOf(answer.headers.location)).toBe(reason);
    expect(browser.cookies.has('fascicolo_session')).toBe(false);
  });

  it('accepts each state once', async () => {
    const browser = identity.browser();
    const state = await browser.begin();
    const url = `/sso/callback?code=good&state=${state}`;
    readLanding(await browser.get(url));
    expect(reasonOf((await browser.get(url)).headers.location)).toBe('signInFailed');
  });

  it('accepts each state once, under concurrency', async () => {
    const browser = identity.browser();
    const url = `/sso/callback?code=good&state=${await browser.begin()}`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.get(url)));
    expect(answers.filter((answer) => answer.headers.location?.startsWith('/logged'))).toHaveLength(1);
  });

  it('works in each of several tabs, also when another one signed out meanwhile', async () => {
    const browser = identity.browser();
    const states = await Promise.all([browser.begin(), browser.begin(), browser.begin()]);
    await browser.get('/sso/logout');
    for (const state of states) readLanding(await browser.get(`/sso/callback?code=good&state=${state}`));
    expect([...browser.cookies.keys()]).toEqual(['fascicolo_session']);
  });

  it('keeps at most ten unfinished sign-ins', async () => {
    const browser = identity.browser();
    for (let turn = 0; turn < 25; turn += 1) await browser.begin();
    expect(browser.cookies.size).toBeLessThanOrEqual(10);
    const state = await browser.begin();
    readLanding(await browser.get(`/sso/callback?code=good&state=${state}`));
  });

  it('uses up the state even when the provider refused', async () => {
    const browser = identity.browser();
    const state = await browser.begin();
    expect(reasonOf((await browser.get(`/sso/callback?error=access_denied&state=${state}`)).headers.location)).toBe(
      'signInFailed',
    );
    expect(reasonOf((await browser.get(`/sso/callback?code=good&state=${state}`)).headers.location)).toBe(
      'signInFailed',
    );
  });

  it('is refused in another browser, and remains valid in its own', async () => {
    const browser = identity.browser();
    const state = await browser.begin();
    const url = `/sso/callback?code=good&state=${state}`;
    const stranger = identity.browser();
    expect(reasonOf((await stranger.get(url)).headers.location)).toBe('signInFailed');
    await stranger.begin();
    expect(reasonOf((await stranger.get(url)).headers.location)).toBe('signInFailed');
    expect(stranger.cookies.has('fascicolo_session')).toBe(false);
    readLanding(await browser.get(url));
  });

  it('is refused after ten minutes', async () => {
    const browser = identity.browser();
    const state = await browser.begin();
    identity.clock.advance(601);
    const answer = await browser.get(`/sso/callback?code=good&state=${state}`);
    identity.clock.advance(-601);
    expect(reasonOf(answer.headers.location)).toBe('signInFailed');
  });

  it.each(
    rowsOf(`
      no state | ?code=good
      an empty state | ?code=good&state=
      a state of somebody else’s making | ?code=good&state=${'a'.repeat(43)}
      a state with a zero byte | ?code=good&state=%00
      a state with SQL | ?code=good&state=' OR 1=1--
      nothing at all |
    `),
  )('is refused with %s', async (_name, query) => {
    const browser = identity.browser();
    await browser.begin();
    const answer = await browser.get(`/sso/callback${query}`);
    expect(reasonOf(answer.headers.location)).toBe('signInFailed');
  });

  it.each([
    ['refuses the code', new Error('invalid_grant'), 'signInFailed'],
    ['says no', new SignInRefused('no'), 'signInFailed'],
    ['does not answer', new OutsideFailure('identity', 'down', 'no connection'), 'providerSilent'],
    ['is left alone for a while', new OutsideFailure('identity', 'paused', 'left alone'), 'providerSilent'],
  ])('shows the error page when the provider %s, and logs no code', async (_name, failure, reason) => {
    const browser = identity.browser();
    const state = await browser.begin();
    identity.provider.failure = failure;
    const answer = await browser.get(`/sso/callback?code=c0de-of-the-provider&state=${state}`);
    expect(reasonOf(answer.headers.location)).toBe(reason);
    expect(identity.logLines.join('')).not.toContain('c0de-of-the-provider');
  });

  it('supports several tabs of one browser', async () => {
    const browser = identity.browser();
    const first = await browser.begin('http://localhost/logged?redirect=/dashboard');
    const second = await browser.begin('http://localhost/logged?redirect=/app/folders');
    expect(readLanding(await browser.get(`/sso/callback?code=good&state=${first}`)).redirect).toBe('/dashboard');
    expect(readLanding(await browser.get(`/sso/callback?code=good&state=${second}`)).redirect).toBe('/app/folders');
  });

  it('ends the browser’s previous session', async () => {
    const browser = identity.browser();
    const first = await browser.signIn();
    const kept = browser.cookies.get('fascicolo_session') ?? '';
    const second = await browser.signIn();
    expect((await browser.account(second.token)).statusCode).toBe(200);
    browser.cookies.set('fascicolo_session', kept);
    expect((await browser.account(first.token)).json()).toMatchObject({ code: 'session.expired' });
  });

  it('logs neither token nor cookie', async () => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    const log = identity.logLines.join('');
    for (const secret of [token, ...browser.cookies.values(), 'id-token-of-dealer']) expect(log).not.toContain(secret);
    expect(log).toContain('signIn.succeeded');
  });
});

describe('signing out', () => {
  it('ends the session, clears this browser, and continues to the provider', async () => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    const kept = browser.cookies.get('fascicolo_session') ?? '';
    const answer = await browser.get('/sso/logout');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(
      'https://idp.example/logout?hint=id-token-of-dealer&return=http%3A%2F%2Flocalhost%3A80%2F',
    );
    expect(answer.headers['clear-site-data']).toBe('"storage"');
    expect(browser.cookies.size).toBe(0);
    browser.cookies.set('fascicolo_session', kept);
    expect((await browser.account(token)).json()).toMatchObject({ status: 401, code: 'session.expired' });
  });

  it('keeps language and theme when the page has cleared the rest', async () => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    const answer = await browser.get('/sso/logout?storage=cleared');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['clear-site-data']).toBeUndefined();
    expect(browser.cookies.size).toBe(0);
    expect((await browser.account(token)).statusCode).toBe(401);
  });

  it('leaves nothing of the provider’s in the database', async () => {
    const browser = identity.browser();
    await browser.signIn();
    await browser.get('/sso/logout');
    const rows = await identity.world.database.read
      .selectFrom('staff_session')
      .select('id_token')
      .where('ended_date', 'is not', null)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.id_token === null)).toBe(true);
  });

  it('works without a session too', async () => {
    for (const cookie of [
      '',
      'fascicolo_session=x',
      `fascicolo_session=${'a'.repeat(50)}`,
      'fascicolo_session=a.b; fascicolo_session=c',
    ]) {
      const answer = await identity.app.inject({ url: '/sso/logout', headers: { cookie } });
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toContain('https://idp.example/logout?hint=null');
    }
  });

  it('leads to the home page when the provider does not respond', async () => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    identity.provider.failure = new TypeError('fetch failed');
    expect((await browser.get('/sso/logout')).headers.location).toBe('http://localhost:80/');
    expect((await browser.account(token)).statusCode).toBe(401);
  });

  it('ends no other user’s session', async () => {
    const staying = identity.browser();
    const { token } = await staying.signIn();
    const [id = ''] = (staying.cookies.get('fascicolo_session') ?? '').split('.');
    const attacker = identity.browser();
    attacker.cookies.set('fascicolo_session', `${id}.${'a'.repeat(43)}`);
    await attacker.get('/sso/logout');
    expect((await staying.account(token)).statusCode).toBe(200);
  });
});

describe('a sign-out opened by another site', () => {
  it.each(['cross-site', 'same-site'])('ends nothing and asks for confirmation (%s)', async (site) => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    const foreign = { 'sec-fetch-site': site };
    expect((await browser.get('/logout', foreign)).headers.location).toBe('/sso/logout');
    const asked = await browser.get('/sso/logout', { ...foreign, 'accept-language': 'it' });
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Vuoi uscire?');
    expect(asked.headers['clear-site-data'] ?? asked.headers['set-cookie']).toBeUndefined();
    expect((await browser.account(token)).statusCode).toBe(200);
    // The link on the confirmation page.
    const left = await browser.get('/sso/logout', { 'sec-fetch-site': 'same-origin' });
    expect(left.statusCode).toBe(303);
    expect((await browser.account(token)).statusCode).toBe(401);
  });

  it.each(['none', 'same-origin'])('is carried out for a typed URL or a link of the portal (%s)', async (site) => {
    const browser = identity.browser();
    const { token } = await browser.signIn();
    expect((await browser.get('/logout', { 'sec-fetch-site': site })).statusCode).toBe(200);
    expect((await browser.get('/sso/logout', { 'sec-fetch-site': site })).statusCode).toBe(303);
    expect((await browser.account(token)).statusCode).toBe(401);
  });
});
