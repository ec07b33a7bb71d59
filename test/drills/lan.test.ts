/** `npm start -- --lan` as a real process: HTTPS on an address of this machine, with sign-in through the demo's provider. */
// Real time: a process starts and answers.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownPort, spawnProcess } from '../hosts/server-process.ts';

/** Another loopback address replaces the network address, so that no other machine can reach it. */
const HOST = '127.0.0.2';

let folder: string;
let port: number;
let server: ReturnType<typeof spawnProcess>;
let ca: string;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function ask(path: string, options: Pick<RequestOptions, 'headers' | 'servername'> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: HOST, port, path, ca, ...options }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.once('error', reject);
    sent.end();
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-lan-'));
  port = await ownPort();
  server = spawnProcess({ DATA_DIR: folder, PORT: String(port) }, undefined, ['--lan', HOST]);
  const gone = once(server.child, 'exit');
  const ready = new Promise<void>((resolve) => {
    server.child.stdout?.on('data', () => {
      if (server.output().includes('DEMO è pronto')) resolve();
    });
  });
  await Promise.race([ready, gone]);
  ca = readFileSync(join(folder, 'lan/lan.pem'), 'utf8').replace(/-----BEGIN PRIVATE[\s\S]*PRIVATE KEY-----\n/, '');
});

afterAll(async () => {
  if (server.child.exitCode === null) {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the demo on the local network', () => {
  it('prints its address and a warning', () => {
    expect(server.output()).toContain(`https://${HOST}:${port}`);
    expect(server.output()).toContain('ATTENZIONE: la demo è aperta a tutta la rete locale');
  });

  it('answers over HTTPS with its certificate, only at its own address', async () => {
    expect(await ask('/health')).toMatchObject({ status: 200 });
    expect((await ask('/health', { headers: { host: `evil.example.com:${port}` }, servername: HOST })).status).toBe(
      403,
    );
    expect((await ask('/demo/outbox')).status).toBe(200);
  });

  it('signs in with its own provider over the same certificate', async () => {
    const entry = await ask(`/sso/auth/?RelayState=https://${HOST}:${port}/logged?redirect=/dashboard`);
    expect(entry.status).toBe(303);
    const { location } = entry.headers;
    expect(String(location)).toMatch(new RegExp(`^https://${HOST}:${port}/demo/idp/`));
    const [cookie] = entry.headers['set-cookie'] ?? [];
    expect(cookie).toContain('Secure');
  });
});
