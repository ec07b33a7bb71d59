/** Mutual TLS with RSP and DMS, and the findings of `doctor`: each misconfiguration is reported under its setting, without secrets. */

// Real time: openssl dates the certificates by the system clock.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { realNow } from '#test/clock.ts';
import { inEnglish } from '#test/finding-lines.ts';
import { CLIENT, FaultProxy, openHost, TIME_LIMIT_MS } from '#test/hosts/search-directories.ts';
import { makeCertificates, type ServerCertificates } from '../../../test/mail/certificates.ts';
import { checkSearch } from './check-search.ts';
import type { DirectoriesHost } from './directories-host.ts';
import { type DirectoryFiles, readDirectoryFiles } from './directory-files.ts';
import { openHttpRsp } from './http.ts';

const DAYS = 60;
let folder: string;
let server: ServerCertificates;
let client: ServerCertificates;
let stranger: ServerCertificates;
let host: DirectoriesHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'search-check-'));
  [server, client, stranger] = await Promise.all([
    makeCertificates(folder, 'server'),
    makeCertificates(folder, 'client', undefined, DAYS),
    makeCertificates(folder, 'stranger', undefined, DAYS),
  ]);
  for (const { key } of [client, stranger]) await chmod(key, 0o400);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  const [certificate, key, clients] = await Promise.all(
    [server.certificate, server.key, client.authority].map((path) => readFile(path, 'utf8')),
  );
  host = await openHost({ tls: { certificate: certificate ?? '', key: key ?? '', clients: clients ?? '' } });
});
afterEach(() => host.close());

const files = (change: Partial<DirectoryFiles> = {}): DirectoryFiles => ({
  system: 'RSP',
  url: `${host.origin}/rsp`,
  token: { tokenUrl: `${host.origin}/token`, scope: null, ...CLIENT },
  authorities: server.authority,
  identity: { certificate: client.certificate, key: client.key },
  mapping: null,
  ...change,
});
const inFile = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};
const clock = { now: () => realNow() };
const check = async (change: Partial<DirectoryFiles> = {}, at = clock) =>
  inEnglish(await checkSearch({ rsp: files(change), dms: null }, at, TIME_LIMIT_MS)).slice(0, -1);

describe('mutual TLS', () => {
  it('requires our certificate, and refuses none or another one', async () => {
    const find = async (change: Partial<DirectoryFiles> = {}) =>
      openHttpRsp(await readDirectoryFiles(files(change))).find('R-000123');
    expect((await find())?.businessId).toBe('R-000123');
    await expect(find({ identity: null })).rejects.toMatchObject({ reason: 'down' });
    await expect(find({ identity: stranger })).rejects.toMatchObject({ reason: 'down' });
    expect(host.requests.map(({ path }) => path)).toEqual(['/token', '/rsp/customers/R-000123']);
  });

  it('sends nothing to an untrusted server', async () => {
    const settings = await readDirectoryFiles(files({ authorities: stranger.authority }));
    await expect(openHttpRsp(settings).find('R-000123')).rejects.toMatchObject({ reason: 'down' });
    expect(host.requests).toEqual([]);
  });
});

