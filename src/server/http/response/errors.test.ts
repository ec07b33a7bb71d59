/** Every refusal has the usual form and the caller's language; errors from lower layers are reported as what they are. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REFUSALS, Refusal, type RefusalCode } from '#domain/errors.ts';
import { PoolClosed } from '#pdf/processes/child-pool.ts';
import { DatabaseUnavailable } from '#ports/database/database.ts';
import { OutsideFailure } from '#ports/outside-system.ts';
import { buildApp } from '#server/app.ts';
import { listenOnFreePort, readRaw, sendRaw, shapeProblem } from '../../../../test/attacks/http/raw-http.ts';
import { makeWorld, type TestWorld } from '../../../../test/world.ts';
import type { World } from '../../world.ts';

const withCode = (code: string, cause?: unknown): Error =>
  Object.assign(new Error('something below', cause === undefined ? undefined : { cause }), { code });

/** What the route throws, by the name in the request. */
const thrown = new Map<string, unknown>();
/** Throws the requested error after the handler has already set headers of a success. */
async function appThatThrows(world: World) {
  return buildApp(world, async (fastify) => {
    fastify.get('/throws/:name', async (request, reply) => {
      const { name } = request.params as { name: string };
      void reply
        .header('content-length', 5)
        .header('content-disposition', 'attachment; filename="x.pdf"')
        .header('cache-control', 'max-age=60')
        .header('etag', '"x"')
        .type('application/pdf');
      throw thrown.get(name) ?? new Refusal(name as RefusalCode);
    });
  });
}

let test: TestWorld;
let app: Awaited<ReturnType<typeof buildApp>>;
let production: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  test = await makeWorld();
  app = await appThatThrows(test.world);
  const settings = { ...test.world.settings, mode: 'production' as const };
  production = await appThatThrows({ ...test.world, settings, outbox: null });
});
afterAll(async () => {
  await production.close();
  await app.close();
  await test.close();
});

const ask = (name: string, language?: string, of = app) =>
  of.inject({
    method: 'GET',
    url: `/throws/${encodeURIComponent(name)}`,
    headers: language === undefined ? {} : { 'accept-language': language },
  });

describe('a refusal', () => {
  it.each(Object.keys(REFUSALS))('%s has the shape of its status, in both languages', async (code) => {
    const { status } = REFUSALS[code as RefusalCode];
    for (const language of ['it', 'en'] as const) {
      const answer = await ask(code, language, production);
      expect(answer.statusCode).toBe(status);
      expect(shapeProblem(status, answer.headers['content-type']?.toString(), answer.body)).toBeNull();
      const body = answer.json();
      const text = body.detail ?? body.message;
      expect(text.replace(/\{\w+\}/g, '')).not.toBe('');
      expect(answer.headers['content-language']).toBe(language);
      expect(answer.headers['x-correlation-id']).toBe(body.correlationId);
    }
  });

  it.each([
    [400, 'Errore di validazione dei dati.'],
    [404, 'Errore di validazione dei dati.'],
    [422, 'Errore di validazione dei dati.'],
    [403, 'Errore nei permessi'],
    [500, 'Errore interno del server'],
  ])('of status %i has the specification’s title', async (status, title) => {
    const code = Object.keys(REFUSALS).find((one) => REFUSALS[one as RefusalCode].status === status);
    expect((await ask(code ?? '')).json().title).toBe(title);
  });

  it.each([401, 405, 409, 413, 415, 416, 429, 503, 507])('of status %i has only a message', async (status) => {
    const code = Object.keys(REFUSALS).find((one) => REFUSALS[one as RefusalCode].status === status);
    const body = (await ask(code ?? '')).json();
    expect([body.title, body.detail]).toEqual([undefined, undefined]);
    expect(body.message).toBe(REFUSALS[code as RefusalCode].it);
  });

  it('removes the headers of the response it replaces', async () => {
    const { headers } = await ask('notFound');
    expect(headers['content-disposition'] ?? headers.etag).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  it('uses the language with the higher weight', async () => {
    expect((await ask('notFound', 'de, en;q=0.4, it;q=0.5')).json().detail).toBe('Elemento non trovato.');
    expect((await ask('notFound', 'it;q=0.3, en-GB;q=0.8')).json().detail).toBe('Not found.');
  });

  it('has a Retry-After in whole seconds', async () => {
    expect((await ask('request.tooMany')).headers['retry-after']).toBe('5');
    expect((await ask('system.unavailable')).headers['retry-after']).toBe('5');
    thrown.set('later', new Refusal('otp.tooSoon', { extra: { retryAfter: 41.2 } }));
    const answer = await ask('later');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '42']);
    expect((await ask('life.notReady')).headers['retry-after']).toBeUndefined();
  });
});

