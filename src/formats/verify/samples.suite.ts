/** Verifier results for tests of the texts about them. */
import type { VerifiedSignature } from './outcome.ts';

/** A valid signature with a timestamp of 20 November 2026. */
export const passedSignature: VerifiedSignature = {
  field: 'Firma1',
  kind: 'signature',
  indication: 'TOTAL-PASSED',
  subIndication: null,
  level: 'B-T',
  signer: 'Ginevra Provetti',
  organization: null,
  certificateSerial: '01',
  issuer: 'Autorità',
  anchored: true,
  timestampedBy: 'Marche',
  revision: 1,
  signedAt: '2026-11-20T10:00:00.000Z',
  claimedAt: null,
  digestOk: true,
  valueOk: true,
  coversWholeRevision: true,
  changesAfter: [],
  problems: [],
};
