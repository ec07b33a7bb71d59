/** The life of a document: the one table that knows which event leads where (specification §4, P-5). */

export const DOCUMENT_STATUSES = [
  'DRAFT',
  'READY_TO_SIGN',
  'PENDING_START_SIGN',
  'START_SIGN',
  'COMPLETING',
  'PRIVACY_UPDATING',
  'SIGNED',
  'FINISH',
  'EXPIRED',
] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const SIGNATURE_TYPES = ['OTP', 'GRAPHOMETRIC', 'FEA'] as const;
export type SignatureType = (typeof SIGNATURE_TYPES)[number];
/** What forms offer (specification §3); FEA is accepted, never offered (P-9). */
export const OFFERED_SIGNATURE_TYPES = ['OTP', 'GRAPHOMETRIC'] as const satisfies readonly SignatureType[];

interface Transition {
  from: readonly DocumentStatus[];
  to: DocumentStatus;
}

export const DOCUMENT_MOVES = {
  editToDraft: { from: ['DRAFT', 'FINISH'], to: 'DRAFT' },
  editToReady: { from: ['DRAFT', 'FINISH'], to: 'READY_TO_SIGN' },
  editToFinish: { from: ['DRAFT', 'FINISH'], to: 'FINISH' },
  takeBack: { from: ['READY_TO_SIGN'], to: 'DRAFT' },
  startSign: { from: ['READY_TO_SIGN'], to: 'PENDING_START_SIGN' },
  linksSent: { from: ['PENDING_START_SIGN'], to: 'START_SIGN' },
  preparationFailed: { from: ['PENDING_START_SIGN'], to: 'READY_TO_SIGN' },
  lastSignature: { from: ['START_SIGN'], to: 'COMPLETING' },
  decline: { from: ['START_SIGN'], to: 'READY_TO_SIGN' },
  lock: { from: ['START_SIGN'], to: 'READY_TO_SIGN' },
  cancel: { from: ['START_SIGN'], to: 'READY_TO_SIGN' },
  expire: { from: ['START_SIGN'], to: 'EXPIRED' },
  renew: { from: ['EXPIRED'], to: 'READY_TO_SIGN' },
  complete: { from: ['COMPLETING'], to: 'SIGNED' },
  completePrivacy: { from: ['COMPLETING'], to: 'PRIVACY_UPDATING' },
  consentsPushed: { from: ['PRIVACY_UPDATING'], to: 'SIGNED' },
} as const satisfies Record<string, Transition>;
export type DocumentMove = keyof typeof DOCUMENT_MOVES;

export function allows(move: DocumentMove, status: DocumentStatus): boolean {
  const from: readonly DocumentStatus[] = DOCUMENT_MOVES[move].from;
  return from.includes(status);
}

/** A start that finds the document here has been won by another call and answers 200 (P-5). */
export function isStarting(status: DocumentStatus): boolean {
  return status === 'PENDING_START_SIGN' || status === 'START_SIGN';
}

/** Statuses that change without anybody here: the page looks again by itself, and only these have links to sign by. */
export function isMoving(status: DocumentStatus): boolean {
  return isStarting(status) || status === 'COMPLETING' || status === 'PRIVACY_UPDATING';
}

/** Where a complete or partial document lands when created or edited (P-5). */
export function landingStatus(document: { draft: boolean; signable: boolean }): 'DRAFT' | 'READY_TO_SIGN' | 'FINISH' {
  if (document.draft) return 'DRAFT';
  return document.signable ? 'READY_TO_SIGN' : 'FINISH';
}
