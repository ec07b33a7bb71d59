/** Issues X.509 v3 certificates (RFC 5280) for the product's own authority; the caller holds the keys. */
import { type SigningAlgorithm, signatureAlgorithmIdentifier } from './cms-write.ts';
import {
  bitString,
  boolean,
  certificateTime,
  childrenOf,
  context,
  expectTag,
  integer,
  nullValue,
  objectIdentifier,
  octetString,
  printableString,
  readDer,
  sequence,
  tlv,
  utf8String,
} from './der.ts';
import { oid } from './oids.ts';

/** One attribute of a distinguished name, in encoding order. */
export interface NameAttribute {
  readonly type: 'C' | 'O' | 'OU' | 'CN' | 'GN' | 'SN' | 'serialNumber';
  readonly value: string;
}

/** Purpose of the certificate; determines keyUsage, extendedKeyUsage and basicConstraints. */
export type CertificateProfile = 'root' | 'issuing' | 'signer' | 'seal' | 'timestamping' | 'custodian' | 'server';

export interface CertificateRequest {
  readonly profile: CertificateProfile;
  readonly subject: readonly NameAttribute[];
  /** DER SubjectPublicKeyInfo of the certified key. */
  readonly publicKey: Uint8Array;
  /** The issuer's certificate; absent for a self-signed root. */
  readonly issuer?: Uint8Array;
  /** DER SubjectPublicKeyInfo of the issuer's key; absent for a self-signed root. */
  readonly issuerPublicKey?: Uint8Array;
  /** Unsigned big-endian, at most 20 octets, not zero (RFC 5280, section 4.1.2.2). */
  readonly serial: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly algorithm: SigningAlgorithm;
  /** Where the issuer's revocation list is published; absent if it is not reachable from outside. */
  readonly crlUrl?: string;
  /** The server's IPv4 addresses (RFC 5280, section 4.2.1.6). */
  readonly addresses?: readonly string[];
  /** Signs the TBSCertificate with the issuer's key; returns a DER ECDSA-Sig-Value or raw PKCS#1 value. */
  readonly sign: (tbs: Uint8Array) => Promise<Uint8Array> | Uint8Array;
}

/** @returns DER of the certificate. @throws DerError when a name cannot be encoded. */
export async function issueCertificate(request: CertificateRequest): Promise<Uint8Array<ArrayBuffer>> {
  const subject = encodeName(request.subject);
  const tbs = sequence(
    context(0, true, integer(2)),
    integer(request.serial),
    signatureAlgorithmIdentifier(request.algorithm),
    request.issuer ? subjectOf(request.issuer) : subject,
    sequence(certificateTime(request.notBefore), certificateTime(request.notAfter)),
    subject,
    request.publicKey,
    context(3, true, sequence(...(await extensionsOf(request)))),
  );
  const signature = await request.sign(tbs);
  return sequence(tbs, signatureAlgorithmIdentifier(request.algorithm), bitString(signature));
}

/** Key identifier: leftmost 160 bits of the SHA-256 of the key's BIT STRING (RFC 7093, section 2, method 1). */
export async function keyIdentifierOf(publicKey: Uint8Array): Promise<Uint8Array> {
  const [, bits] = childrenOf(expectTag(readDer(publicKey), 0x30, 'a public key'));
  const key = expectTag(bits, 0x03, 'a public key').content.slice(1);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', key)).subarray(0, 20);
}

/** Encoded subject Name of a certificate. */
export function subjectOf(certificate: Uint8Array): Uint8Array {
  const [tbs] = childrenOf(expectTag(readDer(certificate), 0x30, 'a certificate'));
  const fields = childrenOf(expectTag(tbs, 0x30, 'a certificate body'));
  const first = fields[0]?.tag === 0xa0 ? 1 : 0;
  return expectTag(fields[first + 4], 0x30, 'a subject').raw;
}

/** RDNSequence with one attribute per relative name; UTF-8 except where X.520 requires PrintableString. */
export function encodeName(attributes: readonly NameAttribute[]): Uint8Array<ArrayBuffer> {
  return sequence(
    ...attributes.map(({ type, value }) => {
      const printable = type === 'C' || type === 'serialNumber';
      const text = printable ? printableString(value) : utf8String(truncate(value, nameBounds[type]));
      return tlv(0x31, sequence(objectIdentifier(nameTypes[type]), text));
    }),
  );
}

