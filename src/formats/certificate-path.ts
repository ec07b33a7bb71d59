/** Builds and checks the path from a certificate to a trust anchor (RFC 5280, section 6): signatures, validity, authority, purpose. */
import { isStrongKey, nameAttribute } from './cms-read.ts';
import { childrenOf, expectTag, readDer, readDerPrefix, readIdentifier, readInteger, sameBytes } from './der.ts';
import { oid } from './oids.ts';
import { type CertificateFields, readCertificate, SignatureRefused, verifyValue } from './signed-data.ts';

export interface PathCertificate {
  der: Uint8Array;
  fields: CertificateFields;
}

export interface CertificatePath {
  /** From the certificate to the anchor. */
  certificates: PathCertificate[];
  /** Every key and signature in the path is of an accepted kind. */
  isStrong: boolean;
}

export type Purpose = 'signing' | 'timestamping';

/** Why a path is rejected at an instant. */
export type PathFault = 'expired' | 'notYetValid' | 'constraints';

const KEY_USAGE = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5 } as const;

/** Critical extensions supported here; any other critical extension invalidates the path (RFC 5280, section 4.2). */
const UNDERSTOOD = new Set<string>([oid.keyUsage, oid.basicConstraints, oid.extendedKeyUsage, '2.5.29.32']);

const MAX_PATH_LENGTH = 8;

/** Certificate signatures checked per search: bounds certificate sets crafted to branch endlessly. */
const MAX_CHECKS = 200;

/** @returns a path to one of the anchors, or null when no path has valid signatures. */
export async function findPath(
  certificate: Uint8Array,
  candidates: readonly Uint8Array[],
  anchors: readonly Uint8Array[],
): Promise<CertificatePath | null> {
  const issuers = [...anchors, ...candidates].flatMap(tryReadCertificate);
  const isAnchor = (der: Uint8Array): boolean => anchors.some((anchor) => sameBytes(anchor, der));
  let checks = 0;
  const extend = async (path: PathCertificate[]): Promise<PathCertificate[] | null> => {
    const last = path.at(-1);
    if (!last || path.length > MAX_PATH_LENGTH) return null;
    if (isAnchor(last.der)) return path;
    for (const issuer of issuers) {
      if (!sameBytes(issuer.fields.subject, last.fields.issuer) || path.some(({ der }) => sameBytes(der, issuer.der)))
        continue;
      if (++checks > MAX_CHECKS) return null;
      if ((await checkIssuance(last.der, issuer.fields)) !== 'proven') continue;
      const completePath = await extend([...path, issuer]);
      if (completePath) return completePath;
    }
    return null;
  };
  const path = await extend(tryReadCertificate(certificate));
  if (!path) return null;
  return { certificates: path, isStrong: path.every(({ fields }) => isStrongKey(fields)) };
}

function tryReadCertificate(der: Uint8Array): PathCertificate[] {
  try {
    return [{ der, fields: readCertificate(der) }];
  } catch {
    return [];
  }
}

type Issuance = 'proven' | 'disproven' | 'algorithm';

/** Whether the issuer's key signed the certificate, and its two algorithm fields agree (RFC 5280, section 4.1.1.2). */
async function checkIssuance(certificate: Uint8Array, issuer: CertificateFields): Promise<Issuance> {
  try {
    const [body, algorithm, signature, ...rest] = childrenOf(expectTag(readDer(certificate), 0x30, 'a certificate'));
    const fields = childrenOf(expectTag(body, 0x30, 'a certificate body'));
    const inner = fields[fields[0]?.tag === 0xa0 ? 2 : 1];
    const value = expectTag(signature, 0x03, 'a signature').content;
    if (!body || !algorithm || !inner || rest.length > 0 || !sameBytes(inner.raw, algorithm.raw) || value[0] !== 0) {
      return 'disproven';
    }
    const [name, parameters] = childrenOf(algorithm);
    // The algorithm names include the hash; the argument is only for plain rsaEncryption, which certificates never use.
    const scheme = { algorithm: readIdentifier(name), parameters: parameters?.raw ?? null, digest: 'SHA-256' } as const;
    const valid = await verifyValue(issuer.publicKey, scheme, value.subarray(1), body.raw);
    return valid ? 'proven' : 'disproven';
  } catch (error) {
    return error instanceof SignatureRefused ? 'algorithm' : 'disproven';
  }
}

/** @returns the fault that makes the path invalid at that instant for that purpose, or null. */
export function checkPath({ certificates }: CertificatePath, at: Date, purpose: Purpose): PathFault | null {
  for (const [index, { fields }] of certificates.entries()) {
    if (at < fields.notBefore) return 'notYetValid';
    // Certificates count whole seconds, and the last one is still valid (RFC 5280, section 4.1.2.5).
    if (at.getTime() >= fields.notAfter.getTime() + 1000) return 'expired';
    for (const [type, { critical }] of fields.extensions) if (critical && !UNDERSTOOD.has(type)) return 'constraints';
    const isSuitable = index === 0 ? fitsPurpose(fields, purpose) : isAuthority(fields, index - 1);
    if (!isSuitable) return 'constraints';
  }
  return null;
}

