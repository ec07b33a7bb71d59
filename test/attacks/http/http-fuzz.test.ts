/** Thousands of malicious requests: never a 5xx, always the one error shape, and the server still runs afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/definition/endpoint.ts';
import { png } from '../../papers/files.ts';
import { openStage, type Stage } from '../../stages/signing-stage.ts';
import { customerBody, draftBody, folderBody } from '../files/places.ts';
import { CONTENT_TYPES, ENDPOINTS, jsonSuite, NAUGHTY, ODD_HEADERS, ODD_VALUES, RAW_BODIES } from './fuzz-values.ts';
import { answerProblem } from './raw-http.ts';

let stage: Stage;
let requests = 0;
const auth: Record<string, Record<string, string>> = {};
const ids: number[] = [];
let link: string;
let cookie: string;

beforeAll(async () => {
  stage = await openStage();
  for (const username of ['admin', 'dealer', 'dms-incadea']) {
    const payload = { username, password: 'demo' };
    const { token } = (await stage.app.inject({ method: 'POST', url: '/api/auth/login', payload })).json();
    auth[username] = { authorization: `Bearer ${token}` };
  }
  const waiting = await stage.newDocument();
  const path = await stage.startSigning(waiting.id);
  const browser = stage.browser();
  await browser.post(`${path}/otp`);
  link = path.split('/').at(-1) ?? '';
  cookie = browser.cookie ?? '';
  ids.push(waiting.id, (await stage.newDocument()).id, 999_999);
});
afterAll(async () => {
  await stage.close();
});

interface Odd {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  payload?: string | Buffer | undefined;
}

async function problemOf(request: Odd): Promise<string | null> {
  requests += 1;
  const { payload, ...rest } = request;
  const answer = await stage.app.inject({ ...rest, ...(payload === undefined ? {} : { payload }) });
  const problem = answerProblem(answer);
  if (problem === null) return null;
  return `${request.method} ${request.url.slice(0, 200)} ${String(payload).slice(0, 300)}\n  ${problem}`;
}

async function expectNoProblems(requests: Iterable<Odd>): Promise<void> {
  const problems: string[] = [];
  for (const request of requests) {
    const problem = await problemOf(request);
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
}

const json = (login: string): Record<string, string> => ({ ...auth[login], 'content-type': 'application/json' });
const pathOf = ({ path }: Endpoint, id: string | number): string =>
  path.replace('{id}', String(id)).replace('{token}', link);
const writeEndpoints = (): Endpoint[] => ENDPOINTS.filter((endpoint) => endpoint.method !== 'GET');
const headersFor = (endpoint: Endpoint): Record<string, string> =>
  endpoint.access === 'signer' ? { cookie, 'content-type': 'application/json' } : json('dealer');

/** A copy with one leaf replaced, for every leaf. */
function* withEachLeafReplaced(value: unknown, by: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield { ...value, [key]: by };
    for (const changed of withEachLeafReplaced(inner, by)) yield { ...value, [key]: changed };
  }
}

describe('a valid request with one invalid value', () => {
  const CRITERIA = { genericFilter: { contains: 'abc' }, id: { in: [1] }, createdDate: { lessThan: '2026-11-20' } };
  const good: [string, () => object][] = [
    ['/api/dossiers', () => customerBody('10001', 'Buono', 700)],
    [
      '/api/folders',
      () => ({ dossierId: 1, vin: 'WBA12345678901234', ...folderBody({ brand: 'bmw', type: 'SALE_NEW' }) }),
    ],
    ['/api/documents', () => ({ folderId: 1, variableFields: { X: 'y' }, ...draftBody() })],
    ['/api/documents-ext/search', () => CRITERIA],
    [
      '/api/folders-ext/search',
      () => ({ ...CRITERIA, 'dossierDTO.fiscalCode': { equals: 'x' }, brand: { in: ['bmw'] } }),
    ],
    [
      '/api/dossiers/search',
      () => ({
        ...CRITERIA,
        brands: { contains: 'bmw' },
        lastName: { in: ['x'] },
        createdBy: { equals: 'x' },
        birthDate: { equals: '1980-01-01' },
      }),
    ],
    ['/tools/conc/list', () => ({ brand: 'bmw,mini', fields: 'hst2011,name', test: true })],
  ];
  it.each(good)('%s', async (url, body) => {
    const requestWith = (changed: unknown): Odd => {
      return { method: 'POST', url, headers: json('admin'), payload: JSON.stringify(changed) };
    };
    const odds = [...ODD_VALUES].flatMap((oddValue) => [...withEachLeafReplaced(body(), oddValue)].map(requestWith));
    expect(odds.length).toBeGreaterThan(200);
    // The published list is long, so each of its strings is tried in one place.
    const inTurn = NAUGHTY.map((text, index) => {
      const all = [...withEachLeafReplaced(body(), text)];
      return requestWith(all[index % all.length]);
    });
    await expectNoProblems([...odds, ...inTurn]);
  });

  it.each(['/api/dossiers', '/api/folders'])('in one field of a row that is sent back: PUT %s', async (url) => {
    const { lastModifiedDate: _any, ...row } = (await stage.callAs('dealer', 'GET', `${url}/1`)).json();
    expect(row.id).toBe(1);
    const fields = [...Object.keys(row), 'lastModifiedDate', 'hst', 'brand'];
    const requests = [...ODD_VALUES, ...NAUGHTY].map((oddValue, index): Odd => {
      const payload = JSON.stringify({ ...row, [fields[index % fields.length] ?? 'id']: oddValue });
      return { method: 'PUT', url, headers: json('dealer'), payload };
    });
    await expectNoProblems(requests);
  });

  it('in the wizard, in each of its three parts', async () => {
    const parts = {
      dossier: customerBody('10001', 'Buono', 701),
      folder: folderBody({ brand: 'bmw', type: 'SALE_NEW' }),
      document: { ...draftBody(), content: png().toString('base64') },
    };
    const strings = ['\u0000', '\ud800', 'a'.repeat(256), '9999-12-31T23:59:59-12:00', -1, 1e308, [], {}, true, null];
    const requests = strings.flatMap((oddValue) =>
      [...withEachLeafReplaced(parts, oddValue)].map((changed): Odd => {
        const payload = JSON.stringify(changed);
        return { method: 'POST', url: '/api/documents/wizard', headers: json('dealer'), payload };
      }),
    );
    await expectNoProblems(requests);
  });

  it('in the signer’s calls', async () => {
    const requests = ['otp', 'sign', 'decline'].flatMap((what) =>
      ODD_VALUES.flatMap((oddValue) =>
        [
          oddValue,
          { code: oddValue, points: ['p1'] },
          { code: '000000', points: oddValue },
          { reason: oddValue },
          { code: '000000', points: [oddValue] },
        ].map(
          (body): Odd => ({
            method: 'POST',
            url: `/api/sign/${link}/${what}`,
            // Without the cookie, so that nothing is signed or declined too early.
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          }),
        ),
      ),
    );
    await expectNoProblems(requests);
  });
});

