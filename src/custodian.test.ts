/** The custodian's certificate: which ones allow a start, and which are refused. */

import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKey, type TestKey } from '#formats/test-keys.suite.ts';
import { testNow } from '#test/clock.ts';
import { joinKey, readPart } from './cli/custodian/key-parts.ts';
import { writeCustody } from './cli/custodian/write-custody.ts';
import { CustodianRefused, DEMO_CUSTODY, openDemoCustodian, readCustodian } from './custodian.ts';

const now = testNow();
let folder: string;
let good: TestKey;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'custodian-'));
  good = await makeKey('custodian', { rsaBits: 3072 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** A certificate in a separate folder, with other files next to it. */
async function written(text: string, beside: Record<string, string> = {}): Promise<string> {
  const own = join(folder, randomUUID());
  await mkdir(own);
  for (const [name, content] of Object.entries(beside)) await writeFile(join(own, name), content);
  await writeFile(join(own, 'custode.pem'), text);
  return join(own, 'custode.pem');
}

it('the certificate is read with its fingerprint', async () => {
  const path = await written(pem('CERTIFICATE', good.certificate));
  const { certificate, sha256 } = await readCustodian(path, [], now);
  expect(Buffer.from(certificate).equals(Buffer.from(good.certificate))).toBe(true);
  expect(sha256).toBe(new X509Certificate(certificate).fingerprint256.replaceAll(':', '').toLowerCase());
});

it('the certificate is refused with its private key beside it, in the same file, or among the server’s own, in any format', async () => {
  const certificate = pem('CERTIFICATE', good.certificate);
  const key = pem('PRIVATE KEY', good.privateKey);
  const pkcs1 = createPrivateKey(key).export({ type: 'pkcs1', format: 'pem' }).toString();
  const served = join(folder, 'keys');
  await mkdir(served);
  await writeFile(join(served, 'vecchia.key'), pkcs1);
  const refused = async (path: string, folders: readonly string[] = []) =>
    expect(readCustodian(path, folders, now)).rejects.toThrow(/La chiave privata del custode è in /);
  await refused(await written(certificate + key));
  await refused(await written(certificate, { 'altro.txt': key }));
  await refused(await written(certificate, { 'altro.txt': pkcs1 }));
  await refused(await written(certificate), [served]);
  // An unrelated key is ignored.
  const other = await makeKey('custodian', { rsaBits: 3072 });
  await readCustodian(await written(certificate, { 'altro.txt': pem('PRIVATE KEY', other.privateKey) }), [], now);
});

it('the certificate is refused with its key nearby as a link, as DER, or with a password', async () => {
  const certificate = pem('CERTIFICATE', good.certificate);
  const key = createPrivateKey(pem('PRIVATE KEY', good.privateKey));
  const refused = (path: string, why: RegExp) => expect(readCustodian(path, [], now)).rejects.toThrow(why);
  const mounted = await written(certificate);
  const [secret, links] = [join(folder, randomUUID()), join(mounted, '..')];
  await mkdir(secret);
  await writeFile(join(secret, 'tls.key'), pem('PRIVATE KEY', good.privateKey));
  await symlink(join(secret, 'tls.key'), join(links, 'tls.key'));
  await refused(mounted, /La chiave privata del custode è in .*tls\.key/);

  for (const type of ['pkcs8', 'pkcs1'] as const) {
    const path = await written(certificate);
    await writeFile(join(path, '..', 'custode.der'), key.export({ type, format: 'der' }));
    await refused(path, /La chiave privata del custode è in .*custode\.der/);
    const locked = key.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'segreta' }).toString();
    await refused(await written(certificate, { 'custode.key': locked }), /protetta da password: .*custode\.key/);
  }
});

it('the certificate is refused in the folder where it was created, with any part of its key', async () => {
  const made = join(folder, randomUUID());
  await writeCustody(made, {
    parts: 3,
    needed: 2,
    name: 'Custode di prova',
    createdAt: new Date(now.getTime() - 1000),
  });
  const path = join(made, 'certificato-custode.pem');
  const refused = (at: string, folders: readonly string[] = []) =>
    expect(readCustodian(at, folders, now)).rejects.toThrow(/Una parte della chiave del custode è in .*parte-/);
  await refused(path);
  await rm(join(made, 'parte-1-di-3.txt'));
  await rm(join(made, 'parte-2-di-3.txt'));
  await refused(path);
  const apart = await written(await readFile(path, 'utf8'));
  await refused(apart, [made]);
  expect(await readCustodian(apart, [], now)).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // A part of another custodian's key does not concern this one.
  const other = await written(pem('CERTIFICATE', good.certificate));
  await copyFile(join(made, 'parte-3-di-3.txt'), join(other, '..', 'parte-3-di-3.txt'));
  await readCustodian(other, [], now);
});

it.each([
  ['a weak key', { rsaBits: 2048 }],
  ['an elliptic key', {}],
  ['an expired one', { rsaBits: 3072, notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') }],
])('the certificate is refused: %s', async (_name, options) => {
  const { certificate } = await makeKey('custodian', options);
  await expect(readCustodian(await written(pem('CERTIFICATE', certificate)), [], now)).rejects.toThrow(
    CustodianRefused,
  );
});

it('the setting is refused: a certificate for signing, no certificate, nothing', async () => {
  const { certificate } = await makeKey('signer', { rsaBits: 3072 });
  for (const path of [
    await written(pem('CERTIFICATE', certificate)),
    await written('certificato'),
    join(folder, 'non-esiste.pem'),
  ]) {
    await expect(readCustodian(path, [], now)).rejects.toThrow(CustodianRefused);
  }
});

it('the demo’s certificate is created once: parts in a separate folder, only the certificate among the keys', async () => {
  const data = join(folder, 'data');
  await mkdir(data);
  const first = await openDemoCustodian(data, now);
  expect(await openDemoCustodian(data, now)).toEqual(first);
  expect((await readdir(join(data, DEMO_CUSTODY))).sort()).toEqual([
    'certificato-custode.pem',
    'parte-1-di-3.txt',
    'parte-2-di-3.txt',
    'parte-3-di-3.txt',
  ]);
  expect(await readdir(join(data, 'keys'))).toEqual(['custodian.pem']);
  expect(await readFile(join(data, 'keys', 'custodian.pem'), 'utf8')).not.toContain('PRIVATE');
  const parts = ['parte-1-di-3.txt', 'parte-3-di-3.txt'].map(async (name) =>
    readPart(await readFile(join(data, DEMO_CUSTODY, name), 'utf8'), name),
  );
  const key = createPrivateKey({ key: Buffer.from(joinKey(await Promise.all(parts))), format: 'der', type: 'pkcs8' });
  expect(new X509Certificate(first.certificate).checkPrivateKey(key)).toBe(true);
  // The parts have been moved elsewhere, as intended: the server starts without them.
  await rm(join(data, DEMO_CUSTODY), { recursive: true });
  expect(await openDemoCustodian(data, now)).toEqual(first);
});
