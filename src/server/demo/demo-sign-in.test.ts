/** The demo's sign-in from the first redirect to the last, on a listening server, and its pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoProvider } from '#adapters/identity-provider/demo-provider.ts';
import { openIdConnect } from '#adapters/identity-provider/openid-client.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { mayEver } from '#domain/access.ts';
import { DEMO_PASSWORD } from '#domain/identity/account.ts';
import { ROLES } from '#domain/identity/roles.ts';
import { buildApp } from '#server/app.ts';
import { mountDemoProvider } from '#server/demo/provider.ts';
import { ownPort } from '../../../test/hosts/server-process.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { createPersonas, DEMO_ISSUER, PERSONAS } from './personas.ts';

let world: TestWorld;
let app: Awaited<ReturnType<typeof buildApp>>;
let home: string;
const defects: unknown[] = [];

beforeAll(async () => {
  const port = await ownPort();
  home = `http://127.0.0.1:${port}`;
  const client = { clientId: 'fascicolo', clientSecret: 's'.repeat(40) };
  world = await makeWorld({
    override: (base) => ({
      settings: { ...base.settings, publicUrl: home, allowedHosts: [`127.0.0.1:${port}`, `localhost:${port}`] },
      identityProvider: openIdConnect({
        ...client,
        issuer: `${home}/demo/idp`,
        scope: 'openid profile email',
        allowHttp: true,
        boundAs: DEMO_ISSUER,
        guard: openCircuitBreaker({ system: 'identity', clock: base.clock, log: base.log, timeLimit: 30_000 }),
      }),
    }),
  });
  await createPersonas(world.world);
  const provider = await openDemoProvider({
    ...client,
    publicUrl: home,
    personas: PERSONAS,
    onDefect: (error) => defects.push(error),
  });
  app = await buildApp(world.world, (fastify) => mountDemoProvider(fastify, provider));
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** A minimal browser: redirects, cookies (by path) and forms. */
class Visitor {
  private readonly jar = new Map<string, { value: string; path: string }>();

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, home);
    const cookie = [...this.jar]
      .filter(([, kept]) => target.pathname.startsWith(kept.path))
      .map(([key, kept]) => `${key.split(';')[0]}=${kept.value}`)
      .join('; ');
    const answer = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...init.headers, cookie },
    });
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      const path = /path=([^;]+)/i.exec(one)?.[1] ?? '/';
      if (value === '') this.jar.delete(`${name};${path}`);
      else this.jar.set(`${name};${path}`, { value, path });
    }
    return answer;
  }

  /** Follows redirects to a page, or to the product's landing or error page. */
  async open(url: string, init: RequestInit = {}): Promise<{ url: URL; answer: Response }> {
    let next = new URL(url, home);
    let answer = await this.fetch(next.href, init);
    for (let hop = 0; hop < 10 && answer.headers.has('location'); hop++) {
      next = new URL(answer.headers.get('location') ?? '', next);
      if (/^\/(logged|error\/)/.test(next.pathname) || next.href === `${home}/`) break;
      answer = await this.fetch(next.href);
    }
    return { url: next, answer };
  }

  async choose(page: URL, login: string): Promise<URL> {
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    return (await this.open(page.href, { ...form, body: new URLSearchParams({ login }).toString() })).url;
  }

  async signIn(login: string): Promise<string> {
    const { url } = await this.open(`/sso/auth/?RelayState=${home}/logged?redirect=/dashboard`);
    return (await this.choose(url, login)).searchParams.get('JWT_TOKEN') ?? '';
  }

  async account(token: string): Promise<Response> {
    return this.fetch('/api/account', { headers: { authorization: `Bearer ${token}` } });
  }
}

describe('the personas', () => {
  it('cover every role with one persona each', () => {
    const roles = new Set(PERSONAS.flatMap((persona) => persona.authorities));
    expect(ROLES.filter((role) => !roles.has(role))).toEqual(['ROLE_USER']);
    expect(PERSONAS.map((persona) => persona.login)).toEqual(
      expect.arrayContaining([
        'admin',
        'nsc',
        'supervisor',
        'dealer',
        'service',
        'sales',
        'acceptance',
        'backoffice',
        'manager',
        'operator',
        'readonly',
        'sa3',
        'dms-incadea',
        'dms-autoline',
        'dms-sipadx',
        'dms-gmt',
        'dms-infinity',
      ]),
    );
    expect(new Set(PERSONAS.map((persona) => persona.email)).size).toBe(PERSONAS.length);
    for (const { email } of PERSONAS) expect(email).toMatch(/@example\.com$/);
  });

  it('are created once, however often the demo starts', async () => {
    await createPersonas(world.world);
    const users = await world.world.database.read.selectFrom('app_user').select('login').execute();
    expect(users).toHaveLength(PERSONAS.length);
  });

  it('are never created outside the demo', async () => {
    const settings = { ...world.world.settings, mode: 'production' as const };
    await expect(createPersonas({ ...world.world, settings })).rejects.toThrow('only for the demo');
  });

  it.each(PERSONAS.map((persona) => persona.login))(
    '%s signs in with a click and has the permissions of the role',
    async (login) => {
      const visitor = new Visitor();
      const token = await visitor.signIn(login);
      const account = await (await visitor.account(token)).json();
      expect(account).toMatchObject({ login, activated: true });
      expect(mayEver(account, 'account.read').ok).toBe(true);
      expect((await new Visitor().account(token)).status).toBe(401);
    },
  );

  it('sign in through the API with the demo’s password', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { host: new URL(home).host },
      payload: { username: 'dms-sipadx', password: DEMO_PASSWORD },
    });
    expect((await new Visitor().account(answer.json().token)).status).toBe(200);
  });
});

