/** Canaries: links, codes, tokens, phones and tax codes that were in use are looked for in every answer and every line of the log (R-14, D-14, D-96). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePaper } from '../paper.ts';
import { openStage, type Stage, wrongCode } from '../signing-stage.ts';
import { type RouteFound, routesOf } from './http-ground.ts';
import { addPeople, FURTHER_PEOPLE } from './places.ts';

const FISCAL_CODE = 'RSSMRA80A01H501U';
const CUSTOMER = { phone: '+39 3312345678', email: 'canarino@example.com' };

let stage: Stage;
let routes: RouteFound[];
const links: string[] = [];
const codes: string[] = [];
const cookies: string[] = [];
const ids = { waiting: 0, signed: 0, signedDocument: 0, folder: 0, dossier: 0 };
let content: string;

beforeAll(async () => {
  const found = await routesOf(async () => {
    stage = await openStage();
    return stage.app;
  });
  routes = found.routes;
  await addPeople(stage, FURTHER_PEOPLE);
  const file = await makePaper({ pages: 1, title: 'Canarino' });
  content = file.toString('base64').slice(0, 64);

  const done = await stage.newDocument({ customer: CUSTOMER, file });
  const path = await stage.start(done.id);
  const browser = stage.browser();
  await browser.get(`${path}/document`);
  await browser.post(`${path}/otp`);
  const code = await stage.code(CUSTOMER);
  const points = await stage.points(path);
  await browser.post(`${path}/sign`, { code: wrongCode(code), points });
  await browser.post(`${path}/sign`, { code, points: [] });
  const signed = await browser.post(`${path}/sign`, { code, points });
  if (signed.statusCode !== 200) throw new Error(signed.body);
  await stage.test.world.jobs.settled();
  await browser.get(`${path}/signed`);
  codes.push(code);
  cookies.push(browser.cookie?.split('=')[1] ?? '');

  const waiting = await stage.newDocument({ customer: CUSTOMER, file });
  const open = await stage.start(waiting.id);
  const reader = stage.browser();
  stage.test.clock.advance(61);
  await reader.post(`${open}/otp`);
  codes.push(await stage.code(CUSTOMER));
  cookies.push(reader.cookie?.split('=')[1] ?? '');
  links.push(...[path, open].map((one) => one.split('/').at(-1) ?? ''));

  const document = await stage.document(done.id);
  Object.assign(ids, {
    waiting: waiting.id,
    signed: done.id,
    signedDocument: Number(document.signedDocumentId),
    folder: done.folderId,
    dossier: (await stage.as('admin', 'GET', `/api/folders/${done.folderId}`)).json().dossierId,
  });
  if (links.some((one) => one.length !== 32) || codes.some((one) => !/^\d{6}$/.test(one))) throw new Error('no canary');
});
afterAll(async () => {
  await stage.close();
});

/** Every GET of the router and every search, with every id that there is. */
function addresses(): { method: 'GET' | 'POST'; url: string }[] {
  const numbers = [...new Set(Object.values(ids))];
  return routes.flatMap(({ method, url }): { method: 'GET' | 'POST'; url: string }[] => {
    if (url.startsWith('/sso/') || url.startsWith('/demo/outbox') || url.includes('*')) return [];
    if (method === 'POST') return url.endsWith('/search') || url.endsWith('/list') ? [{ method, url }] : [];
    if (method !== 'GET') return [];
    const filled = url.includes(':id') ? numbers.map((id) => url.replace(':id', String(id))) : [url];
    // The stream of live updates would otherwise not end.
    const ending = filled.map((one) => (one === '/api/events' ? `${one}?seconds=0` : one));
    return ending.map((one) => ({ method, url: one.replace(':token', links[0] ?? '') }));
  });
}

async function crawl(login: string | null): Promise<{ url: string; body: string; headers: string }[]> {
  const pages: { url: string; body: string; headers: string }[] = [];
  for (const { method, url } of addresses()) {
    const payload = method === 'POST' ? {} : undefined;
    const answer =
      login === null
        ? await stage.app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
        : await stage.as(login, method, url, payload);
    const headers = JSON.stringify(answer.headers);
    pages.push({ url, body: answer.rawPayload.toString('latin1'), headers });
  }
  return pages;
}

const hits = (text: string, canaries: readonly string[]): string[] => canaries.filter((one) => text.includes(one));