const nameTypes: Record<NameAttribute['type'], string> = {
  C: oid.countryName,
  O: oid.organizationName,
  OU: oid.organizationalUnitName,
  CN: oid.commonName,
  GN: oid.givenName,
  SN: oid.surname,
  serialNumber: oid.serialNumber,
};

/** Upper bounds of RFC 5280, appendix A.1, in characters; longer names are cut, because validators refuse them. */
const nameBounds: Record<NameAttribute['type'], number> = {
  C: 2,
  O: 64,
  OU: 64,
  CN: 64,
  GN: 32768,
  SN: 32768,
  serialNumber: 64,
};

function truncate(value: string, limit: number): string {
  const characters = [...value];
  return characters.length <= limit ? value : characters.slice(0, limit).join('');
}

async function extensionsOf(request: CertificateRequest): Promise<Uint8Array[]> {
  const authority = request.profile === 'root' || request.profile === 'issuing';
  const issuerKey = await keyIdentifierOf(request.issuerPublicKey ?? request.publicKey);
  const constraints = authority
    ? sequence(boolean(true), ...(request.profile === 'issuing' ? [integer(0)] : []))
    : sequence();
  return [
    extension(oid.authorityKeyIdentifier, false, sequence(context(0, false, issuerKey))),
    extension(oid.subjectKeyIdentifier, false, octetString(await keyIdentifierOf(request.publicKey))),
    extension(oid.basicConstraints, true, constraints),
    extension(oid.keyUsage, true, keyUsages[request.profile]),
    ...(request.profile === 'timestamping'
      ? [extension(oid.extendedKeyUsage, true, sequence(objectIdentifier(oid.timeStamping)))]
      : []),
    ...(request.profile === 'server'
      ? [extension(oid.extendedKeyUsage, false, sequence(objectIdentifier(oid.serverAuthentication)))]
      : []),
    ...(request.addresses === undefined
      ? []
      : [extension(oid.subjectAlternativeName, false, sequence(...request.addresses.map(addressName)))]),
    ...(request.profile === 'signer'
      ? [
          extension(oid.validityAssuredShortTerm, false, nullValue()),
          extension(oid.noRevocationAvailable, false, nullValue()),
        ]
      : []),
    ...(request.crlUrl === undefined
      ? []
      : [extension(oid.crlDistributionPoints, false, distributionPoint(request.crlUrl))]),
  ];
}

const addressName = (address: string): Uint8Array =>
  context(
    7,
    false,
    Uint8Array.from(address.split('.'), (part) => Number(part)),
  );

/** One full name by URI (RFC 5280, section 4.2.1.13). */
function distributionPoint(url: string): Uint8Array<ArrayBuffer> {
  const name = context(6, false, new TextEncoder().encode(url));
  return sequence(sequence(context(0, true, context(0, true, name))));
}

/** Named bit lists without trailing zero bits (X.690, 11.2.2). */
const keyUsages: Record<CertificateProfile, Uint8Array> = {
  // keyCertSign and cRLSign
  root: bitString(Uint8Array.of(0x06), 1),
  issuing: bitString(Uint8Array.of(0x06), 1),
  // contentCommitment only: EN 319 412-2, section 4.3.2, type A
  signer: bitString(Uint8Array.of(0x40), 6),
  // digitalSignature and contentCommitment
  seal: bitString(Uint8Array.of(0xc0), 6),
  timestamping: bitString(Uint8Array.of(0x80), 7),
  // keyEncipherment only: encryption for the custodian does not authenticate the sender
  custodian: bitString(Uint8Array.of(0x20), 5),
  server: bitString(Uint8Array.of(0x80), 7),
};

function extension(type: string, critical: boolean, value: Uint8Array): Uint8Array<ArrayBuffer> {
  return sequence(objectIdentifier(type), ...(critical ? [boolean(true)] : []), octetString(value));
}
