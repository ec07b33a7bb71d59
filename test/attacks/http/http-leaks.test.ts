/** Canaries: links, codes, QR codes, strokes, tokens, phones and tax codes in use must not appear in any answer, row, file or log line. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandTerms } from '#contract/signing/handwriting.ts';
import { inkOf } from '#formats/ink/iso-capture.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { makePaper } from '../../papers/paper.ts';
import { pairedTablet } from '../../stages/devices.ts';
import { handwritingFor, TabletBrowser } from '../../stages/handwriting.ts';
import { openStage, pathOf, type Stage, wrongCode } from '../../stages/signing-stage.ts';
import { snapshotOf } from '../dump-tables.ts';
import { addUsers, EXTRA_USERS } from '../files/places.ts';
import { type RegisteredRoute, routesOf } from './raw-http.ts';

const FISCAL_CODE = 'RSSMRA80A01H501U';
/** A car, a company and an identity document: personal data as well. */
const OTHERS = { plate: 'GX987ZZ', vin: 'WBACANAR1N0A90123', company: '01234567897', identity: 'CA99887QZ' };
const CUSTOMER = { phone: '+39 3312345678', email: 'canarino@example.com' };

let stage: Stage;
let routes: RegisteredRoute[];
const links: string[] = [];
const codes: string[] = [];
/** Cookies of ceremonies, scanned QR codes, keys of the phones that used them. */
const secrets: string[] = [];
/** A stroke as recorded, and as a program would print it. */
const strokeTexts: Buffer[] = [];
const ids = { waiting: 0, signed: 0, signedDocument: 0, folder: 0, dossier: 0, scanned: 0, byHand: 0, handDocument: 0 };
let content: string;

beforeAll(async () => {
  const build = await routesOf(async () => {
    stage = await openStage();
    return stage.app;
  });
  routes = build.routes;
  await addUsers(stage, EXTRA_USERS);
  const file = await makePaper({ pages: 1, title: 'Canarino' });
  content = file.toString('base64').slice(0, 64);

  const done = await stage.newDocument({ customer: CUSTOMER, file });
  const path = await stage.startSigning(done.id);
  const browser = stage.browser();
  await browser.read(path);
  await browser.post(`${path}/otp`);
  const code = await stage.code(CUSTOMER);
  const points = await stage.points(path);
  await browser.post(`${path}/sign`, { code: wrongCode(code), points });
  await browser.post(`${path}/sign`, { code, points: [] });
  const signed = await browser.post(`${path}/sign`, { code, points });
  if (signed.statusCode !== 200) throw new Error(signed.body);
  await stage.test.world.jobs.drain();
  await browser.get(`${path}/signed`);
  codes.push(code);
  secrets.push(browser.cookie?.split('=')[1] ?? '');

  const waiting = await stage.newDocument({ customer: CUSTOMER, file });
  const open = await stage.startSigning(waiting.id);
  const reader = stage.browser();
  stage.test.clock.advance(61);
  await reader.post(`${open}/otp`);
  codes.push(await stage.code(CUSTOMER));
  secrets.push(reader.cookie?.split('=')[1] ?? '');
  links.push(...[path, open].map((token) => token.split('/').at(-1) ?? ''));

  const document = await stage.document(done.id);
  Object.assign(ids, {
    waiting: waiting.id,
    signed: done.id,
    signedDocument: Number(document.signedDocumentId),
    folder: done.folderId,
    dossier: (await stage.callAs('admin', 'GET', `/api/folders/${done.folderId}`)).json().dossierId,
  });
  await confirmQrCode(file);
  await signByHand(file);
  if (
    links.some((token) => token.length !== 32) ||
    secrets.some((secret) => secret.length < 32) ||
    strokeTexts.length < 18 ||
    codes.some((code) => !/^\d{6}$/.test(code))
  )
    throw new Error('no canary');
});
afterAll(async () => {
  await stage.close();
});

/** A QR code on the dealer's screen, used by a phone and confirmed by the staff. */
async function confirmQrCode(file: Buffer): Promise<void> {
  const { id } = await stage.newDocument({ file });
  const { token, shortUrl } = (await stage.callAs('dealer', 'GET', `/mobile/fdd/qrcode/generate/${id}`)).json();
  const short = shortUrl.split('/qr/')[1];
  const key = randomBytes(32).toString('base64url');
  const phone = stage.browser();
  const use = (code = token) => phone.post(`/qr/${code}`, { key });
  await use();
  const { request } = (await stage.callAs('dealer', 'GET', `/api/documents/${id}/qr-request`)).json();
  const yes = { requestId: request.id, number: request.number };
  const answer = await stage.callAs('dealer', 'POST', `/api/documents/${id}/qr-request/confirm`, yes);
  if (answer.statusCode !== 204) throw new Error(answer.body);
  await stage.test.world.jobs.drain();
  const { signUrl } = (await use(short)).json();
  await phone.post(`${pathOf(signUrl)}/otp`);
  secrets.push(token, short, key, phone.cookie?.split('=')[1] ?? '');
  ids.scanned = id;
}

