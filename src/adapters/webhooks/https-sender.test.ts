/** Webhooks over real sockets: certificates, names that resolve to internal addresses, redirects, slow and endless responses. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebhookHost } from '../../../test/hosts/webhook-host.ts';
import { makeCertificates } from '../../../test/mail/certificates.ts';
import { type HttpsSenderOptions, openHttpsSender } from './https-sender.ts';

const NAME = 'dms.esempio.it';
let folder: string;
let authority: string;
/** A receiver with a certificate for NAME. */
let secure: ReturnType<typeof createServer>;
let calls: string[] = [];
let plain: WebhookHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  const files = await makeCertificates(folder, 'dms', `DNS:${NAME}`);
  authority = await readFile(files.authority, 'utf8');
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  secure = createServer({ cert, key }, (request, response) => {
    calls.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end('ok');
  });
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
  plain = await new WebhookHost().listen();
});
afterAll(async () => {
  secure.closeAllConnections();
  await new Promise((resolve) => secure.close(resolve));
  await plain.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  calls = [];
  plain.received.length = 0;
  Object.assign(plain, {
    ...{ status: 204, text: '', location: null, retryAfter: null, date: null },
    ...{ silent: false, endless: false },
  });
});

/** A resolver that returns the next of these lists at each call. */
function resolving(...lists: string[][]): LookupFunction & { asked: number } {
  const lookup = Object.assign(
    ((_name, options, callback) => {
      const list = lists[Math.min(lookup.asked, lists.length - 1)] ?? [];
      lookup.asked += 1;
      const found = list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all === true) callback(null, found);
      else callback(null, found[0]?.address ?? '', found[0]?.family ?? 0);
    }) as LookupFunction,
    { asked: 0 },
  );
  return lookup;
}

const securePort = (): number => (secure.address() as AddressInfo).port;
const secureUrl = (): string => `https://${NAME}:${securePort()}/hook`;
const strict = (more: Partial<HttpsSenderOptions> = {}) =>
  openHttpsSender({ allowedHosts: [], allowLoopback: false, timeLimit: 1_000, ...more });
const loose = (more: Partial<HttpsSenderOptions> = {}) => strict({ allowLoopback: true, ...more });
const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"è"}' });

describe('a host name', () => {
  it('that resolves to loopback, or to an internal address among public ones, is not connected to', async () => {
    for (const list of [['127.0.0.1'], ['::1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['10.0.0.1'], []]) {
      const sender = strict({ resolve: resolving(list), certificates: [authority] });
      expect(await sender.send(message(secureUrl())), String(list)).toMatchObject({ outcome: 'address', status: null });
    }
    expect(calls).toEqual([]);
  });

  it('is resolved once: the checked address is the one connected to', async () => {
    const resolve = resolving(['127.0.0.1'], ['8.8.8.8']);
    expect(await strict({ resolve }).send(message(secureUrl()))).toMatchObject({ outcome: 'address' });
    expect(resolve.asked).toBe(1);
  });

  it('configured by the operator may be internal, and its certificate is still checked', async () => {
    const inner = { allowedHosts: [`${NAME}:${securePort()}`], resolve: resolving(['127.0.0.1']) };
    expect(await strict({ ...inner, certificates: [authority] }).send(message(secureUrl()))).toMatchObject({
      ...{ outcome: 'delivered', status: 200 },
    });
    expect(calls).toEqual([`POST ${NAME}:${securePort()}/hook`]);
    expect(await strict(inner).send(message(secureUrl()))).toMatchObject({ outcome: 'tls', status: null });
    expect(calls).toHaveLength(1);
  });

  it('that does not resolve is reported as unreachable', async () => {
    const resolve: LookupFunction = (_name, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 0);
    expect(await strict({ resolve }).send(message(secureUrl()))).toMatchObject({
      ...{ outcome: 'unreachable', words: 'ENOTFOUND' },
    });
  });
});

describe('an IP address in a URL', () => {
  it('is checked again when sending, without a lookup', async () => {
    const resolve = resolving(['8.8.8.8']);
    for (const url of [`https://127.0.0.1:${securePort()}/`, `https://2130706433:${securePort()}/`, plain.url]) {
      expect(await strict({ resolve }).send(message(url)), url).toMatchObject({ outcome: 'address' });
    }
    expect([resolve.asked, calls.length, plain.received.length]).toEqual([0, 0, 0]);
  });
});

describe('a response', () => {
  it('of 2xx is a delivery; body and headers arrive as signed', async () => {
    expect(await loose().send(message(plain.url))).toMatchObject({ outcome: 'delivered', status: 204, words: '' });
    expect(plain.received[0]).toMatchObject({
      body: '{"a":"è"}',
      headers: { 'webhook-id': 'msg_1', 'content-length': '10' },
    });
  });

  it.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    Object.assign(plain, { status, location: plain.url });
    expect(await loose().send(message(plain.url))).toMatchObject({ outcome: 'redirect', status });
    expect(plain.received).toHaveLength(1);
  });

  it('that is long, or has control characters, is stored as one short line', async () => {
    Object.assign(plain, { status: 500, text: `a\r\n\u0000\u202eb${'x'.repeat(100_000)}` });
    const { words, outcome } = await loose().send(message(plain.url));
    expect(outcome).toBe('refused');
    expect(words).toMatch(/^a bx+$/);
    expect(words).toHaveLength(200);
  });

  it.each([
    [429, '120', 120],
    [503, '7', 7],
    [500, '120', null],
    [429, '-5', null],
    [429, 'domani', null],
    [429, 'Thu, 01 Jan 1970 00:00:00 GMT', null],
    [429, null, null],
  ])('%i with Retry-After %s asks to wait %s seconds', async (status, retryAfter, expected) => {
    Object.assign(plain, { status, retryAfter });
    const { retryAfter: seconds } = await loose().send(message(plain.url));
    expect(seconds).toBe(expected);
  });

  it('asks to wait until a date of its own clock', async () => {
    const [date, retryAfter] = ['Sun, 29 Nov 2026 23:59:00 GMT', 'Mon, 30 Nov 2026 00:00:30 GMT'];
    Object.assign(plain, { status: 503, retryAfter, date });
    const { retryAfter: seconds } = await loose().send(message(plain.url));
    expect(seconds).toBe(90);
  });

  it('that never comes or never ends is abandoned in time', async () => {
    plain.silent = true;
    const quick = loose({ timeLimit: 60 });
    expect(await quick.send(message(plain.url))).toMatchObject({ outcome: 'timeout', status: null });
    Object.assign(plain, { silent: false, status: 500, endless: true });
    const { outcome, milliseconds } = await quick.send(message(plain.url));
    expect(outcome).toBe('timeout');
    expect(milliseconds).toBeLessThan(1_000);
  });

  it('that is missing is unreachable', async () => {
    const gone = await new WebhookHost().listen();
    const { url } = gone;
    await gone.close();
    expect(await loose().send(message(url))).toMatchObject({ outcome: 'unreachable', words: 'ECONNREFUSED' });
  });
});
