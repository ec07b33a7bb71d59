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

/** The facts of a document that decide. */
export interface DocumentFacts {
  status: DocumentStatus;
  signable: boolean;
  sigType: SignatureType | null;
  mimeType: string | null;
  /** True once a signature was ever put on it: it can never be taken back. */
  everSigned?: boolean;
  /** The folder's status; a closed folder starts nothing (P-5). */
  folderStatus?: string;
  /** True while it needs an adherence to FEA that is not in force (P-9, D-2); unknown counts as true for `sigType` FEA. */
  feaBlocked?: boolean;
  /** The module that was made for it; null when a blocked document has none that could still be signed. */
  feaModuleId?: number | null;
  /** True while the customer is signing that module. */
  feaModuleSigning?: boolean;
  /** What keeps a document from being signed by hand (D-20); unknown where the server has not been asked yet. */
  byHand?: 'ready' | 'noDevice' | 'noCustodian';
  /** True when the customer has adhered, and one who signs beside the customer has not. */
  feaCoSigner?: boolean;
  /** The link of the customer whose turn it is; null on a document that waits means that only staff are left. For whoever may sign. */
  signUrl?: string | null;
}

export type LifeReason =
  | 'notReady'
  | 'alreadyStarted'
  | 'notSignable'
  | 'noSignatureType'
  | 'notPdf'
  | 'folderClosed'
  | 'notEditable'
  | 'notWaiting'
  | 'notExpired'
  | 'alreadySigned'
  | 'notSignedYet'
  | 'feaModuleMissing'
  | 'feaModuleUnsigned'
  | 'feaModuleSigning'
  | 'feaCoSigner'
  | 'noDevice'
  | 'customersSigned'
  | 'noCustodian'
  | 'tabletOnly';

export type LifeDecision = { readonly ok: true } | { readonly ok: false; readonly reason: LifeReason };

const OK: LifeDecision = { ok: true };
const no = (reason: LifeReason): LifeDecision => ({ ok: false, reason });

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

function inOpenFolder(document: DocumentFacts): LifeDecision {
  return document.folderStatus === undefined || document.folderStatus === 'OPEN' ? OK : no('folderClosed');
}

/** What comes first of the way to an adherence. */
function feaReason({ feaCoSigner, feaModuleId, feaModuleSigning }: DocumentFacts): LifeReason {
  if (feaCoSigner) return 'feaCoSigner';
  if (!feaModuleId) return 'feaModuleMissing';
  return feaModuleSigning ? 'feaModuleSigning' : 'feaModuleUnsigned';
}

/** Whether a signature may start, wherever it is then given. */
function startable(document: DocumentFacts): LifeDecision {
  if (isStarting(document.status)) return no('alreadyStarted');
  if (!allows('startSign', document.status)) return no('notReady');
  const open = inOpenFolder(document);
  if (!open.ok) return open;
  if (!document.signable) return no('notSignable');
  if (document.sigType === null) return no('noSignatureType');
  if (document.mimeType !== 'application/pdf') return no('notPdf');
  if (document.feaBlocked ?? document.sigType === 'FEA') return no(feaReason(document));
  return OK;
}

/** Disabled buttons and refused calls ask the same questions here. */
export const documentCan = {
  startSign(document: DocumentFacts): LifeDecision {
    const start = startable(document);
    if (!start.ok) return start;
    // Handwriting is taken on an activated device alone, for a custodian who is known (P-8, P-13).
    const { byHand = 'ready' } = document;
    return document.sigType === 'GRAPHOMETRIC' && byHand !== 'ready' ? no(byHand) : OK;
  },
  /** Where it is signed is chosen until the signature starts (P-6). */
  placeSignatures(document: DocumentFacts): LifeDecision {
    if (isStarting(document.status)) return no('alreadyStarted');
    if (document.status !== 'DRAFT' && document.status !== 'READY_TO_SIGN') return no('notReady');
    if (!document.signable) return no('notSignable');
    if (document.mimeType !== 'application/pdf') return no('notPdf');
    return inOpenFolder(document);
  },
  /** A code is shown where the signature can be started or waits for a customer: staff sign in the portal (P-6, P-7). */
  showQr(document: DocumentFacts): LifeDecision {
    const start = isStarting(document.status) ? OK : startable(document);
    if (!start.ok) return start;
    // Handwriting is taken by a tablet of the dealer, never by the customer's phone (P-8).
    if (document.sigType === 'GRAPHOMETRIC') return no('tabletOnly');
    if (!isStarting(document.status)) return documentCan.startSign(document);
    return document.status === 'START_SIGN' && document.signUrl === null ? no('customersSigned') : OK;
  },
  /** An activated tablet takes what can be started or waits for the customer, handwriting too (P-7, P-8). */
  sendToTablet(document: DocumentFacts): LifeDecision {
    return isStarting(document.status) ? OK : startable(document);
  },
  cancelSign(document: DocumentFacts): LifeDecision {
    return allows('cancel', document.status) ? OK : no('notWaiting');
  },
  takeBack(document: DocumentFacts): LifeDecision {
    if (!allows('takeBack', document.status)) return no('notReady');
    return document.everSigned ? no('alreadySigned') : OK;
  },
  renew(document: DocumentFacts): LifeDecision {
    return allows('renew', document.status) ? OK : no('notExpired');
  },
  /** What could be started if it were renewed is renewed and started by one press (P-5). */
  restart(document: DocumentFacts): LifeDecision {
    const renewed = documentCan.renew(document);
    return renewed.ok ? documentCan.startSign({ ...document, status: 'READY_TO_SIGN' }) : renewed;
  },
  edit(document: DocumentFacts): LifeDecision {
    if (document.status !== 'DRAFT' && document.status !== 'FINISH') return no('notEditable');
    return inOpenFolder(document);
  },
  /** Whether signing was ever started is judged by `may` ("document.delete"). */
  delete(document: DocumentFacts): LifeDecision {
    return inOpenFolder(document);
  },
  downloadSigned(document: DocumentFacts & { signedDocumentId: number | null }): LifeDecision {
    return document.signedDocumentId === null ? no('notSignedYet') : OK;
  },
} as const;

/** Where a complete or partial document lands when created or edited (P-5). */
export function landingStatus(document: { draft: boolean; signable: boolean }): 'DRAFT' | 'READY_TO_SIGN' | 'FINISH' {
  if (document.draft) return 'DRAFT';
  return document.signable ? 'READY_TO_SIGN' : 'FINISH';
}
