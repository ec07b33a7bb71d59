/**
 * Writes certificate revocation lists (RFC 5280, section 5) for the product's own authorities, and reads and checks
 * them for the verifier.
 */
import { type SigningAlgorithm, signatureAlgorithmIdentifier } from './cms-write.ts';
import {
  bitString,
  certificateTime,
  childrenOf,
  context,
  type DerElement,
  DerError,
  expectTag,
  integer,
  objectIdentifier,
  octetString,
  readDer,
  readIdentifier,
  readTime,
  readUnsigned,
  sameBytes,
  sequence,
  tlv,
  toHex,
} from './der.ts';
import { oid } from './oids.ts';
import { type CertificateFields, verifyValue } from './signed-data.ts';
import { keyIdentifierOf, subjectOf } from './x509-issue.ts';

/** Revocation reasons that the product uses, with the numbers of RFC 5280, section 5.3.1. */
export const REVOCATION_REASONS = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASONS;

export interface RevokedCertificate {
  /** Unsigned big-endian. */
  readonly serial: Uint8Array;
  readonly date: Date;
  readonly reason: RevocationReason;
}

export interface CrlRequest {
  /** The authority's certificate. */
  readonly issuer: Uint8Array;
  /** DER SubjectPublicKeyInfo of the authority's key. */
  readonly issuerPublicKey: Uint8Array;
  /** Increases with every list of the authority (RFC 5280, section 5.2.3). */
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
  readonly algorithm: SigningAlgorithm;
  /** Signs the TBSCertList with the authority's key; returns a DER ECDSA-Sig-Value or raw PKCS#1 value. */
  readonly sign: (tbs: Uint8Array) => Promise<Uint8Array> | Uint8Array;
}

/** @returns DER of the list. */
export async function writeCrl(request: CrlRequest): Promise<Uint8Array<ArrayBuffer>> {
  const keyIdentifier = await keyIdentifierOf(request.issuerPublicKey);
  const entries = request.revoked.map(({ serial, date, reason }) =>
    sequence(
      integer(serial),
      certificateTime(date),
      // "unspecified" is expressed by omitting the reason (RFC 5280, section 5.3.1).
      ...(reason === 'unspecified'
        ? []
        : [sequence(extension(oid.reasonCode, tlv(0x0a, Uint8Array.of(REVOCATION_REASONS[reason]))))]),
    ),
  );
  const tbs = sequence(
    integer(1),
    signatureAlgorithmIdentifier(request.algorithm),
    subjectOf(request.issuer),
    certificateTime(request.thisUpdate),
    certificateTime(request.nextUpdate),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    context(
      0,
      true,
      sequence(
        extension(oid.authorityKeyIdentifier, sequence(context(0, false, keyIdentifier))),
        extension(oid.crlNumber, integer(request.number)),
      ),
    ),
  );
  return sequence(tbs, signatureAlgorithmIdentifier(request.algorithm), bitString(await request.sign(tbs)));
}

const extension = (type: string, value: Uint8Array): Uint8Array => sequence(objectIdentifier(type), octetString(value));

export interface RevocationList {
  /** Encoded name of the authority. */
  readonly issuer: Uint8Array;
  readonly thisUpdate: Date;
  /** Null if the authority does not state it; such a list is unusable here. */
  readonly nextUpdate: Date | null;
  /** Keyed by serial number in lower-case hexadecimal; the reason is RFC 5280's number, null if absent. */
  readonly revoked: ReadonlyMap<string, { readonly date: Date; readonly reason: number | null }>;
  /** Critical extensions of the list or of an entry: none is supported here (RFC 5280, sections 5.2 and 5.3). */
  readonly hasCriticalExtension: boolean;
  readonly signedBytes: Uint8Array;
  readonly signatureAlgorithm: string;
  readonly signatureValue: Uint8Array;
}

