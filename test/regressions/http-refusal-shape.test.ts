/** Refusals by the framework before any route is found have the specified shape too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { answerProblem, listenOnFreePort, readRaw, sendRaw, shapeProblem } from '../attacks/http/raw-http.ts';
import { makeWorld, type TestWorld } from '../world.ts';

let test: TestWorld;
let app: Awaited<ReturnType<typeof buildApp>>;
let port: number;
beforeAll(async () => {
  test = await makeWorld();
  app = await buildApp(test.world);
  port = await listenOnFreePort(app);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

describe('an unreadable address', () => {
  it.each([
    '/%zz',
    '/%',
    '/%ff',
    '/api/documents/%zz',
    '/api/sign/%c0%ae',
    '/assets/%',
    '/assets/x%ff',
    `/api/sign/${'a'.repeat(701)}`,
    `/api/documents/${'1'.repeat(2000)}`,
    `/sign/${'a'.repeat(701)}`,
  ])('is not found: %s', async (url) => {
    const answer = await app.inject({ method: 'GET', url });
    expect(answer.statusCode).toBe(404);
    expect(answerProblem(answer)).toBeNull();
    // No part of the address is returned in the answer.
    expect(answer.body).not.toContain(url.slice(-12));
  });
});

describe('a request that is not HTTP', () => {
  const HEAD = 'GET /api/account HTTP/1.1\r\nHost: localhost\r\n';
  it.each([
    ['no request line', 'garbage\r\n\r\n', 400],
    ['a header that is too large', `${HEAD}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 413],
    ['thousands of headers', `${HEAD}${'X-One: 1\r\n'.repeat(5_000)}\r\n`, 413],
    [
      'two lengths',
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'a length and chunks',
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a NUL in a header', `${HEAD}X-Nul: a\0b\r\n\r\n`, 400],
    ['a control character in the address', 'GET /api/sign/\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    [
      'a broken chunk',
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
  ])('%s is refused with the usual error format', async (_name, bytes, status) => {
    const answer = readRaw(await sendRaw(port, bytes));
    expect(answer.status).toBe(status);
    expect(shapeProblem(answer.status, answer.headers['content-type'], answer.body)).toBeNull();
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).toBe(200);
  });
});
