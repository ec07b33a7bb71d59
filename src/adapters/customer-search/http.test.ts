/** RSP and DMS over HTTP: the common suite over real connections, and failures of systems and networks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { guardedRsp } from '#adapters/outside/guarded-ports.ts';
import { dmsSuite, rspSuite } from '#ports/customer-search.suite.ts';
import type { CustomerQuery } from '#ports/customer-search.ts';
import type { OutsideFailure } from '#ports/outside-system.ts';
import {
  CLIENT,
  DEALERS,
  type Fault,
  FaultProxy,
  openHost,
  settingsFor,
  TIME_LIMIT_MS,
} from '#test/hosts/search-directories.ts';
import { openBuiltInDms, openBuiltInRsp } from './built-in.ts';
import type { DirectoriesHost } from './directories-host.ts';
import { customerOf } from './directory-record.ts';
import { openHttpDms, openHttpRsp } from './http.ts';
import { readMapping } from './mapping.ts';

let host: DirectoriesHost;
let proxy: FaultProxy;
beforeAll(async () => {
  host = await openHost();
  proxy = await new FaultProxy(host.port).listen();
});
afterAll(async () => {
  await proxy.close();
  await host.close();
});
beforeEach(() => {
  host.requests.length = 0;
  proxy.requestCount = 0;
});
afterEach(() => {
  proxy.fault = 'none';
  proxy.requestFilter = '';
  proxy.remainingFaults = Number.POSITIVE_INFINITY;
});

const HERE = { ...{ hst: '10001', other: '10002' } };
rspSuite('over HTTP', async () => openHttpRsp(settingsFor(host.origin, 'RSP')), {
  ...{ person: 'R-000123', company: 'R-003123' },
});
dmsSuite('over HTTP', async () => openHttpDms(settingsFor(host.origin, 'DMS')), {
  ...{ person: 'D-000012', company: 'D-000234', ...HERE },
});

const QUERY: CustomerQuery = {
  filters: [
    { field: 'email', operator: 'contains', value: 'example.com' },
    { field: 'city', operator: 'contains', value: 'Bol' },
  ],
  ...{ hsts: null, sort: [{ field: 'lastName', descending: false }], offset: 0, limit: 20 },
};
const asking = (value: string): CustomerQuery => ({
  ...QUERY,
  filters: [
    { field: 'lastName', operator: 'contains', value },
    { field: 'city', operator: 'contains', value: 'Bologna' },
  ],
});
const failureOf = (call: Promise<unknown>): Promise<OutsideFailure> =>
  call.then(
    () => Promise.reject(new Error('answered')),
    (error: unknown) => error as OutsideFailure,
  );
const asked = (path: string): number => host.requests.filter((one) => one.path.includes(path)).length;

/** JSON blocks in the manual: a search, its response, a mapping. */
async function inManual(): Promise<string[]> {
  const manual = await readFile(join(import.meta.dirname, '../../../docs/operations/search.md'), 'utf8');
  return Array.from(manual.matchAll(/```json\n(.*?)```/gs), ([, text]) => text ?? '');
}

describe('the manual', () => {
  it('contains a mapping with which everything is found', async () => {
    const [, , text = ''] = await inManual();
    const mapping = readMapping('RSP', text);
    const other = await openHost({ mappings: { RSP: mapping, DMS: readMapping('DMS', '{}') } });
    const rsp = openHttpRsp(settingsFor(other.origin, 'RSP', { mapping }));
    const wanted = { ...QUERY, hsts: ['10001'], offset: 1, limit: 60 };
    const [right, built] = [await rsp.searchCustomers(wanted), await openBuiltInRsp().searchCustomers(wanted)];
    // This installation has no street field.
    expect(right).toEqual({ ...built, rows: built.rows.map((row) => ({ ...row, street: '' })) });
    expect(await rsp.find('R-003123')).toMatchObject({ rspSearchType: 'ORGANIZATION', street: '' });
    const [, first] = other.requests;
    expect(first?.path).toBe('/rsp/persons/query');
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      where: [{ field: 'email' }, { field: 'address.town', operator: 'contains', value: 'Bol' }],
      ...{ branches: ['10001'], orderBy: [{ field: 'name.surname' }, { field: 'partyId' }], skip: 1, take: 50 },
    });
    await other.close();
  });

  it('contains a search as it is sent, and a response that is accepted', async () => {
    const [search = '', answer = ''] = await inManual();
    const { filters, dealers, offset, limit } = JSON.parse(search);
    const sort = [{ field: 'lastName', descending: false }] as const;
    await openHttpRsp(settingsFor(host.origin, 'RSP')).searchCustomers({ filters, hsts: dealers, sort, offset, limit });
    expect(JSON.parse(host.requests[1]?.body ?? '')).toEqual(JSON.parse(search));
    const { items, total } = JSON.parse(answer);
    expect(total).toBe(1);
    const { kind: rspSearchType, ...told } = items[0];
    const common = { searchType: 'RSP', originalAccountSource: 'RSP', rspSearchType };
    expect(customerOf('RSP', readMapping('RSP', '{}'), items[0], null)).toEqual({ ...told, ...common });
  });
});

