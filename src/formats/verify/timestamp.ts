/** Reads and checks the facts of a timestamp token (RFC 3161 §2.4.2, RFC 5816, EN 319 422); trust is looked at elsewhere. */
import { bindingOf, type CmsSignature, checkValue, digestOf, readCms, signerCertificate } from '../cms-read.ts';
import { childrenOf, expectTag, readDer, readIdentifier, readTime, sameBytes } from '../der.ts';
import { oid } from '../oids.ts';
import { type HashName, hashNames } from '../signed-data.ts';

export interface TimestampToken {
  cms: CmsSignature;
  genTime: Date;
  /** The imprint is that of the stamped data. */
  imprintOk: boolean;
  /** The imprint is made with an accepted digest; where it is not, nothing says that the data is other data. */
  imprintKnown: boolean;
  /** The authority's signature over the token holds. */
  valueOk: boolean;
  /** The signing certificate is inside and bound by ESSCertIDv2; older tokens use SHA-1, which D-66 refuses. */
  bound: boolean;
  certificate: Uint8Array | null;
}

/** @param stamped the parts of what was stamped. @throws DerError when it is not a timestamp token. */
export async function readTimestamp(token: Uint8Array, stamped: readonly Uint8Array[]): Promise<TimestampToken> {
  const cms = readCms(token);
  const content = cms.content ?? new Uint8Array(0);
  const [, , imprint, , time] = childrenOf(expectTag(readDer(content), 0x30, 'a TSTInfo'));
  const [algorithm, hashed] = childrenOf(expectTag(imprint, 0x30, 'a message imprint'));
  const hash = hashNames[readIdentifier(childrenOf(expectTag(algorithm, 0x30, 'an algorithm'))[0])];
  const certificate = signerCertificate(cms);
  const genTime = readTime(expectTag(time, 0x18, 'a time'));
  return {
    cms,
    genTime,
    imprintKnown: hash !== undefined,
    imprintOk:
      hash !== undefined && sameBytes(await digestOf(hash, ...stamped), expectTag(hashed, 0x04, 'a digest').content),
    valueOk:
      certificate !== null &&
      cms.contentType === oid.tstInfo &&
      namesType(cms, oid.tstInfo) &&
      (await namesContent(cms, [content])) &&
      (await checkValue(cms, certificate)) === 'valid',
    bound: certificate !== null && (await bindingOf(cms, certificate)) === 'bound',
    certificate,
  };
}

/** The message digest among the signed attributes is that of the content. */
export async function namesContent(cms: CmsSignature, parts: readonly Uint8Array[]): Promise<boolean> {
  const hash: HashName | undefined = hashNames[cms.digestAlgorithm];
  const [digest, ...more] = cms.signed.get(oid.messageDigest) ?? [];
  if (!hash || digest?.tag !== 0x04 || more.length > 0) return false;
  return sameBytes(digest.content, await digestOf(hash, ...parts));
}

/** The content type among the signed attributes is the content's and the one wanted. */
export function namesType(cms: CmsSignature, type: string): boolean {
  const [value, ...more] = cms.signed.get(oid.contentType) ?? [];
  return cms.contentType === type && value !== undefined && more.length === 0 && readIdentifier(value) === type;
}
