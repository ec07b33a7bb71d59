/** Writes, reads and checks timestamp requests, responses and tokens (RFC 3161, ETSI EN 319 422). */
import { subjectFacts } from './certificate-path.ts';
import { checkSignedData } from './cms-check.ts';
import { digestOf, readCms } from './cms-read.ts';
import { type SigningAlgorithm, sha256Algorithm, writeSignedAttributes, writeSignedData } from './cms-write.ts';
import {
  boolean,
  childrenOf,
  type DerElement,
  DerError,
  expectTag,
  generalizedTime,
  integer,
  objectIdentifier,
  octetString,
  readDer,
  readIdentifier,
  readInteger,
  readTime,
  readUnsigned,
  sameBytes,
  sequence,
  toHex,
} from './der.ts';
import { oid } from './oids.ts';
import { readCertificate, SignatureRefused } from './signed-data.ts';

/** The facts stated by a checked token. */
export interface TimestampFacts {
  /** Hexadecimal serial number of the token. */
  readonly serial: string;
  readonly genTime: Date;
  readonly policy: string;
  /** Stated accuracy in milliseconds; null if absent. */
  readonly accuracyMs: number | null;
  /** DER of the authority's certificate; the verifier decides whether to trust it. */
  readonly certificate: Uint8Array;
  /** Common name of the authority, or its organisation; empty if its certificate has neither. */
  readonly authority: string;
  /** Hexadecimal SHA-256 of the token. */
  readonly sha256: string;
}

/** A token or response was not accepted. */
export class TimestampRefused extends Error {
  override readonly name = 'TimestampRefused';
}

/** TimeStampReq over a SHA-256 digest with certReq. @param nonce unsigned big-endian, random. @param policy dotted; none: the authority's own. */
export function writeTimestampRequest(digest: Uint8Array, nonce: Uint8Array, policy?: string): Uint8Array<ArrayBuffer> {
  const policyFields = policy === undefined ? [] : [objectIdentifier(policy)];
  return sequence(integer(1), messageImprint(digest), ...policyFields, integer(nonce), boolean(true));
}

export interface TimestampQuery {
  /** Object identifier of the digest algorithm. */
  readonly algorithm: string;
  readonly digest: Uint8Array;
  readonly policy: string | null;
  readonly nonce: Uint8Array | null;
  readonly certReq: boolean;
}

/** @throws DerError if it is not a TimeStampReq of version 1. */
export function readTimestampRequest(bytes: Uint8Array): TimestampQuery {
  const [version, imprint, ...rest] = childrenOf(expectTag(readDer(bytes), 0x30, 'a timestamp request'));
  if (readInteger(version) !== 1) throw new DerError('version 1 was expected');
  const nonce = rest.find(({ tag }) => tag === 0x02);
  const policy = rest.find(({ tag }) => tag === 0x06);
  const certReq = rest.find(({ tag }) => tag === 0x01);
  return {
    ...readImprint(imprint),
    policy: policy ? readIdentifier(policy) : null,
    nonce: nonce ? readUnsigned(nonce) : null,
    certReq: certReq?.content[0] === 0xff,
  };
}

export interface TokenInput {
  readonly digest: Uint8Array;
  readonly nonce: Uint8Array | null;
  readonly policy: string;
  /** Unsigned big-endian, at most 20 octets. */
  readonly serial: Uint8Array;
  readonly genTime: Date;
  /** Stated accuracy in milliseconds, at most 1000 (EN 319 422, section 5.2.2). */
  readonly accuracyMs: number;
  readonly certificate: Uint8Array;
  /** Further certificates to include in the token. */
  readonly chain: readonly Uint8Array[];
  readonly algorithm: SigningAlgorithm;
  readonly sign: (data: Uint8Array) => Promise<Uint8Array>;
}

/** TimeStampToken: a SignedData over a TSTInfo, with ESSCertIDv2. */
export async function writeTimestampToken(input: TokenInput): Promise<Uint8Array<ArrayBuffer>> {
  const seconds = Math.floor(input.accuracyMs / 1000);
  const millis = input.accuracyMs % 1000;
  const info = sequence(
    integer(1),
    objectIdentifier(input.policy),
    messageImprint(input.digest),
    integer(input.serial),
    generalizedTime(input.genTime),
    sequence(...(seconds ? [integer(seconds)] : []), ...(millis ? [retag(integer(millis), 0x80)] : [])),
    ...(input.nonce ? [integer(input.nonce)] : []),
  );
  const signedAttributes = writeSignedAttributes({
    contentType: oid.tstInfo,
    contentDigest: await digestOf('SHA-256', info),
    certificateDigest: await digestOf('SHA-256', input.certificate),
    certificate: input.certificate,
  });
  return writeSignedData({
    signedAttributes,
    signature: await input.sign(signedAttributes),
    algorithm: input.algorithm,
    certificate: input.certificate,
    chain: input.chain,
    content: { type: oid.tstInfo, bytes: info },
  });
}

/** TimeStampResp with status granted. */
export const writeGrantedResponse = (token: Uint8Array) => sequence(sequence(integer(0)), token);

/** PKIFailureInfo bits that the demo authority returns (RFC 3161, section 2.4.2). */
export type TimestampFailure = 'badAlg' | 'badRequest' | 'badDataFormat' | 'unacceptedPolicy';

