/** Shared parts for checking a SignedData: certificates, accepted hashes, signature values by WebCrypto (RFC 5280, RFC 5652). */
import {
  childrenOf,
  type DerElement,
  expectTag,
  nullValue,
  objectIdentifier,
  readDerPrefix,
  readIdentifier,
  readInteger,
  readTime,
  readUnsigned,
  sequence,
} from './der.ts';
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

/** A signature was not accepted. */
export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused';
}

/** The key type is known, but the key is too short. */
export class WeakKey extends SignatureRefused {}

/** @throws DerError if it is not an X.509 certificate. */
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

/** Accepted hashes (D-66); any other is refused. */
export const acceptedHashes: Readonly<Record<string, HashName>> = {
  [oid.sha256]: 'SHA-256',
  [oid.sha384]: 'SHA-384',
  [oid.sha512]: 'SHA-512',
};

/** Hashes that a verifier can compute. SHA-1 proves nothing any more, but a mismatch still disproves the content. */
export type KnownHash = HashName | 'SHA-1';
export const knownHashes: Readonly<Record<string, KnownHash>> = { ...acceptedHashes, [oid.sha1]: 'SHA-1' };

export interface SignatureScheme {
  /** Object identifier of the signature algorithm. */
  readonly algorithm: string;
  /** DER of its parameters; RSA-PSS states its hash and salt there. */
  readonly parameters?: Uint8Array | null;
  /** The accompanying digest algorithm, used if the signature algorithm does not name one. */
  readonly digest: KnownHash;
}

type Family = 'RSA' | 'RSA-PSS' | 'EC' | 'EC-plain' | 'Ed25519';

const families: Readonly<Record<string, { family: Family; hash: KnownHash | null }>> = {
  // Plain rsaEncryption: the hash is the digest algorithm of the SignerInfo (RFC 5754, section 3.2).
  [oid.rsaEncryption]: { family: 'RSA', hash: null },
  [oid.sha1WithRsa]: { family: 'RSA', hash: 'SHA-1' },
  [oid.sha256WithRsa]: { family: 'RSA', hash: 'SHA-256' },
  [oid.sha384WithRsa]: { family: 'RSA', hash: 'SHA-384' },
  [oid.sha512WithRsa]: { family: 'RSA', hash: 'SHA-512' },
  [oid.rsaPss]: { family: 'RSA-PSS', hash: null },
  [oid.ecdsaWithSha1]: { family: 'EC', hash: 'SHA-1' },
  [oid.ecdsaWithSha256]: { family: 'EC', hash: 'SHA-256' },
  [oid.ecdsaWithSha384]: { family: 'EC', hash: 'SHA-384' },
  [oid.ecdsaWithSha512]: { family: 'EC', hash: 'SHA-512' },
  // BSI TR-03111: the two numbers concatenated.
  [oid.ecdsaPlainSha256]: { family: 'EC-plain', hash: 'SHA-256' },
  [oid.ecdsaPlainSha384]: { family: 'EC-plain', hash: 'SHA-384' },
  [oid.ecdsaPlainSha512]: { family: 'EC-plain', hash: 'SHA-512' },
  [oid.ed25519]: { family: 'Ed25519', hash: null },
};

/** The plain equivalent of each ECDSA algorithm, for plain values whose algorithm states otherwise. */
export const plainEquivalents: Readonly<Record<string, string>> = {
  [oid.ecdsaWithSha256]: oid.ecdsaPlainSha256,
  [oid.ecdsaWithSha384]: oid.ecdsaPlainSha384,
  [oid.ecdsaWithSha512]: oid.ecdsaPlainSha512,
};

/**
 * `accepted`: on the list of accepted algorithms (D-66); `unlisted`: sound but not on it (Ed25519); `weak`: no longer
 * proves anything; `unknown`: cannot be computed here.
 */
export type Strength = 'accepted' | 'unlisted' | 'weak' | 'unknown';

export function strengthOf({ algorithm, parameters, digest }: SignatureScheme): Strength {
  const known = families[algorithm];
  if (!known) return 'unknown';
  if (known.family === 'Ed25519') return 'unlisted';
  try {
    const hash = known.family === 'RSA-PSS' ? readPssParameters(parameters ?? null).hash : (known.hash ?? digest);
    return hash === 'SHA-1' ? 'weak' : 'accepted';
  } catch {
    return 'unknown';
  }
}

const curves: Readonly<Record<string, { name: string; size: number }>> = {
  [oid.p256]: { name: 'P-256', size: 32 },
  [oid.p384]: { name: 'P-384', size: 48 },
  [oid.p521]: { name: 'P-521', size: 66 },
};

/** Input of a verification, in WebCrypto's terms. */
export interface SignedValue {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  readonly algorithm:
    | { readonly name: 'ECDSA'; readonly namedCurve: string; readonly hash: KnownHash }
    | { readonly name: 'RSASSA-PKCS1-v1_5'; readonly hash: KnownHash }
    | { readonly name: 'RSA-PSS'; readonly hash: KnownHash; readonly saltLength: number };
  /** For ECDSA, the two numbers concatenated. */
  readonly signature: Uint8Array;
  readonly data: Uint8Array;
}

/** @throws WeakKey, and other errors for an invalid key. */
type VerifyFunction = (value: SignedValue) => boolean | Promise<boolean>;

