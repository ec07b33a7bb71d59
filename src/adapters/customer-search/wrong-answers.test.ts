/** Every wrong response of a system, byte by byte: no part of it is used, and no part of it appears in an error. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerQuery } from '#ports/customer-search.ts';
import type { OutsideFailure } from '#ports/outside-system.ts';
import { settingsFor, TIME_LIMIT_MS } from '#test/hosts/search-directories.ts';
import { rowsOf } from '#test/rows.ts';
import { cacheSeconds } from './access-tokens.ts';
import { openHttpDms, openHttpRsp } from './http.ts';
import { retryAfterOf } from './timeout.ts';

let server: Server;
let token: (response: ServerResponse) => void;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().once('end', () => (request.url === '/token' ? token(response) : answer(request, response)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked = [];
  token = (response) => json(response, 200, { access_token: 'gettone', token_type: 'bearer', expires_in: 600 });
});

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const QUERY: CustomerQuery = {
  filters: [{ field: 'email', operator: 'contains', value: 'example' }],
  ...{ hsts: ['10001'], sort: [], offset: 0, limit: 2 },
};
const failureOf = (call: Promise<unknown>): Promise<OutsideFailure> =>
  call.then(
    () => Promise.reject(new Error('answered')),
    (error: unknown) => error as OutsideFailure,
  );
const rossi = { businessId: 'D-1', hst: '10001', firstName: 'Ada', lastName: 'Rossi' };
const search = () => openHttpDms(settingsFor(origin(), 'DMS')).search(QUERY);
const find = (key = 'D-1') => openHttpDms(settingsFor(origin(), 'DMS')).find({ businessId: key, hsts: ['10001'] });

describe('a search response', () => {
  it('that is valid is accepted', async () => {
    answer = (_, response) => json(response, 200, { items: [rossi], total: 1, more: { of: 'it' } });
    expect(await search()).toMatchObject({ total: 1, rows: [{ ...rossi, searchType: 'DMS', email: '' }] });
  });

  it.each<[string, unknown]>([
    ['no object', [rossi]],
    ['no list', { items: { 0: rossi }, total: 1 }],
    ['no total', { items: [rossi] }],
    ['a total as text', { items: [rossi], total: '1' }],
    ['a negative total', { items: [], total: -1 }],
    ['a total of half', { items: [rossi], total: 1.5 }],
    ['a total below the rows', { items: [rossi], total: 0 }],
    ['nothing of a total', { items: [], total: 3 }],
    ['more than asked for', { items: [1, 2, 3].map((id) => ({ ...rossi, businessId: id })), total: 3 }],
    ['a record without a key', { items: [{ ...rossi, businessId: null }], total: 1 }],
    ['one bad record beside a good one', { items: [rossi, { ...rossi, businessId: 'D-2', email: 7 }], total: 2 }],
    ['a record that is a text', { items: ['Rossi'], total: 1 }],
    ['one key with two names', { items: [rossi, { ...rossi, lastName: 'Verdi' }], total: 2 }],
    ['another dealer’s', { items: [{ ...rossi, hst: '10002' }], total: 1 }],
    ['nobody’s', { items: [{ ...rossi, hst: undefined }], total: 1 }],
  ])('with %s is refused as a whole', async (_, body) => {
    answer = (__, response) => json(response, 200, body);
    const failure = await failureOf(search());
    expect(failure).toMatchObject({ name: 'OutsideFailure', system: 'DMS', reason: 'wrong' });
    expect(JSON.stringify([failure, String(failure), failure.cause])).not.toMatch(/Rossi|Verdi|gettone/);
  });

  it.each([
    ...rowsOf(`
      200 |                    | wrong
      200 | <html>Rossi</html> | wrong
      200 | {"items":[         | wrong
      204 |                    | wrong
      302 |                    | wrong
      400 | {"error":"Rossi"}  | refused
      403 |                    | refused
      404 | {}                 | refused
      500 | stack of Rossi     | down
      502 |                    | down
    `),
    ['200', '\u0000', 'wrong'],
    ['200', `{"items":[],"total":0,"x":"${'x'.repeat(5_000_000)}"}`, 'wrong'],
  ])('%s %.24j is %s', async (status, text, reason) => {
    answer = (_, response) => void response.writeHead(Number(status), { location: `${origin()}/elsewhere` }).end(text);
    const failure = await failureOf(search());
    expect(failure).toMatchObject({ name: 'OutsideFailure', reason });
    expect(JSON.stringify([failure, String(failure), failure.cause])).not.toMatch(/Rossi|gettone/);
    expect(asked).toEqual(['/token', '/dms/customers/search']);
  });

  it('with the same record twice gives one customer', async () => {
    answer = (_, response) => json(response, 200, { items: [rossi, rossi], total: 2 });
    expect((await search()).rows).toHaveLength(1);
  });

  it('may have pages of any size, and the next request continues where it ended', async () => {
    const offsets: number[] = [];
    answer = (_, response) => {
      offsets.push(offsets.length);
      json(response, 200, { items: [{ ...rossi, businessId: `D-${offsets.length}` }], total: 9 });
    };
    expect(await search()).toMatchObject({ total: 9, rows: [{ businessId: 'D-1' }, { businessId: 'D-2' }] });
  });
});

it('at most a hundred pages are requested', async () => {
  answer = (_, response) => json(response, 200, { items: [{ ...rossi, businessId: `D-${asked.length}` }], total: 999 });
  const dms = openHttpDms(settingsFor(origin(), 'DMS'));
  expect(await failureOf(dms.search({ ...QUERY, limit: 500 }))).toMatchObject({ reason: 'wrong' });
  expect(asked).toHaveLength(101);
});

describe('the response for a customer by key', () => {
  it('with another customer is refused; another dealer’s is not found', async () => {
    answer = (_, response) => json(response, 200, { ...rossi, businessId: 'D-2' });
    expect(await failureOf(find())).toMatchObject({ reason: 'wrong' });
    answer = (_, response) => json(response, 200, { ...rossi, hst: '10002' });
    expect(await find()).toBeUndefined();
  });

  it('with 404 is not found when it is from the system, and a failure when it is from a proxy', async () => {
    answer = (_, response) => json(response, 404, { code: 'not found' });
    expect(await find()).toBeUndefined();
    answer = (_, response) => void response.writeHead(404).end('<html>no such site</html>');
    expect(await failureOf(find())).toMatchObject({ reason: 'wrong' });
  });
});

describe('a token service response', () => {
  it.each<[string, number, unknown, OutsideFailure['reason']]>([
    ['without a token', 200, { token_type: 'bearer' }, 'wrong'],
    ['with an empty token', 200, { access_token: '', token_type: 'bearer' }, 'wrong'],
    ['with a token of another type', 200, { access_token: 'gettone', token_type: 'mac' }, 'wrong'],
    ['with a token that is none', 200, { access_token: { a: 'gettone' }, token_type: 'bearer' }, 'wrong'],
    ['with an end that is none', 200, { access_token: 'gettone', token_type: 'bearer', expires_in: 'x' }, 'wrong'],
    ['a list', 200, [], 'wrong'],
    ['a refusal', 400, { error: 'invalid_scope', error_description: 'gettone' }, 'refused'],
    ['a refusal with somebody’s data', 400, { error: 'Rossi gettone' }, 'refused'],
    ['that it is out of order', 500, { error: 'gettone' }, 'down'],
    ['that it is elsewhere', 307, {}, 'wrong'],
  ])('%s gives no token, and no search is sent', async (_, status, body, reason) => {
    token = (response) => json(response, status, body);
    const failure = await failureOf(search());
    expect(failure).toMatchObject({ name: 'OutsideFailure', reason });
    expect(JSON.stringify([failure, String(failure), failure.cause])).not.toMatch(/gettone|Rossi|segreto/);
    expect(asked).toEqual(['/token']);
  });

  it('is requested again after a failure', async () => {
    const good = token;
    answer = (_, response) => json(response, 200, { items: [], total: 0 });
    const dms = openHttpDms(settingsFor(origin(), 'DMS'));
    token = (response) => json(response, 500, {});
    await failureOf(dms.search(QUERY));
    token = good;
    expect(await dms.search(QUERY)).toEqual({ rows: [], total: 0 });
  });

  it('that is late is awaited until the last caller has left', async () => {
    let release: () => void = () => undefined;
    const [good, gone] = [token, Promise.withResolvers<void>()];
    token = (response) => {
      release = () => good(response);
      response.once('close', () => gone.resolve());
    };
    answer = (_, response) => json(response, 200, rossi);
    const dms = openHttpDms(settingsFor(origin(), 'DMS'));
    const call = (signal: AbortSignal) => dms.find({ businessId: 'D-1', hsts: null }, signal);
    const basta = new Error('basta');
    const both = new AbortController();
    const left = [1, 2].map(() => failureOf(call(both.signal)));
    await expect.poll(() => asked, { timeout: TIME_LIMIT_MS }).toEqual(['/token']);
    both.abort(basta);
    expect(await Promise.all(left)).toEqual([basta, basta]);
    await gone.promise;
    const one = new AbortController();
    const [leaving, staying] = [failureOf(call(one.signal)), call(new AbortController().signal)];
    await expect.poll(() => asked, { timeout: TIME_LIMIT_MS }).toEqual(['/token', '/token']);
    one.abort(basta);
    expect(await leaving).toBe(basta);
    release();
    expect(await staying).toMatchObject({ businessId: 'D-1' });
    expect(asked).toEqual(['/token', '/token', '/dms/customers/D-1']);
  });

  it('with characters not allowed in a header is refused', async () => {
    token = (response) => json(response, 200, { access_token: 'a\r\nX-Y: z', token_type: 'bearer' });
    expect(await failureOf(openHttpRsp(settingsFor(origin(), 'RSP')).find('R-1'))).toMatchObject({ reason: 'wrong' });
  });
});

it('a token is cached until shortly before it expires', () => {
  expect([600, 100, 10, 0, undefined, 10 ** 9].map(cacheSeconds)).toEqual([570, 90, 9, 0, 54, 86_370]);
});

it.each([
  ['7', 7_000],
  ['0', 100],
  ['999999', 3_600_000],
  ['Fri, 20 Nov 2026 08:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 07:00:00 GMT', 100],
  ['', null],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
])('Retry-After: %s', (text, wait) => {
  expect(retryAfterOf({ headers: { 'retry-after': text, date: 'Fri, 20 Nov 2026 08:00:00 GMT' } })).toBe(wait);
});