describe('pages', () => {
  it('are requested until there are enough, and are merged', async () => {
    const mapping = readMapping('RSP', '{"pageSize":7}');
    const rsp = openHttpRsp(settingsFor(host.origin, 'RSP', { mapping }));
    const wanted = { ...QUERY, offset: 3, limit: 17 };
    expect(await rsp.searchCustomers(wanted)).toEqual(await openBuiltInRsp().searchCustomers(wanted));
    const bodies = host.requests
      .filter(({ path }) => path === '/rsp/people/search')
      .map(({ body }) => JSON.parse(body));
    expect(bodies.map(({ offset, limit }) => [offset, limit])).toEqual([
      [3, 7],
      [10, 7],
      [17, 3],
    ]);
  });
});

describe('the token', () => {
  it('is requested once by concurrent callers, and cached', async () => {
    const rsp = openHttpRsp(settingsFor(host.origin, 'RSP'));
    await Promise.all(Array.from({ length: 8 }, () => rsp.searchCustomers(QUERY)));
    await rsp.find('R-000123');
    expect(asked('/token')).toBe(1);
  });

  it('is requested once more when it is refused before its expiry', async () => {
    const rsp = openHttpRsp(settingsFor(host.origin, 'RSP'));
    await rsp.find('R-000123');
    host.revokeTokens();
    const found = await Promise.all([1, 2, 3].map((number) => rsp.find(`R-00012${number}`)));
    expect(found.map((one) => one?.businessId)).toEqual(['R-000121', 'R-000122', 'R-000123']);
    expect(asked('/token')).toBe(2);
  });

  it('is requested again before it expires', async () => {
    const short = await openHost({ tokenSeconds: 0 });
    const rsp = openHttpRsp(settingsFor(short.origin, 'RSP'));
    // The host issues expired tokens: the first is refused, and so is its replacement.
    expect(await failureOf(rsp.find('R-000123'))).toMatchObject({ reason: 'refused' });
    expect(short.requests.map(({ path }) => path)).toEqual([
      ...['/token', '/rsp/customers/R-000123', '/token', '/rsp/customers/R-000123'],
    ]);
    await short.close();
  });

  it('is requested with the secret in the body if so configured', async () => {
    const mapping = readMapping('RSP', '{"authentication":"body"}');
    await openHttpRsp(settingsFor(host.origin, 'RSP', { mapping })).find('R-000123');
    const form = new URLSearchParams(host.requests[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({
      ...{ grant_type: 'client_credentials', client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
    });
  });

  it('is named when it is refused, without the secret', async () => {
    const { token, ...rest } = settingsFor(host.origin, 'RSP');
    const rsp = openHttpRsp({ ...rest, token: { ...token, clientSecret: 'sbagliato' } });
    const failure = await failureOf(rsp.find('R-000123'));
    expect(failure).toMatchObject({ reason: 'refused', message: 'RSP: the token service answered 401 invalid_client' });
    expect(JSON.stringify([failure, String(failure), failure.cause])).not.toMatch(/sbagliato/);
    expect(asked('/rsp/')).toBe(0);
  });
});

describe('a cancelled search', () => {
  it('cancels the call to the system', async () => {
    const rsp = openHttpRsp(settingsFor(host.origin, 'RSP'));
    const controller = new AbortController();
    const reason = new Error('basta');
    const call = failureOf(rsp.searchCustomers(asking('Lento'), controller.signal));
    await expect.poll(() => asked('/people/search'), { timeout: TIME_LIMIT_MS }).toBe(1);
    const before = host.cancelled;
    controller.abort(reason);
    expect(await call).toBe(reason);
    await expect.poll(() => host.cancelled, { timeout: TIME_LIMIT_MS }).toBe(before + 1);
  });
});

describe('a dealer’s scope', () => {
  it('is sent, and results of another dealer’s DMS are dropped', async () => {
    const everybody = openBuiltInDms(DEALERS);
    const careless = await openHost({
      dms: { ...everybody, search: (query) => everybody.search({ ...query, hsts: null }) },
    });
    const dms = openHttpDms(settingsFor(careless.origin, 'DMS'));
    const failure = await failureOf(dms.search({ ...QUERY, hsts: ['10001'], limit: 50 }));
    expect(failure).toMatchObject({ system: 'DMS', reason: 'wrong' });
    const [, search] = careless.requests;
    expect(JSON.parse(search?.body ?? '')).toMatchObject({ dealers: ['10001'] });
    await careless.close();
  });

  it('that is empty sends no request', async () => {
    const dms = openHttpDms(settingsFor(host.origin, 'DMS'));
    expect(await dms.search({ ...QUERY, hsts: [] })).toEqual({ rows: [], total: 0 });
    expect(await dms.find({ businessId: 'D-000012', hsts: [] })).toBeUndefined();
    expect(host.requests).toEqual([]);
  });
});

it('a key is sent as one path segment, whatever its characters', async () => {
  const rsp = openHttpRsp(settingsFor(host.origin, 'RSP'));
  for (const key of ['.', '..', '\ud800', 'x'.repeat(256)]) expect(await rsp.find(key)).toBeUndefined();
  expect(host.requests).toEqual([]);
  for (const key of ['../token', 'a/b?c#d', '%2e%2e', '$&']) expect(await rsp.find(key)).toBeUndefined();
  expect(host.requests.slice(1).map(({ path }) => path.split('/').length)).toEqual([4, 4, 4, 4]);
});

describe('a failure of the system or network', () => {
  /** Only the slow cases need a short time limit; the others must not depend on the load of this machine. */
  const SHORT = 200;
  const rows: [string, Fault, OutsideFailure['reason']][] = [
    ['down', 'down', 'down'],
    ['slow', 'slow', 'timeout'],
    ['cut', 'cut', 'down'],
    ['wrong bytes', 'wrong', 'wrong'],
    ['limited without saying how long', { status: 429, retryAfter: null }, 'refused'],
    ['limited for long', { status: 429, retryAfter: '60' }, 'refused'],
    ['out of order without saying how long', { status: 503, retryAfter: null }, 'down'],
    ['out of order for long', { status: 503, retryAfter: '60' }, 'down'],
  ];

  for (const where of ['/token', '/rsp/', ''] as const) {
    it.each(rows)(
      `%s (${where || 'everything'}): reported in time, and recovers by itself`,
      async (_, fault, reason) => {
        const settings = { ...settingsFor(proxy.origin, 'RSP'), timeLimit: fault === 'slow' ? SHORT : TIME_LIMIT_MS };
        const rsp = openHttpRsp(settings);
        proxy.fault = fault;
        proxy.requestFilter = where;
        const failure = await failureOf(rsp.searchCustomers(QUERY));
        settings.timeLimit = TIME_LIMIT_MS;
        expect(failure).toMatchObject({ name: 'OutsideFailure', system: 'RSP', reason });
        proxy.fault = 'none';
        const long = typeof fault === 'object' && fault.retryAfter !== null;
        const after = rsp.searchCustomers(QUERY);
        // No call is sent before the time given in `Retry-After`.
        if (long) expect(await failureOf(after)).toMatchObject({ reason: 'paused', retryAfter: 60 });
        else expect((await after).rows).toHaveLength(20);
      },
    );
  }

  it('doubled: requests are matched with their own responses, and surplus ones are ignored', async () => {
    const rsp = openHttpRsp(settingsFor(proxy.origin, 'RSP'));
    proxy.fault = 'doubled';
    for (const number of [1, 2, 3]) {
      expect((await rsp.find(`R-00012${number}`))?.businessId).toBe(`R-00012${number}`);
    }
    expect(await rsp.searchCustomers(QUERY)).toEqual(await openBuiltInRsp().searchCustomers(QUERY));
  });

  it('limited for a short time: retried after that time, within the limit', async () => {
    const rsp = openHttpRsp(settingsFor(proxy.origin, 'RSP'));
    await rsp.find('R-000123');
    proxy.fault = { status: 429, retryAfter: '0' };
    proxy.remainingFaults = 2;
    expect((await rsp.searchCustomers(QUERY)).rows).toHaveLength(20);
    expect(proxy.requestCount).toBe(5);
    proxy.remainingFaults = 3;
    expect(await failureOf(rsp.searchCustomers(QUERY))).toMatchObject({ reason: 'refused', retryAfter: 1 });
    expect(proxy.requestCount).toBe(8);
  });

  it('repeated: the circuit breaker stops calls, and resumes after the pause', async () => {
    let time = 0;
    const silent = { warn: () => undefined, info: () => undefined };
    const breaker = { system: 'RSP', clock: { now: () => new Date(time) }, log: silent, failures: 3 } as const;
    const rsp = guardedRsp(openHttpRsp(settingsFor(proxy.origin, 'RSP')), openCircuitBreaker(breaker));
    proxy.fault = 'down';
    for (let call = 0; call < 3; call += 1) expect((await failureOf(rsp.find('R-000123'))).reason).toBe('down');
    proxy.fault = 'none';
    const before = proxy.requestCount;
    expect((await failureOf(rsp.find('R-000123'))).reason).toBe('paused');
    expect(proxy.requestCount).toBe(before);
    time += 30_000;
    expect((await rsp.find('R-000123'))?.businessId).toBe('R-000123');
  });

  it('connection refused', async () => {
    const gone = await openHost();
    const { origin } = gone;
    await gone.close();
    const failure = await failureOf(openHttpRsp(settingsFor(origin, 'RSP')).find('R-000123'));
    expect(failure).toMatchObject({ reason: 'down', message: 'RSP: no connection (ECONNREFUSED)' });
  });
});
