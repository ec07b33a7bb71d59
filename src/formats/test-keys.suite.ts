/** Keys and certificates for tests of signatures and timestamps: a root, and certificates issued by it. */

import { constants, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { testNow } from '#test/clock.ts';
import type { SigningAlgorithm } from './cms-write.ts';
import { type RevokedCertificate, writeCrl } from './crl.ts';
import { type CertificateProfile, issueCertificate, type NameAttribute } from './x509-issue.ts';

export interface TestKey {
  readonly certificate: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly algorithm: SigningAlgorithm;
  readonly serial: Uint8Array;
  /** PKCS#8. */
  readonly privateKey: Uint8Array;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

export interface TestKeyOptions {
  readonly issuer?: TestKey;
  readonly subject?: readonly NameAttribute[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Where the issuer publishes revocations. */
  readonly crlUrl?: string;
  /** RSA modulus; the key is P-256 if absent. */
  readonly rsaBits?: number;
}

/** Valid through 2026 and far beyond by default. */
export async function makeKey(profile: CertificateProfile, options: TestKeyOptions = {}): Promise<TestKey> {
  const pair = options.rsaBits
    ? generateKeyPairSync('rsa', { modulusLength: options.rsaBits })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm: SigningAlgorithm = options.rsaBits ? 'RSA-PKCS1-SHA256' : 'ECDSA-P256-SHA256';
  const own = async (data: Uint8Array) => signWith(pair.privateKey, data);
  const publicKey = new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' }));
  const serial = Uint8Array.of(0x5a, ...randomBytes(15));
  const { issuer } = options;
  const certificate = await issueCertificate({
    profile,
    subject: options.subject ?? [
      { type: 'C', value: 'IT' },
      { type: 'CN', value: `Prova ${profile}` },
    ],
    publicKey,
    ...(issuer ? { issuer: issuer.certificate, issuerPublicKey: issuer.publicKey } : {}),
    serial,
    notBefore: options.notBefore ?? new Date('2026-01-01T00:00:00Z'),
    notAfter: options.notAfter ?? new Date('2046-01-01T00:00:00Z'),
    ...(options.crlUrl === undefined ? {} : { crlUrl: options.crlUrl }),
    algorithm: issuer?.algorithm ?? algorithm,
    sign: issuer ? (tbs) => issuer.sign(tbs) : own,
  });
  const privateKey = new Uint8Array(pair.privateKey.export({ type: 'pkcs8', format: 'der' }));
  return { certificate, publicKey, privateKey, algorithm, serial, sign: own };
}

function signWith(key: KeyObject, data: Uint8Array): Uint8Array {
  return new Uint8Array(
    key.asymmetricKeyType === 'rsa'
      ? sign('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING })
      : sign('sha256', data, key),
  );
}

/** An authority's revocation list, by default valid for a week from `thisUpdate`. */
export function makeCrl(
  issuer: TestKey,
  revoked: readonly (Partial<RevokedCertificate> & { certificate: TestKey })[] = [],
  options: { thisUpdate?: Date; nextUpdate?: Date; signedBy?: TestKey } = {},
): Promise<Uint8Array> {
  const thisUpdate = options.thisUpdate ?? testNow();
  const { algorithm, sign } = options.signedBy ?? issuer;
  return writeCrl({
    issuer: issuer.certificate,
    issuerPublicKey: issuer.publicKey,
    number: thisUpdate.getTime(),
    thisUpdate,
    nextUpdate: options.nextUpdate ?? new Date(thisUpdate.getTime() + 7 * 86_400_000),
    revoked: revoked.map(({ certificate, date = thisUpdate, reason = 'unspecified' }) => ({
      serial: certificate.serial,
      date,
      reason,
    })),
    algorithm,
    sign: (tbs) => sign(tbs),
  });
}
