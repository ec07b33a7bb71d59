/** The public address for `doctor`: wrong schemes, certificates, redirects and proxies, each explained in plain words. */

// Real time: openssl dates the proxy's certificate by the system clock.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ARRIVAL_PATH, reportArrival } from '#server/http/request/report-arrival.ts';
import { realNow } from '#test/clock.ts';
import { linesOf } from '#test/finding-lines.ts';
import { makeCertificates, type ServerCertificates } from '../../../test/mail/certificates.ts';
import { secretsFrom } from '../../secrets.ts';
import { controlPath } from '../backup/control-socket.ts';
import { checkPublicAddress, type PublicAddress } from './check-public-address.ts';

const secrets = secretsFrom(new Uint8Array(32).fill(1));
let ground: string;
let certificates: ServerCertificates;
let ca: string;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  ground = await mkdtemp(join(tmpdir(), 'public-'));
  certificates = await makeCertificates(ground, 'proxy');
  ca = await readFile(certificates.authority, 'utf8');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(() => rm(ground, { recursive: true, force: true }));

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

async function product(trustedProxies: number): Promise<number> {
  const app: FastifyInstance = Fastify({ trustProxy: (_address, hop) => hop < trustedProxies });
  const onRequest = reportArrival({ secrets, clock: { now: realNow }, settings: { version: '1.2.3', trustedProxies } });
  app.get(ARRIVAL_PATH, { onRequest }, async () => ({ status: 'READY' }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  open.push(app);
  return portOf(app.server);
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

async function serve(answer: Answer, tls = true): Promise<string> {
  const server: Server = tls
    ? createSecure(
        { key: await readFile(certificates.key, 'utf8'), cert: await readFile(certificates.certificate, 'utf8') },
        answer,
      )
    : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.closeAllConnections() ?? server.close() });
  return `${tls ? 'https' : 'http'}://127.0.0.1:${portOf(server)}`;
}

/** Passes requests on like nginx. */
const passing =
  (port: number, change: (headers: Record<string, string>) => Record<string, string> = (same) => same): Answer =>
  (incoming, outgoing) => {
    const given = incoming.headers as Record<string, string>;
    const forwarded = `${given['x-forwarded-for'] ?? ''}, ${incoming.socket.remoteAddress}`;
    const headers = change({ ...given, 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' });
    const call = request({ port, host: '127.0.0.1', path: incoming.url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    call.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  };

async function found(url: string, change: Partial<PublicAddress> = {}): Promise<string[]> {
  const findings = await checkPublicAddress({
    ...{ url, version: '1.2.3', dataDir: join(ground, 'none'), trustedProxies: 1, key: secrets.derive('doctor') },
    ...{ now: realNow, ca },
    ...change,
  });
  const lines = linesOf(findings);
  for (const one of lines) expect(one).toMatch(/^\w+ \w+: \S.*\.$/);
  return lines.filter((line) => !/^warning PUBLIC_URL: The certificate of 127.0.0.1 ends .* in [01] days?/.test(line));
}
const bad = async (...args: Parameters<typeof found>) =>
  (await found(...args)).filter((line) => !line.startsWith('ok '));
const line = (pattern: RegExp) => expect.stringMatching(pattern);

describe('the public URL', () => {
  it('responds as this installation, through one proxy', async () => {
    const url = await serve(passing(await product(1)));
    expect(await found(url)).toEqual([
      line(/^ok PUBLIC_URL: .* answers as this installation, version 1\.2\.3/),
      line(/^ok TRUSTED_PROXIES: One proxy is trusted/),
    ]);
  });

  it('has a certificate that expires soon', async () => {
    const url = await serve(passing(await product(1)));
    const findings = await checkPublicAddress({
      ...{ url, version: '1.2.3', dataDir: join(ground, 'none'), trustedProxies: 1, key: null, now: realNow, ca },
    });
    expect(linesOf(findings)[0]).toMatch(/^warning PUBLIC_URL: .*Have it renewed/);
  });

  it('has a wrong scheme: https without TLS, http where all is redirected to https', async () => {
    const plain = await serve(passing(await product(1)), false);
    expect(await bad(plain.replace('http:', 'https:'))).toEqual([
      line(/^failure PUBLIC_URL: .*says https, and what answers speaks no TLS/),
    ]);
    const leading = await serve((incoming, outgoing) => {
      outgoing.writeHead(301, { location: `https://${incoming.headers.host}${incoming.url}` }).end();
    }, false);
    expect(await bad(leading)).toEqual([
      line(/^failure PUBLIC_URL: .*the scheme of PUBLIC_URL is wrong. Write https:/),
    ]);
    const expecting = await serve((_, outgoing) => outgoing.writeHead(400).end(), false);
    expect(await bad(expecting)).toEqual([line(/^failure PUBLIC_URL: .*Write https in PUBLIC_URL/)]);
    const saying = await serve(passing(await product(1), (headers) => ({ ...headers, 'x-forwarded-proto': 'http' })));
    expect(await bad(saying)).toEqual([line(/^failure PUBLIC_URL: X-Forwarded-Proto arrives as http/)]);
  });

  it('redirects to itself, or elsewhere', async () => {
    const leading = await serve((incoming, outgoing) => outgoing.writeHead(302, { location: incoming.url }).end());
    expect(await bad(leading)).toEqual([line(/^failure PUBLIC_URL: .*redirects to itself/)]);
    const away = await serve((_, outgoing) => outgoing.writeHead(302, { location: 'https://altro.example' }).end());
    expect(await bad(away)).toEqual([line(/^failure PUBLIC_URL: .*redirects to https:\/\/altro\.example/)]);
  });

  it('has an untrusted certificate, or one for another name', async () => {
    const url = await serve(passing(await product(1)));
    const other = await readFile((await makeCertificates(ground, 'other')).authority, 'utf8');
    expect(await bad(url, { ca: other })).toEqual([line(/^failure PUBLIC_URL: .*leads to no trusted authority/)]);
    expect(await bad(url.replace('127.0.0.1', 'localhost'))).toEqual([line(/^failure PUBLIC_URL: .*for another name/)]);
  });

  it('has an unknown host name', async () => {
    expect(await bad('https://portale.invalid')).toEqual([
      line(/^failure PUBLIC_URL: The name portale\.invalid is not known/),
    ]);
  });

  it('responds as another installation, or with another secret', async () => {
    const page = await serve((_, outgoing) => outgoing.writeHead(200).end('<html>'));
    expect(await bad(page)).toEqual([line(/^failure PUBLIC_URL: .*answers 200, and not as this product/)]);
    const url = await serve(passing(await product(1)));
    const key = secretsFrom(new Uint8Array(32)).derive('doctor');
    expect(await bad(url, { key })).toEqual([
      line(/^failure PUBLIC_URL: .*answers, and as another installation or with another secret/),
    ]);
    expect(await bad(url, { version: '1.2.4' })).toEqual([line(/^warning PUBLIC_URL: .*answers as version 1\.2\.3/)]);
  });

  it('is expected to be down only while the product is stopped', async () => {
    const port = await product(1);
    await open.pop()?.close();
    const url = await serve(passing(port));
    expect(await bad(url)).toEqual([line(/^warning PUBLIC_URL: .*answers 502.*does not run/)]);
    expect(await bad('http://127.0.0.1:9')).toEqual([line(/^warning PUBLIC_URL: .*cannot be reached/)]);
    const control = createSocket();
    await new Promise<void>((resolve) => control.listen(controlPath(ground), resolve));
    open.push(control);
    expect(await bad(url, { dataDir: ground })).toEqual([line(/^failure PUBLIC_URL: .*answers 502.*The product runs/)]);
    expect(await bad('http://127.0.0.1:9', { dataDir: ground })).toEqual([
      line(/^failure PUBLIC_URL: .*The product runs/),
    ]);
  });
});

describe('proxies are reported', () => {
  it('when TRUSTED_PROXIES has too few or too many', async () => {
    expect(await bad(await serve(passing(await product(2))), { trustedProxies: 2 })).toEqual([
      line(/^failure TRUSTED_PROXIES: Every caller may choose the address.*Set TRUSTED_PROXIES=1/),
    ]);
    expect(await bad(await serve(passing(await product(0))), { trustedProxies: 0 })).toEqual([
      line(/^failure TRUSTED_PROXIES: All callers seem to come from 127\.0\.0\.1.*Set TRUSTED_PROXIES=1/),
    ]);
    expect(await bad(await serve(passing(await product(1))), { trustedProxies: 2 })).toEqual([
      line(/^warning TRUSTED_PROXIES: The product was started with 1/),
    ]);
  });

  it('when they replace the header', async () => {
    const replacing = (headers: Record<string, string>) => ({ ...headers, 'x-forwarded-for': '127.0.0.1' });
    expect(await bad(await serve(passing(await product(1), replacing)))).toEqual([]);
    expect(await bad(await serve(passing(await product(2), replacing)), { trustedProxies: 2 })).toEqual([
      line(/^warning TRUSTED_PROXIES: Proxies that are trusted: 2; that add an address: 1/),
    ]);
  });

  it('when they change the host name', async () => {
    const losing = (headers: Record<string, string>) => ({ ...headers, host: 'fascicolo.internal' });
    expect(await bad(await serve(passing(await product(1), losing)))).toEqual([
      line(/^failure proxy: The header Host arrives as fascicolo\.internal/),
    ]);
  });
});
