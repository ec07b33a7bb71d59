/**
 * Reads a CMS SignedData for verification (RFC 5652, EN 319 122-1): every byte not covered by the signature must be
 * what the standard requires or be proven by other means, so that no byte of a signed file can be changed freely.
 */
import {
  childrenOf,
  type DerElement,
  DerError,
  definiteForm,
  expectTag,
  joinBytes,
  readDerPrefix,
  readIdentifier,
  readInteger,
  readUnsigned,
  sameBytes,
} from './der.ts';
import { oid } from './oids.ts';
import {
  acceptedHashes,
  type CertificateFields,
  computeValue,
  type KnownHash,
  knownHashes,
  plainEquivalents,
  readCertificate,
  SignatureRefused,
  type SignatureScheme,
  WeakKey,
} from './signed-data.ts';

/** SignedData with one signer. */
export interface CmsSignature {
  contentType: string;
  /** The embedded content; null if detached. */
  content: Uint8Array | null;
  /** DER of every embedded certificate. */
  certificates: Uint8Array[];
  /** Identifies the signer's certificate: issuer and serial number, or a key identifier. */
  signer: { issuer: Uint8Array; serial: Uint8Array } | { keyIdentifier: Uint8Array };
  digestAlgorithm: string;
  signatureAlgorithm: string;
  /** DER of the algorithm's parameters, or null. */
  signatureParameters: Uint8Array | null;
  /** The signed attributes as the SET OF that is signed; null if there are none and the content itself is signed. */
  signedBytes: Uint8Array | null;
  signed: Map<string, DerElement[]>;
  unsigned: Map<string, DerElement[]>;
  value: Uint8Array;
  /** Whether an unprotected byte deviates from the standard. */
  irregular: boolean;
  /** Encoded with indefinite lengths, as many products do although PDF requires DER. */
  indefinite: boolean;
}

/** Unsigned attributes that a signature may carry (EN 319 122-1, RFC 5652, RFC 3161, older CAdES). */
const KNOWN_UNSIGNED = new Set<string>([
  oid.signatureTimeStampToken,
  '1.2.840.113549.1.9.6',
  '1.2.840.113549.1.9.16.2.21',
  '1.2.840.113549.1.9.16.2.22',
  '1.2.840.113549.1.9.16.2.23',
  '1.2.840.113549.1.9.16.2.24',
  '1.2.840.113549.1.9.16.2.25',
  '1.2.840.113549.1.9.16.2.26',
  '1.2.840.113549.1.9.16.2.27',
  '1.2.840.113549.1.9.16.2.48',
  '0.4.0.1733.2.4',
  '0.4.0.1733.2.5',
]);

/** Genuine signatures contain a handful, timestamps with their chains a few more. */
const MAX_CERTIFICATES = 40;

/** @throws DerError unless it is a SignedData with exactly one signer, followed at most by zero padding. */
export function readCms(bytes: Uint8Array): CmsSignature {
  const indefinite = bytes[0] === 0x30 && bytes[1] === 0x80;
  const { der, length } = indefinite ? definiteForm(bytes) : { der: bytes, length: 0 };
  const info = expectTag(readDerPrefix(der), 0x30, 'a ContentInfo');
  for (let at = indefinite ? length : info.raw.length; at < bytes.length; at++)
    if (bytes[at] !== 0) throw new DerError('bytes after the signature');
  const [type, wrapped, ...trailing] = childrenOf(info);
  if (readIdentifier(type) !== oid.signedData || trailing.length > 0) throw new DerError('a SignedData was expected');
  const [data, ...more] = childrenOf(expectTag(wrapped, 0xa0, 'a SignedData'));
  if (more.length > 0) throw new DerError('a SignedData was expected');
  const fields = childrenOf(expectTag(data, 0x30, 'a SignedData'));
  const [version, digests, encapsulated] = fields;
  const rest = fields.slice(3, -1);
  const signers = childrenOf(expectTag(fields.at(-1), 0x31, 'the signers'));
  if (signers.length !== 1) throw new DerError('exactly one signer was expected');
  const [contentType, content, ...surplus] = childrenOf(expectTag(encapsulated, 0x30, 'the content'));
  const inner = content ? childrenOf(expectTag(content, 0xa0, 'content')) : [];
  if (surplus.length > 0 || inner.length > 1) throw new DerError('one content was expected');
  const signer = readSigner(signers[0]);
  const contentTypeName = readIdentifier(contentType);
  const expectedVersion = contentTypeName === oid.data && 'issuer' in signer.signer ? 1 : 3;
  const listed = childrenOf(expectTag(digests, 0x31, 'the digest algorithms')).map(readAlgorithm);
  const order = rest.map(({ tag }) => tag).join();
  const certificates = rest.find(({ tag }) => tag === 0xa0);
  const bag = certificates ? childrenOf(certificates) : [];
  if (bag.length > MAX_CERTIFICATES) throw new DerError('too many certificates');
  return {
    contentType: contentTypeName,
    content: inner[0] ? expectTag(inner[0], 0x04, 'content').content : null,
    certificates: bag.map((certificate) => expectTag(certificate, 0x30, 'a certificate').raw),
    ...signer,
    indefinite,
    irregular:
      signer.irregular ||
      readInteger(version) !== expectedVersion ||
      listed.some(({ name, plain }) => !plain || !(acceptedHashes[name] || name === signer.digestAlgorithm)) ||
      !listed.some(({ name }) => name === signer.digestAlgorithm) ||
      !['', '160', '160,161', '161'].includes(order),
  };
}