/** TimeStampResp with status rejection. */
export function writeRejectedResponse(failure: TimestampFailure): Uint8Array<ArrayBuffer> {
  const bit = { badAlg: 0, badRequest: 2, badDataFormat: 5, unacceptedPolicy: 15 }[failure];
  const bits = new Uint8Array(Math.floor(bit / 8) + 1);
  bits[bits.length - 1] = 0x80 >> (bit % 8);
  const info = retag(octetString(Uint8Array.of(7 - (bit % 8), ...bits)), 0x03);
  return sequence(sequence(integer(2), info));
}

/** @returns DER of the token. @throws TimestampRefused when the authority did not grant one. */
export function readTimestampResponse(bytes: Uint8Array): Uint8Array {
  const [status, token] = childrenOf(expectTag(readDer(bytes), 0x30, 'a timestamp response'));
  const code = readInteger(childrenOf(expectTag(status, 0x30, 'a status'))[0]);
  if (code > 1 || !token) throw new TimestampRefused(`the timestamp authority answered status ${code}`);
  return token.raw;
}

/**
 * Checks a token before it is embedded or trusted: imprint, nonce, signature, ESSCertIDv2, the certificate's purpose
 * and its validity when the token was made. Does not check trust in the authority.
 * @param digest SHA-256 of the timestamped data.
 * @throws TimestampRefused with the reason.
 */
export async function checkTimestampToken(
  token: Uint8Array,
  digest: Uint8Array,
  options: { nonce?: Uint8Array } = {},
): Promise<TimestampFacts> {
  try {
    const cms = readCms(token);
    const { content } = cms;
    if (cms.contentType !== oid.tstInfo || !content) throw new TimestampRefused('not a timestamp token');
    const info = readTstInfo(content);
    if (info.algorithm !== oid.sha256 || !sameBytes(digest, info.digest)) {
      throw new TimestampRefused('the imprint does not match the data');
    }
    if (options.nonce && !(info.nonce && sameBytes(info.nonce, withoutLeadingZeros(options.nonce)))) {
      throw new TimestampRefused('the nonce is not ours');
    }
    const certificate = await checkSignedData(cms, (hash) => digestOf(hash, content));
    checkPurpose(certificate, info.genTime);
    return {
      serial: toHex(info.serial),
      genTime: info.genTime,
      policy: info.policy,
      accuracyMs: info.accuracyMs,
      certificate,
      authority: authorityName(certificate),
      sha256: toHex(await digestOf('SHA-256', token)),
    };
  } catch (error) {
    if (error instanceof DerError || error instanceof SignatureRefused) throw new TimestampRefused(error.message);
    throw error;
  }
}

function authorityName(certificate: Uint8Array): string {
  const { name, organization } = subjectFacts(readCertificate(certificate));
  return name ?? organization ?? '';
}

interface TstInfo {
  readonly policy: string;
  readonly algorithm: string;
  readonly digest: Uint8Array;
  readonly serial: Uint8Array;
  readonly genTime: Date;
  readonly accuracyMs: number | null;
  readonly nonce: Uint8Array | null;
}

function readTstInfo(bytes: Uint8Array): TstInfo {
  const [version, policy, imprint, serial, genTime, ...rest] = childrenOf(expectTag(readDer(bytes), 0x30, 'a TSTInfo'));
  if (readInteger(version) !== 1) throw new DerError('version 1 was expected');
  const accuracy = rest[0]?.tag === 0x30 ? childrenOf(rest[0]) : null;
  const nonce = rest.find(({ tag }) => tag === 0x02);
  return {
    policy: readIdentifier(policy),
    ...readImprint(imprint),
    serial: readUnsigned(serial),
    genTime: readTime(expectTag(genTime, 0x18, 'a GeneralizedTime')),
    accuracyMs: accuracy && readAccuracy(accuracy),
    nonce: nonce ? readUnsigned(nonce) : null,
  };
}

function readAccuracy(parts: readonly DerElement[]): number {
  const part = (tag: number) => parts.find((candidate) => candidate.tag === tag)?.content;
  const value = (bytes: Uint8Array = new Uint8Array()) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  return value(part(0x02)) * 1000 + value(part(0x80)) + Math.ceil(value(part(0x81)) / 1000);
}

/** The extended key usage must be critical and name only timestamping (RFC 3161, section 2.3). */
function checkPurpose(certificate: Uint8Array, at: Date): void {
  const { extensions, notBefore, notAfter } = readCertificate(certificate);
  const usage = extensions.get(oid.extendedKeyUsage);
  const purposes = usage ? childrenOf(readDer(usage.value)).map(readIdentifier) : [];
  if (!usage?.critical || purposes.length !== 1 || purposes[0] !== oid.timeStamping) {
    throw new TimestampRefused('the certificate is not one for timestamps');
  }
  // Certificates count whole seconds; the token's time may be a fraction later.
  if (at < notBefore || at.getTime() >= notAfter.getTime() + 1000) {
    throw new TimestampRefused("outside the validity of the authority's certificate");
  }
}

function readImprint(element: DerElement | undefined): { algorithm: string; digest: Uint8Array } {
  const [algorithm, digest] = childrenOf(expectTag(element, 0x30, 'a message imprint'));
  return {
    algorithm: readIdentifier(childrenOf(expectTag(algorithm, 0x30, 'an algorithm'))[0]),
    digest: expectTag(digest, 0x04, 'a digest').content,
  };
}

function messageImprint(digest: Uint8Array): Uint8Array<ArrayBuffer> {
  if (digest.length !== 32) throw new DerError('a SHA-256 digest was expected');
  return sequence(sha256Algorithm(), octetString(digest));
}

function retag(element: Uint8Array<ArrayBuffer>, tag: number): Uint8Array<ArrayBuffer> {
  const copy = element.slice();
  copy[0] = tag;
  return copy;
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
  return bytes.subarray(start);
}