describe('bodies that are not JSON, or far too large', () => {
  it('are refused by every route that takes a body', async () => {
    const requests = writeEndpoints().flatMap((endpoint) =>
      RAW_BODIES.map((payload): Odd => {
        return { method: endpoint.method, url: pathOf(endpoint, 999_999), headers: headersFor(endpoint), payload };
      }),
    );
    await expectNoProblems(requests);
  }, 120_000);

  it('of the JSON test suite and in broken encodings are refused or read', async () => {
    const broken = [
      Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
      ...jsonSuite(),
    ];
    const requests = ['/api/dossiers/search', '/api/dossiers', '/api/documents/wizard'].flatMap((url) =>
      broken.map((payload): Odd => ({ method: 'POST', url, headers: json('dealer'), payload })),
    );
    await expectNoProblems(requests);
  }, 60_000);

  it('under odd content types and lengths are refused', async () => {
    const requests = writeEndpoints().flatMap((endpoint): Odd[] => {
      const base = { method: endpoint.method, url: pathOf(endpoint, 999_999), payload: '{}' };
      return [
        ...CONTENT_TYPES.map((type) => ({ ...base, headers: { ...headersFor(endpoint), 'content-type': type } })),
        ...ODD_HEADERS.map(([name, value]) => ({ ...base, headers: { ...headersFor(endpoint), [name]: value } })),
      ];
    });
    await expectNoProblems(requests);
  }, 60_000);
});

describe('addresses', () => {
  it('with hostile strings in path and query are answered', async () => {
    const requests = NAUGHTY.flatMap((text): Odd[] => {
      const part = encodeURIComponent(text.toWellFormed()).slice(0, 3_000);
      const urls = [
        `/api/documents/${part}`,
        `/api/sign/${part}`,
        `/api/sign/${link}/document?id=${part}`,
        `/${part}`,
        `/assets/${part}`,
        `/demo/outbox.json?to=${part}`,
        `/demo/outbox?to=${part}`,
        `/sso/auth/?RelayState=${part}`,
        `/sso/callback?state=${part}&code=${part}`,
        `/logged?redirect=${part}&JWT_TOKEN=${part}`,
      ];
      return urls.map((url) => ({ method: 'GET', url, headers: auth.dealer ?? {} }));
    });
    await expectNoProblems(requests);
  }, 60_000);

  it('with meaningless pages, sizes and orders are refused', async () => {
    const queries = [
      'page=-1',
      'page=1e3',
      'page=999999999&size=10000',
      'size=0',
      'size=10001',
      'size=99999999999999999999',
      'page=1&page=2',
      'sort=',
      'sort=id',
      'sort=id,desc;drop',
      'sort=password,asc',
      'sort=__proto__,asc',
      'sort=constructor,asc',
      'sort=id,desc&sort=id,asc&sort=id,desc',
      `sort=${'id,desc&sort='.repeat(200)}id`,
      'sort[0]=id,desc',
      'a'.repeat(5_000),
      '&&&===&',
      '%zz=%zz&page=%ff',
      'page=%00',
    ];
    const requests = ['/api/documents-ext/search', '/api/folders-ext/search', '/api/dossiers/search'].flatMap((url) =>
      queries.map((query): Odd => ({ method: 'POST', url: `${url}?${query}`, headers: json('dealer'), payload: '{}' })),
    );
    await expectNoProblems(requests);
  });
});

describe('after all requests', () => {
  it('the server is running, unharmed, and has logged no defect', async () => {
    expect((await stage.app.inject('/health')).json()).toEqual({ status: 'UP' });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    const defects = stage.test.logLines.filter((line) => line.includes('"msg":"defect"'));
    expect(defects).toEqual([]);
    console.info(`${requests} odd requests`);
    expect(requests).toBeGreaterThan(5_000);
  });
});