function readSigner(
  element: DerElement | undefined,
): Pick<
  CmsSignature,
  | 'signer'
  | 'digestAlgorithm'
  | 'signatureAlgorithm'
  | 'signatureParameters'
  | 'signedBytes'
  | 'signed'
  | 'unsigned'
  | 'value'
  | 'irregular'
> {
  const fields = childrenOf(expectTag(element, 0x30, 'a SignerInfo'));
  const [version, sid, digest, ...remaining] = fields;
  const attributes = remaining[0]?.tag === 0xa0 ? remaining.shift() : undefined;
  const [signature, value, unsignedSet] = remaining;
  if (remaining.length > 3) throw new DerError('a SignerInfo was expected');
  const digestAlgorithm = readAlgorithm(digest);
  const signatureAlgorithm = readAlgorithm(signature);
  const signed = attributes ? readAttributes(attributes) : { byType: new Map<string, DerElement[]>(), twice: false };
  if (signed.twice) throw new DerError('a signed attribute occurs twice');
  const unsigned = unsignedSet
    ? readAttributes(expectTag(unsignedSet, 0xa1, 'unsigned attributes'))
    : { byType: new Map<string, DerElement[]>(), twice: false };
  const hasKeyIdentifier = sid?.tag === 0x80;
  return {
    signer: hasKeyIdentifier ? { keyIdentifier: sid.content } : readIssuerAndSerial(sid),
    digestAlgorithm: digestAlgorithm.name,
    signatureAlgorithm: signatureAlgorithm.name,
    signatureParameters: signatureAlgorithm.parameters,
    signedBytes: attributes ? joinBytes([Uint8Array.of(0x31), attributes.raw.subarray(1)]) : null,
    signed: signed.byType,
    unsigned: unsigned.byType,
    value: expectTag(value, 0x04, 'a signature value').content,
    irregular:
      readInteger(version) !== (hasKeyIdentifier ? 3 : 1) ||
      !digestAlgorithm.plain ||
      // The RSA-PSS parameters decide whether the value verifies.
      !(signatureAlgorithm.plain || signatureAlgorithm.name === oid.rsaPss) ||
      // A second attribute could be from anyone (RFC 5652, section 11, allows one).
      unsigned.twice ||
      [...unsigned.byType.keys()].some((name) => !KNOWN_UNSIGNED.has(name)),
  };
}

function readIssuerAndSerial(element: DerElement | undefined): { issuer: Uint8Array; serial: Uint8Array } {
  const [issuer, serial, ...rest] = childrenOf(expectTag(element, 0x30, 'issuer and serial number'));
  if (rest.length > 0) throw new DerError('issuer and serial number were expected');
  return { issuer: expectTag(issuer, 0x30, 'an issuer').raw, serial: readUnsigned(serial) };
}

/** `plain`: without parameters, or with NULL as older encoders write (RFC 5754, section 2). */
function readAlgorithm(element: DerElement | undefined): {
  name: string;
  plain: boolean;
  parameters: Uint8Array | null;
} {
  const [name, parameters, ...rest] = childrenOf(expectTag(element, 0x30, 'an algorithm'));
  const plain = rest.length === 0 && (!parameters || (parameters.tag === 0x05 && parameters.content.length === 0));
  return { name: readIdentifier(name), plain, parameters: parameters?.raw ?? null };
}

function readAttributes(element: DerElement): { byType: Map<string, DerElement[]>; twice: boolean } {
  const byType = new Map<string, DerElement[]>();
  let twice = false;
  for (const attribute of childrenOf(element)) {
    const [type, values, ...rest] = childrenOf(expectTag(attribute, 0x30, 'an attribute'));
    const name = readIdentifier(type);
    if (rest.length > 0) throw new DerError('an attribute was expected');
    twice ||= byType.has(name);
    byType.set(name, [...(byType.get(name) ?? []), ...childrenOf(expectTag(values, 0x31, 'attribute values'))]);
  }
  return { byType, twice };
}

/** The embedded certificate that the signer identifier names, or null. */
export function signerCertificate(cms: CmsSignature): Uint8Array | null {
  const { signer } = cms;
  for (const der of cms.certificates) {
    const fields = readCertificate(der);
    if ('issuer' in signer) {
      if (sameBytes(fields.issuer, signer.issuer) && sameBytes(fields.serial, signer.serial)) return der;
    } else {
      const extension = fields.extensions.get(oid.subjectKeyIdentifier);
      if (extension && sameBytes(readDerPrefix(extension.value).content, signer.keyIdentifier)) return der;
    }
  }
  return null;
}