describe('the persona page', () => {
  it('lists all personas, and neither contains nor allows scripts', async () => {
    const { url, answer } = await new Visitor().open('/sso/auth/');
    expect(url.pathname).toMatch(/^\/demo\/idp\/choose\/[\w-]+$/);
    const html = await answer.text();
    for (const persona of PERSONAS) expect(html).toContain(`value="${persona.login}"`);
    expect(html).toContain('Con chi vuoi entrare?');
    expect(html).not.toMatch(/<script|\son\w+=|style=/i);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('shows the body of a call that signs in a persona', async () => {
    const { answer } = await new Visitor().open('/sso/auth/');
    const [, , body = ''] = /<code>(POST [^<]+)<\/code> e <code>([^<]+)<\/code>/.exec(await answer.text()) ?? [];
    const payload = JSON.parse(body.replaceAll('&#34;', '"'));
    const headers = { host: new URL(home).host };
    const login = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    expect(await (await new Visitor().account(login.json().token)).json()).toMatchObject({ login: 'sales' });
  });

  it('signs in personas only', async () => {
    const visitor = new Visitor();
    for (const login of ['stranger', '', 'constructor', 'admin ', 'ADMIN', '../admin']) {
      const { url } = await visitor.open('/sso/auth/');
      expect(`${(await visitor.choose(url, login)).pathname}`, login).toBe('/error/error-v1');
    }
  });

  it('is bound to the browser that requested it', async () => {
    const { url } = await new Visitor().open('/sso/auth/');
    const stranger = await new Visitor().open(url.href);
    expect(stranger.url.href).toBe(`${home}/error/error-v1?reason=signInFailed`);
    expect((await new Visitor().choose(url, 'admin')).pathname).toBe('/error/error-v1');
  });

  it('cannot be used twice', async () => {
    const visitor = new Visitor();
    const { url } = await visitor.open('/sso/auth/');
    expect((await visitor.choose(url, 'dealer')).pathname).toBe('/logged');
    expect((await visitor.choose(url, 'admin')).pathname).toBe('/error/error-v1');
  });

  it('accepts only form posts', async () => {
    const visitor = new Visitor();
    const { url } = await visitor.open('/sso/auth/');
    const answer = await visitor.fetch(url.href, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"login":"admin"}',
    });
    expect(answer.status).toBe(415);
  });
});

describe('the demo’s identity provider', () => {
  it('prompts at each sign-in, and lets another persona sign in after the first', async () => {
    const visitor = new Visitor();
    const first = await visitor.signIn('dealer');
    const second = await visitor.signIn('admin');
    expect(await (await visitor.account(second)).json()).toMatchObject({ login: 'admin' });
    expect((await visitor.account(first)).status).toBe(401);
  });

  it('ends its session and redirects back to the product', async () => {
    const visitor = new Visitor();
    const token = await visitor.signIn('dealer');
    const { url } = await visitor.open('/sso/logout');
    expect(url.href).toBe(`${home}/`);
    expect((await visitor.account(token)).status).toBe(401);
  });

  it('does not redirect to other sites after sign-out', async () => {
    for (const address of ['https://attacker.example/', `${home}/api/account`, '//attacker.example']) {
      const query = new URLSearchParams({ client_id: 'fascicolo', post_logout_redirect_uri: address });
      const { url } = await new Visitor().open(`/demo/idp/session/end?${query}`);
      expect(url.origin).toBe(home);
      expect(url.pathname).toBe('/');
    }
  });

  it('sends authorization codes only to the product', async () => {
    const query = new URLSearchParams({
      ...{ client_id: 'fascicolo', response_type: 'code', scope: 'openid', state: 'x', nonce: 'y' },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
      redirect_uri: 'https://attacker.example/callback',
    });
    const { url } = await new Visitor().open(`/demo/idp/auth?${query}`);
    expect(url.href).toBe(`${home}/error/error-v1?reason=signInFailed`);
  });

  it('requires PKCE and client authentication', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'grant_type=authorization_code&code=x&client_id=fascicolo&client_secret=wrong';
    const answer = await fetch(`${home}/demo/idp/token`, { method: 'POST', headers: form, body });
    expect(answer.status).toBe(401);
    const query = new URLSearchParams({
      ...{ client_id: 'fascicolo', response_type: 'code', scope: 'openid', state: 'x', nonce: 'y' },
      redirect_uri: `${home}/sso/callback`,
    });
    const { url } = await new Visitor().open(`/demo/idp/auth?${query}`);
    expect(url.pathname).toBe('/error/error-v1');
  });

  it('logged no error in the tests above', () => {
    expect(defects).toEqual([]);
  });
});

