/** nginx and HAProxy configured as in deploy/proxy, over two nodes: what reaches a node, and what a dying node costs. */

// Real time: third-party proxies use no other.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownPort } from '../hosts/server-process.ts';

const proxies = join(import.meta.dirname, '../../deploy/proxy');
const HOST = 'fascicolo.example.it';
let folder: string;
let certificate: string;

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A node that records requests and answers as configured. */
class Node {
  readonly seen: Seen[] = [];
  status = 200;
  readonly #server: Server = createServer((incoming, answer) => {
    incoming.resume();
    if (incoming.url === '/ready') return void answer.end('{}');
    this.seen.push({ method: incoming.method, headers: incoming.headers });
    if (this.status === 0) return void incoming.socket.destroy();
    answer.writeHead(this.status, { 'content-type': 'text/plain' });
    if (incoming.url === '/api/events') return void answer.write('data: 1\n\n');
    incoming.on('end', () => answer.end('a node'));
  });

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fascicolo-proxies-'));
  certificate = join(folder, 'cert.pem');
  const key = join(folder, 'key.pem');
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'both.pem'), `${readFileSync(certificate, 'utf8')}${readFileSync(key, 'utf8')}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ports {
  readonly http: number;
  readonly https: number;
  readonly nodes: readonly number[];
}

/** Each runs with its file as delivered, with the test's ports, certificate and nodes inserted. */
const PROXIES = {
  nginx: ({ http, https, nodes }: Ports) => {
    const own = readFileSync(join(proxies, 'nginx.conf'), 'utf8')
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${https} ssl`)
      .replace('/etc/fascicolo/tls/fullchain.pem', certificate)
      .replace('/etc/fascicolo/tls/privkey.pem', join(folder, 'key.pem'))
      .replace(/server 127\.0\.0\.1:8080 (.*)/, nodes.map((port) => `server 127.0.0.1:${port} $1`).join('\n'));
    const file = join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const frame = `user root; daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr crit; events {}`;
    writeFileSync(file, `${frame} http { ${paths.join(' ')} ${own} }`);
    return { check: ['/usr/sbin/nginx', '-t', '-c', file], run: ['/usr/sbin/nginx', '-c', file] };
  },
  HAProxy: ({ http, https, nodes }: Ports) => {
    const own = readFileSync(join(proxies, 'haproxy.cfg'), 'utf8')
      .replace('bind :80\n', `bind 127.0.0.1:${http}\n`)
      .replace('bind :443 ', `bind 127.0.0.1:${https} `)
      .replace('/etc/haproxy/fascicolo.pem', join(folder, 'both.pem'))
      .replace(/server node1 .*/, nodes.map((port, i) => `server node${i} 127.0.0.1:${port} check`).join('\n    '));
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, own);
    return { check: ['/usr/sbin/haproxy', '-c', '-f', file], run: ['/usr/sbin/haproxy', '-db', '-f', file] };
  },
};

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it has ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise((told) => socket.once('connect', () => told(true)).once('error', () => told(false)));
    socket.destroy();
    if (open) return;
    await pause(20);
  }
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

describe.each(Object.entries(PROXIES))('%s', (_, configure) => {
  let nodes: [Node, Node];
  let ports: Ports;
  let child: ChildProcess;
  let checked: { status: number | null; said: string };

  beforeEach(async () => {
    nodes = [new Node(), new Node()];
    ports = {
      http: await ownPort(),
      https: await ownPort(),
      nodes: [await nodes[0].listen(), await nodes[1].listen()],
    };
    const { check, run } = configure(ports);
    const { status, stdout, stderr } = spawnSync(check[0] ?? '', check.slice(1), { encoding: 'utf8' });
    checked = { status, said: `${stdout}${stderr}` };
    child = spawn(run[0] ?? '', run.slice(1), { stdio: 'ignore' });
    await waitForPort(ports.https, child);
    // HAProxy sends nothing to a node that it has not probed yet.
    for (let i = 0; i < 100 && (await ask('GET', '/')).status !== 200; i += 1) await pause(50);
    for (const node of nodes) node.seen.length = 0;
  });
  afterEach(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    for (const node of nodes) node.close();
  });

  function ask(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
    const options = { port: ports.https, host: '127.0.0.1', servername: HOST, ca: readFileSync(certificate) };
    return new Promise((resolve, reject) => {
      const call = request(
        { ...options, method, path, headers: { host: HOST, ...headers }, agent: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part) => {
            text += part;
            // An event stream never ends on its own.
            if (path === '/api/events') resolve({ status: answer.statusCode, text });
          });
          answer.once('end', () => resolve({ status: answer.statusCode, text }));
          answer.once('error', () => undefined);
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  }
  const seen = () => nodes.flatMap((node) => node.seen);

  test('accepts the configuration file unchanged', () => {
    expect(checked).toMatchObject({ status: 0 });
    expect(checked.said).not.toMatch(/warn/i);
  });

  test('redirects to HTTPS', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/f/x?y=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')?.startsWith('https://')]).toEqual([308, true]);
    expect(answer.headers.get('location')).toContain('/f/x?y=1');
  });

  test('passes the client address to the node, and ignores forwarding headers of the browser', async () => {
    await ask('GET', '/api/account', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' });
    const [{ headers } = { headers: {} as IncomingHttpHeaders }] = seen();
    expect([headers.host, headers['x-forwarded-for'], headers['x-forwarded-proto']]).toEqual([
      HOST,
      '127.0.0.1',
      'https',
    ]);
  });

  test('accepts the largest upload, and nothing larger', async () => {
    expect((await ask('POST', '/api/documents', {}, 'x'.repeat(35 * 1_048_576))).status).toBe(200);
    const larger = await ask('POST', '/api/documents', {}, 'x'.repeat(37 * 1_048_576)).catch(() => null);
    // A proxy may close the connection while the body is still being sent.
    expect([413, undefined]).toContain(larger?.status);
    expect(seen()).toHaveLength(1);
  });

  test('passes events on without buffering', async () => {
    expect(await ask('GET', '/api/events')).toEqual({ status: 200, text: 'data: 1\n\n' });
  });

  test('fails over to the other node when one stops or dies, without an error', async () => {
    for (const status of [503, 0]) {
      nodes[0].status = status;
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/api/account')));
      expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    }
    expect(nodes[0].seen.length).toBeGreaterThan(0);
  });

  test('does not repeat a POST', async () => {
    for (const node of nodes) node.status = 0;
    await ask('POST', '/api/documents', {}, '{}').catch(() => null);
    expect(seen()).toHaveLength(1);
  });
});