let verify: VerifyFunction = async ({ publicKey, algorithm, signature, data }) => {
  const key = await crypto.subtle.importKey('spki', toUnsharedView(publicKey), algorithm, false, ['verify']);
  if (algorithm.name !== 'ECDSA') requireModulusLength((key.algorithm as RsaHashedKeyAlgorithm).modulusLength);
  return crypto.subtle.verify(algorithm, key, toUnsharedView(signature), toUnsharedView(data));
};

/** @param bits of an RSA key. @throws WeakKey */
export function requireModulusLength(bits: number): void {
  if (bits < 2048) throw new WeakKey('RSA key too short');
}

/** WebCrypto imports each key anew and uses another thread: a process with a better implementation registers it once, before verifying. */
export function setVerifyImplementation(implementation: VerifyFunction): void {
  verify = implementation;
}

/** @returns whether the value verifies. @throws SignatureRefused when the algorithm or key is not accepted. */
export async function verifyValue(
  publicKey: Uint8Array,
  scheme: SignatureScheme,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  if (strengthOf(scheme) !== 'accepted') throw new SignatureRefused('signature algorithm not accepted');
  return computeValue(publicKey, scheme, signature, data);
}

/**
 * Also computes algorithms too weak to be trusted: a mismatch still disproves the signature.
 * @throws SignatureRefused if the algorithm or key cannot be computed here.
 */
export async function computeValue(
  publicKey: Uint8Array,
  scheme: SignatureScheme,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  const definition = families[scheme.algorithm];
  if (!definition) throw new SignatureRefused('unsupported signature algorithm');
  const hash = definition.hash ?? scheme.digest;
  const [algorithm, bits] = childrenOf(expectTag(readDerPrefix(publicKey), 0x30, 'a public key'));
  const [type, parameters] = algorithm ? childrenOf(algorithm) : [];
  const kind = readIdentifier(type);
  const { family } = definition;
  const fits = { RSA: [oid.rsaEncryption], 'RSA-PSS': [oid.rsaEncryption, oid.rsaPss], Ed25519: [oid.ed25519] };
  const wanted: readonly string[] = family === 'EC' || family === 'EC-plain' ? [oid.ecPublicKey] : fits[family];
  if (!wanted.includes(kind)) throw new SignatureRefused('the key does not fit the signature algorithm');
  if (family === 'Ed25519') {
    const key = await crypto.subtle
      .importKey('spki', toUnsharedView(publicKey), family, false, ['verify'])
      .catch(() => null);
    // Browsers from before 2025 do not support Ed25519.
    if (!key) throw new SignatureRefused('Ed25519 is not supported by this WebCrypto');
    return crypto.subtle.verify(family, key, toUnsharedView(signature), toUnsharedView(data));
  }
  if (family === 'RSA' || family === 'RSA-PSS') {
    // WebCrypto imports only plain RSA keys; a restriction to PSS does not change the key's numbers.
    const plainKey =
      kind === oid.rsaPss && bits
        ? sequence(sequence(objectIdentifier(oid.rsaEncryption), nullValue()), bits.raw)
        : publicKey;
    const algorithm =
      family === 'RSA'
        ? ({ name: 'RSASSA-PKCS1-v1_5', hash } as const)
        : ({ name: 'RSA-PSS', ...readPssParameters(scheme.parameters ?? null) } as const);
    return verify({ publicKey: plainKey, algorithm, signature, data });
  }
  const curve = curves[readIdentifier(parameters)];
  if (!curve) throw new SignatureRefused('unsupported curve');
  const ecdsa = { name: 'ECDSA', namedCurve: curve.name, hash } as const;
  const plainValue = signature.length === curve.size * 2 ? signature : null;
  const value = family === 'EC' ? fixedWidthSignature(signature, curve.size) : plainValue;
  return value !== null && verify({ publicKey, algorithm: ecdsa, signature: value, data });
}

/**
 * RSASSA-PSS-params (RFC 4055, section 3.1): both hashes must be the same, as WebCrypto and every signature standard
 * require. @throws SignatureRefused otherwise.
 */
function readPssParameters(parameters: Uint8Array | null): { hash: KnownHash; saltLength: number } {
  const fields = parameters ? childrenOf(expectTag(readDerPrefix(parameters), 0x30, 'RSA-PSS parameters')) : [];
  const fieldWithTag = (tag: number) => fields.find((element) => element.tag === tag);
  const [hashField, maskField, saltField, trailerField] = [0xa0, 0xa1, 0xa2, 0xa3].map(fieldWithTag);
  const hashOf = (element: DerElement | undefined): KnownHash | undefined =>
    knownHashes[readIdentifier(element && childrenOf(element)[0])];
  const hash = hashField ? hashOf(childrenOf(hashField)[0]) : 'SHA-1';
  const mask = maskField ? childrenOf(expectTag(childrenOf(maskField)[0], 0x30, 'a mask function')) : null;
  const maskHash = mask ? hashOf(mask[1]) : 'SHA-1';
  const trailer = trailerField ? readInteger(childrenOf(trailerField)[0]) : 1;
  const masked = !mask || readIdentifier(mask[0]) === oid.mgf1;
  if (!hash || hash !== maskHash || !masked || trailer !== 1)
    throw new SignatureRefused('unsupported RSA-PSS parameters');
  return { hash, saltLength: saltField ? readInteger(childrenOf(saltField)[0]) : 20 };
}

/** Converts an ECDSA-Sig-Value to WebCrypto's r‖s form; null if it is not one. */
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

/** WebCrypto's types exclude shared memory; views of ordinary buffers pass without a copy. */
function toUnsharedView(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
