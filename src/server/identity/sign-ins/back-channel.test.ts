/** Back-channel logout: the provider ends the sessions it names, immediately; no other sender can. */
// Real time: the libraries use the system clock.
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openIdConnect } from '#adapters/identity-provider/openid-client.ts';
import {
  CLIENT,
  FakeOpenIdProvider,
  makeProviderKey,
  quietGuard,
  SECRET,
  seconds,
} from '#adapters/identity-provider/openid-provider.suite.ts';
import { runningClock } from '#test/clock.ts';
import { ownPort } from '#test/hosts/server-process.ts';
import { FormBrowser } from '#test/validators/sign-in/form-browser.ts';
import { type Browser, type Identity, openIdentity, readLanding } from './browser.suite.ts';

const PATH = '/sso/backchannel-logout';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const clock = runningClock();

/** The library's production warnings are noise in a test. */
vi.spyOn(console, 'warn').mockImplementation(() => undefined);
vi.spyOn(console, 'info').mockImplementation(() => undefined);

describe('a logout request from the provider', () => {
  let idp: FakeOpenIdProvider;
  let identity: Identity;
  beforeAll(async () => {
    idp = await FakeOpenIdProvider.listen(await makeProviderKey('k1'));
    identity = await openIdentity(() => ({ clock, identityProvider: openIdConnect(idp.settings()) }));
    for (const login of ['dario', 'anna']) await identity.addUser({ login });
  });
  afterAll(async () => {
    await identity.close();
    await idp.close();
  });

  /** Each call has its own network unless one is given: refusals are counted per network. */
  const networks = Array.from({ length: 200 }, (_, index) => `10.0.0.${index}`);
  const post = async (payload: string, remoteAddress = networks.pop()) =>
    identity.app.inject({
      method: 'POST',
      url: PATH,
      headers: FORM,
      payload,
      remoteAddress: remoteAddress ?? '10.2.0.1',
    });
  const tell = async (claims: Record<string, unknown>, remoteAddress?: string) =>
    post(`logout_token=${await idp.signLogout(claims)}`, remoteAddress);

  interface Session {
    readonly browser: Browser;
    readonly token: string;
  }
  /** @returns the rest of the sign-in: the provider's answer is pending. */
  async function begun(login: string, sid: string | undefined) {
    const browser = identity.browser();
    const url = new URL((await browser.get('/sso/auth/')).headers.location ?? '');
    const { state, nonce } = Object.fromEntries(url.searchParams);
    const told = { email: `${login}@example.com`, email_verified: true };
    idp.idToken = () => idp.sign({ nonce, sub: `sub-${login}`, sid, ...told });
    return { browser, end: () => browser.get(`/sso/callback?code=c&state=${state}`) };
  }
  async function signedIn(login: string, sid: string | undefined): Promise<Session> {
    const { browser, end } = await begun(login, sid);
    return { browser, token: readLanding(await end()).token };
  }
  const isOpen = async ({ browser, token }: Session) => (await browser.account(token)).statusCode === 200;

  it('ends the named session, no other, and is acknowledged', async () => {
    const [one, two, other] = [
      await signedIn('dario', 's-1'),
      await signedIn('dario', 's-2'),
      await signedIn('anna', 's-3'),
    ];
    const answer = await tell({ sub: 'sub-dario', sid: 's-1' });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect(await Promise.all([one, two, other].map(isOpen))).toEqual([false, true, true]);
    expect(identity.logLines.at(-1)).toBeTruthy();
    expect(
      identity.logLines.some((line) => line.includes('"signOut.byProvider"') && line.includes('"sessions":1')),
    ).toBe(true);
  });

  it('ends all sessions of a user when it names none', async () => {
    const mine = [await signedIn('dario', 's-4'), await signedIn('dario', 's-5'), await signedIn('dario', undefined)];
    const other = await signedIn('anna', 's-6');
    expect((await tell({ sub: 'sub-dario', sid: undefined })).statusCode).toBe(200);
    expect(await Promise.all(mine.map(isOpen))).toEqual([false, false, false]);
    expect(await isOpen(other)).toBe(true);
  });

  it('can identify a session by its sid alone', async () => {
    const [one, two] = [await signedIn('dario', 's-7'), await signedIn('anna', 's-8')];
    expect((await tell({ sub: undefined, sid: 's-7' })).statusCode).toBe(200);
    expect(await Promise.all([one, two].map(isOpen))).toEqual([false, true]);
  });

  it('ends sessions without a sid when one of the same user has ended', async () => {
    const [unnamed, named] = [await signedIn('anna', undefined), await signedIn('anna', 's-9')];
    await tell({ sub: 'sub-anna', sid: 's-10' });
    expect(await Promise.all([unnamed, named].map(isOpen))).toEqual([false, true]);
  });

  it('prevents a sign-in in progress from opening the ended session', async () => {
    const { end } = await begun('dario', 's-20');
    expect((await tell({ sub: 'sub-dario', sid: 's-20' })).statusCode).toBe(200);
    expect((await end()).headers.location).toBe('/error/error-v1?reason=signInFailed');
    clock.advance(1);
    // A later sign-in opens a new session, even under the same session name at the provider.
    expect(await isOpen(await signedIn('dario', 's-20'))).toBe(true);
  });

  it('ends nothing when it names another user’s session', async () => {
    const session = await signedIn('anna', 's-11');
    expect((await tell({ sub: 'sub-dario', sid: 's-11' })).statusCode).toBe(200);
    expect(await isOpen(session)).toBe(true);
  });

  it('is accepted once, also under concurrency', async () => {
    const token = await idp.signLogout({ sub: 'sub-dario' });
    const answers = await Promise.all([1, 2, 3].map(() => post(`logout_token=${token}`)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400]);
    clock.advance(1);
    const session = await signedIn('dario', 's-1');
    expect((await post(`logout_token=${token}`)).json()).toEqual({ error: 'invalid_request' });
    expect(await isOpen(session)).toBe(true);
  });

  it.each<[string, () => Promise<string>]>([
    [
      'a token of somebody else',
      async () => `logout_token=${await idp.signLogout({}, { key: await makeProviderKey('k1') })}`,
    ],
    [
      'a token of another provider',
      async () => `logout_token=${await idp.signLogout({ iss: 'https://attacker.example' })}`,
    ],
    ['the id_token of a sign-in', async () => `logout_token=${await idp.sign({ nonce: 'n', sid: 's-12' })}`],
    ['a token of an hour ago', async () => `logout_token=${await idp.signLogout({ iat: seconds() - 3600 })}`],
    ['a token twice', async () => `logout_token=${await idp.signLogout()}&logout_token=${await idp.signLogout()}`],
    ['an empty token', async () => 'logout_token='],
    ['no token', async () => 'sid=s-12'],
  ])('is not accepted by %s', async (_name, form) => {
    const session = await signedIn('dario', 's-12');
    const answer = await post(await form());
    expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([
      ...[400, { error: 'invalid_request' }, 'no-store'],
    ]);
    expect(await isOpen(session)).toBe(true);
  });

  it('is accepted only by POST, from a form of limited size', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await identity.app.inject({ method, url: PATH })).statusCode).toBe(405);
    }
    const json = { method: 'POST', url: PATH, payload: { logout_token: await idp.signLogout() } } as const;
    expect((await identity.app.inject(json)).statusCode).toBe(415);
    expect((await post(`logout_token=${'a'.repeat(20_000)}`)).statusCode).toBe(413);
    // OpenID Connect Back-Channel Logout 1.0, section 2.5: unknown fields are ignored.
    expect((await post(`other=1&logout_token=${await idp.signLogout()}`)).statusCode).toBe(200);
  });

  it('counts towards the network’s limit only when refused', async () => {
    const [ours, other] = ['10.1.0.1', '10.1.0.2'];
    expect((await post('logout_token=x', ours)).statusCode).toBe(400);
    await identity.world.database.read.updateTable('rate_limit').set({ count: 59 }).where('count', '=', 1).execute();
    for (let time = 0; time < 3; time += 1) expect((await tell({ sub: 'sub-nobody' }, ours)).statusCode).toBe(200);
    const statuses = [await post('logout_token=x', ours), await post('logout_token=x', ours), await tell({}, ours)];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 429, 429]);
    expect((await tell({}, other)).statusCode).toBe(200);
  });

  it('is accepted on repetition when the keys could not be fetched at first', async () => {
    const session = await signedIn('dario', 's-13');
    const token = await idp.signLogout({ sub: 'sub-dario', sid: 's-13' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    idp.broken = 503;
    try {
      const answer = await post(`logout_token=${await idp.signLogout({ sid: 's-13', sub: 'sub-dario' })}`);
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'temporarily_unavailable' }]);
    } finally {
      idp.broken = null;
      vi.useRealTimers();
    }
    expect(await isOpen(session)).toBe(true);
    expect((await post(`logout_token=${token}`)).statusCode).toBe(200);
    expect(await isOpen(session)).toBe(false);
  });
});

