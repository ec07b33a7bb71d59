/** A CMS is accepted only if digest, value and attributes are all intact. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkSignedData } from './cms-check.ts';
import { readCms } from './cms-read.ts';
import { writeSignedAttributes, writeSignedData } from './cms-write.ts';
import { childrenOf, DerError, joinBytes, readDer, toHex } from './der.ts';
import { oid } from './oids.ts';
import { SignatureRefused } from './signed-data.ts';
import { makeKey, type TestKey } from './test-keys.suite.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const content = new TextEncoder().encode('contratto');
const digest = () => sha256(content);

let root: TestKey;
let signer: TestKey;
let other: TestKey;

beforeAll(async () => {
  root = await makeKey('root');
  signer = await makeKey('signer', { issuer: root });
  other = await makeKey('signer', { issuer: root });
});

async function makeSignature(change: { key?: TestKey; named?: Uint8Array; holder?: TestKey; hash?: Uint8Array } = {}) {
  const keyHolder = change.holder ?? signer;
  const signedAttributes = writeSignedAttributes({
    contentDigest: change.hash ?? sha256(content),
    certificateDigest: sha256(change.named ?? keyHolder.certificate),
    certificate: keyHolder.certificate,
  });
  return writeSignedData({
    signedAttributes,
    signature: await (change.key ?? keyHolder).sign(signedAttributes),
    algorithm: keyHolder.algorithm,
    certificate: keyHolder.certificate,
    chain: [root.certificate],
  });
}

describe('a detached CAdES signature', () => {
  it('contains content-type, message-digest and signing-certificate-v2 and no signing-time', async () => {
    const data = readCms(await makeSignature());
    expect([...data.signed.keys()].sort()).toEqual(
      [oid.contentType, oid.messageDigest, oid.signingCertificateV2].sort(),
    );
    expect(data.content).toBeNull();
    expect(data.unsigned.size).toBe(0);
    expect(data.certificates).toHaveLength(2);
  });

  it('orders its attributes and certificates as DER requires', async () => {
    const data = readCms(await makeSignature());
    for (const items of [
      childrenOf(readDer(data.signedBytes ?? new Uint8Array())).map(({ raw }) => raw),
      data.certificates,
    ]) {
      const encodings = items.map(toHex);
      expect(encodings).toEqual([...encodings].sort());
    }
  });

  it('is accepted with its own certificate, with P-256 and RSA', async () => {
    expect(toHex(await checkSignedData(readCms(await makeSignature()), digest))).toBe(toHex(signer.certificate));
    const rsa = await makeKey('seal', { issuer: root, rsaBits: 3072 });
    const data = readCms(await makeSignature({ holder: rsa }));
    expect(toHex(await checkSignedData(data, digest))).toBe(toHex(rsa.certificate));
  });

  it('is read with the zero padding of /Contents', async () => {
    const cms = await makeSignature();
    expect(toHex(readCms(joinBytes([cms, new Uint8Array(500)])).value)).toBe(toHex(readCms(cms).value));
  });

  it.each<[string, () => Promise<Uint8Array>, RegExp]>([
    ['made by another key', () => makeSignature({ key: other }), /value/],
    ['over other content', () => makeSignature({ hash: sha256(Uint8Array.of(1)) }), /content/],
    ['that names another certificate', () => makeSignature({ named: other.certificate }), /signing-certificate-v2/],
  ])('is refused %s', async (_, make, reason) => {
    const data = readCms(await make());
    await expect(checkSignedData(data, digest)).rejects.toThrow(SignatureRefused);
    await expect(checkSignedData(data, digest)).rejects.toThrow(reason);
  });

  it('is refused when any byte of its signer is changed', async () => {
    const cms = await makeSignature();
    const signerStart = cms.length - readCms(cms).value.length - 200;
    for (let at = signerStart; at < cms.length; at += 7) {
      const changed = cms.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      const accepted = await Promise.resolve()
        .then(() => checkSignedData(readCms(changed), digest))
        .then(
          () => true,
          () => false,
        );
      expect(accepted, `byte ${at}`).toBe(false);
    }
  });

  it('is refused when its certificate is missing', async () => {
    const data = readCms(await makeSignature());
    await expect(checkSignedData({ ...data, certificates: [root.certificate] }, digest)).rejects.toThrow(/not inside/);
  });

  it('is refused when truncated', async () => {
    const cms = await makeSignature();
    for (const length of [0, 1, 10, cms.length - 1]) expect(() => readCms(cms.subarray(0, length))).toThrow(DerError);
  });

  it('is refused with an RSA key that is too short', async () => {
    const weak = await makeKey('seal', { issuer: root, rsaBits: 2048 });
    await expect(checkSignedData(readCms(await makeSignature({ holder: weak })), digest)).rejects.toThrow(/weak/);
  });
});