/** @throws DerError if it is not a CertificateList. */
export function readCrl(der: Uint8Array): RevocationList {
  const [body, algorithm, signature, ...rest] = childrenOf(expectTag(readDer(der), 0x30, 'a revocation list'));
  const fields = childrenOf(expectTag(body, 0x30, 'the body of a revocation list'));
  if (fields[0]?.tag === 0x02) fields.shift();
  const [inner, issuer, thisUpdate, ...more] = fields;
  const value = expectTag(signature, 0x03, 'a signature').content;
  if (!body || !algorithm || !inner || rest.length > 0 || !sameBytes(inner.raw, algorithm.raw) || value[0] !== 0) {
    throw new DerError('a revocation list was expected');
  }
  const next = more[0]?.tag === 0x17 || more[0]?.tag === 0x18 ? more.shift() : undefined;
  const entries = more[0]?.tag === 0x30 ? childrenOf(more.shift() ?? body) : [];
  const extensionsField = more.shift();
  if (more.length > 0) throw new DerError('the end of a revocation list was expected');
  const [extensions] = extensionsField ? childrenOf(expectTag(extensionsField, 0xa0, 'extensions')) : [];
  let critical = hasCritical(extensions && childrenOf(extensions));
  const revoked = new Map<string, { date: Date; reason: number | null }>();
  for (const entry of entries) {
    const [serial, date, extensionsElement] = childrenOf(expectTag(entry, 0x30, 'an entry'));
    const details = extensionsElement
      ? childrenOf(expectTag(extensionsElement, 0x30, 'the extensions of an entry'))
      : [];
    revoked.set(toHex(readUnsigned(serial)), { date: readTime(date), reason: reasonOf(details) });
    critical ||= hasCritical(details);
  }
  return {
    issuer: expectTag(issuer, 0x30, 'an issuer').raw,
    thisUpdate: readTime(thisUpdate),
    nextUpdate: next ? readTime(next) : null,
    revoked,
    hasCriticalExtension: critical,
    signedBytes: body.raw,
    signatureAlgorithm: readIdentifier(childrenOf(algorithm)[0]),
    signatureValue: value.subarray(1),
  };
}

function reasonOf(extensions: readonly DerElement[]): number | null {
  for (const element of extensions) {
    const [type, ...rest] = childrenOf(expectTag(element, 0x30, 'an extension'));
    if (readIdentifier(type) !== oid.reasonCode) continue;
    const value = readDer(expectTag(rest.at(-1), 0x04, 'an extension value').content);
    return expectTag(value, 0x0a, 'a reason').content[0] ?? null;
  }
  return null;
}

function hasCritical(extensions: readonly DerElement[] = []): boolean {
  return extensions.some((element) => {
    const parts = childrenOf(expectTag(element, 0x30, 'an extension'));
    return parts.length === 3 && parts[1]?.content[0] !== 0;
  });
}

const CRL_SIGN = 6;

/** Whether the list is the authority's own: its name, its key, and permission to sign lists (RFC 5280, section 6.3.3). */
export async function isIssuedBy(list: RevocationList, authority: CertificateFields): Promise<boolean> {
  if (!sameBytes(list.issuer, authority.subject) || list.hasCriticalExtension) return false;
  const usage = authority.extensions.get(oid.keyUsage);
  const bits = usage && expectTag(readDer(usage.value), 0x03, 'a key usage').content.subarray(1);
  if (bits && !((bits[CRL_SIGN >> 3] ?? 0) & (0x80 >> (CRL_SIGN & 7)))) return false;
  // The algorithm names include the hash; the argument is only for plain rsaEncryption, which lists never use.
  const scheme = { algorithm: list.signatureAlgorithm, digest: 'SHA-256' } as const;
  return verifyValue(authority.publicKey, scheme, list.signatureValue, list.signedBytes).catch(() => false);
}

const PEM_PATTERN = /-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]+)-----END X509 CRL-----/;

/** DER of a list given as DER or PEM; anything else is returned unchanged. */
export function crlToDer(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0x30) return bytes;
  const [, base64] = PEM_PATTERN.exec(new TextDecoder('latin1').decode(bytes)) ?? [];
  return base64 === undefined ? bytes : Uint8Array.from(atob(base64.replace(/\s/g, '')), (char) => char.charCodeAt(0));
}
