/** The verifier's results, in the terms of EN 319 102-1. */
import type { SubIndication } from './explanation.ts';

export interface VerifiedSignature {
  /** Full name of the signature field; empty if the file cannot be read. */
  field: string;
  kind: 'signature' | 'seal' | 'timestamp';
  indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  /** EN 319 102-1 sub-indication; null if passed. */
  subIndication: SubIndication | null;
  /** PAdES level; null for timestamps and for signatures outside the baseline profile. */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  /** Common name in the signer's certificate. */
  signer: string | null;
  organization: string | null;
  /** Lower-case hexadecimal. */
  certificateSerial: string | null;
  /** Issuer's common name, or its organisation. */
  issuer: string | null;
  /** The certificate leads to one of the given anchors, regardless of other problems. */
  anchored: boolean;
  /** Name of the authority whose timestamp gives `signedAt`. */
  timestampedBy: string | null;
  /** The file revision made by the signature, from 1; 0 if unreadable. */
  revision: number;
  /** The timestamp's time, ISO 8601 in UTC; null without a sound timestamp. */
  signedAt: string | null;
  /** The time claimed in the signature dictionary. */
  claimedAt: string | null;
  /** The signed content matches the file. */
  digestOk: boolean;
  /** The signature value was made with the certificate's key. */
  valueOk: boolean;
  /** Covers every byte of its revision except its own value. */
  coversWholeRevision: boolean;
  /** Forbidden changes in later revisions, as problem codes. */
  changesAfter: string[];
  /** Problem codes; `problemText` returns their text. */
  problems: string[];
}

/** What a signature does not show before its certificate is read. */
export const NO_CERTIFICATE = {
  level: null,
  signer: null,
  organization: null,
  certificateSerial: null,
  issuer: null,
  anchored: false,
  timestampedBy: null,
} satisfies Partial<VerifiedSignature>;

export interface Verification {
  /** Every digest and value matches and no forbidden change follows; ignores trust and age. */
  intact: boolean;
  signatures: VerifiedSignature[];
  /** Problem codes of the file as a whole. */
  problems: string[];
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** Number of times the file was written, including the first; 0 if unreadable. */
  revisions: number;
}

export interface VerifyOptions {
  /** DER of the roots trusted for signatures; without any, signatures are INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND. */
  anchors: readonly Uint8Array[];
  /** DER of the roots trusted only for timestamps; defaults to `anchors`. */
  timestampAnchors?: readonly Uint8Array[];
  /** The instant of validation; defaults to now. */
  at?: Date;
  /** Known facts about the file, to detect a rollback to an earlier revision. */
  expected?: { sha256?: string; signatures?: number };
}
