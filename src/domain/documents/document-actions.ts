/**
 * What can be done with a document: one entry for each action, with the right it needs, the statuses in which it is
 * offered, and why it may be impossible now. The portal's buttons and the server's guard ask the same entry (P-4, P-5).
 */
import type { Action, Decision } from '../access.ts';
import { type ActionEntry, type AvailableAction, available } from '../action-table.ts';
import type { Resend } from '../signing/waiting.ts';
import { fileAction } from './file-action.ts';
import { allows, type DocumentStatus, isStarting, type SignatureType } from './life.ts';

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

/** What decides besides about a document that is shown: its files, and whether its link may be sent again. */
export interface ShownDocument extends DocumentFacts {
  type: string;
  fileName: string | null;
  signUrl: string | null;
  signedDocumentId: number | null;
  feaBlocked: boolean;
  feaModuleId: number | null;
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

const STARTING = ['PENDING_START_SIGN', 'START_SIGN'] as const;
/** Where a start is the next step or says what is missing; later there is nothing left to start. */
const UNSTARTED = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'] as const;
/** Signing has left a trail that may be wanted before it is over. */
const TRAILED = [...STARTING, 'COMPLETING', 'EXPIRED'] as const;

type Status = Pick<DocumentFacts, 'status'>;

const isDone = ({ signedDocumentId }: ShownDocument): boolean => signedDocumentId !== null;
const hasLink = ({ signUrl }: ShownDocument): boolean => signUrl !== null;
const possible = (): null => null;

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

function againstSigning(document: DocumentFacts): LifeReason | null {
  const reason = againstStart(document);
  if (reason !== null) return reason;
  // Handwriting is only taken on an activated device, for a custodian who is known (P-8, P-13).
  const { byHand = 'ready' } = document;
  return document.sigType === 'GRAPHOMETRIC' && byHand !== 'ready' ? byHand : null;
}

/** A code is shown where the signature can be started or waits for a customer: staff sign in the portal (P-6, P-7). */
function againstQr(document: DocumentFacts): LifeReason | null {
  const starting = isStarting(document.status);
  const reason = starting ? null : againstStart(document);
  if (reason !== null) return reason;
  // Handwriting is taken by a tablet of the dealer, never by the customer's phone (P-8).
  if (document.sigType === 'GRAPHOMETRIC') return 'tabletOnly';
  if (!starting) return againstSigning(document);
  return document.status === 'START_SIGN' && document.signUrl === null ? 'customersSigned' : null;
}

/** Where it is signed is chosen until the signature starts (P-6). */
function againstPlaces(document: DocumentFacts): LifeReason | null {
  if (isStarting(document.status)) return 'alreadyStarted';
  if (document.status !== 'DRAFT' && document.status !== 'READY_TO_SIGN') return 'notReady';
  if (!document.signable) return 'notSignable';
  if (document.mimeType !== 'application/pdf') return 'notPdf';
  return inOpenFolder(document);
}

const unlessWaiting = ({ status }: Status): LifeReason | null => (allows('cancel', status) ? null : 'notWaiting');
const unlessReady = ({ status }: Status): LifeReason | null => (status === 'READY_TO_SIGN' ? null : 'notReady');
const againstRenewal = ({ status }: Status): LifeReason | null => (allows('renew', status) ? null : 'notExpired');

/** What could be started if it were renewed is renewed and started by one press (P-5). */
const againstRestart = (document: DocumentFacts): LifeReason | null =>
  againstRenewal(document) ?? againstSigning({ ...document, status: 'READY_TO_SIGN' });

/** In the order in which they gain weight: a menu shows them from the last to the first. */
export const DOCUMENT_ACTIONS = {
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
  'take-back': {
    rights: ['document.edit'],
    statuses: ['READY_TO_SIGN'],
    refusal: ({ status, everSigned }: Status & Pick<DocumentFacts, 'everSigned'>): LifeReason | null =>
      allows('takeBack', status) ? (everSigned ? 'alreadySigned' : null) : 'notReady',
  },
  /** The file as it was uploaded or made; a copy of an identity document is opened by few (D-4). */
  plain: {
    rights: [({ type }: ShownDocument) => fileAction(type)],
    withoutRight: 'identityCopy',
    applies: (document: ShownDocument) => !isDone(document) && document.fileName !== null,
    refusal: possible,
  },
  bundle: {
    rights: ['document.read'],
    applies: (document: ShownDocument) => isDone(document) || document.signable,
    refusal: (document: ShownDocument) => (isDone(document) ? null : 'notSignedYet'),
  },
  audit: { rights: ['document.read'], applies: isDone, refusal: possible },
  signed: { rights: ['document.read'], applies: isDone, refusal: possible },
  interim: {
    rights: ['document.read'],
    statuses: TRAILED,
    applies: (document: ShownDocument) => !isDone(document) && document.signable,
    refusal: possible,
  },
  /** The module that unlocks the signature. */
  fea: {
    rights: ['document.create'],
    applies: ({ feaBlocked, feaModuleId }: ShownDocument) => feaBlocked && feaModuleId === null,
    refusal: possible,
  },
  places: {
    rights: ['document.sign', 'document.edit'],
    statuses: ['DRAFT', 'READY_TO_SIGN'],
    refusal: againstPlaces,
  },
  smsLink: { rights: ['document.sign'], statuses: ['START_SIGN'], applies: hasLink, refusal: unlessWaiting },
  /** An activated tablet takes what can be started or waits for the customer, handwriting too (P-7, P-8). */
  tablet: {
    rights: ['document.sign'],
    statuses: ['READY_TO_SIGN', ...STARTING],
    refusal: (document: DocumentFacts) => (isStarting(document.status) ? null : againstStart(document)),
  },
  qr: { rights: ['document.sign'], statuses: [...UNSTARTED, ...STARTING], refusal: againstQr },
  'cancel-sign': {
    rights: ['document.sign'],
    statuses: STARTING,
    refusal: (document: Status) => (document.status === 'PENDING_START_SIGN' ? 'preparing' : unlessWaiting(document)),
  },
  copyLink: { rights: ['document.sign'], statuses: STARTING, applies: hasLink, refusal: possible },
  remind: {
    rights: ['document.sign'],
    statuses: ['START_SIGN'],
    refusal: (document: Status & Pick<ShownDocument, 'resendRefused'>) =>
      unlessWaiting(document) ?? document.resendRefused ?? null,
  },
  /** Of one who has not signed yet, on the card of the signers. */
  'correct-contact': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  'replace-signer': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  /** A second person's word for a contact in doubt, before the start (D-45). */
  'confirm-contact': { rights: ['document.sign'], statuses: ['READY_TO_SIGN'], refusal: unlessReady },
  renew: { rights: ['document.sign'], statuses: ['EXPIRED'], refusal: againstRenewal },
  restart: {
    rights: ['document.sign'],
    statuses: ['EXPIRED'],
    applies: (document: ShownDocument) => againstRestart(document) === null,
    refusal: againstRestart,
  },
  sign: {
    rights: ['document.sign'],
    statuses: UNSTARTED,
    // What has expired is started again instead where it can be.
    applies: (document: ShownDocument) => againstRestart(document) !== null,
    refusal: againstSigning,
  },
} as const satisfies Record<string, ActionEntry<ShownDocument, ActionReason>>;

export type DocumentActionKey = keyof typeof DOCUMENT_ACTIONS;

export type AvailableDocumentAction = AvailableAction<DocumentActionKey, ActionReason>;

/**
 * The actions that a document offers to somebody now, in the order of the table.
 * @param may what this person may do with this document.
 */
export function availableActions(document: ShownDocument, may: (right: Action) => Decision): AvailableDocumentAction[] {
  return available<DocumentActionKey, ShownDocument, ActionReason>(DOCUMENT_ACTIONS, document, may);
}
