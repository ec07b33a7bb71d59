/** The demo's identity provider refuses pages of other origins, like the rest of the demo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoProvider } from '#adapters/identity-provider/demo-provider.ts';
import { buildApp } from '#server/app.ts';
import { PERSONAS } from '#server/demo/personas.ts';
import { mountDemoProvider } from '#server/demo/provider.ts';
import { listenOnFreePort, readRaw, sendRaw } from '../attacks/http/raw-http.ts';
import { makeWorld, type TestWorld } from '../world.ts';

let test: TestWorld;
let app: Awaited<ReturnType<typeof buildApp>>;
let port: number;
beforeAll(async () => {
  test = await makeWorld();
  const provider = await openDemoProvider({
    clientId: 'fascicolo',
    clientSecret: 's'.repeat(40),
    publicUrl: 'http://localhost',
    personas: PERSONAS,
    onDefect: () => undefined,
  });
  app = await buildApp(test.world, (fastify) => mountDemoProvider(fastify, provider));
  port = await listenOnFreePort(app);
});
afterAll(async () => {
  await app.close();
  await test.close();
});

const request = async (method: string, path: string, host: string) => {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Origin: https://attacker.example',
    'Access-Control-Request-Method: POST',
    'Content-Length: 0',
    'Connection: close',
  ];
  return readRaw(await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`));
};

describe.each([
  '/demo/idp/.well-known/openid-configuration',
  '/demo/idp/jwks',
  '/demo/idp/token',
  '/demo/idp/me',
  '/demo/idp/auth?client_id=x',
  '/demo/idp/session/end',
  '/demo/idp/choose/x',
])('%s', (path) => {
  it('gives no foreign origin CORS permission, for any method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await request(method, path, 'localhost');
      expect(answer.status, method).toBeLessThan(500);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('is not served under another host name', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      expect((await request(method, path, 'attacker.example')).status).toBe(403);
    }
  });
});