describe('with the third-party oidc-provider', () => {
  let identity: Identity;
  let server: Server;
  let home = '';
  let issuer = '';
  const failures: unknown[] = [];

  beforeAll(async () => {
    let answer: RequestListener = () => undefined;
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const port = await ownPort();
    home = `http://127.0.0.1:${port}`;
    identity = await openIdentity(({ settings }) => ({
      clock,
      settings: { ...settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`] },
      identityProvider: openIdConnect({
        ...{ issuer, clientId: CLIENT, clientSecret: SECRET, scope: 'openid email', allowHttp: true },
        guard: quietGuard(),
      }),
    }));
    await identity.addUser({ login: 'dario' });
    await identity.app.listen({ host: '127.0.0.1', port });
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const provider = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: CLIENT, client_secret: SECRET, redirect_uris: [`${home}/sso/callback`] },
          post_logout_redirect_uris: [`${home}/`],
          backchannel_logout_uri: `${home}${PATH}`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
      cookies: { keys: [randomBytes(32).toString('base64url')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      // The provider's own fetch refuses to connect to this machine.
      fetch: (url, { method, headers, body }: RequestInit = {}) => fetch(url, { method, headers, body }),
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, email: 'dario@example.com', email_verified: true }),
      }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ clientId: CLIENT, accountId: oidc.session?.accountId ?? '' });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    provider.on('backchannel.error', (_context, error) => failures.push(error));
    const callback = provider.callback();
    answer = (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
      void provider.interactionFinished(request, response, { login: { accountId: 'sub-dario' } });
    };
  });
  afterAll(async () => {
    await identity.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const signedIn = async () => {
    const browser = new FormBrowser();
    const { url } = await browser.open(`${home}/sso/auth/`, { stop: ({ pathname }) => pathname === '/logged' });
    const cookies = [...(browser.cookies.get(new URL(home).host) ?? [])].map(([name, value]) => `${name}=${value}`);
    const headers = {
      authorization: `Bearer ${url.searchParams.get('JWT_TOKEN')}`,
      cookie: cookies.join('; '),
    };
    return { browser, isOpen: async () => (await fetch(`${home}/api/account`, { headers })).status === 200 };
  };

  it('the provider’s logout ends the session here, and no other', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    expect([await one.isOpen(), await two.isOpen()]).toEqual([true, true]);
    await one.browser.send(await one.browser.open(`${issuer}/session/end`), { logout: 'yes' });
    expect(failures).toEqual([]);
    expect([await one.isOpen(), await two.isOpen()]).toEqual([false, true]);
  });

  it('a sign-out here ends the provider’s session and leads back', async () => {
    const { browser, isOpen } = await signedIn();
    const asked = await browser.open(`${home}/sso/logout`);
    expect(asked.url.href).toContain(`${issuer}/session/end?`);
    const left = await browser.send(asked, { logout: 'yes' }, ({ href }) => href.startsWith(`${home}/`));
    expect(left.url.href).toBe(`${home}/`);
    expect(await isOpen()).toBe(false);
    expect(failures).toEqual([]);
  });
});
