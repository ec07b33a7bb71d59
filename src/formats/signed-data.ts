/** What a SignedData is checked with: certificates, the hashes that are accepted, signature values by WebCrypto (RFC 5280, RFC 5652). */
import { childrenOf, expectTag, readDerPrefix, readIdentifier, readTime, readUnsigned } from './der.ts';
import { oid } from './oids.ts';

export interface CertificateFields {
  readonly serial: Uint8Array;
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly extensions: ReadonlyMap<string, { readonly critical: boolean; readonly value: Uint8Array }>;
}

/** Why a signature was not accepted. */
export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused';
}

/** @throws DerError when it is not an X.509 certificate. */
export function readCertificate(der: Uint8Array): CertificateFields {
  const [tbs] = childrenOf(expectTag(readDerPrefix(der), 0x30, 'a certificate'));
  const all = childrenOf(expectTag(tbs, 0x30, 'a certificate body'));
  const fields = all[0]?.tag === 0xa0 ? all.slice(1) : all;
  const [notBefore, notAfter] = childrenOf(expectTag(fields[3], 0x30, 'a validity'));
  const extensions = new Map<string, { critical: boolean; value: Uint8Array }>();
  const wrapped = fields.find(({ tag }) => tag === 0xa3);
  const [list] = wrapped ? childrenOf(wrapped) : [];
  for (const extension of list ? childrenOf(list) : []) {
    const [type, ...rest] = childrenOf(extension);
    const value = expectTag(rest.at(-1), 0x04, 'an extension value').content;
    extensions.set(readIdentifier(type), { critical: rest.length === 2 && rest[0]?.content[0] === 0xff, value });
  }
  return {
    serial: readUnsigned(fields[0]),
    issuer: expectTag(fields[2], 0x30, 'an issuer').raw,
    subject: expectTag(fields[4], 0x30, 'a subject').raw,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: expectTag(fields[5], 0x30, 'a public key').raw,
    extensions,
  };
}

export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** The hashes that are accepted (D-66); anything else is refused. */
export const hashNames: Readonly<Record<string, HashName>> = {
  [oid.sha256]: 'SHA-256',
  [oid.sha384]: 'SHA-384',
  [oid.sha512]: 'SHA-512',
};

const signatureHashes: Readonly<Record<string, { key: 'RSA' | 'EC'; hash: HashName | null }>> = {
  // Plain rsaEncryption: the hash is the digest algorithm of the SignerInfo (RFC 5754 §3.2).
  [oid.rsaEncryption]: { key: 'RSA', hash: null },
  [oid.sha256WithRsa]: { key: 'RSA', hash: 'SHA-256' },
  [oid.sha384WithRsa]: { key: 'RSA', hash: 'SHA-384' },
  [oid.sha512WithRsa]: { key: 'RSA', hash: 'SHA-512' },
  [oid.ecdsaWithSha256]: { key: 'EC', hash: 'SHA-256' },
  [oid.ecdsaWithSha384]: { key: 'EC', hash: 'SHA-384' },
  [oid.ecdsaWithSha512]: { key: 'EC', hash: 'SHA-512' },
};

const curves: Readonly<Record<string, { name: string; size: number }>> = {
  [oid.p256]: { name: 'P-256', size: 32 },
  [oid.p384]: { name: 'P-384', size: 48 },
  [oid.p521]: { name: 'P-521', size: 66 },
};

/** @returns whether the value verifies. @throws SignatureRefused when the algorithm or key is not one that is accepted. */
export async function verifyValue(
  publicKey: Uint8Array,
  signatureAlgorithm: string,
  digest: HashName,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const scheme = signatureHashes[signatureAlgorithm];
  if (!scheme) throw new SignatureRefused('signature algorithm not accepted');
  const hash = scheme.hash ?? digest;
  const [algorithm] = childrenOf(expectTag(readDerPrefix(publicKey), 0x30, 'a public key'));
  const [type, parameters] = algorithm ? childrenOf(algorithm) : [];
  const isRsa = readIdentifier(type) === oid.rsaEncryption;
  if (isRsa !== (scheme.key === 'RSA')) throw new SignatureRefused('the key does not fit the signature algorithm');
  if (isRsa) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash };
    const key = await crypto.subtle.importKey('spki', ownBuffer(publicKey), rsa, false, ['verify']);
    if ((key.algorithm as RsaHashedKeyAlgorithm).modulusLength < 2048) throw new SignatureRefused('RSA key too short');
    return crypto.subtle.verify(rsa, key, ownBuffer(signature), ownBuffer(data));
  }
  const curve = curves[readIdentifier(parameters)];
  if (!curve) throw new SignatureRefused('curve not accepted');
  const named = { name: 'ECDSA', namedCurve: curve.name };
  const key = await crypto.subtle.importKey('spki', ownBuffer(publicKey), named, false, ['verify']);
  const value = fixedWidthSignature(signature, curve.size);
  return value !== null && crypto.subtle.verify({ name: 'ECDSA', hash }, key, value, ownBuffer(data));
}

/** ECDSA-Sig-Value to the r‖s form of WebCrypto; null when it is not one. */
function fixedWidthSignature(signature: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  try {
    const parts = childrenOf(expectTag(readDerPrefix(signature), 0x30, 'an ECDSA value')).map(readUnsigned);
    if (parts.length !== 2 || parts.some((part) => part.length > size)) return null;
    const fixed = new Uint8Array(size * 2);
    for (const [index, part] of parts.entries()) fixed.set(part, size * (index + 1) - part.length);
    return fixed;
  } catch {
    return null;
  }
}

/** WebCrypto's types want bytes that are not shared memory; views on ordinary buffers pass without a copy. */
function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
