/**
 * What can be done with a document until it is signed, and by what all its actions are judged. Apart from the rest of the
 * table, for the dashboard and forms need no more of it.
 */
import type { ActionEntry } from '../action-table.ts';
import type { Resend } from '../signing/waiting.ts';
import { allows, type DocumentStatus, isStarting, type SignatureType } from './life.ts';

/** The facts of a document that decide. */
export interface DocumentFacts {
  status: DocumentStatus;
  signable: boolean;
  sigType: SignatureType | null;
  mimeType: string | null;
  /** True once a signature was ever put on it: it can never be taken back. */
  everSigned?: boolean;
  /** The folder's status; a closed folder starts nothing. */
  folderStatus?: string;
  /** True while it needs an adherence to FEA that is not in force; unknown counts as true for `sigType` FEA. */
  feaBlocked?: boolean;
  /** The module that was made for it; null when a blocked document has none that could still be signed. */
  feaModuleId?: number | null;
  /** True while the customer is signing that module. */
  feaModuleSigning?: boolean;
  /** What keeps a document from being signed by hand; unknown where the server has not been asked yet. */
  byHand?: 'ready' | 'noDevice' | 'noCustodian';
  /** True when the customer has adhered, and one who signs beside the customer has not. */
  feaCoSigner?: boolean;
  /** The link of the customer whose turn it is; null on a document that waits means that only staff are left. For whoever may sign. */
  signUrl?: string | null;
}

/** What decides besides about a document that is shown: its files, and whether its link may be sent again. */
export interface ShownDocument extends DocumentFacts {
  type: string;
  fileName: string | null;
  signUrl: string | null;
  signedDocumentId: number | null;
  feaBlocked: boolean;
  feaModuleId: number | null;
  /** Why the last signature ended. */
  statusReason?: { code: string; text: string } | null;
  /** Why the link cannot be sent again now; absent while that is not known. */
  resendRefused?: Resend['refused'];
}

/** Why an action is impossible in this state; the server refuses by `life.` and the same word. */
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

/** Reasons that only the portal words: `preparing` is `notWaiting` for the server, the others it answers by codes of their own. */
export type ActionReason =
  | LifeReason
  | 'preparing'
  | 'signingStarted'
  | 'notDraft'
  | 'identityCopy'
  | NonNullable<Resend['refused']>;

export const STARTING = ['PENDING_START_SIGN', 'START_SIGN'] as const;
/** Where a start is the next step or says what is missing; later there is nothing left to start. */
const UNSTARTED = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'] as const;
export type Status = Pick<DocumentFacts, 'status'>;

export const possible = (): null => null;

function inOpenFolder({ folderStatus = 'OPEN' }: Pick<DocumentFacts, 'folderStatus'>): LifeReason | null {
  return folderStatus === 'OPEN' ? null : 'folderClosed';
}

/** What comes first of the way to an adherence. */
function feaReason({ feaCoSigner, feaModuleId, feaModuleSigning }: DocumentFacts): LifeReason {
  if (feaCoSigner) return 'feaCoSigner';
  if (!feaModuleId) return 'feaModuleMissing';
  return feaModuleSigning ? 'feaModuleSigning' : 'feaModuleUnsigned';
}

/** Whether a signature may start, wherever it is then given. */
function againstStart(document: DocumentFacts): LifeReason | null {
  if (isStarting(document.status)) return 'alreadyStarted';
  if (!allows('startSign', document.status)) return 'notReady';
  const closed = inOpenFolder(document);
  if (closed !== null) return closed;
  if (!document.signable) return 'notSignable';
  if (document.sigType === null) return 'noSignatureType';
  if (document.mimeType !== 'application/pdf') return 'notPdf';
  return (document.feaBlocked ?? document.sigType === 'FEA') ? feaReason(document) : null;
}

export function againstSigning(document: DocumentFacts): LifeReason | null {
  const reason = againstStart(document);
  if (reason !== null) return reason;
  // Handwriting is only taken on an activated device, for a custodian who is known.
  const { byHand = 'ready' } = document;
  return document.sigType === 'GRAPHOMETRIC' && byHand !== 'ready' ? byHand : null;
}

/** A code is shown where the signature can be started or waits for a customer: staff sign in the portal. */
function againstQr(document: DocumentFacts): LifeReason | null {
  const starting = isStarting(document.status);
  const reason = starting ? null : againstStart(document);
  if (reason !== null) return reason;
  // Handwriting is taken by a tablet of the dealer, never by the customer's phone.
  if (document.sigType === 'GRAPHOMETRIC') return 'tabletOnly';
  if (!starting) return againstSigning(document);
  return document.status === 'START_SIGN' && document.signUrl === null ? 'customersSigned' : null;
}

/** Where it is signed is chosen until the signature starts. */
function againstPlaces(document: DocumentFacts): LifeReason | null {
  if (isStarting(document.status)) return 'alreadyStarted';
  if (document.status !== 'DRAFT' && document.status !== 'READY_TO_SIGN') return 'notReady';
  if (!document.signable) return 'notSignable';
  if (document.mimeType !== 'application/pdf') return 'notPdf';
  return inOpenFolder(document);
}

export const againstRenewal = ({ status }: Status): LifeReason | null =>
  allows('renew', status) ? null : 'notExpired';

/** What could be started if it were renewed is renewed and started by one press. */
export const againstRestart = (document: DocumentFacts): LifeReason | null =>
  againstRenewal(document) ?? againstSigning({ ...document, status: 'READY_TO_SIGN' });

/** Entries of the table of all (`document-actions.ts`), which says in which order they stand. */
export const UNSIGNED_ACTIONS = {
  delete: {
    rights: ['document.delete'],
    shownAgainst: ['signingStarted', 'notDraft'],
    // Whether signing was ever started is judged with the right.
    refusal: inOpenFolder,
  },
  edit: {
    rights: ['document.edit'],
    refusal: (document: Status & Pick<DocumentFacts, 'folderStatus'>): LifeReason | null =>
      ['DRAFT', 'FINISH'].includes(document.status) ? inOpenFolder(document) : 'notEditable',
  },
  places: {
    rights: ['document.sign', 'document.edit'],
    statuses: ['DRAFT', 'READY_TO_SIGN'],
    refusal: againstPlaces,
  },
  /** An activated tablet takes what can be started or waits for the customer, handwriting too. */
  tablet: {
    rights: ['document.sign'],
    statuses: ['READY_TO_SIGN', ...STARTING],
    refusal: (document: DocumentFacts) => (isStarting(document.status) ? null : againstStart(document)),
  },
  qr: { rights: ['document.sign'], statuses: [...UNSTARTED, ...STARTING], refusal: againstQr },
  sign: {
    rights: ['document.sign'],
    statuses: UNSTARTED,
    // What has expired is started again instead where it can be.
    applies: (document: ShownDocument) => againstRestart(document) !== null,
    refusal: againstSigning,
  },
} as const satisfies Record<string, ActionEntry<ShownDocument, ActionReason>>;
