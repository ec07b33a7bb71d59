/** Writes detached CAdES signatures (RFC 5652, ETSI EN 319 122-1) as PAdES baseline requires (EN 319 142-1, section 6.3). */
import {
  childrenOf,
  context,
  expectTag,
  integer,
  joinBytes,
  nullValue,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  setOf,
  tlv,
} from './der.ts';
import { oid } from './oids.ts';

/** Signature algorithms that the product writes. */
export type SigningAlgorithm = 'ECDSA-P256-SHA256' | 'RSA-PKCS1-SHA256';

export interface SignedAttributesInput {
  /** SHA-256 of the signed bytes. */
  readonly contentDigest: Uint8Array;
  /** SHA-256 of the signing certificate. */
  readonly certificateDigest: Uint8Array;
  /** DER of the signing certificate. */
  readonly certificate: Uint8Array;
  /** Only for timestamp tokens: the content type that is signed; detached signatures use id-data. */
  readonly contentType?: string;
}

export interface SignedDataInput {
  readonly signedAttributes: Uint8Array;
  readonly signature: Uint8Array;
  readonly algorithm: SigningAlgorithm;
  readonly certificate: Uint8Array;
  /** The other certificates, in any order. */
  readonly chain: readonly Uint8Array[];
  /** TimeStampToken over the signature value, as an unsigned attribute. */
  readonly timestampToken?: Uint8Array;
  /** Only for timestamp tokens: type and bytes of the embedded content. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
}

/**
 * The signed attributes as an explicit SET OF: exactly these bytes are signed (RFC 5652, section 5.4). Only
 * content-type, message-digest and signing-certificate-v2: PAdES forbids signing-time.
 */
export function writeSignedAttributes(input: SignedAttributesInput): Uint8Array<ArrayBuffer> {
  return setOf([
    attribute(oid.contentType, objectIdentifier(input.contentType ?? oid.data)),
    attribute(oid.messageDigest, octetString(input.contentDigest)),
    attribute(oid.signingCertificateV2, essCertIdV2(input)),
  ]);
}

/** ContentInfo with one SignerInfo. */
export function writeSignedData(input: SignedDataInput): Uint8Array<ArrayBuffer> {
  const { issuer, serial } = issuerAndSerialOf(input.certificate);
  const unsigned = input.timestampToken && attribute(oid.signatureTimeStampToken, input.timestampToken);
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serial),
    sha256Algorithm(),
    // The attributes are stored as implicit [0] but signed as a SET.
    joinBytes([Uint8Array.of(0xa0), input.signedAttributes.subarray(1)]),
    signatureAlgorithmIdentifier(input.algorithm),
    octetString(input.signature),
    ...(unsigned ? [context(1, true, unsigned)] : []),
  );
  const content = input.content
    ? sequence(objectIdentifier(input.content.type), context(0, true, octetString(input.content.bytes)))
    : sequence(objectIdentifier(oid.data));
  const certificates = setOf([input.certificate, ...input.chain]);
  const signedData = sequence(
    // Version 3 if the content is not id-data (RFC 5652, section 5.1).
    integer(input.content ? 3 : 1),
    setOf([sha256Algorithm()]),
    content,
    joinBytes([Uint8Array.of(0xa0), certificates.subarray(1)]),
    setOf([signerInfo]),
  );
  return sequence(objectIdentifier(oid.signedData), context(0, true, signedData));
}

/** AlgorithmIdentifier of a signature, for certificates and SignerInfo. */
export function signatureAlgorithmIdentifier(algorithm: SigningAlgorithm): Uint8Array<ArrayBuffer> {
  return algorithm === 'ECDSA-P256-SHA256'
    ? sequence(objectIdentifier(oid.ecdsaWithSha256))
    : sequence(objectIdentifier(oid.sha256WithRsa), nullValue());
}

/** AlgorithmIdentifier of SHA-256 without parameters (RFC 5754, section 2). */
export const sha256Algorithm = () => sequence(objectIdentifier(oid.sha256));

/** Encoded issuer Name and serialNumber INTEGER of a certificate. @throws DerError if it is not a certificate. */
export function issuerAndSerialOf(certificate: Uint8Array): { issuer: Uint8Array; serial: Uint8Array } {
  const [tbs] = childrenOf(expectTag(readDer(certificate), 0x30, 'a certificate'));
  const fields = childrenOf(expectTag(tbs, 0x30, 'a certificate body'));
  const first = fields[0]?.tag === 0xa0 ? 1 : 0;
  return {
    serial: expectTag(fields[first], 0x02, 'a serial number').raw,
    issuer: expectTag(fields[first + 2], 0x30, 'an issuer').raw,
  };
}

function attribute(type: string, value: Uint8Array): Uint8Array<ArrayBuffer> {
  return sequence(objectIdentifier(type), tlv(0x31, value));
}

/** RFC 5035, section 4: the hash algorithm is omitted, because SHA-256 is the default and DER omits defaults. */
function essCertIdV2(input: SignedAttributesInput): Uint8Array<ArrayBuffer> {
  const { issuer, serial } = issuerAndSerialOf(input.certificate);
  const issuerSerial = sequence(sequence(context(4, true, issuer)), serial);
  return sequence(sequence(sequence(octetString(input.certificateDigest), issuerSerial)));
}