/**
 * Checks that ESSCertIDv2 binds the signing certificate (RFC 5035): the first identifier must be its digest. SHA-1
 * counts as not bound; `unknown` is a digest that cannot be computed here.
 */
export async function bindingOf(
  cms: CmsSignature,
  certificate: Uint8Array,
): Promise<'bound' | 'other' | 'absent' | 'unknown'> {
  const values = cms.signed.get(oid.signingCertificateV2);
  if (values?.length !== 1 || !values[0]) return 'absent';
  const [list] = childrenOf(expectTag(values[0], 0x30, 'signing-certificate-v2'));
  const [first] = childrenOf(expectTag(list, 0x30, 'certificate identifiers'));
  const parts = childrenOf(expectTag(first, 0x30, 'a certificate identifier'));
  const hash = parts[0]?.tag === 0x30 ? knownHashes[readAlgorithm(parts[0]).name] : 'SHA-256';
  const digest = parts.find(({ tag }) => tag === 0x04);
  if (!digest) return 'other';
  if (!hash) return 'unknown';
  if (!sameBytes(await digestOf(hash, certificate), digest.content)) return 'other';
  return hash === 'SHA-1' ? 'absent' : 'bound';
}

/**
 * `plain`: valid, but the ECDSA value is two concatenated numbers instead of DER; `weak`: the key is too short to prove
 * anything; `algorithm`: unsupported here.
 */
export type ValueCheck = 'valid' | 'plain' | 'invalid' | 'weak' | 'algorithm';

export const schemeOf = (cms: CmsSignature, digest: KnownHash): SignatureScheme => ({
  algorithm: cms.signatureAlgorithm,
  parameters: cms.signatureParameters,
  digest,
});

/**
 * Whether the value is a signature by the certificate's key over the signed attributes, or over the content if there are none; does
 * not check whether the algorithm is acceptable.
 */
export async function checkValue(
  cms: CmsSignature,
  certificate: Uint8Array,
  content: readonly Uint8Array[],
): Promise<ValueCheck> {
  const hash = knownHashes[cms.digestAlgorithm];
  if (!hash) return 'algorithm';
  const data = cms.signedBytes ?? joinBytes(content);
  const scheme = schemeOf(cms, hash);
  try {
    const { publicKey } = readCertificate(certificate);
    if (await computeValue(publicKey, scheme, cms.value, data)) return 'valid';
    const algorithm = plainEquivalents[scheme.algorithm];
    if (algorithm && (await computeValue(publicKey, { ...scheme, algorithm }, cms.value, data))) return 'plain';
    return 'invalid';
  } catch (error) {
    if (error instanceof SignatureRefused) return error instanceof WeakKey ? 'weak' : 'algorithm';
    // WebCrypto throws for a key that is not on its curve, or not a key.
    return 'invalid';
  }
}

/** Whether the key is strong enough (D-66): ECDSA on P-256 or P-384, or RSA of at least 3072 bits. */
export function isStrongKey({ publicKey }: CertificateFields): boolean {
  const [algorithm, bits] = childrenOf(readDerPrefix(publicKey));
  const [type, parameters] = childrenOf(expectTag(algorithm, 0x30, 'an algorithm'));
  if (readIdentifier(type) === oid.ecPublicKey) {
    return parameters?.tag === 0x06 && ([oid.p256, oid.p384] as string[]).includes(readIdentifier(parameters));
  }
  if (!([oid.rsaEncryption, oid.rsaPss] as string[]).includes(readIdentifier(type)) || !bits) return false;
  const [modulus] = childrenOf(readDerPrefix(bits.content.subarray(1)));
  return readUnsigned(modulus).length * 8 >= 3072;
}

/** Hashes the concatenation of the parts. */
type DigestFunction = (hash: KnownHash, parts: readonly Uint8Array[]) => Uint8Array | Promise<Uint8Array>;

let digest: DigestFunction = async (hash, parts) => new Uint8Array(await crypto.subtle.digest(hash, joinBytes(parts)));

/** WebCrypto accepts no parts and copies its input: a process with a better implementation registers it once, before hashing. */
export function setDigestImplementation(implementation: DigestFunction): void {
  digest = implementation;
}

/** Digest by WebCrypto, or by the implementation passed to {@link setDigestImplementation}. */
export async function digestOf(hash: KnownHash, ...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return digest(hash, parts);
}

/** Attribute of a distinguished name, or null. @param name DER of the Name. @param type its object identifier. */
export function nameAttribute(name: Uint8Array, type: string): string | null {
  for (const relativeName of childrenOf(readDerPrefix(name))) {
    for (const attribute of childrenOf(relativeName)) {
      const [key, value] = childrenOf(attribute);
      if (value && readIdentifier(key) === type) return decodeDirectoryString(value);
    }
  }
  return null;
}

function decodeDirectoryString({ tag, content }: DerElement): string {
  // BMPString is UTF-16; TeletexString is read as Latin-1, as is common practice.
  if (tag === 0x1e) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder(tag === 0x14 ? 'latin1' : 'utf-8').decode(content);
}
