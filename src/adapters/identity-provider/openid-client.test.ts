/** The sign-in adapter against real OpenID Connect providers on a loopback port: correct responses, wrong ones, and silence. */
// Real time: the library checks the tokens of an independent provider by its own clock.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SignInRefused, type SignInStart } from '#ports/identity-provider.ts';
import type { OutsideFailure, OutsideGuard } from '#ports/outside-system.ts';
import { openCircuitBreaker } from '../outside/circuit-breaker.ts';
import { type OpenIdSettings, openIdConnect } from './openid-client.ts';

const SECRET = 'a-secret-of-forty-characters-for-the-test';
const RETURN = 'http://127.0.0.1:1/sso/callback';
const random = (): string => randomBytes(32).toString('base64url');
const start = (): SignInStart => ({ state: random(), nonce: random(), codeVerifier: random(), redirectUri: RETURN });

// Silences the library's advice to configure a database and lifetimes: right for a product, noise in a test.
vi.spyOn(console, 'warn').mockImplementation(() => undefined);
vi.spyOn(console, 'info').mockImplementation(() => undefined);

const servers: Server[] = [];
async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A real provider that signs its users in without a page. */
async function realProvider(method: 'client_secret_basic' | 'client_secret_post' | 'none'): Promise<string> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const issuer = await listen((request, response) => answer(request, response));
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'product',
        ...(method === 'none' ? {} : { client_secret: SECRET }),
        redirect_uris: [RETURN],
        post_logout_redirect_uris: ['http://127.0.0.1:1/'],
        token_endpoint_auth_method: method,
      },
    ],
    clientAuthMethods: [method],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [random()] },
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        preferred_username: id,
        email: `${id}@example.com`,
        email_verified: id !== 'unverified',
      }),
    }),
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  answer = (request, response) => {
    const person = new URL(request.url ?? '/', issuer).pathname.startsWith('/interaction/');
    if (!person) return void callback(request, response);
    const login = String(request.headers['x-person']);
    void provider.interactionFinished(request, response, { login: { accountId: login } });
  };
  return issuer;
}

/** Follows the provider's redirects with its cookies, as the given person. @returns the callback address at the end. */
async function walk(address: URL, person: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let hop = 0; hop < 8; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie, 'x-person': person } });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The provider stopped with ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
    if (next.href.startsWith(RETURN)) return next;
  }
  throw new Error('The provider goes in circles');
}

const guard = (more: { timeLimit?: number; failures?: number } = {}) =>
  openCircuitBreaker({
    ...{ system: 'identity', clock: { now: () => new Date() }, timeLimit: 30_000, ...more },
    log: { warn: () => undefined, info: () => undefined },
  });

const settings = (issuer: string, more: Partial<OpenIdSettings> = {}): OpenIdSettings => ({
  ...{ issuer, clientId: 'product', clientSecret: SECRET, scope: 'openid profile email', allowHttp: true },
  guard: guard(),
  ...more,
});

