/** RSP and DMS over HTTP behind a fault proxy: what staff see, and that everything else keeps working. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHttpDms, openHttpRsp } from '#adapters/customer-search/http.ts';
import { openCircuitBreaker } from '#adapters/outside/circuit-breaker.ts';
import { guardedDms, guardedRsp } from '#adapters/outside/guarded-ports.ts';
import type { DirectoryCustomer } from '#domain/customer-search/customer.ts';
import { type Fault, FaultProxy, openHost, settingsFor, TIME_LIMIT_MS } from '#test/hosts/search-directories.ts';
import { openPortal, type Portal } from '../../../test/portal.ts';
import { synchronizeDossier } from './synchronization.ts';

let portal: Portal;
let closing: (() => Promise<void>)[];
const proxies = {} as Record<'RSP' | 'DMS', FaultProxy>;
/** Milliseconds; only slow answers need a short timeout. */
const SHORT = 100;
const settingsOf = (origin: string, system: 'RSP' | 'DMS') => ({
  ...settingsFor(origin, system),
  timeLimit: TIME_LIMIT_MS,
});
const settings = {} as Record<'RSP' | 'DMS', ReturnType<typeof settingsOf>>;

beforeAll(async () => {
  const host = await openHost();
  for (const system of ['RSP', 'DMS'] as const) proxies[system] = await new FaultProxy(host.port).listen();
  for (const system of ['RSP', 'DMS'] as const) settings[system] = settingsOf(proxies[system].origin, system);
  portal = await openPortal({
    override: ({ clock, log }) => {
      const patience = { clock, log, timeLimit: TIME_LIMIT_MS };
      return {
        rsp: guardedRsp(openHttpRsp(settings.RSP), openCircuitBreaker({ system: 'RSP', ...patience })),
        dms: guardedDms(openHttpDms(settings.DMS), openCircuitBreaker({ system: 'DMS', ...patience })),
      };
    },
  });
  closing = [() => portal.close(), () => proxies.RSP.close(), () => proxies.DMS.close(), () => host.close()];
});
afterAll(async () => {
  for (const close of closing) await close();
});
afterEach(async () => {
  for (const system of ['RSP', 'DMS'] as const) {
    proxies[system].fault = 'none';
    settings[system].timeLimit = TIME_LIMIT_MS;
  }
  // After the circuit's pause; a successful trial call closes it.
  portal.test.clock.advance(31);
  for (const path of Object.values(PATHS)) expect((await search(path)).statusCode).toBe(200);
});

const PATHS = { RSP: '/api/rsp/customers', DMS: '/api/dms/customers' } as const;
const search = (path: string, city = 'o') => {
  const filters = { 'email.contains': 'example.com', 'mobilePhone.contains': '+39 333', size: '3' };
  const more: Record<string, string> = city === 'o' ? {} : { 'city.contains': city };
  return portal.callAs('dealer', 'GET', `${path}?${new URLSearchParams({ ...filters, ...more })}`);
};

const FAULTS: [string, Fault][] = [
  ['down', 'down'],
  ['slow', 'slow'],
  ['cut off', 'cut'],
  ['wrong bytes', 'wrong'],
  ['limited', { status: 429, retryAfter: null }],
  ['out of order', { status: 503, retryAfter: null }],
];

for (const [system, other] of [
  ['RSP', 'DMS'],
  ['DMS', 'RSP'],
] as const) {
  describe(`${system} over HTTP`, () => {
    it.each(FAULTS)(
      '%s: the error names the system, the other system and customers keep working, and it recovers by itself',
      async (_, fault) => {
        proxies[system].fault = fault;
        if (fault === 'slow') settings[system].timeLimit = SHORT;
        const answer = await search(PATHS[system], 'Bologna');
        expect(answer.statusCode).toBe(503);
        expect(answer.json()).toMatchObject({
          code: `${system.toLowerCase()}.unavailable`,
          message: expect.stringMatching(new RegExp(`^Il sistema ${system} non risponde`)),
        });
        expect(answer.headers['retry-after']).toBe('5');
        expect((await search(PATHS[other])).json()).toHaveLength(3);
        expect((await portal.callAs('dealer', 'POST', '/api/dossiers', portal.dossier())).statusCode).toBe(201);
        proxies[system].fault = 'none';
        settings[system].timeLimit = TIME_LIMIT_MS;
        expect((await search(PATHS[system])).json()).toHaveLength(3);
        const told = portal.test.logLines.filter((line) => /Bologna|example\.com|segreto|Bearer/.test(line));
        expect(told).toEqual([]);
      },
    );

    it('a duplicated response: rows appear once', async () => {
      const right = await search(PATHS[system]);
      proxies[system].fault = 'doubled';
      const doubled = await search(PATHS[system]);
      expect(doubled.json()).toEqual(right.json());
      expect(doubled.headers['x-total-count']).toBe(right.headers['x-total-count']);
    });
  });
}

it('a Retry-After of RSP is passed to the caller, and RSP is not asked before', async () => {
  const host = await openHost();
  const proxy = await new FaultProxy(host.port).listen();
  const limited = await openPortal({
    override: ({ clock, log }) => ({
      rsp: guardedRsp(openHttpRsp(settingsFor(proxy.origin, 'RSP')), openCircuitBreaker({ system: 'RSP', clock, log })),
    }),
  });
  proxy.fault = { status: 429, retryAfter: '90' };
  const path = `${PATHS.RSP}?email.contains=example&city.contains=Bologna`;
  for (const _ of [1, 2]) {
    const answer = await limited.callAs('dealer', 'GET', path);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('90');
  }
  expect(proxy.requestCount).toBe(1);
  await limited.close();
  await proxy.close();
  await host.close();
});

it('a customer waits for RSP, and is synchronized once when it answers', async () => {
  const person = (await portal.test.world.rsp.find('R-000123')) as DirectoryCustomer;
  const id = await portal.create('dealer', '/api/dossiers', { ...person, hst: '10001', brand: 'bmw' });
  const status = async () =>
    (await portal.callAs('dealer', 'GET', `/api/dossiers/rsp-synchronization/${id}/status`)).json().syncStatus;
  proxies.RSP.fault = 'cut';
  const attempt = () => synchronizeDossier(portal.test.world, id, { lastTry: false });
  await expect(attempt()).rejects.toMatchObject({ system: 'RSP', reason: 'down' });
  expect(await status()).toBe('TO_SYNC');
  proxies.RSP.fault = 'doubled';
  await attempt();
  expect(await status()).toBe('SYNCED');
});
