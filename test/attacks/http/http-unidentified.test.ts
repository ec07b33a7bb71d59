/** Denial-of-service attacks: the server does next to nothing for a caller it has not identified. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bodyLimitOf } from '#contract/definition/endpoint.ts';
import { OPERATIONS } from '#contract/index.ts';
import { PROOF_HEADER, writeProof } from '#domain/devices/proof.ts';
import { type Database, DatabaseUnavailable } from '#ports/database/database.ts';
import { buildApp } from '#server/app.ts';
import { openPortal, type Portal } from '../../portal.ts';
import { TestTablet, waitingTablet } from '../../stages/devices.ts';
import { answerProblem, type RegisteredRoute, routesOf } from './raw-http.ts';

let portal: Portal;
let routes: RegisteredRoute[];
/** The database calls since the test began. */
let databaseCalls: string[] = [];
/** Thrown instead of the next answers of the database's health check. */
let healthError: Error | null = null;

/** The real database, with every call to it recorded. */
const recordCalls = (database: Database): Database =>
  new Proxy(database, {
    get(target, name) {
      if (name === 'read' || name === 'transaction' || name === 'now') databaseCalls.push(name);
      if (name === 'now' && healthError !== null) {
        const error = healthError;
        return () => Promise.reject(error);
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeAll(async () => {
  const build = await routesOf(async () => {
    portal = await openPortal({ override: (world) => ({ database: recordCalls(world.database) }) });
    return portal.app;
  });
  routes = build.routes;
});
afterAll(() => portal.close());
beforeEach(() => {
  healthError = null;
  // The rate limits that a test has used up expire before the next test.
  portal.test.clock.advance(3_600);
  databaseCalls = [];
});

/** The only public call that accepts more than 64 KiB. */
const PHOTO_UPLOAD = '/api/photo-links/{token}/photos';

/** A megabyte of invalid JSON: parsing it answers 400, checking its size 413. */
const INVALID_JSON = `{"a":${'['.repeat(1_000_000)}`;
const send = (method: string, url: string, more: Record<string, string> = {}, payload: string = INVALID_JSON) =>
  portal.app.inject({
    method: method as 'POST',
    url,
    headers: { 'content-type': 'application/json', ...more },
    payload,
    remoteAddress: '192.0.2.77',
  });
const pathWithValues = (path: string): string =>
  path
    .replace('{token}', 'A'.repeat(32))
    .replace('{sha256}', 'a'.repeat(64))
    .replace(/\{\w+\}/g, '1');
const routesWithBody = OPERATIONS.map(({ endpoint }) => endpoint).filter(({ body }) => body !== undefined);

/** Uses up the calls that one network may make in this minute. */
async function exhaustLimits(): Promise<void> {
  const { read } = portal.test.world.database;
  await read.deleteFrom('rate_limit').execute();
  await send('GET', `/api/sign/${'A'.repeat(32)}`, {}, '');
  await read.updateTable('rate_limit').set({ count: 3_000 }).execute();
  expect((await send('GET', `/api/sign/${'A'.repeat(32)}`, {}, '')).statusCode).toBe(429);
  databaseCalls = [];
}

describe('a body', () => {
  it('is not read without a session on any call, and the database is not queried', async () => {
    const staff = routesWithBody.filter(({ access }) => access === 'staff');
    expect(staff.length).toBeGreaterThan(30);
    for (const { method, path } of staff) {
      for (const headers of [{}, { authorization: 'Bearer x.y.z' }] as Record<string, string>[]) {
        const answer = await send(method, pathWithValues(path), headers);
        expect([answer.statusCode, answerProblem(answer)], `${method} ${path}`).toEqual([401, null]);
      }
    }
    expect(databaseCalls).toEqual([]);
  });

  it('is not read for staff whose role never permits the call', async () => {
    const authorization = `Bearer ${await portal.token('nobody')}`;
    const answer = await send('POST', '/api/dossiers', { authorization });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'access.forbidden']);
  });

  it('is not read for a tablet with an unknown key, nor parsed for one that did not sign it', async () => {
    const { clock } = portal.test;
    const time = clock.now().getTime();
    const stranger = new TestTablet();
    const { tablet } = await waitingTablet(portal, (url, payload) =>
      portal.app.inject({ method: 'POST', url, payload }),
    );
    const calls = routesWithBody.filter(({ access }) => access === 'device');
    expect(calls.length).toBeGreaterThan(1);
    for (const { method, path } of calls) {
      const url = pathWithValues(path);
      const signed = { method: 'POST', path: url, body: '{}', time } as const;
      const unsigned = { keyId: tablet.keyId, time, nonce: 'A'.repeat(22), signature: 'A'.repeat(86) };
      for (const headers of [
        {},
        stranger.proof(signed),
        { [PROOF_HEADER]: writeProof(unsigned) },
        tablet.proof(signed),
      ]) {
        const answer = await send(method, url, headers, INVALID_JSON.slice(0, 60_000));
        expect([answer.statusCode, answer.json().code], path).toEqual([401, 'device.unproved']);
      }
    }
  });

  it('of a public call is small', async () => {
    for (const endpoint of routesWithBody.filter(({ access }) => access === 'open' || access === 'signer')) {
      if (endpoint.path === PHOTO_UPLOAD) continue;
      expect(bodyLimitOf(endpoint), endpoint.path).toBeLessThanOrEqual(65_536);
      const answer = await send(endpoint.method, pathWithValues(endpoint.path), {}, INVALID_JSON.slice(0, 65_537));
      expect([answer.statusCode, answer.json().code], endpoint.path).toEqual([413, 'request.tooLarge']);
    }
  });

  it.each([65_537, 1_000_000])('of %i bytes is not read for a photo with an unknown code', async (bytes) => {
    const answer = await send('POST', pathWithValues(PHOTO_UPLOAD), {}, INVALID_JSON.slice(0, bytes));
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'photoLink.unknown']);
  });

  it('is not read once a network has used its calls', async () => {
    await exhaustLimits();
    for (const { method, path } of routesWithBody.filter(({ access }) => access !== 'staff')) {
      expect((await send(method, pathWithValues(path))).statusCode, path).toBe(429);
    }
  });

  it.each([
    ['an unknown address', 'POST', '/api/nessuna', 404],
    ['a page', 'POST', '/dashboard', 404],
    ['an unknown file', 'POST', '/assets/nessuno.js', 405],
    ['an address with another method', 'PUT', '/api/account', 405],
  ])('is not looked at for %s', async (_name, method, url, status) => {
    const answer = await send(method, url);
    expect([answer.statusCode, answerProblem(answer)]).toEqual([status, null]);
    expect(databaseCalls).toEqual([]);
  });

  it('with a session is authorised after the whole body arrived', async () => {
    const authorization = `Bearer ${await portal.token('modena')}`;
    async function* slow(): AsyncGenerator<Buffer> {
      yield Buffer.from('{');
      await portal.test.world.database.transaction((tx) =>
        tx.updateTable('app_user').set({ activated: false }).where('login', '=', 'modena').execute(),
      );
      yield Buffer.from('}');
    }
    const answered = portal.app.inject({
      method: 'POST',
      url: '/api/dossiers/search',
      headers: { 'content-type': 'application/json', authorization },
      payload: Readable.from(slow()),
    });
    expect((await answered).statusCode).toBe(401);
  });
});

