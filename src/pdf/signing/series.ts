/** From a prepared file to the one that is stored: every signature, the seal, and our own verifier's word on the result. */

import { giveBack } from '#formats/given-back.ts';
import { type Verification, type VerifyOptions, verifyPdf } from '#formats/verify/index.ts';
import { hashedOf, hashedOn } from './increment.ts';
import { type AppliedSignature, applySignature, type SignatureRequest } from './sign.ts';

/** One signature of the series, as it stands in the file. */
export interface AppliedRevision extends Omit<AppliedSignature, 'bytes' | 'byteRange'> {
  readonly field: string;
  /** SHA-256 of the file as it stood after this signature. */
  readonly revisionSha256: string;
}

export interface SealedSeries {
  readonly bytes: Uint8Array;
  readonly applied: readonly AppliedRevision[];
  /** Of the bytes; whoever asked decides whether they are stored. */
  readonly verification: Verification;
}

/**
 * Applies one signature after the other, the seal last.
 * @throws SigningDefect with a code; whatever a key and the timestamp authority throw passes through.
 */
export async function applySeries(
  prepared: Uint8Array,
  signatures: readonly SignatureRequest[],
  verify: VerifyOptions,
): Promise<SealedSeries> {
  let bytes = prepared;
  let hashed = hashedOf(prepared);
  const applied: AppliedRevision[] = [];
  for (const request of signatures) {
    const before = bytes;
    const { bytes: signed, contentSha256, certificateSerial, timestamp } = await applySignature(bytes, request, hashed);
    bytes = signed;
    hashed = hashedOn(hashed, signed);
    if (before !== prepared) giveBack(before);
    const revisionSha256 = hashed.state.copy().digest('hex');
    applied.push({ field: request.field, contentSha256, certificateSerial, timestamp, revisionSha256 });
  }
  return { bytes, applied, verification: await verifyPdf(bytes, verify) };
}
