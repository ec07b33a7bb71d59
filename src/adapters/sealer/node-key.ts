/** A P-256 key in this process's memory, with its certificate, as a `SigningKey` of the port. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { SigningKey } from '#ports/sealer.ts';

export function generateKey(): { privateKey: KeyObject; publicKey: Uint8Array } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey: pair.privateKey, publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }) };
}

/** DER SubjectPublicKeyInfo of a private key. */
export const publicKeyOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' });

export const readPrivateKey = (pem: string): KeyObject => createPrivateKey(pem);

export const writePrivateKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** ECDSA over SHA-256, as DER ECDSA-Sig-Value. */
export const signWith = (key: KeyObject, data: Uint8Array): Uint8Array => sign('sha256', data, key);

/** Random certificate serial number: 128 bits, the first 0 and the second 1 (RFC 5280, section 4.1.2.2). */
export function randomSerial(): Uint8Array {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

/** The key as a `SigningKey` of the port. */
export function signingKeyOf(key: KeyObject, certificate: Uint8Array, chain: readonly Uint8Array[]): SigningKey {
  return { certificate, chain, algorithm: 'ECDSA-P256-SHA256', sign: async (data) => signWith(key, data) };
}