describe('the database', () => {
  it('is queried only for the count by a network that has used its calls, on any route', async () => {
    // The demo’s own pages listen only on this machine.
    const open = routes.filter(({ url }) => !url.startsWith('/demo') && url !== '/health' && url !== '/ready');
    expect(open.length).toBeGreaterThan(100);
    await exhaustLimits();
    for (const { method, url } of open) {
      const path = pathWithValues(url.replace(/:(\w+)/g, '{$1}').replace('*', 'x.js'));
      databaseCalls = [];
      const { statusCode } = await send(method, path, {}, '');
      const counted = statusCode === 429 ? ['read'] : [];
      expect(databaseCalls, `${method} ${url}: ${statusCode}`).toEqual(counted);
    }
  });

  it('keeps no more sign-in rows than one network may start', async () => {
    const { read } = portal.test.world.database;
    const location = async () => (await send('GET', '/sso/auth/', {}, '')).headers.location;
    const beginnings = async () => (await read.selectFrom('sign_in_request').select('state').execute()).length;
    const app = await buildApp({
      ...portal.test.world,
      identityProvider: {
        ...portal.test.world.identityProvider,
        authorizationUrl: async () => new URL('https://idp.example/'),
      },
    });
    const begin = () => app.inject({ method: 'GET', url: '/sso/auth/', remoteAddress: '192.0.2.77' });
    await read.deleteFrom('rate_limit').execute();
    for (let index = 0; index < 600; index++) expect((await begin()).headers.location).toBe('https://idp.example/');
    expect(await beginnings()).toBe(600);
    for (let index = 0; index < 20; index++) {
      expect((await begin()).headers.location).toBe('/error/error-v1?reason=signInFailed');
    }
    expect(await beginnings()).toBe(600);
    const other = await app.inject({ method: 'GET', url: '/sso/auth/', remoteAddress: '192.0.2.78' });
    expect(other.headers.location).toBe('https://idp.example/');
    expect(await location()).toContain('/error/');
    await app.close();
  });

  it('is checked once a second, however many health requests arrive', async () => {
    const health = () => portal.app.inject({ method: 'GET', url: '/health' });
    const many = async () => (await Promise.all(Array.from({ length: 50 }, health))).map((answer) => answer.statusCode);
    expect(await many()).toEqual(Array(50).fill(200));
    expect(databaseCalls).toEqual(['now']);
    portal.test.clock.advance(1);
    healthError = new DatabaseUnavailable('away');
    expect(await many()).toEqual(Array(50).fill(503));
    expect(databaseCalls).toEqual(['now', 'now']);
    portal.test.clock.advance(1);
    healthError = null;
    expect((await health()).json()).toEqual({ status: 'UP' });
    expect(databaseCalls).toHaveLength(3);
  });
});
