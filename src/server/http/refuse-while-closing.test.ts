/** Calls over a kept-alive connection while the server closes get the product's refusal, not the framework's. */
// Real time: calls run over a connection.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenOnFreePort, readRaw, shapeProblem } from '../../../test/attacks/http/raw-http.ts';
import { makeWorld, type TestWorld } from '../../../test/world.ts';
import { buildApp } from '../app.ts';

let test: TestWorld;
beforeAll(async () => {
  test = await makeWorld();
});
afterAll(() => test.close());

/** A closing server with production settings and one call in progress. */
async function closingServer() {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const settings = { ...test.world.settings, mode: 'production' as const };
  const app = await buildApp({ ...test.world, settings, outbox: null }, async (fastify) => {
    fastify.get('/slow', async () => {
      await held;
      return { ended: true };
    });
  });
  const socket = connect(await listenOnFreePort(app), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  const ended = once(socket, 'close');
  const arrived = once(app.server, 'request');
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  const closed = app.close();
  await new Promise((resolve) => setImmediate(resolve));
  return {
    /** Sends a call that is accepted while the first call still waits, then releases the first. */
    async ask(call: string): Promise<string> {
      const taken = once(app.server, 'request');
      socket.write(call);
      await taken;
      release();
      await ended;
      await closed;
      return received;
    },
  };
}

/** The answers on one connection, in order. */
function answers(received: string) {
  return received
    .split(/(?=HTTP\/1\.1 )/)
    .filter((one) => one !== '')
    .map(readRaw);
}

describe('a request over a kept-alive connection while the server closes', () => {
  it.each([
    ['en', '/api/account', 'Service temporarily unavailable: try again shortly.'],
    ['it', '/health', 'Servizio momentaneamente non disponibile: riprova tra poco.'],
    ['it', '/nowhere', 'Servizio momentaneamente non disponibile: riprova tra poco.'],
  ])('in %s to %s gets a 503 to retry over another connection', async (language, path, words) => {
    const server = await closingServer();
    const [first, second] = answers(
      await server.ask(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept-language: ${language}\r\n\r\n`),
    );
    expect([first?.status, JSON.parse(first?.body ?? '')]).toEqual([200, { ended: true }]);
    const { status, headers = {}, body = '' } = second ?? {};
    expect(status).toBe(503);
    expect(shapeProblem(503, headers['content-type'], body)).toBeNull();
    expect(JSON.parse(body)).toMatchObject({ code: 'system.unavailable', message: words });
    expect(headers).toMatchObject({
      connection: 'close',
      'retry-after': '5',
      'content-language': language,
      'x-correlation-id': JSON.parse(body).correlationId,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });
});
