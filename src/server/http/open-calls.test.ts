/** Calls without a session: counted per network, other methods and origins refused, the generated contract is public. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '#contract/index.ts';
import { DatabaseUnavailable } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { rowsOf } from '#test/rows.ts';
import { answerProblem } from '../../../test/attacks/http/raw-http.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { networkOf } from './request/caller.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const LINK = `/api/sign/${'A'.repeat(32)}`;
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') =>
  portal.app.inject({ method: 'GET', url, headers, remoteAddress });

/** Sets the count of one network's calls in this minute. */
async function count(calls: number): Promise<void> {
  const { database, clock } = portal.test.world;
  const now = clock.now().getTime();
  // Early in the minute, so that it does not end during the test.
  portal.test.clock.advance(60 - ((now / 1000) % 60) + 1);
  await database.read.deleteFrom('rate_limit').execute();
  await get(LINK);
  await database.read.updateTable('rate_limit').set({ count: calls }).execute();
}

describe('a URL with a trailing slash', () => {
  it.each(
    rowsOf(`
      /sign/${'A'.repeat(32)}/ | /sign/${'A'.repeat(32)}
      /sign/${'A'.repeat(32)}// | /sign/${'A'.repeat(32)}
      /sign/${'A'.repeat(32)}/?utm_source=sms | /sign/${'A'.repeat(32)}?utm_source=sms
      /qr/${'B'.repeat(32)}/ | /qr/${'B'.repeat(32)}
      /verify/ | /verify
      /device/ | /device
      /device/activate/ | /device/activate
      /fea/LE006/ | /fea/LE006
      /app/documents/5/ | /app/documents/5
      /app/documents/5// | /app/documents/5
      /app/documents/5/sign/ | /app/documents/5/sign
      /app/folders/?q=ricci&page=2 | /app/folders?q=ricci&page=2
      /app/dossiers/5/ | /app/dossiers/5
      /app/wizard/mini/sale_new/sale_new_proposal/ | /app/wizard/mini/sale_new/sale_new_proposal
      /app/ | /app
      /admin/users/ | /admin/users
      /dashboard/ | /dashboard
      /my-page/ | /my-page
      /error/error-v5/ | /error/error-v5
      /logged/?redirect=/app/folders&JWT_TOKEN=a.b.c | /logged?redirect=/app/folders&JWT_TOKEN=a.b.c
    `),
  )('%s is redirected to the URL without it', async (url, page) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.location]).toEqual([308, page]);
  });

  it.each(['/sign/', '/sign/a/b/', '//example.com/', '/\\example.com/', '/sign/..%2f..//', '/app//example.com/'])(
    '%s is not redirected elsewhere',
    async (url) => {
      const { location } = (await get(url)).headers;
      expect(location === undefined || location.startsWith('/sign/..%2f..')).toBe(true);
    },
  );

  it.each(['/logout/', '/logout//', '/LOGOUT', '/Logout/', '//logout', '/%6Cogout/', '/logout%2f'])(
    '%s cannot be used by another site to sign a user out',
    async (url) => {
      const elsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      let answer = await get(url, elsewhere);
      if (answer.statusCode === 308) answer = await get(String(answer.headers.location), elsewhere);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sso/logout']);
    },
  );

  it.each(['/api/account/', '/sso/callback/', '/health/'])('%s is not a page', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe('requests without a session', () => {
  it('are allowed in the number that a showroom or mobile carrier needs, then refused for the rest of the minute', async () => {
    await count(2999);
    expect((await get(LINK)).statusCode).toBe(404);
    const refused = await get(LINK);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'request.tooMany']);
    expect(answerProblem(refused)).toBeNull();
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    portal.test.clock.advance(wait);
    expect((await get(LINK)).statusCode).toBe(404);
  });

  it('are counted together for all routes', async () => {
    await count(3000);
    for (const { endpoint } of OPERATIONS.filter((one) => one.endpoint.access !== 'staff')) {
      const url = endpoint.path.replace('{token}', 'A'.repeat(32));
      const answer = await portal.app.inject({ method: endpoint.method, url, remoteAddress: '192.0.2.1' });
      expect(answer.statusCode, url).toBe(429);
    }
  });

  it('do not affect other networks or staff behind the same address', async () => {
    await count(3000);
    expect((await get(LINK, {}, '192.0.2.2')).statusCode).toBe(404);
    const headers = { authorization: `Bearer ${await portal.token('dealer')}` };
    expect((await get('/api/account', headers)).statusCode).toBe(200);
  });

  it('cannot forge their address', async () => {
    await count(3000);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'client-ip']) {
      expect((await get(LINK, { [name]: '198.51.100.7' })).statusCode, name).toBe(429);
    }
  });

  it('are refused while the counter is unavailable', async () => {
    const { world } = portal.test;
    const fail = () => {
      throw new DatabaseUnavailable('away');
    };
    const read = Object.assign(Object.create(world.database.read), { insertInto: fail });
    const away = { ...world, database: { ...world.database, read, transaction: async () => fail() } };
    const app = await buildApp(away as never);
    for (const url of [LINK, `${LINK}/document`]) {
      const answer = await app.inject({ method: 'GET', url });
      expect([answer.statusCode, answer.headers['retry-after']], url).toEqual([503, '5']);
    }
    await app.close();
  });
});

