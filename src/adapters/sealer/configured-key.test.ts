/** Configured keys: PKCS#12 files as openssl writes them, a SoftHSM token; an unsuitable key is refused before it signs. */
import { verify, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KeyUnavailable, type SigningKey } from '#ports/sealer.ts';
import {
  makePki,
  makeToken,
  PASSPHRASE,
  PIN,
  type TestPki,
  writeCertificates,
  writePkcs12,
} from '../../../test/stages/operator-keys.ts';
import { openConfiguredKey } from './configured-key.ts';
import { openPkcs11Signer, readPkcs11Address } from './pkcs11.ts';

let folder: string;
let pki: TestPki;
let rsa: TestPki;
let token: Awaited<ReturnType<typeof makeToken>>;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'given-'));
  pki = await makePki(folder, 'curva');
  rsa = await makePki(folder, 'rsa', { rsaBits: 3072 });
  token = await makeToken(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const data = new Uint8Array(100_000).fill(9);
const holds = async (key: SigningKey): Promise<boolean> =>
  verify('sha256', data, new X509Certificate(key.certificate).publicKey, await key.sign(data));
const openFile = (path: string, text = PASSPHRASE, certificates: string | null = null) =>
  openConfiguredKey({ source: { pkcs12: path }, secret: { text }, certificates });

describe('a PKCS#12 file', () => {
  it.each<[string, string[]]>([
    ['openssl writes it today', []],
    ['AES-128 and SHA-1', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha1']],
    ['SHA-512 and many rounds', ['-macalg', 'sha512', '-iter', '100000']],
    ['certificates in the clear', ['-certpbe', 'NONE']],
  ])('provides key and chain as %s', async (_, more) => {
    const key = await openFile(await writePkcs12(at('one.p12'), pki.seal, [pki.root, pki.issuing], more));
    expect(key.certificate).toEqual(pki.seal.certificate);
    expect(key.chain).toEqual([pki.issuing.certificate, pki.root.certificate]);
    expect(key.algorithm).toBe('ECDSA-P256-SHA256');
    expect(await holds(key)).toBe(true);
  });

  it('may contain an RSA key, and its passphrase may be in a file', async () => {
    const pkcs12 = await writePkcs12(at('rsa.p12'), rsa.seal, [rsa.issuing, rsa.root]);
    await writeFile(at('frase'), `${PASSPHRASE}\n`);
    const key = await openConfiguredKey({ source: { pkcs12 }, secret: { file: at('frase') }, certificates: null });
    expect(key.algorithm).toBe('RSA-PKCS1-SHA256');
    expect(await holds(key)).toBe(true);
  });

  it('is refused with a wrong passphrase, which is not shown', async () => {
    const path = await writePkcs12(at('wrong.p12'), pki.seal, [pki.issuing, pki.root]);
    const error: unknown = await openFile(path, 'sbagliata').catch((one: unknown) => one);
    expect(String(error)).toMatch(/passphrase is wrong/);
    expect(String(error)).not.toContain('sbagliata');
  });

  it('is refused when one byte was changed, cut off or is missing', async () => {
    const bytes = await readFile(await writePkcs12(at('whole.p12'), pki.seal, [pki.issuing, pki.root]));
    for (const change of [40, Math.floor(bytes.length / 2)]) {
      const changed = Buffer.from(bytes);
      changed[change] = (changed[change] ?? 0) ^ 0xff;
      await writeFile(at('changed.p12'), changed);
      await expect(openFile(at('changed.p12')), String(change)).rejects.toThrow(/changed|damaged/);
    }
    await writeFile(at('short.p12'), bytes.subarray(0, 300));
    await expect(openFile(at('short.p12'))).rejects.toThrow(/damaged/);
    await writeFile(at('text.p12'), 'ecco');
    await expect(openFile(at('text.p12'))).rejects.toThrow(/not a PKCS#12/);
  });

  it.each<[string, string[], RegExp]>([
    ['triple DES', ['-certpbe', 'PBE-SHA1-3DES'], /export it anew/],
    ['no MAC', ['-nomac'], /no MAC/],
  ])('with %s is refused with advice', async (_, more, words) => {
    await expect(openFile(await writePkcs12(at('old.p12'), pki.seal, [], more))).rejects.toThrow(words);
  });

  it('is refused when its certificates lead to no root, and accepted with those of another file', async () => {
    const path = await writePkcs12(at('bare.p12'), pki.seal, []);
    await expect(openFile(path)).rejects.toThrow(/do not lead to a root/);
    const chain = await writeCertificates(at('chain.pem'), pki.seal, pki.issuing, pki.root);
    expect(await holds(await openFile(path, PASSPHRASE, chain))).toBe(true);
    const others = await writeCertificates(at('others.pem'), rsa.seal, rsa.issuing, rsa.root);
    await expect(openFile(path, PASSPHRASE, others)).rejects.toThrow(/no certificate of this key/);
  });

  it('with a weak key is refused', async () => {
    const weak = await makePki(folder, 'debole', { rsaBits: 2048 });
    await expect(openFile(await writePkcs12(at('weak.p12'), weak.seal, [weak.issuing, weak.root]))).rejects.toThrow(
      /too weak|3072/,
    );
  });
});

describe('a PKCS#11 token', () => {
  const open = (pkcs11: string, certificates: string, text = PIN) =>
    openConfiguredKey({ source: { pkcs11 }, secret: { text }, certificates });

  it('signs with the key of its id, P-256 and RSA, under concurrency', async () => {
    const [first, second] = [await token.put(pki.seal, '01'), await token.put(rsa.seal, '02')];
    const curve = await open(first, await writeCertificates(at('curve.pem'), pki.seal, pki.issuing, pki.root));
    const bits = await open(second, await writeCertificates(at('bits.pem'), rsa.seal, rsa.issuing, rsa.root));
    expect(await Promise.all(Array.from({ length: 10 }, (_, index) => holds(index % 2 ? curve : bits)))).toEqual(
      Array(10).fill(true),
    );
  });

  it('is refused when its key does not match the certificate', async () => {
    const other = await writeCertificates(at('other.pem'), rsa.issuing, rsa.root);
    await expect(open(await token.put(pki.seal, '03'), other)).rejects.toThrow(/does not fit/);
  });

  it('reports a missing key, token or library', async () => {
    const chain = await writeCertificates(at('here.pem'), pki.seal, pki.issuing, pki.root);
    const address = await token.put(pki.seal, '04');
    await expect(open(address.replace('%04', '%77'), chain)).rejects.toThrow(/Private key not found/);
    await expect(open(address.replace('prova', 'altro'), chain)).rejects.toThrow(/No slot with token named/);
    await expect(open(address.replace('softhsm2', 'nessuna'), chain)).rejects.toThrow(/cannot open|Failed to load/);
  });

  it('is not used again after a wrong PIN, so that it does not lock itself', async () => {
    const chain = await writeCertificates(at('pin.pem'), pki.seal, pki.issuing, pki.root);
    const address = await token.put(pki.seal, '05');
    await expect(open(address, chain, '00000000')).rejects.toThrow(/CKR_PIN_INCORRECT/);
    const sign = openPkcs11Signer(readPkcs11Address(address), '00000000', 'ECDSA-P256-SHA256');
    const refusal: unknown = await sign(data).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KeyUnavailable);
    // Proves that the token is not accessed again: without its configuration the error would be a different one.
    const conf = process.env.SOFTHSM2_CONF;
    process.env.SOFTHSM2_CONF = at('niente.conf');
    await expect(sign(data)).rejects.toBe(refusal);
    process.env.SOFTHSM2_CONF = conf;
    expect(await holds(await open(address, chain))).toBe(true);
  });

  it('receives the PIN in a way invisible in process lists', async () => {
    const chain = await writeCertificates(at('ps.pem'), pki.seal, pki.issuing, pki.root);
    const key = await open(await token.put(pki.seal, '06'), chain);
    // Records the program's arguments, which any user can see in the process list.
    const shown = at('shown');
    await mkdir(at('bin'));
    const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> "${shown}"\nPATH="${process.env.PATH}" exec pkcs11-tool "$@"\n`;
    await writeFile(at('bin/pkcs11-tool'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${at('bin')}:${process.env.PATH}`);
    await key.sign(data).finally(() => vi.unstubAllEnvs());
    const text = await readFile(shown, 'utf8');
    expect(text).toContain('--sign');
    expect(text).not.toContain(PIN);
  });
});

describe('a PKCS#11 URI (RFC 7512)', () => {
  it('names library, token and id', () => {
    expect(readPkcs11Address('pkcs11:token=La%20mia;id=%01aB?module-path=/usr/lib/x.so')).toEqual({
      module: '/usr/lib/x.so',
      token: 'La mia',
      id: '016142',
    });
  });

  it.each([
    ['pkcs11:token=t;id=%01', /module-path/],
    ['pkcs11:id=%01?module-path=/x.so', /token/],
    ['pkcs11:token=t;object=seal?module-path=/x.so', /id is missing/],
    ['pkcs11:token=t;id=%0?module-path=/x.so', /octets/],
    ['pkcs11:token=%ZZ;id=%01?module-path=/x.so', /percent/],
    ['pkcs11:token=t;id=%01?module-path=/x.so&pin-value=1234', /PIN has a separate setting/],
  ])('%s is refused', (text, words) => {
    expect(() => readPkcs11Address(text)).toThrow(words);
  });
});
