/** Attacks from the web: foreign Host names and origins, methods, caches, framing, paths out of the assets. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { answerProblem, listenOnFreePort, type RegisteredRoute, readRaw, routesOf, sendRaw } from './raw-http.ts';

let stage: Stage;
let routes: RegisteredRoute[];
let port: number;
let link: string;
beforeAll(async () => {
  const build = await routesOf(async () => {
    stage = await openStage();
    return stage.app;
  });
  routes = build.routes;
  port = await listenOnFreePort(stage.app);
  const { id } = await stage.newDocument();
  link = await stage.startSigning(id);
});
afterAll(async () => {
  await stage.close();
});

const filled = (url: string): string =>
  url
    .replace(':id', '1')
    .replace(':token', link.split('/').at(-1) ?? '')
    .replace('*', 'x.js');

describe('a foreign Host header', () => {
  const HOSTS = [
    'attacker.example',
    'attacker.example:80',
    'localhost.attacker.example',
    'localhost:8081',
    'localhost.',
    'LOCALHOST.attacker.example',
    'user@localhost',
    'localhost@attacker.example',
    'localhost,attacker.example',
    'localhost attacker.example',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '',
  ];

  it.each(HOSTS)('%j is refused on every route', async (host) => {
    for (const { method, url } of routes) {
      const options = { method: method as 'GET', url: filled(url), headers: { host, 'x-forwarded-host': 'localhost' } };
      const answer = await stage.app.inject(host === '' ? { ...options, headers: { host: ' ' } } : options);
      expect(answer.statusCode, `${method} ${url}`).toBe(403);
      if (method !== 'HEAD') expect(answer.json().code).toBe('origin.refused');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const page = await stage.app.inject({ method: 'GET', url: '/dashboard', headers: { host: host || ' ' } });
    expect(page.statusCode).toBe(403);
  });

  it('cannot be passed by a second header, an absolute address or an old protocol', async () => {
    const requests = [
      'GET /demo/outbox.json HTTP/1.1\r\nHost: attacker.example\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      'GET http://localhost/demo/outbox.json HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n',
      'GET /demo/outbox.json HTTP/1.0\r\n\r\n',
      'GET /demo/outbox.json HTTP/1.1\r\nhost: attacker.example\r\nConnection: close\r\nX-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n\r\n',
    ];
    for (const request of requests) {
      const answer = readRaw(await sendRaw(port, request, 1_500));
      expect([400, 403], request).toContain(answer.status);
      expect(answer.body).not.toContain('EMAIL');
    }
  });

  it('does not affect links, redirects and cookies', async () => {
    const mails = await stage.test.outbox();
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) expect(text).not.toContain('attacker');
    const headers = { host: 'localhost', 'x-forwarded-host': 'attacker.example', 'x-forwarded-proto': 'https' };
    for (const url of ['/sso/auth/', '/sso/logout', '/sso/callback?code=x&state=y']) {
      const answer = await stage.app.inject({ method: 'GET', url, headers });
      expect(answer.headers.location ?? '').not.toContain('attacker');
    }
  });
});

describe('a foreign origin', () => {
  const ORIGIN = { origin: 'https://attacker.example' };

  it('gets no CORS permission from any route, preflight included', async () => {
    for (const { method, url } of routes) {
      const preflight = { ...ORIGIN, 'access-control-request-method': method, 'access-control-request-headers': '*' };
      for (const [verb, headers] of [
        ['OPTIONS', preflight],
        [method, ORIGIN],
      ] as const) {
        if (url === '/sso/logout' || url.endsWith('/otp')) continue;
        const answer = await stage.app.inject({ method: verb as 'GET', url: filled(url), headers });
        const corsHeaders = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(corsHeaders, `${verb} ${url}`).toEqual([]);
        if (verb === 'OPTIONS') expect(answer.statusCode, url).toBe(405);
      }
    }
  });

  it('cannot write with form content types: every body that is not JSON is refused', async () => {
    const { token } = (
      await stage.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'admin', password: 'demo' },
      })
    ).json();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain; application/json',
      'application/json, text/plain',
      'application/jsonp',
      'application/ld+json',
      'text/json',
      '*/*',
      'json',
    ];
    // Routes that authenticate with a tablet's key: without one, no part of the call is read.
    const requested = new Set<string>();
    for (const { url } of routes.filter(({ method }) => method === 'POST')) {
      for (const type of types) {
        const headers = { ...ORIGIN, authorization: `Bearer ${token}`, 'content-type': type };
        const answer = await stage.app.inject({ method: 'POST', url: filled(url), headers, payload: '{"a":1}' });
        if (answer.statusCode === 401) requested.add(url);
        else expect(answer.statusCode, `${url} ${type}`).toBe(415);
        expect(answerProblem(answer)).toBeNull();
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    expect([...requested].sort()).toEqual(['/api/device/queue/:id/open', '/api/sign/:token/handwriting']);
  });

  it('cannot write with only a staff cookie', async () => {
    for (const { url } of routes.filter(
      ({ method, url }) => method === 'POST' && !/auth|sign\/|device\/pairing|photo-links\/|^\/qr\//.test(url),
    )) {
      const headers = { ...ORIGIN, cookie: `fascicolo_session=${'x'.repeat(60)}` };
      const answer = await stage.app.inject({ method: 'POST', url: filled(url), headers, payload: {} });
      // Logout answers every caller alike: it ends the staff session of a token and reads no cookie.
      expect(answer.statusCode, url).toBe(url === '/sso/logout' ? 204 : 401);
      expect(answer.headers['set-cookie'], url).toBeUndefined();
    }
  });
});