describe('links', () => {
  it.each(['sa3', 'readonly', 'mixed', 'dms-incadea', 'service', 'nobody', null])(
    'are in no answer that %s can get',
    async (login) => {
      const found = (await crawl(login)).filter(({ body, headers }) => hits(body + headers, links).length > 0);
      expect(found.map(({ url }) => url)).toEqual([]);
    },
  );

  it.each(['dealer', 'sales', 'supervisor', 'admin', 'nsc', 'backoffice'])(
    'are for %s in signUrl and nowhere else, and only while they work',
    async (login) => {
      const [ended = '', open = ''] = links;
      let seen = 0;
      for (const { url, body, headers } of await crawl(login)) {
        expect(headers, url).not.toContain(open);
        const rest = body.replaceAll(`"signUrl":"http://localhost:80/sign/${open}"`, () => {
          seen += 1;
          return '';
        });
        expect(hits(rest, [ended, open]), url).toEqual([]);
      }
      expect(seen).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('codes, ceremony cookies and keys', () => {
  it.each(['admin', 'dealer', null])('are in no answer that %s can get', async (login) => {
    // Six digits may stand in a PDF or an id by chance: there only a code in words counts.
    const inText = codes.flatMap((code) => [`"${code}"`, ` ${code}`, `${code} `, `codice ${code}`]);
    for (const { url, body, headers } of await crawl(login)) {
      if (!url.includes('download')) expect(hits(body, inText), url).toEqual([]);
      expect(hits(body + headers, cookies), url).toEqual([]);
      // The printed contract names the field of the login's password; it holds none.
      const said = url === '/api/openapi.json' ? body.replaceAll('"password"', '') : body;
      expect(said, url).not.toMatch(/"(?:salt|ceremony_binding|bound_to|password\w*|link_epoch|search_text)"/);
    }
  });

  it('are not even in the signer’s own answers, nor are name, address, tax code or file name', async () => {
    const path = `/api/sign/${links[1]}`;
    const view = await stage.browser().get(path);
    expect(view.statusCode).toBe(200);
    const canaries = [...codes, ...cookies, ...links, CUSTOMER.email, '3312345678', FISCAL_CODE, 'Provetti', 'Ginevra'];
    expect(hits(view.body, [...canaries, '.pdf'])).toEqual([]);
    expect(hits(JSON.stringify(view.headers), [...canaries, 'preventivo'])).toEqual([]);
  });
});

describe('the database', () => {
  it('holds no link, no code and no cookie in clear, jobs and evidence included', async () => {
    const { sql } = await import('kysely');
    const { read } = stage.test.world.database;
    const tables = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(read);
    expect(tables.rows.length).toBeGreaterThan(20);
    for (const { name } of tables.rows) {
      if (name === 'public.demo_message' || /outbox|demo/.test(name)) continue;
      const rows = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(read);
      const text = rows.rows.map(({ row }) => row).join('\n');
      expect(hits(text, [...links, ...cookies]), name).toEqual([]);
      const inWords = codes.flatMap((code) => [`,${code},`, `"${code}"`, ` ${code}`]);
      expect(hits(text, inWords), name).toEqual([]);
    }
  });
});

describe('the log', () => {
  it('has no canary in any line, whatever was called and refused', async () => {
    const credentials = { username: 'dealer', password: 'demo' };
    const { token } = (await stage.app.inject({ method: 'POST', url: '/api/auth/login', payload: credentials })).json();
    const tries = [
      { method: 'GET', url: `/logged?redirect=%2Fdashboard&JWT_TOKEN=${token}` },
      { method: 'GET', url: `/api/account?token=${token}`, headers: { authorization: `Bearer ${token}x` } },
      { method: 'GET', url: `/sign/${links[1]}?codice=${codes[1]}` },
      { method: 'POST', url: `/api/sign/${links[1]}/sign`, payload: { code: codes[1], points: 'no' } },
      { method: 'POST', url: '/api/auth/login', payload: { username: CUSTOMER.email, password: FISCAL_CODE } },
      { method: 'GET', url: `/sso/callback?state=${'x'.repeat(43)}&code=${token}` },
      { method: 'GET', url: `/sso/auth/?RelayState=http://localhost/logged?redirect=/app?q=${FISCAL_CODE}` },
      { method: 'GET', url: `/${FISCAL_CODE}/${CUSTOMER.email}` },
      { method: 'GET', url: `/%zz${FISCAL_CODE}` },
      {
        method: 'POST',
        url: '/api/dossiers',
        payload: `{"fiscalCode":"${FISCAL_CODE}"`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
    ] as const;
    for (const one of tries) expect((await stage.app.inject({ ...one })).statusCode).toBeLessThan(500);
    const broken = {
      fileName: `${FISCAL_CODE}.pdf`,
      content: Buffer.from(`%PDF-1.4 ${FISCAL_CODE}`).toString('base64'),
      fileSize: undefined,
    };
    await expect(stage.newDocument({ customer: CUSTOMER, document: broken })).rejects.toThrow('pdf.');

    const log = stage.test.logLines.join('');
    expect(stage.test.logLines.length).toBeGreaterThan(50);
    const canaries = [
      ...links,
      ...cookies,
      token,
      token.split('.')[1],
      FISCAL_CODE,
      CUSTOMER.email,
      '3312345678',
      '331 234',
      'Provetti',
      content,
      'JWT_TOKEN',
      'Bearer',
    ];
    expect(hits(log, canaries)).toEqual([]);
    expect(log).not.toMatch(/eyJ[\w-]{10,}\./);
    expect(log).not.toMatch(/[A-Za-z0-9+/]{120,}/);
    expect(
      hits(
        log,
        codes.flatMap((code) => [`"${code}"`, ` ${code}`, `=${code}`]),
      ),
    ).toEqual([]);
  });
});