describe.each(['client_secret_basic', 'client_secret_post', 'none'] as const)('a real provider with %s', (method) => {
  let issuer: string;
  const open = () => openIdConnect(settings(issuer, method === 'none' ? { clientSecret: null } : {}));
  beforeAll(async () => {
    issuer = await realProvider(method);
  });

  it('identifies the user', async () => {
    const provider = open();
    const begun = start();
    const callback = await walk(await provider.authorizationUrl(begun), 'dealer');
    const person = await provider.finish(callback, begun);
    expect(person).toMatchObject({
      ...{ identity: { issuer, subject: 'dealer' }, email: 'dealer@example.com', emailVerified: true },
    });
    expect(person.idToken?.split('.')).toHaveLength(3);
  });

  it('receives PKCE S256, state, nonce and the product’s own return address', async () => {
    const begun = start();
    const { searchParams } = await open().authorizationUrl(begun);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ response_type: 'code', client_id: 'product', redirect_uri: RETURN, code_challenge_method: 'S256' },
      ...{ state: begun.state, nonce: begun.nonce, scope: 'openid profile email' },
    });
    expect(searchParams.get('code_challenge')).not.toBe(begun.codeVerifier);
  });

  it('ends its session and returns', async () => {
    const address = await open().endSessionUrl('id-token', 'http://127.0.0.1:1/');
    expect(address?.href.startsWith(`${issuer}/session/end?`)).toBe(true);
    expect(address?.searchParams.get('post_logout_redirect_uri')).toBe('http://127.0.0.1:1/');
    expect(address?.searchParams.get('id_token_hint')).toBe('id-token');
    expect((await open().endSessionUrl(null, 'http://127.0.0.1:1/'))?.searchParams.has('id_token_hint')).toBe(false);
  });

  it('returns an unverified address as such', async () => {
    const provider = open();
    const begun = start();
    const callback = await walk(await provider.authorizationUrl(begun), 'unverified');
    expect(await provider.finish(callback, begun)).toMatchObject({
      identity: { issuer, subject: 'unverified' },
      emailVerified: false,
    });
  });

  it.each([
    ['another state', (begun: SignInStart) => ({ ...begun, state: random() })],
    ['another nonce', (begun: SignInStart) => ({ ...begun, nonce: random() })],
    ['another verifier', (begun: SignInStart) => ({ ...begun, codeVerifier: random() })],
  ])('is refused with %s than was started', async (_name, changed) => {
    const provider = open();
    const begun = start();
    const callback = await walk(await provider.authorizationUrl(begun), 'dealer');
    await expect(provider.finish(callback, changed(begun))).rejects.toBeInstanceOf(SignInRefused);
  });

  it.each([
    ['a code of nobody’s', (url: URL) => url.searchParams.set('code', 'made-up')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['two codes', (url: URL) => url.searchParams.append('code', 'second')],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://attacker.example')],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied')],
  ])('is refused with %s in the callback', async (_name, change) => {
    const provider = open();
    const begun = start();
    const callback = await walk(await provider.authorizationUrl(begun), 'dealer');
    change(callback);
    await expect(provider.finish(callback, begun)).rejects.toBeInstanceOf(SignInRefused);
  });

  it('returns nothing for a code a second time', async () => {
    const provider = open();
    const begun = start();
    const callback = await walk(await provider.authorizationUrl(begun), 'dealer');
    await provider.finish(callback, begun);
    await expect(provider.finish(callback, begun)).rejects.toBeInstanceOf(SignInRefused);
  });
});