describe('methods', () => {
  it('that a route does not support are refused, and none is taken from a header or a query', async () => {
    const own = new Set(routes.map(({ method, url }) => `${method} ${url}`));
    for (const url of new Set(routes.map((route) => route.url))) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'MOVE']) {
        if (own.has(`${method} ${url}`)) continue;
        const answer = await stage.app.inject({ method: method as 'GET', url: filled(url) });
        // GET /api/dossiers/search addresses a customer called "search"; without a staff session every answer is the
        // same refusal.
        expect([400, 401, 404, 405], `${method} ${url}: ${answer.statusCode}`).toContain(answer.statusCode);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-http-method': 'PUT',
      'x-method-override': 'POST',
      'x-original-url': '/demo/outbox.json',
      'x-rewrite-url': '/demo/outbox.json',
    };
    expect((await stage.app.inject({ method: 'GET', url: `${link}?_method=POST`, headers })).statusCode).toBe(400);
    const answer = await stage.app.inject({ method: 'GET', url: link, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().state).toBe('OPEN');
  });

  it('TRACE echoes no header, and CONNECT opens no tunnel', async () => {
    const trace = await sendRaw(
      port,
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: segreto=1\r\n\r\n',
    );
    expect(trace).not.toContain('segreto');
    expect(
      await sendRaw(port, 'CONNECT attacker.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 1_000),
    ).not.toContain('200');
  });
});

describe('every response', () => {
  it('of the API forbids caching, sniffing, framing and referrers', async () => {
    // The published contract contains no personal data and is revalidated by its ETag.
    const printed = ['/api/openapi.json', '/api/docs'];
    for (const { method, url } of routes) {
      if (url.startsWith('/assets/') || url === '/sso/logout') continue;
      const answer = await stage.app.inject({ method: method as 'GET', url: filled(url) });
      const { headers } = answer;
      expect(headers['cache-control'], url).toBe(printed.includes(url) ? 'no-cache' : 'no-store');
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      expect(headers['referrer-policy'], url).toBe('no-referrer');
      // The demo's own film may be framed by the portal only.
      const framed = url.startsWith('/demo/video/');
      expect(headers['x-frame-options'], url).toBe(framed ? 'SAMEORIGIN' : 'DENY');
      expect(headers['content-security-policy'], url).toContain(`frame-ancestors ${framed ? "'self'" : "'none'"}`);
      expect(headers.server ?? headers['x-powered-by'], url).toBeUndefined();
    }
  });

  it('with HTML has a policy without inline or evaluated scripts, a fresh nonce, and no input in it', async () => {
    const marker = '"><script>alert(1)</script>';
    const pages = [
      '/',
      '/dashboard',
      '/logged',
      '/error/error-v1',
      '/sign/x',
      '/verify',
      '/fea/LE001',
      '/qualunque/pagina',
      '/demo/outbox',
    ];
    const nonces = new Set<string>();
    for (const page of pages) {
      for (const url of [page, `${page}?q=${encodeURIComponent(marker)}&to=${encodeURIComponent(marker)}`]) {
        const answer = await stage.app.inject({ method: 'GET', url });
        expect(answer.statusCode, url).toBe(200);
        const policy = String(answer.headers['content-security-policy']);
        const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'none'";
        expect(scripts, url).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|http:|data:|blob:/);
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain("base-uri 'none'");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(answer.body).not.toContain(marker);
        expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>[^<]/);
        expect(answer.body).not.toMatch(/\son\w+=|javascript:/i);
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
        if (nonce !== undefined) {
          expect(nonces.has(nonce)).toBe(false);
          nonces.add(nonce);
        }
      }
    }
    expect(nonces.size).toBeGreaterThan(5);
  });
});

describe('paths that escape the assets folder', () => {
  it.each([
    '/assets/../portal/index.html',
    '/assets/..%2fportal%2findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/....//....//package.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets/%c0%ae%c0%ae/package.json',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/C:%5cwindows%5cwin.ini',
    '/assets/.vite/manifest.json',
    '/assets/x.js%00.css',
    '/assets/',
    '/assets',
    '/demo/../../package.json',
    '/demo/..%2f..%2fpackage.json',
    '/sign/..%2f..%2fpackage.json',
  ])('%s leads to no file', async (url) => {
    const answers = [
      await stage.app.inject({ method: 'GET', url }),
      readRaw(await sendRaw(port, `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)),
    ];
    for (const answer of answers) {
      expect(answer.body).not.toMatch(/"dependencies"|root:|\[fonts\]|"isEntry"/);
      const status = 'statusCode' in answer ? answer.statusCode : answer.status;
      const page = String(answer.headers['content-type']).startsWith('text/html');
      expect(page ? status === 200 : [400, 403, 404].includes(status), `${status}`).toBe(true);
    }
  });

  it('the built files are cacheable forever and never served as a page', async () => {
    const folder = stage.test.world.settings.webFolder;
    expect(existsSync(join(folder, 'portal/index.html'))).toBe(true);
    const shell = await stage.app.inject({ method: 'GET', url: '/' });
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(shell.body)?.[1] ?? '';
    const answer = await stage.app.inject({ method: 'GET', url: script });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toContain('immutable');
    expect(answer.headers['content-type']).toContain('javascript');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    const missing = await stage.app.inject({ method: 'GET', url: '/assets/nothing-here.js' });
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['cache-control'] ?? 'no-store').not.toContain('immutable');
  });
});
