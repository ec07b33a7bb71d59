/** Issues signers' certificates and revocation lists with an authority's key, wherever that key is kept. */
import { createHash, type KeyObject } from 'node:crypto';
import { writeCrl } from '#formats/crl.ts';
import { toHex } from '#formats/der.ts';
import { issueCertificate, type NameAttribute } from '#formats/x509-issue.ts';
import type { OneUseKey, SignerIdentity, SigningKey } from '#ports/sealer.ts';
import { generateKey, randomSerial, signWith } from './node-key.ts';
import type { Revocation } from './revocations.ts';

export interface Issuer extends Pick<SigningKey, 'certificate' | 'algorithm' | 'sign'> {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

const day = 24 * 60 * 60 * 1000;

/** A signer's certificate is used for one signature: its key is destroyed within seconds, its validity ends the next day. */
const signerLifetime = day;

/** Allows for slow clocks when a certificate is checked immediately. */
export const backdating = 5 * 60 * 1000;

/** Validity of a revocation list, and the age at which it is renewed: no reader ever gets one that is about to expire. */
const listLifetime = 7 * day;
const listRenewal = day;

/** The authority's newest revocation list: renewed when it ages or after a revocation. */
export function revocationListOf(issuer: Issuer): (revoked: readonly Revocation[], at: Date) => Promise<Uint8Array> {
  let current: { at: number; entries: number; number: number; der: Promise<Uint8Array> } | null = null;
  return async (revoked, at) => {
    const age = current === null ? 0 : at.getTime() - current.at;
    if (current === null || age < 0 || age > listRenewal || current.entries !== revoked.length) {
      // The time as number increases with every list without stored state.
      const number = Math.max(at.getTime(), (current?.number ?? 0) + 1);
      const der = writeCrl({
        issuer: issuer.certificate,
        issuerPublicKey: issuer.publicKey,
        number,
        thisUpdate: at,
        nextUpdate: new Date(at.getTime() + listLifetime),
        revoked: revoked.map(({ serial, date, reason }) => ({
          serial: new Uint8Array(Buffer.from(serial, 'hex')),
          date: new Date(date),
          reason,
        })),
        algorithm: issuer.algorithm,
        sign: (tbs) => issuer.sign(tbs),
      });
      current = { at: at.getTime(), entries: revoked.length, number, der };
      // A failed list is not cached: the next call tries again.
      der.catch(() => {
        current = null;
      });
    }
    return current.der;
  };
}

/** @param mark the organisational unit in the subject; null: none. */
export async function issueSignerKey(
  identity: SignerIdentity,
  at: Date,
  issuer: Issuer,
  chain: readonly Uint8Array[],
  mark: string | null,
): Promise<OneUseKey> {
  const pair = generateKey();
  let privateKey: KeyObject | null = pair.privateKey;
  const serial = randomSerial();
  const certificate = await issueCertificate({
    profile: 'signer',
    subject: signerSubject(identity, mark),
    publicKey: pair.publicKey,
    issuer: issuer.certificate,
    issuerPublicKey: issuer.publicKey,
    serial,
    notBefore: new Date(at.getTime() - backdating),
    notAfter: new Date(at.getTime() + signerLifetime),
    algorithm: issuer.algorithm,
    sign: (tbs) => issuer.sign(tbs),
  });
  return {
    certificate,
    chain,
    algorithm: 'ECDSA-P256-SHA256',
    serial: toHex(serial),
    async sign(data) {
      if (!privateKey) throw new Error('the key of this act was destroyed');
      return signWith(privateKey, data);
    },
    destroy() {
      privateKey = null;
    },
  };
}

/** EN 319 412-2, 4.2.4; the act's identifier takes the place of the usual personal code. */
function signerSubject(identity: SignerIdentity, mark: string | null): NameAttribute[] {
  return [
    { type: 'C', value: 'IT' },
    { type: 'O', value: identity.organization },
    { type: 'OU', value: mark ?? '' },
    { type: 'SN', value: identity.surname },
    { type: 'GN', value: identity.givenName },
    { type: 'serialNumber', value: printableAct(identity.actId) },
    { type: 'CN', value: identity.commonName },
  ].filter(({ value }) => value !== '') as NameAttribute[];
}

/** The act's identifier in the alphabet and length of a subject's serialNumber; a long one is replaced by its hash. */
function printableAct(actId: string): string {
  const printable = actId.replace(/[^A-Za-z0-9 '()+,\-./:=?]/g, '-');
  return printable.length <= 64 ? printable : createHash('sha256').update(actId).digest('hex');
}
