/** Reads one CMS SignedData with one signer (RFC 5652) and checks its signature by WebCrypto: digest, value, signing certificate. */
import {
  childrenOf,
  type DerElement,
  DerError,
  expectTag,
  joinBytes,
  readDerPrefix,
  readIdentifier,
  readTime,
  readUnsigned,
  sameBytes,
} from './der.ts';
import { oid } from './oids.ts';

/** SignedData as read; byte fields are views on the input. */
export interface SignedDataFields {
  /** The ContentInfo without padding. */
  readonly raw: Uint8Array;
  readonly contentType: string;
  /** Content carried inside; absent when detached. */
  readonly content: Uint8Array | null;
  readonly certificates: readonly Uint8Array[];
  readonly signer: {
    readonly issuer: Uint8Array;
    readonly serial: Uint8Array;
    readonly digestAlgorithm: string;
    readonly signatureAlgorithm: string;
    /** The attributes as SET OF, the form in which they are signed. */
    readonly signedAttributes: Uint8Array;
    /** Values by attribute type. */
    readonly signed: ReadonlyMap<string, DerElement>;
    readonly unsigned: ReadonlyMap<string, DerElement>;
    readonly signature: Uint8Array;
  };
}

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

/** @throws DerError when it is not a SignedData with exactly one signer and signed attributes. Padding after it is ignored. */
export function readSignedData(bytes: Uint8Array): SignedDataFields {
  const contentInfo = expectTag(readDerPrefix(bytes), 0x30, 'a ContentInfo');
  const [type, wrapped] = childrenOf(contentInfo);
  if (readIdentifier(type) !== oid.signedData) throw new DerError('a SignedData was expected');
  const [inner] = childrenOf(expectTag(wrapped, 0xa0, 'a SignedData'));
  const fields = childrenOf(expectTag(inner, 0x30, 'a SignedData'));
  const [eContentType, eContent] = childrenOf(expectTag(fields[2], 0x30, 'the content'));
  const certificates = fields.find((field) => field.tag === 0xa0);
  const signerInfos = childrenOf(expectTag(fields.at(-1), 0x31, 'the signers'));
  if (signerInfos.length !== 1) throw new DerError('exactly one signer was expected');
  return {
    raw: contentInfo.raw,
    contentType: readIdentifier(eContentType),
    content: eContent ? expectTag(childrenOf(expectTag(eContent, 0xa0, 'content'))[0], 0x04, 'content').content : null,
    certificates: certificates
      ? childrenOf(certificates)
          .filter(({ tag }) => tag === 0x30)
          .map(({ raw }) => raw)
      : [],
    signer: readSigner(signerInfos[0]),
  };
}

function readSigner(element: DerElement | undefined): SignedDataFields['signer'] {
  const fields = childrenOf(expectTag(element, 0x30, 'a SignerInfo'));
  const [issuer, serial] = childrenOf(expectTag(fields[1], 0x30, 'issuer and serial number'));
  const attributes = expectTag(fields[3], 0xa0, 'signed attributes');
  const unsigned = fields[6]?.tag === 0xa1 ? fields[6] : undefined;
  return {
    issuer: expectTag(issuer, 0x30, 'an issuer').raw,
    serial: readUnsigned(serial),
    digestAlgorithm: algorithmOf(fields[2]),
    signatureAlgorithm: algorithmOf(fields[4]),
    signedAttributes: joinBytes([Uint8Array.of(0x31), attributes.raw.subarray(1)]),
    signed: readAttributes(attributes),
    unsigned: unsigned ? readAttributes(unsigned) : new Map(),
    signature: expectTag(fields[5], 0x04, 'a signature value').content,
  };
}

function readAttributes(element: DerElement): Map<string, DerElement> {
  const attributes = new Map<string, DerElement>();
  for (const attribute of childrenOf(element)) {
    const [type, values] = childrenOf(attribute);
    const [value, ...more] = childrenOf(expectTag(values, 0x31, 'attribute values'));
    const name = readIdentifier(type);
    if (!value || more.length || attributes.has(name)) throw new DerError('each attribute must hold one value');
    attributes.set(name, value);
  }
  return attributes;
}

function algorithmOf(element: DerElement | undefined): string {
  return readIdentifier(childrenOf(expectTag(element, 0x30, 'an algorithm'))[0]);
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

/**
 * Checks the signature over the attributes, and that the attributes name this content and this certificate.
 * @param digestOf gives the digest of the signed content by the named hash.
 * @returns the signer's certificate, DER. @throws SignatureRefused with the reason; trust is not looked at.
 */
export async function checkSignedData(
  data: SignedDataFields,
  digestOf: (hash: HashName) => Promise<Uint8Array> | Uint8Array,
): Promise<Uint8Array> {
  const hash = hashNames[data.signer.digestAlgorithm];
  if (!hash) throw new SignatureRefused('digest algorithm not accepted');
  const certificate = data.certificates.find((der) => {
    const { issuer, serial } = readCertificate(der);
    return sameBytes(issuer, data.signer.issuer) && sameBytes(serial, data.signer.serial);
  });
  if (!certificate) throw new SignatureRefused('the signing certificate is not inside');
  const contentType = data.signer.signed.get(oid.contentType);
  if (!contentType || readIdentifier(contentType) !== data.contentType) {
    throw new SignatureRefused('the content-type attribute does not match');
  }
  const digest = data.signer.signed.get(oid.messageDigest);
  if (digest?.tag !== 0x04 || !sameBytes(digest.content, await digestOf(hash))) {
    throw new SignatureRefused('the content is not the one that was signed');
  }
  await checkSigningCertificate(data, certificate);
  const valid = await verifyValue(
    readCertificate(certificate).publicKey,
    data.signer.signatureAlgorithm,
    hash,
    data.signer.signature,
    data.signer.signedAttributes,
  );
  if (!valid) throw new SignatureRefused('the signature value does not verify');
  return certificate;
}

/** ESSCertIDv2 (RFC 5035 §3): the first identifier must be that of the signing certificate; SHA-1 is not accepted (D-66). */
async function checkSigningCertificate(data: SignedDataFields, certificate: Uint8Array): Promise<void> {
  const attribute = data.signer.signed.get(oid.signingCertificateV2);
  if (!attribute) throw new SignatureRefused('signing-certificate-v2 is missing');
  const [identifiers] = childrenOf(attribute);
  const [first] = identifiers ? childrenOf(identifiers) : [];
  const parts = first ? childrenOf(first) : [];
  const explicit = parts[0]?.tag === 0x30 ? hashNames[algorithmOf(parts[0])] : 'SHA-256';
  const expected = parts.find(({ tag }) => tag === 0x04)?.content;
  if (!explicit || !expected) throw new SignatureRefused('signing-certificate-v2 is not readable');
  const actual = new Uint8Array(await crypto.subtle.digest(explicit, ownBuffer(certificate)));
  if (!sameBytes(actual, expected)) throw new SignatureRefused('signing-certificate-v2 names another certificate');
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