describe('a malicious provider', () => {
  let issuer: string;
  let idToken: (begun: SignInStart) => Promise<string>;
  let begun: SignInStart;
  let userinfo: Record<string, unknown> = {};
  const good = generateKeyPair('ES256', { extractable: true });
  const bad = generateKeyPair('ES256', { extractable: true });

  beforeAll(async () => {
    const jwk = { ...(await exportJWK((await good).publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
    issuer = await listen(async (request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      const answers: Record<string, () => unknown> = {
        '/.well-known/openid-configuration': () => ({
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/me`,
          jwks_uri: `${issuer}/jwks`,
          id_token_signing_alg_values_supported: ['ES256'],
        }),
        '/jwks': () => ({ keys: [jwk] }),
        '/token': async () => ({ access_token: 'a', token_type: 'Bearer', id_token: await idToken(begun) }),
        '/me': () => userinfo,
      };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await answers[path]?.()));
    });
  });
  afterEach(() => {
    userinfo = {};
  });

  const claims = () => ({
    sub: 'dealer',
    nonce: begun.nonce,
    email: 'dealer@example.com',
    email_verified: true,
  });
  const signed = async (
    payload: Record<string, unknown>,
    more: { issuer?: string; audience?: string; expires?: number; by?: typeof good } = {},
  ) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(more.issuer ?? issuer)
      .setAudience(more.audience ?? 'product')
      .setIssuedAt()
      .setExpirationTime(more.expires ?? Math.floor(Date.now() / 1000) + 60)
      .sign((await (more.by ?? good)).privateKey);
  const finish = async (make: () => Promise<string>, more: Partial<OpenIdSettings> = {}) => {
    begun = start();
    idToken = make;
    return openIdConnect(settings(issuer, more)).finish(new URL(`${RETURN}?code=c&state=${begun.state}`), begun);
  };

  it('is accepted while its responses are valid', async () => {
    expect(await finish(() => signed(claims()))).toMatchObject({
      ...{ identity: { issuer, subject: 'dealer' }, email: 'dealer@example.com', emailVerified: true },
    });
  });

  it('is queried for claims that the id_token omits', async () => {
    userinfo = { sub: 'dealer', email: 'u@example.com', email_verified: true };
    for (const said of [{}, { email: 'dealer@example.com' }]) {
      expect(await finish(() => signed({ sub: 'dealer', nonce: begun.nonce, ...said }))).toMatchObject({
        ...{ email: 'u@example.com', emailVerified: true },
      });
    }
  });

  it.each([undefined, false, 'true', 1, null])('does not verify an address by %j', async (email_verified) => {
    userinfo = { sub: 'dealer', email: 'dealer@example.com', email_verified };
    expect(await finish(() => signed({ sub: 'dealer', nonce: begun.nonce }))).toMatchObject({ emailVerified: false });
    expect(await finish(() => signed({ ...claims(), email_verified }))).toMatchObject({ emailVerified: false });
  });

  it('does not verify the id_token’s address by userinfo', async () => {
    userinfo = { sub: 'dealer', email: 'mine@example.com', email_verified: true };
    const said = { sub: 'dealer', nonce: begun.nonce, email: 'admin@example.com' };
    expect(await finish(() => signed({ ...said, nonce: begun.nonce }))).toMatchObject({ email: 'mine@example.com' });
    const denied = () => signed({ ...said, nonce: begun.nonce, email_verified: false });
    expect(await finish(denied)).toMatchObject({ email: 'admin@example.com', emailVerified: false });
  });

  it('returns the phone if requested, in either response, and no other address with it', async () => {
    const scope = { scope: 'openid email phone' };
    userinfo = { sub: 'dealer', email: 'u@example.com', email_verified: true, phone_number: '+39 3331234567' };
    const told = { email: 'dealer@example.com', emailVerified: true };
    expect(await finish(() => signed(claims()))).toMatchObject({ ...told, phone: null });
    expect(await finish(() => signed(claims()), scope)).toMatchObject({ ...told, phone: '+39 3331234567' });
    const both = () => signed({ ...claims(), phone_number: '+39 3330000000' });
    expect(await finish(both, scope)).toMatchObject({ ...told, phone: '+39 3330000000' });
  });

  it('is named by the configured binding, and by its own issuer without one', async () => {
    begun = start();
    idToken = () => signed(claims());
    const bound = openIdConnect(settings(issuer, { boundAs: 'demo' }));
    const { identity } = await bound.finish(new URL(`${RETURN}?code=c&state=${begun.state}`), begun);
    expect(identity).toEqual({ issuer: 'demo', subject: 'dealer' });
  });

  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => Promise<string>]>([
    ['signs with another key', () => signed(claims(), { by: bad })],
    ['speaks for another issuer', () => signed(claims(), { issuer: 'https://attacker.example' })],
    ['speaks to another client', () => signed(claims(), { audience: 'other' })],
    ['sends what has expired', () => signed(claims(), { expires: now() - 60 })],
    ['forgets the nonce', () => signed({ sub: 'dealer' })],
    ['names a subject that none can have', () => signed({ ...claims(), sub: 'x'.repeat(256) })],
    ['names a subject with a zero byte', () => signed({ ...claims(), sub: 'deal\0er' })],
    ['names nobody', () => signed({ nonce: begun.nonce })],
    [
      'sends no signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...claims(), iss: issuer, aud: 'product', exp: now() + 60, iat: now() })).toString('base64url')}.`,
    ],
    ['sends no token', async () => 'no'],
  ])('is refused when it %s', async (_name, make) => {
    await expect(finish(make)).rejects.toBeInstanceOf(SignInRefused);
  });

  it('is refused when userinfo is about another user', async () => {
    userinfo = { sub: 'somebody-else', preferred_username: 'admin' };
    await expect(finish(() => signed({ sub: 'dealer', nonce: begun.nonce }))).rejects.toBeInstanceOf(SignInRefused);
  });

  it('is tolerated with a clock half a minute behind, not more', async () => {
    expect(await finish(() => signed(claims(), { expires: now() - 20 }))).toMatchObject({ emailVerified: true });
    await expect(finish(() => signed(claims(), { expires: now() - 40 }))).rejects.toBeInstanceOf(SignInRefused);
  });
});

describe('an unresponsive provider', () => {
  it('prevents no start, and is found once it is available', async () => {
    let up = false;
    let real: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
    const issuer = await listen((request, response) =>
      up ? real(request, response) : void response.writeHead(503).end(),
    );
    real = (_request, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }));
    const provider = openIdConnect(settings(issuer));
    await expect(provider.authorizationUrl(start())).rejects.toMatchObject({ reason: 'down' });
    up = true;
    expect((await provider.authorizationUrl(start())).href.startsWith(`${issuer}/auth?`)).toBe(true);
    expect(await provider.endSessionUrl(null, 'http://127.0.0.1:1/')).toBeNull();
    up = false;
    expect((await provider.authorizationUrl(start())).href.startsWith(`${issuer}/auth?`)).toBe(true);
  });

  it('is read once for concurrent sign-ins', async () => {
    let asked = 0;
    const issuer: string = await listen((_request, response) => {
      asked += 1;
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }));
    });
    const provider = openIdConnect(settings(issuer));
    await Promise.all(Array.from({ length: 10 }, () => provider.authorizationUrl(start())));
    await provider.authorizationUrl(start());
    expect(asked).toBe(1);
  });

  it('is awaited no longer than the limit', async () => {
    const issuer = await listen(() => undefined);
    const provider = openIdConnect(settings(issuer, { guard: guard({ timeLimit: 100 }) }));
    await expect(provider.authorizationUrl(start())).rejects.toMatchObject({ system: 'identity', reason: 'timeout' });
  });

  it('that refuses connections is down, and not called after repeated failures', async () => {
    const issuer = await listen(() => undefined);
    const server = servers.pop();
    await new Promise((resolve) => server?.close(resolve));
    const provider = openIdConnect(settings(issuer, { guard: guard({ failures: 2 }) }));
    const reason = () => provider.authorizationUrl(start()).catch((error: OutsideFailure) => error.reason);
    expect([await reason(), await reason(), await reason()]).toEqual(['down', 'down', 'paused']);
  });

  it.each(['/token', '/jwks', '/me'])('that answers 500 at %s has refused no user', async (broken) => {
    const begun = start();
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const issuer: string = await listen(async (request, response) => {
      const path = request.url ?? '/';
      if (path === broken) return void response.writeHead(500).end('{"error":"server_error"}');
      const token = new SignJWT({ sub: 'dealer', nonce: begun.nonce })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer(issuer)
        .setAudience('product')
        .setIssuedAt()
        .setExpirationTime('1 min');
      const [jwks_uri, userinfo_endpoint, token_endpoint] = [`${issuer}/jwks`, `${issuer}/me`, `${issuer}/token`];
      const answers: Record<string, unknown> = {
        '/jwks': { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }] },
        '/token': { access_token: 'a', token_type: 'Bearer', id_token: await token.sign(privateKey) },
      };
      const described = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint,
        userinfo_endpoint,
        jwks_uri,
      };
      const description = { ...described, id_token_signing_alg_values_supported: ['ES256'] };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[path] ?? description));
    });
    const finishing = openIdConnect(settings(issuer)).finish(new URL(`${RETURN}?code=c&state=${begun.state}`), begun);
    await expect(finishing).rejects.toMatchObject({ name: 'OutsideFailure', system: 'identity', reason: 'down' });
  });

  it('has its circuit neither opened nor closed by forged callbacks', async () => {
    const issuer: string = await listen((_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` })),
    );
    const calls: string[] = [];
    const counted = guard();
    const counting: OutsideGuard = (call) => {
      calls.push('asked');
      return counted(call);
    };
    const provider = openIdConnect(settings(issuer, { guard: counting }));
    await provider.authorizationUrl(start());
    for (let time = 0; time < 6; time += 1) {
      const made = provider.finish(new URL(`${RETURN}?code=c&state=made-up`), start());
      await expect(made).rejects.toBeInstanceOf(SignInRefused);
    }
    expect(calls).toEqual(['asked']);
    expect((await provider.authorizationUrl(start())).href).toContain('/auth?');
  });

  it('over plain http is not contacted unless allowed', async () => {
    let asked = 0;
    const issuer = await listen((_request, response) => {
      asked += 1;
      response.end();
    });
    await expect(openIdConnect(settings(issuer, { allowHttp: false })).authorizationUrl(start())).rejects.toThrow();
    expect(asked).toBe(0);
  });

  it('with another issuer name is refused', async () => {
    const issuer = await listen((_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer: 'https://other.example', authorization_endpoint: 'https://other.example/auth' })),
    );
    await expect(openIdConnect(settings(issuer)).authorizationUrl(start())).rejects.toThrow();
  });
});
