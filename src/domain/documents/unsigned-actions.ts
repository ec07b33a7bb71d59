/**
 * Actions on a document before it is signed, and the facts that decide on all its actions. Separate from the rest of
 * the table, because dashboard and forms need only these.
 */
import type { ActionEntry } from '../action-table.ts';
import type { RefusalCode } from '../errors.ts';
import type { Resend } from '../signing/signer-progress.ts';
import { allows, type DocumentStatus, isStarting, type SignatureType } from './document-states.ts';

/** Facts about a document that decide on its actions. */
export interface DocumentFacts {
  status: DocumentStatus;
  signable: boolean;
  sigType: SignatureType | null;
  mimeType: string | null;
  /** True once the document was ever signed: it can then never be taken back. */
  everSigned?: boolean;
  /** The folder's status; no signature can start in a closed folder. */
  folderStatus?: string;
  /** True while it needs a FEA adherence that is not in force; unknown counts as true for `sigType` FEA. */
  feaBlocked?: boolean;
  /** The module created for it; null when a blocked document has none that can still be signed. */
  feaModuleId?: number | null;
  /** True while the customer is signing the module. */
  feaModuleSigning?: boolean;
  /** Obstacle to a handwritten signature; absent where the server has not been queried yet. */
  byHand?: 'ready' | 'noDevice' | 'noCustodian';
  /** True when the customer has adhered, but a co-signer has not. */
  feaCoSigner?: boolean;
  /** Link of the customer whose turn it is; null on a pending document means that only staff remain. Only for users who may sign. */
  signUrl?: string | null;
}

/** Further facts about a displayed document: its files, and whether its link may be sent again. */
export interface ShownDocument extends DocumentFacts {
  type: string;
  fileName: string | null;
  signUrl: string | null;
  signedDocumentId: number | null;
  feaBlocked: boolean;
  feaModuleId: number | null;
  /** The reason why the last signature ended. */
  statusReason?: { code: string; text: string } | null;
  /** Reason why the link cannot be sent again now; absent while unknown. */
  resendRefused?: Resend['refused'];
}

/** Why an action is impossible in this state; the server's refusal code is `life.` plus the same word. */
export type LifeReason = Extract<RefusalCode, `life.${string}`> extends `life.${infer Reason}` ? Reason : never;

/** Reasons used only in the portal: `preparing` is `notWaiting` on the server, the others have their own refusal codes. */
export type ActionReason =
  | LifeReason
  | 'preparing'
  | 'signingStarted'
  | 'notDraft'
  | 'identityCopy'
  | NonNullable<Resend['refused']>;

export const STARTED_STATUSES = ['PENDING_START_SIGN', 'START_SIGN'] as const;
/** Statuses in which a start is the next step, or names what is missing; later there is nothing left to start. */
const UNSTARTED_STATUSES = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'] as const;
export type Status = Pick<DocumentFacts, 'status'>;

export const noObstacle = (): null => null;

function folderObstacle({ folderStatus = 'OPEN' }: Pick<DocumentFacts, 'folderStatus'>): LifeReason | null {
  return folderStatus === 'OPEN' ? null : 'folderClosed';
}

/** The first missing step towards an adherence. */
function feaObstacle({ feaCoSigner, feaModuleId, feaModuleSigning }: DocumentFacts): LifeReason {
  if (feaCoSigner) return 'feaCoSigner';
  if (!feaModuleId) return 'feaModuleMissing';
  return feaModuleSigning ? 'feaModuleSigning' : 'feaModuleUnsigned';
}

/** Whether a signature may start, regardless of where it is then given. */
function startObstacle(document: DocumentFacts): LifeReason | null {
  if (isStarting(document.status)) return 'alreadyStarted';
  if (!allows('startSign', document.status)) return 'notReady';
  const folderReason = folderObstacle(document);
  if (folderReason !== null) return folderReason;
  if (!document.signable) return 'notSignable';
  if (document.sigType === null) return 'noSignatureType';
  if (document.mimeType !== 'application/pdf') return 'notPdf';
  return (document.feaBlocked ?? document.sigType === 'FEA') ? feaObstacle(document) : null;
}

export function signingObstacle(document: DocumentFacts): LifeReason | null {
  const reason = startObstacle(document);
  if (reason !== null) return reason;
  // A handwritten signature requires an activated device and a known custodian.
  const { byHand = 'ready' } = document;
  return document.sigType === 'GRAPHOMETRIC' && byHand !== 'ready' ? byHand : null;
}

/** A QR code is available if the signature can be started or waits for a customer: staff sign in the portal. */
function qrObstacle(document: DocumentFacts): LifeReason | null {
  const isStarted = isStarting(document.status);
  const reason = isStarted ? null : startObstacle(document);
  if (reason !== null) return reason;
  // A handwritten signature is taken on a tablet of the dealer, never on the customer's phone.
  if (document.sigType === 'GRAPHOMETRIC') return 'tabletOnly';
  if (!isStarted) return signingObstacle(document);
  return document.status === 'START_SIGN' && document.signUrl === null ? 'customersSigned' : null;
}

/** The signature fields can be chosen until the signature starts. */
function placesObstacle(document: DocumentFacts): LifeReason | null {
  if (isStarting(document.status)) return 'alreadyStarted';
  if (document.status !== 'DRAFT' && document.status !== 'READY_TO_SIGN') return 'notReady';
  if (!document.signable) return 'notSignable';
  if (document.mimeType !== 'application/pdf') return 'notPdf';
  return folderObstacle(document);
}

export const renewalObstacle = ({ status }: Status): LifeReason | null =>
  allows('renew', status) ? null : 'notExpired';

/** A document that could be started after renewal is renewed and started with one click. */
export const restartObstacle = (document: DocumentFacts): LifeReason | null =>
  renewalObstacle(document) ?? signingObstacle({ ...document, status: 'READY_TO_SIGN' });

/** Entries of the full table (`document-actions.ts`), which defines their order. */
export const UNSIGNED_ACTIONS = {
  delete: {
    rights: ['document.delete'],
    shownAgainst: ['signingStarted', 'notDraft'],
    // Whether signing was ever started is part of the right's decision.
    refusal: folderObstacle,
  },
  edit: {
    rights: ['document.edit'],
    refusal: (document: Status & Pick<DocumentFacts, 'folderStatus'>): LifeReason | null =>
      ['DRAFT', 'FINISH'].includes(document.status) ? folderObstacle(document) : 'notEditable',
  },
  places: {
    rights: ['document.sign', 'document.edit'],
    statuses: ['DRAFT', 'READY_TO_SIGN'],
    refusal: placesObstacle,
  },
  /** An activated tablet can be used if the signature can be started or waits for the customer, including handwritten ones. */
  tablet: {
    rights: ['document.sign'],
    statuses: ['READY_TO_SIGN', ...STARTED_STATUSES],
    refusal: (document: DocumentFacts) => (isStarting(document.status) ? null : startObstacle(document)),
  },
  qr: { rights: ['document.sign'], statuses: [...UNSTARTED_STATUSES, ...STARTED_STATUSES], refusal: qrObstacle },
  sign: {
    rights: ['document.sign'],
    statuses: UNSTARTED_STATUSES,
    // An expired document offers a restart instead, if possible.
    applies: (document: ShownDocument) => restartObstacle(document) !== null,
    refusal: signingObstacle,
  },
} as const satisfies Record<string, ActionEntry<ShownDocument, ActionReason>>;
