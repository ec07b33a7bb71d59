/** Turns a prepared file into the stored one: applies every signature and the seal, and runs the product's own verifier on the result. */

import { releaseBuffer } from '#formats/release-buffer.ts';
import { type Verification, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { extendHash, hashPrefix } from './increment.ts';
import { type AppliedSignature, applySignature, type SignatureRequest } from './sign.ts';

/** One signature of the series, as stored in the file. */
export interface AppliedRevision extends Omit<AppliedSignature, 'bytes' | 'byteRange'> {
  readonly field: string;
  /** SHA-256 of the file after this signature. */
  readonly revisionSha256: string;
}

export interface SealedSeries {
  readonly bytes: Uint8Array;
  readonly applied: readonly AppliedRevision[];
  /** Verification of the bytes; the caller decides whether to store them. */
  readonly verification: Verification;
}

/**
 * Applies the signatures in order, the seal last.
 * @throws SigningDefect with a code; errors thrown by a key or the timestamp authority pass through.
 */
export async function applySeries(
  prepared: Uint8Array,
  signatures: readonly SignatureRequest[],
  verify: VerifyOptions,
): Promise<SealedSeries> {
  let bytes = prepared;
  let hashed = hashPrefix(prepared);
  const applied: AppliedRevision[] = [];
  for (const request of signatures) {
    const before = bytes;
    const { bytes: signed, contentSha256, certificateSerial, timestamp } = await applySignature(bytes, request, hashed);
    bytes = signed;
    hashed = extendHash(hashed, signed);
    if (before !== prepared) releaseBuffer(before);
    const revisionSha256 = hashed.state.copy().digest('hex');
    applied.push({ field: request.field, contentSha256, certificateSerial, timestamp, revisionSha256 });
  }
  return { bytes, applied, verification: await verifyPdf(bytes, verify) };
}