describe('field errors', () => {
  const refusal = new Refusal('dossier.invalid', {
    fieldErrors: [
      { objectName: 'dossier', field: 'firstName', code: 'required' },
      { objectName: 'dossier', field: 'brands.0', code: 'required' },
      { objectName: 'dossier', field: 'email', code: 'email' },
      { objectName: 'document', field: 'SALES_MANAGER', code: 'required' },
      { objectName: 'dossier', field: '__proto__', code: 'unknown' },
      { objectName: 'user', field: 'authorities', code: 'required' },
    ],
  });
  const messages = async (language: string): Promise<string[]> => {
    thrown.set('fields', refusal);
    return (await ask('fields', language)).json().fieldErrors.map((one: { message: string }) => one.message);
  };

  it('use the field’s label, and the specification’s text for a missing one', async () => {
    expect(await messages('it')).toEqual([
      'Nome è un campo obbligatorio',
      'Marchi è un campo obbligatorio',
      'Indirizzo e-mail non valido',
      'Responsabile vendite è un campo obbligatorio',
      'Campo non previsto',
      'Ruoli è un campo obbligatorio',
    ]);
    expect((await messages('en'))[0]).toBe('First name is a required field');
  });

  it('include object, field, code and message', async () => {
    thrown.set('fields', refusal);
    const answer = await ask('fields');
    expect(shapeProblem(400, answer.headers['content-type']?.toString(), answer.body)).toBeNull();
    expect(answer.json()).toMatchObject({
      status: 400,
      title: 'Errore di validazione dei dati.',
      detail: 'Controlla i dati del cliente.',
      code: 'dossier.invalid',
    });
    expect(answer.json().fieldErrors[2]).toEqual({
      objectName: 'dossier',
      field: 'email',
      code: 'email',
      message: 'Indirizzo e-mail non valido',
    });
  });
});

describe('an error of a lower layer', () => {
  it.each([
    ['no space left on the disk', withCode('ENOSPC')],
    ['a quota of the file system', withCode('EDQUOT')],
    ['PostgreSQL without space', withCode('53100')],
    ['a full disk inside another error', new Error('upload failed', { cause: withCode('ENOSPC') })],
    [
      'a bucket that is full',
      new OutsideFailure('storage', 'down', 'put: 403 QuotaExceeded', { cause: withCode('EDQUOT') }),
    ],
    ['a full disk that took the database along', new DatabaseUnavailable('gone', { cause: withCode('53100') })],
  ])('%s is 507 with a clear message, and logged', async (name, error) => {
    thrown.set(name, error);
    const answer = await ask(name);
    expect([answer.statusCode, answer.json().code]).toEqual([507, 'system.full']);
    expect(answer.json().message).toContain('nulla è stato salvato');
    expect(answer.body).not.toContain('stack');
    expect(test.logLines.join('')).toContain('no space left');
  });

  it.each([
    ['a database that is away', new DatabaseUnavailable('gone')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['an administrator who stops the database', withCode('57P01')],
    ['a statement that ran into its time limit', withCode('57014')],
    ['a bucket that does not answer', new OutsideFailure('storage', 'timeout', 'get: no answer within 8000 ms')],
    ['a closed pool of processes', new PoolClosed('the pool is closed')],
    ['a bucket that is left alone for a while', new OutsideFailure('storage', 'paused', 'left alone')],
  ])('%s is 503 with Retry-After', async (name, error) => {
    thrown.set(name, error);
    const answer = await ask(name);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'system.unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('that is its own cause does not loop', async () => {
    const error = new Error('round');
    error.cause = error;
    thrown.set('round', error);
    expect((await ask('round')).statusCode).toBe(500);
  });

  it.each([
    ['an error', new Error('select secret from user')],
    ['a text', 'broken'],
    ['an object', { message: 'x' }],
    ['another outside system', new OutsideFailure('tools', 'down', 'answered 503')],
  ])('%s that is unexpected is a defect with a correlation id found in the log', async (name, error) => {
    thrown.set(name, error);
    const answer = await ask(name);
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'system.defect']);
    expect(test.logLines.join('')).toContain(answer.json().correlationId);
  });

  it('has a stack only in the demo, and only on a 500', async () => {
    thrown.set('stack', new Error('select secret from user'));
    expect((await ask('stack')).json().stack).toContain('select secret');
    expect((await ask('notFound')).json().stack).toBeUndefined();
    const answer = await production.inject({ method: 'GET', url: '/throws/stack' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().stack).toBeUndefined();
    expect(answer.body).not.toContain('secret');
  });
});

describe('a response', () => {
  it('of any kind has a new correlation id', async () => {
    const ids = new Set<unknown>();
    for (const url of ['/health', '/api/account', '/nessuna', '/%zz', '/api/openapi.json', '/demo/outbox.json']) {
      const { headers } = await app.inject({ method: 'GET', url });
      expect(headers['x-correlation-id'], url).toMatch(/^[\w-]{12}$/);
      ids.add(headers['x-correlation-id']);
    }
    expect(ids.size).toBe(6);
  });

  it('ignores a correlation id of the caller', async () => {
    const headers = { 'x-correlation-id': 'mine', 'x-request-id': 'mine', 'request-id': 'mine' };
    expect((await app.inject({ method: 'GET', url: '/health', headers })).headers['x-correlation-id']).not.toBe('mine');
  });

  it('to bytes that are not HTTP has one too', async () => {
    const port = await listenOnFreePort(app);
    const answer = readRaw(await sendRaw(port, 'garbage\r\n\r\n'));
    expect(answer.headers['x-correlation-id']).toBe(JSON.parse(answer.body).correlationId);
  });
});

describe('an aborted upload', () => {
  it('is logged as such, not as a lost database or a defect', async () => {
    const port = app.server.listening ? (app.server.address() as AddressInfo).port : await listenOnFreePort(app);
    const before = test.logLines.length;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const arrived = once(app.server, 'request');
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost:80\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 60000\r\n\r\n{"username":"');
    await arrived;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(test.logLines.slice(before).join('')).toContain('aborted the request'), {
      timeout: 10_000,
    });
    const lines = test.logLines.slice(before).join('');
    expect(lines).not.toContain('database unavailable');
    expect(lines).not.toContain('"msg":"defect"');
  });
});
