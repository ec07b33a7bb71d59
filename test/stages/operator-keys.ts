/**
 * Keys as an operator would supply them: a root stored separately with its revocation list, PKCS#12 files made by
 * openssl, a SoftHSM token.
 */
import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeCrl, makeKey, type TestKey } from '../../src/formats/test-keys.suite.ts';
import type { CertificateProfile } from '../../src/formats/x509-issue.ts';

const runFile = promisify(execFile);
export const PASSPHRASE = 'una frase lunga è meglio';
export const PIN = '43210987';
const TOKEN = 'fascicolo prova';
/** Debian's package installs it under the architecture's folder, with a link here. */
const MODULE = '/usr/lib/softhsm/libsofthsm2.so';

const pemOf = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`;

/** Public key infrastructure of one installation: root, issuing authority, seal. */
export interface TestPki {
  readonly root: TestKey;
  readonly issuing: TestKey;
  readonly seal: TestKey;
  /** File with the root's revocation list. */
  readonly crlFile: string;
}

const fileName = (text: string) =>
  [
    { type: 'C', value: 'IT' },
    { type: 'CN', value: text },
  ] as const;

/**
 * @param name also used as a file name: no blanks. @param options `thisUpdate`: the date of the revocation list,
 * for programs that use the real time.
 */
export async function makePki(
  folder: string,
  name: string,
  { thisUpdate, ...options }: { rsaBits?: number; thisUpdate?: Date } = {},
): Promise<TestPki> {
  const root = await makeKey('root', { subject: fileName(`${name} radice`) });
  const issuing = await makeKey('issuing', { issuer: root, subject: fileName(`${name} firmatari`) });
  const seal = await makeKey('seal', { issuer: issuing, subject: fileName(`${name} sigillo`), ...options });
  const crlFile = join(folder, `${name}-root.crl`);
  await writeFile(crlFile, pemOf('X509 CRL', await makeCrl(root, [], thisUpdate === undefined ? {} : { thisUpdate })));
  return { root, issuing, seal, crlFile };
}

export const newKey = (profile: CertificateProfile, issuer: TestKey, name: string): Promise<TestKey> =>
  makeKey(profile, { issuer, subject: fileName(name) });

/** Writes the certificate of each key and of its issuers as PEM. @returns the path. */
export async function writeCertificates(path: string, ...keys: readonly TestKey[]): Promise<string> {
  await writeFile(path, keys.map(({ certificate }) => pemOf('CERTIFICATE', certificate)).join(''));
  return path;
}

/** @param more further arguments of `openssl pkcs12 -export`. @returns the path. */
export async function writePkcs12(
  path: string,
  key: TestKey,
  chain: readonly TestKey[],
  more: readonly string[] = [],
): Promise<string> {
  const [keyFile, ownFile, chainFile] = [`${path}.key`, `${path}.crt`, `${path}.chain`];
  await writeFile(keyFile, pemOf('PRIVATE KEY', key.privateKey), { mode: 0o600 });
  await writeCertificates(ownFile, key);
  await writeCertificates(chainFile, ...chain);
  const files = ['-inkey', keyFile, '-in', ownFile, ...(chain.length > 0 ? ['-certfile', chainFile] : [])];
  const env = { ...process.env, PASSPHRASE };
  await runFile('openssl', ['pkcs12', '-export', ...files, '-out', path, '-passout', 'env:PASSPHRASE', ...more], {
    env,
  });
  return path;
}

/** A SoftHSM token in a separate folder; its library finds it by SOFTHSM2_CONF. */
export async function makeToken(folder: string): Promise<{
  /** Imports a key into the token. @returns its RFC 7512 address. */
  put(key: TestKey, id: string): Promise<string>;
}> {
  const tokens = join(folder, 'tokens');
  await mkdir(tokens, { recursive: true });
  const conf = join(folder, 'softhsm2.conf');
  await writeFile(conf, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  process.env.SOFTHSM2_CONF = conf;
  const tool = (...args: string[]) => runFile('softhsm2-util', args);
  await tool('--init-token', '--free', '--label', TOKEN, '--so-pin', '12345678', '--pin', PIN);
  return {
    async put(key, id) {
      const path = join(folder, `token-${id}.pem`);
      const pem = createPrivateKey({ key: Buffer.from(key.privateKey), format: 'der', type: 'pkcs8' });
      await writeFile(path, pem.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
      await tool('--import', path, '--token', TOKEN, '--label', `chiave ${id}`, '--id', id, '--pin', PIN);
      const octets = (id.match(/../g) ?? []).map((octet) => `%${octet}`).join('');
      return `pkcs11:token=${encodeURIComponent(TOKEN)};id=${octets}?module-path=${MODULE}`;
    },
  };
}
