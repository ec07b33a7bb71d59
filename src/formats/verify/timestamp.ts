/** Reads a timestamp token and checks its facts (RFC 3161, section 2.4.2, RFC 5816, EN 319 422); trust is checked elsewhere. */
import {
  bindingOf,
  type CmsSignature,
  checkValue,
  digestOf,
  readCms,
  schemeOf,
  signerCertificate,
} from '../cms-read.ts';
import { childrenOf, expectTag, readDer, readIdentifier, readTime, sameBytes } from '../der.ts';
import { oid } from '../oids.ts';
import { acceptedHashes, knownHashes, strengthOf } from '../signed-data.ts';

/** `weak`: equal under a digest that no longer proves anything; `unknown`: the digest cannot be computed here. */
export type DigestComparison = 'same' | 'other' | 'weak' | 'unknown';

export interface TimestampToken {
  cms: CmsSignature;
  genTime: Date;
  /** Whether the imprint matches the timestamped data. */
  imprint: DigestComparison;
  /** The same for the token's own content and its signed attributes. */
  content: DigestComparison;
  /** The authority's signature over the token is valid. */
  valueOk: boolean;
  /** The signing certificate is included and bound by ESSCertIDv2; older tokens use SHA-1, which is refused. */
  isBound: boolean;
  certificate: Uint8Array | null;
}

/** @param data the parts of the timestamped data. @throws DerError when it is not a timestamp token. */
export async function readTimestamp(token: Uint8Array, data: readonly Uint8Array[]): Promise<TimestampToken> {
  const cms = readCms(token);
  const content = cms.content ?? new Uint8Array(0);
  const [, , imprint, , time] = childrenOf(expectTag(readDer(content), 0x30, 'a TSTInfo'));
  const [algorithm, hashed] = childrenOf(expectTag(imprint, 0x30, 'a message imprint'));
  const name = readIdentifier(childrenOf(expectTag(algorithm, 0x30, 'an algorithm'))[0]);
  const hash = knownHashes[name];
  const matches = hash && sameBytes(await digestOf(hash, ...data), expectTag(hashed, 0x04, 'a digest').content);
  const comparison = matches ? (acceptedHashes[name] ? 'same' : 'weak') : 'other';
  const ownContent = await compareMessageDigest(cms, [content]);
  const digest = acceptedHashes[cms.digestAlgorithm];
  const certificate = signerCertificate(cms);
  const genTime = readTime(expectTag(time, 0x18, 'a time'));
  return {
    cms,
    genTime,
    imprint: hash ? comparison : 'unknown',
    content: ownContent,
    valueOk:
      certificate !== null &&
      cms.contentType === oid.tstInfo &&
      hasContentType(cms, oid.tstInfo) &&
      ownContent === 'same' &&
      digest !== undefined &&
      strengthOf(schemeOf(cms, digest)) === 'accepted' &&
      (await checkValue(cms, certificate, [content])) === 'valid',
    isBound: certificate !== null && (await bindingOf(cms, certificate)) === 'bound',
    certificate,
  };
}

/** Whether the signed message digest matches the content. */
export async function compareMessageDigest(cms: CmsSignature, parts: readonly Uint8Array[]): Promise<DigestComparison> {
  const hash = knownHashes[cms.digestAlgorithm];
  const [digest, ...more] = cms.signed.get(oid.messageDigest) ?? [];
  if (digest?.tag !== 0x04 || more.length > 0) return 'other';
  if (!hash) return 'unknown';
  if (!sameBytes(digest.content, await digestOf(hash, ...parts))) return 'other';
  return acceptedHashes[cms.digestAlgorithm] ? 'same' : 'weak';
}

/** Whether the signed content type is the content's actual type and the expected one. */
export function hasContentType(cms: CmsSignature, type: string): boolean {
  const [value, ...more] = cms.signed.get(oid.contentType) ?? [];
  return cms.contentType === type && value !== undefined && more.length === 0 && readIdentifier(value) === type;
}