function fitsPurpose(fields: CertificateFields, purpose: Purpose): boolean {
  const usage = keyUsageOf(fields);
  if (usage && !usage(KEY_USAGE.digitalSignature) && !usage(KEY_USAGE.nonRepudiation)) return false;
  const extended = fields.extensions.get(oid.extendedKeyUsage);
  const purposes = extended ? childrenOf(readDer(extended.value)).map(readIdentifier) : [];
  // A timestamp authority's certificate has no other purpose (RFC 3161, section 2.3), and no other certificate may sign
  // timestamps.
  if (purpose === 'timestamping')
    return extended?.critical === true && purposes.length === 1 && purposes[0] === oid.timeStamping;
  return usage !== null && !(purposes.length > 0 && purposes.every((name) => name === oid.timeStamping));
}

/** @param authoritiesBelow number of authorities between this one and the certificate at the start of the path. */
function isAuthority(fields: CertificateFields, authoritiesBelow: number): boolean {
  const constraints = fields.extensions.get(oid.basicConstraints);
  if (!constraints) return false;
  const [authority, length] = childrenOf(readDer(constraints.value));
  if (authority?.tag !== 0x01 || authority.content[0] !== 0xff) return false;
  if (length && readInteger(length) < authoritiesBelow) return false;
  const usage = keyUsageOf(fields);
  return usage === null || usage(KEY_USAGE.keyCertSign);
}

function keyUsageOf(fields: CertificateFields): ((bit: number) => boolean) | null {
  const extension = fields.extensions.get(oid.keyUsage);
  if (!extension) return null;
  const bits = expectTag(readDer(extension.value), 0x03, 'a key usage').content.subarray(1);
  return (bit) => ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
}

/**
 * Whether revocations of the certificate are published: if so, its status must be known to trust it (RFC 5280, section
 * 4.2.1.13, RFC 9608).
 */
export function hasRevocationSource(fields: CertificateFields): boolean {
  if (fields.extensions.has(oid.noRevocationAvailable)) return false;
  if (fields.extensions.has('2.5.29.31')) return true;
  const access = fields.extensions.get('1.3.6.1.5.5.7.1.1');
  if (!access) return false;
  return childrenOf(readDer(access.value)).some(
    (entry) => readIdentifier(childrenOf(entry)[0]) === '1.3.6.1.5.5.7.48.1',
  );
}

/**
 * Whether each certificate of a set is an anchor, is signed by another known certificate, or signs itself; otherwise an
 * altered certificate that no path uses would go unnoticed. A certificate with an unknown issuer, or an algorithm too
 * old to check, passes unless it imitates an anchor.
 */
export async function isConsistentCertificateSet(
  bag: readonly Uint8Array[],
  anchors: readonly Uint8Array[],
): Promise<boolean> {
  const roots = anchors.flatMap(tryReadCertificate);
  const possibleIssuers = [...bag.flatMap(tryReadCertificate), ...roots];
  for (const der of bag) {
    const [certificate] = tryReadCertificate(der);
    if (!certificate) return false;
    if (anchors.some((anchor) => sameBytes(anchor, der))) continue;
    const { subject, issuer, publicKey } = certificate.fields;
    const issuers = possibleIssuers.filter(({ fields }) => sameBytes(fields.subject, issuer));
    const issuances = await Promise.all(issuers.map(({ fields }) => checkIssuance(der, fields)));
    if (issuances.includes('proven')) continue;
    const imitatesAnchor = roots.some(
      ({ fields }) => sameBytes(fields.subject, subject) || sameBytes(fields.publicKey, publicKey),
    );
    if (imitatesAnchor || issuances.includes('disproven')) return false;
  }
  return true;
}

/** Common name and organisation of the certificate's subject, and whether it is a person. */
export function subjectFacts(fields: CertificateFields): {
  name: string | null;
  organization: string | null;
  isPerson: boolean;
} {
  const attribute = (type: string): string | null => nameAttribute(fields.subject, type);
  return {
    name: attribute(oid.commonName),
    organization: attribute(oid.organizationName),
    isPerson: attribute(oid.givenName) !== null || attribute(oid.surname) !== null,
  };
}

/** Converts PEM certificate blocks to DER. */
export function certificatesFromPem(pem: string): Uint8Array[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g);
  return [...blocks].map(([, base64 = '']) => Uint8Array.from(atob(base64.replace(/\s/g, '')), (c) => c.charCodeAt(0)));
}

/** The certificate's serial number in lower-case hexadecimal. */
export const serialOf = (der: Uint8Array): string =>
  [...readCertificate(readDerPrefix(der).raw).serial].map((byte) => byte.toString(16).padStart(2, '0')).join('');
