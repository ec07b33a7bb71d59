/** What the verifier answers (P-11, D-63), with the words of EN 319 102-1. */
import type { SubIndication } from './explanation.ts';

export interface VerifiedSignature {
  /** Full name of the signature field; empty when the file cannot be read. */
  field: string;
  kind: 'signature' | 'seal' | 'timestamp';
  indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED';
  /** EN 319 102-1 sub-indication; null when it passed. */
  subIndication: SubIndication | null;
  /** PAdES level reached; null for timestamps and for signatures that keep no baseline profile. */
  level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA' | null;
  /** Common name in the signer's certificate. */
  signer: string | null;
  organization: string | null;
  /** Lower-case hexadecimal. */
  certificateSerial: string | null;
  /** Common name, or else organisation, of who issued that certificate. */
  issuer: string | null;
  /** The certificate leads to one of the given anchors, whatever else may be wrong. */
  anchored: boolean;
  /** Name of the authority whose timestamp gives `signedAt`. */
  timestampedBy: string | null;
  /** Which revision of the file the signature made, from 1; 0 when that cannot be read. */
  revision: number;
  /** The timestamp's time, ISO 8601 in UTC; null without a sound timestamp. */
  signedAt: string | null;
  /** The time that the signature dictionary claims. */
  claimedAt: string | null;
  /** The signed content is the one in the file. */
  digestOk: boolean;
  /** The signature value was made with the certificate's key. */
  valueOk: boolean;
  /** Covers every byte of its revision but its own value. */
  coversWholeRevision: boolean;
  /** What later revisions changed that may not follow a signature, as problem codes. */
  changesAfter: string[];
  /** Problem codes; `problemText` gives the words. */
  problems: string[];
}

export interface Verification {
  /** Every digest and value holds and nothing unallowed follows; trust and age are not looked at (P-11). */
  intact: boolean;
  signatures: VerifiedSignature[];
  /** Problem codes of the file as a whole. */
  problems: string[];
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** How often the file was written, the first time included; 0 when it cannot be read. */
  revisions: number;
}

export interface VerifyOptions {
  /** DER of the roots trusted for signatures; without any, signatures are INDETERMINATE / NO_CERTIFICATE_CHAIN_FOUND. */
  anchors: readonly Uint8Array[];
  /** DER of the roots trusted for timestamps alone; `anchors` when absent. */
  timestampAnchors?: readonly Uint8Array[];
  /** The instant of validation; now when absent. */
  at?: Date;
  /** What is known about the file, against roll-back to an earlier revision. */
  expected?: { sha256?: string; signatures?: number };
}