/** A customer who signs by hand on the dealer's tablet. */
async function signByHand(file: Buffer): Promise<void> {
  const reach = (path: string, payload: object) => stage.app.inject({ method: 'POST', url: path, payload });
  const { tablet } = await pairedTablet(stage, reach);
  const { id } = await stage.newDocument({ file, document: { sigType: 'GRAPHOMETRIC' } });
  const path = await stage.startSigning(id);
  const browser = new TabletBrowser(stage.app, tablet, () => stage.test.world.clock.now());
  await browser.call('POST', `${path}/open`, {});
  await browser.call('GET', `${path}/document`);
  const terms = (await browser.call('GET', `${path}/handwriting`)).json<HandTerms>();
  const sample = { startedAt: new Date('2026-11-21T10:00:00.125Z'), every: 5 };
  const signed = await browser.call('POST', `${path}/handwriting`, await handwritingFor(terms, { sample }));
  if (signed.statusCode !== 200) throw new Error(signed.body);
  await stage.test.world.jobs.drain();
  const capture = sampleCapture(sample);
  const ink = Buffer.from(inkOf(capture));
  for (const part of [ink.subarray(60, 84), ink.subarray(400, 424), ink.subarray(1000, 1024)]) {
    strokeTexts.push(part, Buffer.from(part.toString('hex')), Buffer.from(part.toString('base64').slice(0, 30)));
  }
  for (const { x, y, pressure } of capture.points.slice(40, 43)) {
    strokeTexts.push(...[x, y, pressure].map((value) => Buffer.from(String(value))));
  }
  ids.byHand = id;
  ids.handDocument = Number((await stage.document(id)).signedDocumentId);
  secrets.push(browser.cookie?.split('=')[1] ?? '');
}

const strokesIn = (bytes: Buffer): string[] =>
  strokeTexts.filter((stroke) => bytes.includes(stroke)).map((one) => one.toString('latin1'));

/** Every GET of the router and every search, with every existing id. */
function addresses(): { method: 'GET' | 'POST'; url: string }[] {
  const numbers = [...new Set(Object.values(ids))];
  return routes.flatMap(({ method, url }): { method: 'GET' | 'POST'; url: string }[] => {
    if (url.startsWith('/sso/') || url.startsWith('/demo/outbox') || url.includes('*')) return [];
    if (method === 'POST') return url.endsWith('/search') || url.endsWith('/list') ? [{ method, url }] : [];
    if (method !== 'GET') return [];
    const filled = url.includes(':id') ? numbers.map((id) => url.replace(':id', String(id))) : [url];
    // Without this the live stream would not end.
    const ending = filled.map((address) => (address === '/api/events' ? `${address}?seconds=0` : address));
    return ending.map((address) => ({ method, url: address.replace(':token', links[0] ?? '') }));
  });
}

async function crawl(login: string | null): Promise<{ url: string; body: string; headers: string }[]> {
  const pages: { url: string; body: string; headers: string }[] = [];
  for (const { method, url } of addresses()) {
    const payload = method === 'POST' ? {} : undefined;
    const answer =
      login === null
        ? await stage.app.inject({ method, url, ...(payload === undefined ? {} : { payload }) })
        : await stage.callAs(login, method, url, payload);
    const headers = JSON.stringify(answer.headers);
    pages.push({ url, body: answer.rawPayload.toString('latin1'), headers });
  }
  return pages;
}

const hits = (text: string, canaries: readonly string[]): string[] => canaries.filter((one) => text.includes(one));