describe('the outbox', () => {
  const get = (path: string) => app.inject({ url: path, headers: { host: new URL(home).host } });

  it('shows codes and working links, and is empty before', async () => {
    expect((await get('/demo/outbox')).body).toContain('Nessun messaggio, per ora');
    await world.world.sms.send({ id: 'a', to: '+393331234567', text: 'Codice 483920 per <b>firmare</b>' });
    await world.world.mail.send({
      id: 'b',
      to: 'g@example.com',
      subject: 'Firma',
      text: `Apri ${home}/sign/abc_123456-x.`,
    });
    const { body, headers } = await get('/demo/outbox');
    expect(body).toContain('<strong class="code">483920</strong>');
    expect(body).toContain(`<a href="${home}/sign/abc_123456-x" target="_blank" rel="noreferrer">`);
    expect(body).not.toContain('<b>firmare</b>');
    expect(body.indexOf('g@example.com')).toBeLessThan(body.indexOf('+393331234567'));
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).not.toMatch(/<script|http-equiv="refresh"/i);
    expect((await get('/demo/outbox?live=1')).body).toContain('<meta http-equiv="refresh" content="3">');
  });

  it('returns JSON in the documented shape, filtered by recipient if requested', async () => {
    const all = (await get('/demo/outbox.json')).json();
    expect(all.map((message: { channel: string }) => message.channel)).toEqual(['EMAIL', 'SMS']);
    for (const to of ['%2B393331234567', '+393331234567']) {
      const some = (await get(`/demo/outbox.json?to=${to}`)).json();
      expect(some).toEqual([expect.objectContaining({ channel: 'SMS', to: '+393331234567' })]);
    }
    expect((await get('/demo/outbox.json?to=nobody@example.com')).json()).toEqual([]);
  });

  it.each(['?to=a&to=b', `?to=${'a'.repeat(400)}`, '?to=%00', '?to[]=a&to[]=b&to=c&to=d'])(
    'refuses the recipient %s',
    async (query) => {
      expect((await get(`/demo/outbox.json${query}`)).statusCode).toBe(400);
    },
  );

  it('escapes markup in a recipient', async () => {
    const { body } = await get(`/demo/outbox?to=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).not.toContain('<script>');
  });

  it('responds only under its own host name, and to no other origin', async () => {
    const answer = await app.inject({ url: '/demo/outbox.json', headers: { host: 'attacker.example' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('483920');
    const cors = await app.inject({
      url: '/demo/outbox.json',
      headers: { host: new URL(home).host, origin: 'https://attacker.example' },
    });
    expect(cors.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('does not exist without an outbox', async () => {
    const production = await buildApp({ ...world.world, outbox: null });
    for (const url of ['/demo/outbox', '/demo/outbox.json', '/demo/idp/auth', '/demo/demo.css']) {
      const answer = await production.inject({ url, headers: { host: new URL(home).host } });
      expect(answer.statusCode, url).toBe(404);
    }
    await production.close();
  });

  it('replaces external pages: only the player may be framed, and only here', async () => {
    const portal = await get('/demo/dealer-portal');
    expect(portal.body).toContain('<h1>Dealer Portal</h1>');
    expect(portal.headers).toMatchObject({ 'x-frame-options': 'DENY' });
    expect(portal.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const player = await get('/demo/video/demo-primo-accesso');
    expect(player.body).toContain('<h1>Primo accesso</h1>');
    expect(player.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' });
    expect(player.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    const strange = await get(`/demo/video/${encodeURIComponent('<script>alert(1)</script>')}`);
    expect(strange.statusCode).toBe(200);
    expect(strange.body).not.toContain('<script');
  });

  it('serves the files of its pages', async () => {
    for (const [url, type] of [
      ['/demo/demo.css', 'text/css'],
      ['/demo/mark.svg', 'image/svg+xml'],
      ['/demo/inter-regular.ttf', 'font/ttf'],
      ['/demo/inter-semibold.ttf', 'font/ttf'],
    ] as const) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain(type);
    }
  });
});
