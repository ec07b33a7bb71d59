/** State machine of a document: the only table that defines which event leads to which status. */

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
/** Types offered by forms; FEA is accepted but never offered. */
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

/** A start that finds the document in this status lost against another call and returns 200. */
export function isStarting(status: DocumentStatus): boolean {
  return status === 'PENDING_START_SIGN' || status === 'START_SIGN';
}

/** Statuses that change without action on this page: the page refreshes itself, and only these have signing links. */
export function isInProgress(status: DocumentStatus): boolean {
  return isStarting(status) || status === 'COMPLETING' || status === 'PRIVACY_UPDATING';
}

/** Status of a complete or partial document after creation or edit. */
export function statusAfterSave(document: { draft: boolean; signable: boolean }): 'DRAFT' | 'READY_TO_SIGN' | 'FINISH' {
  if (document.draft) return 'DRAFT';
  return document.signable ? 'READY_TO_SIGN' : 'FINISH';
}
