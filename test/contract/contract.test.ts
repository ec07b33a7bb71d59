/** Checks the contract against the router and its own schemas. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/calls/call.ts';
import { ITALIAN_SUMMARIES } from '#contract/definition/italian-summaries.ts';
import { OPERATIONS, SUBJECTS } from '#contract/index.ts';
import { fieldIssues } from '#domain/validation.ts';
import { buildApp } from '#server/app.ts';
import { type RegisteredRoute, routesOf } from '../attacks/http/raw-http.ts';
import { makeWorld, type TestWorld } from '../world.ts';

const CONTRACT = join(import.meta.dirname, '../../src/contract');

const byName = OPERATIONS.map(({ id, endpoint }) => [id, endpoint] as const);
const asText = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
/** The value as JSON transmits it to or from a caller. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the listing of endpoints', () => {
  it('covers every file of the contract that has an endpoint', async () => {
    const listed = new Set(OPERATIONS.map(({ endpoint }) => endpoint));
    const files = readdirSync(CONTRACT).filter((name) => /^(?!index\.)[a-z-]+\.ts$/.test(name));
    for (const name of files) {
      const module = (await import(join(CONTRACT, name))) as Record<string, unknown>;
      for (const [key, value] of Object.entries(module)) {
        if (typeof value !== 'object' || value === null || !('path' in value) || !('access' in value)) continue;
        expect(listed.has(value as never), `${name}: ${key} is in no subject of index.ts`).toBe(true);
      }
    }
  });

  it('has calls with known parts only, each for an endpoint', async () => {
    const parts = ['id', 'method', 'path', 'reads', 'idempotent', 'key', 'stale'];
    const calls: Call[] = [];
    for (const name of readdirSync(join(CONTRACT, 'calls'))) {
      const module = (await import(join(CONTRACT, 'calls', name))) as Record<string, Call>;
      for (const [key, call] of Object.entries(module)) expect([key, call.id]).toEqual([call.id, key]);
      calls.push(...Object.values(module));
    }
    expect(calls.flatMap((call) => Object.keys(call)).filter((part) => !parts.includes(part))).toEqual([]);
    expect(calls.map(({ id }) => id).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });

  it('lists each endpoint, and each method and path, once', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(OPERATIONS.map(({ endpoint }) => endpoint.id)).toEqual(ids);
    const places = OPERATIONS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(places.length).toBe(new Set(places).size);
    expect(SUBJECTS.every(({ operations }) => operations.length > 0)).toBe(true);
  });

  it('has one Italian line for each endpoint and no others', () => {
    expect(Object.keys(ITALIAN_SUMMARIES).sort()).toEqual(OPERATIONS.map(({ id }) => id).sort());
  });
});

describe('every endpoint', () => {
  it.each(byName)('%s declares its response', (_id, { status, output, binary }) => {
    if (status === 204) expect([output, binary]).toEqual([undefined, undefined]);
    else expect((output === undefined) !== (binary === undefined), 'either `output` or `binary`').toBe(true);
  });

  it.each(byName)('%s has examples that match its schemas', (_id, endpoint) => {
    const { example = {}, params, query, body, output } = endpoint;
    if (params !== undefined) params.parse(asText(example.params ?? {}));
    if (query !== undefined) query.parse(asText(example.query ?? {}));
    if (body !== undefined) body.parse(asJson(example.body ?? null));
    const answers = output !== undefined && !('login.notHere' === endpoint.errors[0]);
    if (!answers) return;
    expect(example.answer, 'an example of the answer').toBeDefined();
    const sent = asJson(example.answer);
    // Parsing strips keys that a schema does not have; an example must have none.
    expect(output.parse(sent)).toEqual(sent);
  });

  it.each(byName)('%s refuses unknown fields', (_id, { query, body, errors, example }) => {
    for (const [schema, values] of [
      [query, asText(example?.query ?? {})],
      [body, asJson(example?.body ?? {})],
    ] as const) {
      if (schema === undefined || errors[0] === 'login.notHere') continue;
      const parsed = schema.safeParse({ ...(values as object), nessuno: 'x' }, { reportInput: true });
      expect(parsed.success).toBe(false);
      if (parsed.success) continue;
      const refused = fieldIssues('request', parsed.error).map(({ field, code }) => `${field} ${code}`);
      expect(refused).toContain('nessuno unknown');
    }
  });

  it.each(byName.filter(([, { status }]) => status === 201))(
    '%s honours an Idempotency-Key when it creates',
    (_id, example) => {
      expect([example.idempotent, example.access, example.method]).toEqual([true, 'staff', 'POST']);
    },
  );

  it.each(byName)('%s names an action if and only if it is for staff', (_id, { access, action }) => {
    expect(action !== undefined).toBe(access === 'staff');
  });
});

/**
 * Routes of the router that are not in the contract: pages, their files, sign-in redirects, what authorities publish,
 * the state of the server.
 */
const BESIDES = [
  /^(GET|HEAD) \/(health|ready|logout)$/,
  /^GET \/sso\/(auth\/?|callback|logout)$/,
  /^(GET|HEAD) \/sso\/leave\/[\w.-]+$/,
  /^(GET|HEAD) \/assets\/\*$/,
  /^(GET|HEAD) \/(sign|qr|photos)\/:token$/,
  /^(GET|HEAD) \/verify(\/issued\/[\w.:-]+)?$/,
  /^(GET|HEAD) \/fea\/(:legalEntity|files\/[\w.-]+)$/,
  /^POST \/sso\/logout$/,
  /^(GET|HEAD) \/pki\/:file$/,
  /^(GET|HEAD) \/device(\/activate)?$/,
  /^(GET|HEAD) \/api\/openapi\.json$/,
  /^(GET|HEAD) \/api\/docs(\/[\w.-]+)?$/,
  /^(GET|HEAD) \/demo\/[\w.-]+(\/:id)?$/,
];

describe('the router', () => {
  let test: TestWorld;
  let routes: RegisteredRoute[];
  let close: () => Promise<void>;
  beforeAll(async () => {
    test = await makeWorld();
    const build = await routesOf(() => buildApp(test.world));
    routes = build.routes;
    close = () => build.app.close();
  });
  afterAll(async () => {
    await close();
    await test.close();
  });

  const served = (): string[] =>
    routes.map(({ method, url }) => `${method} ${url}`).filter((route) => !BESIDES.some((known) => known.test(route)));
  const promised = (): string[] =>
    OPERATIONS.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`);

  it('serves every endpoint of the contract', () => {
    expect(promised().filter((route) => !served().includes(route))).toEqual([]);
  });

  it('serves only endpoints of the contract', () => {
    expect(served().filter((route) => !promised().includes(route))).toEqual([]);
  });
});