describe('the network of an address', () => {
  it.each(
    rowsOf(`
      192.0.2.1 | 192.0.2.1
      ::ffff:192.0.2.1 | 192.0.2.1
      2001:db8:1:2:3:4:5:6 | 2001:db8:1:2::/64
      2001:DB8:1:2::1 | 2001:db8:1:2::/64
      2001:db8::1 | 2001:db8:0:0::/64
      2001:0db8:0000:0000:1:: | 2001:db8:0:0::/64
      ::1 | 0:0:0:0::/64
      :: | 0:0:0:0::/64
      fe80::1%eth0 | fe80:0:0:0::/64
    `),
  )('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('an unsupported method on an existing path', () => {
  it.each(
    rowsOf(`
      DELETE | /api/account | GET
      HEAD | /api/account | GET
      OPTIONS | /api/account | GET
      PATCH | /api/dossiers | POST, PUT
      GET | /api/dossiers | POST, PUT
      PUT | /api/documents/7/sign | POST
      GET | ${LINK}/otp | POST
      POST | /api/openapi.json | GET, HEAD
      POST | /health | GET, HEAD
      DELETE | /sso/logout | GET, POST
    `),
  )('%s %s is 405 and lists %s', async (method, url, allow) => {
    const answer = await portal.app.inject({ method: method as 'GET', url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
    if (method === 'HEAD') expect(answer.body).toBe('');
    else expect([answer.json().code, answerProblem(answer)]).toEqual(['request.method', null]);
  });

  it('is counted with routes that end in an id', async () => {
    const answer = await portal.app.inject({ method: 'PUT', url: '/api/dossiers/search' });
    expect(answer.headers.allow).toBe('DELETE, GET, POST');
  });

  it.each([
    ['DELETE', '/api/nessuna'],
    ['POST', '/dashboard'],
    ['PUT', '/api/account/'],
    ['POST', '/assets/../api/nessuna'],
  ])('%s %s is 404, since the path does not exist', async (method, url) => {
    const answer = await portal.app.inject({ method: method as 'PUT', url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
  });
});

describe('the published contract', () => {
  it('is public, in the requested language', async () => {
    const italian = await get('/api/openapi.json');
    expect([italian.statusCode, italian.headers['content-language']]).toEqual([200, 'it']);
    expect(italian.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(italian.json().openapi).toBe('3.1.1');
    expect(italian.json().servers).toEqual([{ url: 'http://localhost:80' }]);
    const english = await get('/api/openapi.json', { 'accept-language': 'en' });
    expect(english.json().paths['/api/dossiers'].post.summary).toBe('Create a customer');
    expect(italian.json().paths['/api/dossiers'].post.summary).toBe('Crea un cliente');
  });

  it.each(['/api/openapi.json', '/api/docs'])('%s is sent again only when it has changed', async (url) => {
    const first = await get(url);
    const { etag } = first.headers;
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.headers.vary).toBe('accept-language, accept-encoding');
    for (const known of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag], known).toEqual([304, '', etag]);
    }
    expect((await get(url, { 'if-none-match': '"x"' })).statusCode).toBe(200);
    const english = await get(url, { 'accept-language': 'en', 'if-none-match': String(etag) });
    expect(english.statusCode).toBe(200);
  });

  it.each(['/api/openapi.json', '/api/docs'])('%s is compressed for clients that support it', async (url) => {
    const plain = await get(url);
    const zipped = await get(url, { 'accept-encoding': 'br, gzip;q=0.8' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect(zipped.rawPayload.byteLength).toBeLessThan(plain.rawPayload.byteLength / 5);
    for (const none of ['identity', 'gzip;q=0', 'gzip; q=0.0', 'br']) {
      expect((await get(url, { 'accept-encoding': none })).headers['content-encoding'], none).toBeUndefined();
    }
  });

  it('is a page without scripts that lists every call, in both languages', async () => {
    for (const [url, word] of [
      ['/api/docs', 'Le chiamate'],
      ['/api/docs?lang=en', 'The calls'],
    ] as const) {
      const page = await get(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script-src');
      expect(page.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:|undefined|\[object/i);
      expect(page.body).toContain(`<h1>${word}</h1>`);
      for (const { id } of OPERATIONS) expect(page.body).toContain(`<article class="card call" id="${id}">`);
    }
  });

  it('has no English summaries on the Italian page', async () => {
    const { body } = await get('/api/docs');
    const english = OPERATIONS.filter(({ endpoint }) => body.includes(`>${endpoint.summary.replace(/\.$/, '')}.</p>`));
    expect(english.map(({ id }) => id)).toEqual([]);
  });

  it('comes with its style sheet, logo and fonts', async () => {
    for (const [name, type] of [
      ['docs.css', 'text/css; charset=utf-8'],
      ['mark.svg', 'image/svg+xml'],
      ['inter-regular.ttf', 'font/ttf'],
      ['inter-semibold.ttf', 'font/ttf'],
    ]) {
      const answer = await get(`/api/docs/${name}`);
      expect([answer.statusCode, answer.headers['content-type']], name).toEqual([200, type]);
    }
  });

  it.each(['/api/docs?lang=de', '/api/docs?lang=it&lang=en', '/api/docs/', '/api/docs/x.css', '/api/openapi'])(
    '%s is not found',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answerProblem(answer)]).toEqual([404, null]);
    },
  );
});

describe('an unknown parameter or field', () => {
  it.each([
    ['GET', '/api/account?x=1', undefined],
    ['GET', '/api/users/authorities?__proto__[x]=1', undefined],
    ['GET', '/api/v2/folder-types/ext?legalEntity=LE001', undefined],
    ['GET', '/api/legal-entities?page=0', undefined],
    ['POST', '/api/documents/7/take-back?x=1', {}],
    ['POST', '/api/documents/7/take-back', { x: 1 }],
    ['POST', '/api/dossiers/search?pagina=1', {}],
  ] as const)('%s %s is refused, never ignored', async (method, url, body) => {
    const answer = await portal.callAs('admin', method, url, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fieldErrors[0].code).toBe('unknown');
  });
});