describe('links', () => {
  it.each(['sa3', 'readonly', 'mixed', 'dms-incadea', 'service', 'nobody', null])(
    'are in no response available to %s',
    async (login) => {
      const leaking = (await crawl(login)).filter(({ body, headers }) => hits(body + headers, links).length > 0);
      expect(leaking.map(({ url }) => url)).toEqual([]);
    },
  );

  it.each(['dealer', 'sales', 'supervisor', 'admin', 'nsc', 'backoffice'])(
    'are for %s only in signUrl, and only while they work',
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
  it.each(['admin', 'dealer', null])('are in no response available to %s', async (login) => {
    // Six digits may occur in a PDF or an id by chance, so only a code within text counts there.
    const inText = codes.flatMap((code) => [`"${code}"`, ` ${code}`, `${code} `, `codice ${code}`]);
    for (const { url, body, headers } of await crawl(login)) {
      if (!url.includes('download')) expect(hits(body, inText), url).toEqual([]);
      expect(hits(body + headers, secrets), url).toEqual([]);
      expect(strokesIn(Buffer.from(body, 'latin1')), url).toEqual([]);
      // The published contract names the password field of the login; it contains no password.
      const checkedBody = url === '/api/openapi.json' ? body.replaceAll('"password"', '') : body;
      expect(checkedBody, url).not.toMatch(/"(?:salt|ceremony_binding|bound_to|password\w*|link_epoch|search_text)"/);
    }
  });

  it('are not even in the signer’s own responses, nor are name, address, tax code or file name', async () => {
    const path = `/api/sign/${links[1]}`;
    const view = await stage.browser().get(path);
    expect(view.statusCode).toBe(200);
    const canaries = [...codes, ...secrets, ...links, CUSTOMER.email, '3312345678', FISCAL_CODE, 'Provetti', 'Ginevra'];
    expect(hits(view.body, [...canaries, '.pdf'])).toEqual([]);
    expect(hits(JSON.stringify(view.headers), [...canaries, 'preventivo'])).toEqual([]);
  });
});

describe('the database', () => {
  it('holds no link, code, QR code, cookie or stroke in clear, including jobs and evidence', async () => {
    const tables = await snapshotOf(stage.test.world, ['public', 'pgboss']);
    expect(tables.size).toBeGreaterThan(20);
    for (const [name, text] of tables) {
      // The demo's messages are those a gateway would have sent: they contain the link and the code, but none of these.
      const isOutbox = name === 'public.demo_outbox';
      expect(hits(text, isOutbox ? secrets : [...links, ...secrets]), name).toEqual([]);
      expect(strokesIn(Buffer.from(text)), name).toEqual([]);
      const inWords = codes.flatMap((code) => [`,${code},`, `"${code}"`, ` ${code}`]);
      if (!isOutbox) expect(hits(text, inWords), name).toEqual([]);
    }
  });
});

/** The text of a file. */
const wordsOf = async (pdf: Buffer): Promise<string> =>
  (await PDF.load(new Uint8Array(pdf)))
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n');

describe('the files', () => {
  it('of the product hold no link, QR code, cookie or stroke in clear, and print no code', async () => {
    let seen = 0;
    let printed = 0;
    for (const entry of await readdir(stage.test.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      seen += 1;
      expect(hits(bytes.toString('latin1'), [...links, ...secrets]), entry.name).toEqual([]);
      expect(strokesIn(bytes), entry.name).toEqual([]);
      if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) continue;
      // Six digits may occur in the bytes of a PDF by chance, so only its text counts.
      const words = await wordsOf(bytes);
      expect(codes.filter((code) => new RegExp(`\\b${code}\\b`).test(words))).toEqual([]);
      printed += 1;
    }
    expect(seen).toBeGreaterThan(10);
    expect(printed).toBeGreaterThan(5);
  });
});

describe('the log', () => {
  it('has no canary in any line, whatever was requested and refused', async () => {
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
    for (const attempt of tries) {
      const answer = await stage.app.inject({ ...attempt });
      expect(answer.statusCode, `${attempt.url}: ${answer.body}`).toBeLessThan(500);
    }
    const broken = {
      fileName: `${FISCAL_CODE}.pdf`,
      content: Buffer.from(`%PDF-1.4 ${FISCAL_CODE}`).toString('base64'),
      fileSize: undefined,
    };
    await expect(stage.newDocument({ customer: CUSTOMER, document: broken })).rejects.toThrow('pdf.');

    const { plate, vin, company, identity } = OTHERS;
    const folder = { dossierId: ids.dossier, brand: 'bmw', type: 'SALE_NEW', businessId: 'PV-1' };
    const statuses: number[] = [];
    for (const [path, body] of [
      ['/api/folders', { ...folder, processDate: '2026-11-20', plate, vin }],
      ['/api/folders', { ...folder, processDate: 'ieri', plate, vin }],
      ['/api/folders', { ...folder, dossierId: 999_999, processDate: '2026-11-20', plate, vin }],
      ['/api/folders-ext/search', { plate: { contains: plate }, genericFilter: { contains: vin } }],
      ['/api/dossiers', { fiscalCode: company, organizationName: plate }],
      ['/api/documents/fea', { id: ids.signed, identity: { number: identity, type: plate } }],
      [`/api/dossiers/search?sort=${vin}`, {}],
    ] as const) {
      const answer = await stage.callAs('dealer', 'POST', path, body);
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([201, 400, 404, 200, 400, 409, 400]);

    const log = stage.test.logLines.join('');
    expect(stage.test.logLines.length).toBeGreaterThan(50);
    const canaries = [
      ...links,
      ...secrets,
      token,
      token.split('.')[1],
      FISCAL_CODE,
      ...Object.values(OTHERS),
      CUSTOMER.email,
      '3312345678',
      '331 234',
      'Provetti',
      content,
      'JWT_TOKEN',
      'Bearer',
    ];
    expect(hits(log, canaries)).toEqual([]);
    expect(strokesIn(Buffer.from(log))).toEqual([]);
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