describe('the check', () => {
  it('succeeds, with a token and two searches', async () => {
    expect(await check()).toEqual([
      { name: 'RSP_CERTIFICATE', level: 'ok', text: expect.stringMatching(/^Key and certificate belong together/) },
      { name: 'RSP_URL', level: 'ok', text: expect.stringMatching(/^RSP answers/) },
    ]);
    const paths = host.requests.map(({ path }) => path).sort();
    expect(new Set(paths)).toEqual(new Set(['/token', '/rsp/people/search', '/rsp/companies/search']));
  });

  it('reports which of the two is not configured', async () => {
    const dms = files({ system: 'DMS', url: `${host.origin}/dms` });
    expect(
      (await checkSearch({ rsp: null, dms }, clock, TIME_LIMIT_MS)).map(({ name, level }) => `${name} ${level}`),
    ).toEqual([...['RSP_URL warning', 'DMS_CERTIFICATE ok', 'DMS_URL ok']]);
  });

  it.each<[string, string, () => Partial<DirectoryFiles> | Promise<Partial<DirectoryFiles>>]>([
    ['the secret', 'RSP_CLIENT_SECRET', () => ({ token: { ...files().token, clientSecret: 'sbagliato' } })],
    ['no token service', 'RSP_TOKEN_URL', () => ({ token: { ...files().token, tokenUrl: `${host.origin}/tokens` } })],
    ['a name without a host', 'RSP_TOKEN_URL', () => ({ token: { ...files().token, tokenUrl: 'https://a.invalid/' } })],
    ['a closed port', 'RSP_TOKEN_URL', () => ({ token: { ...files().token, tokenUrl: 'https://127.0.0.1:1/token' } })],
    [
      'plain HTTP',
      'RSP_TOKEN_URL',
      () => ({ token: { ...files().token, tokenUrl: `http://127.0.0.1:${host.port}/` } }),
    ],
    ['no search', 'RSP_URL', () => ({ url: `${host.origin}/crm` })],
    ['no authority', 'RSP_CERTIFICATES', () => ({ authorities: null })],
    ['another authority', 'RSP_CERTIFICATES', () => ({ authorities: stranger.authority })],
    ['a missing file', 'RSP_CERTIFICATES', () => ({ authorities: join(folder, 'none.pem') })],
    ['a file without certificates', 'RSP_CERTIFICATES', () => ({ authorities: server.key })],
    ['another key', 'RSP_KEY', () => ({ identity: { certificate: client.certificate, key: stranger.key } })],
    [
      'a certificate as key',
      'RSP_KEY',
      () => ({ identity: { certificate: client.certificate, key: server.authority } }),
    ],
    ['other names', 'RSP_MAPPING', async () => ({ mapping: await inFile('a.json', '{"fields":{"email":"mail"}}') })],
    ['other lists', 'RSP_MAPPING', async () => ({ mapping: await inFile('b.json', '{"answer":{"rows":"data"}}') })],
    ['no JSON', 'RSP_MAPPING', async () => ({ mapping: await inFile('c.json', '{fields') })],
    ['an unknown setting', 'RSP_MAPPING', async () => ({ mapping: await inFile('d.json', '{"field":{}}') })],
  ])('%s: a failure at %s', async (_, name, change) => {
    const findings = (await check(await change())).filter(({ level }) => level !== 'ok');
    expect(findings.map((finding) => [finding.name, finding.level])).toEqual([[name, 'failure']]);
    expect(findings[0]?.text).toMatch(/\.$/);
    expect(JSON.stringify(findings)).not.toMatch(/segreto|sbagliato/);
  });

  it.each([
    ['none of ours', () => null],
    ['another one', () => stranger],
  ])('%s where the server requires our certificate: reported under its setting', async (_, identity) => {
    const findings = (await check({ identity: identity() })).filter(({ level }) => level !== 'ok');
    expect(findings.map(({ name, text }) => `${name} ${text}`)).toEqual([expect.stringMatching(/^RSP_CERTIFICATE /)]);
  });

  it('reports a certificate that expires soon, and one that has expired', async () => {
    const later = (days: number) => ({ now: () => new Date(realNow().getTime() + days * 86_400_000) });
    expect((await check({}, later(DAYS - 29)))[0]).toMatchObject({ name: 'RSP_CERTIFICATE', level: 'warning' });
    expect((await check({}, later(DAYS + 1)))[0]).toMatchObject({ name: 'RSP_CERTIFICATE', level: 'failure' });
  });

  it('reports a key readable by other users', async () => {
    await chmod(client.key, 0o644);
    expect(await check()).toContainEqual(expect.objectContaining({ name: 'RSP_KEY', level: 'warning' }));
    await chmod(client.key, 0o400);
  });

  it('waits no longer than its limit for a slow system', async () => {
    const plain = await openHost();
    const proxy = await new FaultProxy(plain.port).listen();
    proxy.fault = 'slow';
    const { token } = files();
    const slow = files({
      ...{ url: `${proxy.origin}/rsp`, token: { ...token, tokenUrl: `${proxy.origin}/token` }, identity: null },
    });
    const [finding] = inEnglish(await checkSearch({ rsp: slow, dms: null }, clock, 200));
    expect(finding).toMatchObject({ name: 'RSP_TOKEN_URL', level: 'failure' });
    expect(finding?.text).toContain('no answer within 200 ms');
    await proxy.close();
    await plain.close();
  });
});
