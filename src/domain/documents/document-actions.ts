/**
 * Actions on a document: one entry per action, with the required right, the statuses in which it is offered, and the
 * reasons against it. The portal's buttons and the server's guard use the same entry.
 */
import type { ActionEntry, AvailableAction } from '../action-table.ts';
import { allows } from './document-states.ts';
import { fileAction } from './file-action.ts';
import {
  type ActionReason,
  type DocumentFacts,
  type LifeReason,
  noObstacle,
  renewalObstacle,
  restartObstacle,
  type ShownDocument,
  STARTED_STATUSES,
  type Status,
  UNSIGNED_ACTIONS,
} from './unsigned-actions.ts';

/** In these statuses a signature has left a trail that may be needed before completion. */
const STATUSES_WITH_TRAIL = [...STARTED_STATUSES, 'COMPLETING', 'EXPIRED'] as const;

const isSigned = ({ signedDocumentId }: ShownDocument): boolean => signedDocumentId !== null;
const hasLink = ({ signUrl }: ShownDocument): boolean => signUrl !== null;
const unlessWaiting = ({ status }: Status): LifeReason | null => (allows('cancel', status) ? null : 'notWaiting');
const notReadyObstacle = ({ status }: Status): LifeReason | null => (status === 'READY_TO_SIGN' ? null : 'notReady');

/** In order of increasing weight: a menu shows them from last to first. */
export const DOCUMENT_ACTIONS = {
  delete: UNSIGNED_ACTIONS.delete,
  edit: UNSIGNED_ACTIONS.edit,
  'take-back': {
    rights: ['document.edit'],
    statuses: ['READY_TO_SIGN'],
    refusal: ({ status, everSigned }: Status & Pick<DocumentFacts, 'everSigned'>): LifeReason | null =>
      allows('takeBack', status) ? (everSigned ? 'alreadySigned' : null) : 'notReady',
  },
  /** The file as uploaded or generated; copies of identity documents have a stricter right. */
  plain: {
    rights: [({ type }: ShownDocument) => fileAction(type)],
    withoutRight: 'identityCopy',
    applies: (document: ShownDocument) => !isSigned(document) && document.fileName !== null,
    refusal: noObstacle,
  },
  bundle: {
    rights: ['document.read'],
    applies: (document: ShownDocument) => isSigned(document) || document.signable,
    refusal: (document: ShownDocument) => (isSigned(document) ? null : 'notSignedYet'),
  },
  audit: { rights: ['document.read'], applies: isSigned, refusal: noObstacle },
  /** Prints the signed file if there is one. */
  print: {
    rights: [
      ({ type, signedDocumentId }: ShownDocument) => (signedDocumentId === null ? fileAction(type) : 'document.read'),
    ],
    applies: (document: ShownDocument) =>
      isSigned(document) || (document.fileName !== null && document.mimeType === 'application/pdf'),
    refusal: noObstacle,
  },
  signed: { rights: ['document.read'], applies: isSigned, refusal: noObstacle },
  interim: {
    rights: ['document.read'],
    statuses: STATUSES_WITH_TRAIL,
    applies: (document: ShownDocument) => !isSigned(document) && document.signable,
    refusal: noObstacle,
  },
  /** The FEA adherence module that unlocks the signature. */
  fea: {
    rights: ['document.create'],
    applies: ({ feaBlocked, feaModuleId }: ShownDocument) => feaBlocked && feaModuleId === null,
    refusal: noObstacle,
  },
  places: UNSIGNED_ACTIONS.places,
  smsLink: { rights: ['document.sign'], statuses: ['START_SIGN'], applies: hasLink, refusal: unlessWaiting },
  tablet: UNSIGNED_ACTIONS.tablet,
  qr: UNSIGNED_ACTIONS.qr,
  'cancel-sign': {
    rights: ['document.sign'],
    statuses: STARTED_STATUSES,
    refusal: (document: Status) => (document.status === 'PENDING_START_SIGN' ? 'preparing' : unlessWaiting(document)),
  },
  copyLink: { rights: ['document.sign'], statuses: STARTED_STATUSES, applies: hasLink, refusal: noObstacle },
  remind: {
    rights: ['document.sign'],
    statuses: ['START_SIGN'],
    refusal: (document: Status & Pick<ShownDocument, 'resendRefused'>) =>
      unlessWaiting(document) ?? document.resendRefused ?? null,
  },
  /** For a signer who has not signed yet, on the signers' card. */
  'correct-contact': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  'replace-signer': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  /** Confirmation of a doubtful contact by a second person, before the start. */
  'confirm-contact': { rights: ['document.sign'], statuses: ['READY_TO_SIGN'], refusal: notReadyObstacle },
  renew: { rights: ['document.sign'], statuses: ['EXPIRED'], refusal: renewalObstacle },
  restart: {
    rights: ['document.sign'],
    statuses: ['EXPIRED'],
    applies: (document: ShownDocument) => restartObstacle(document) === null,
    refusal: restartObstacle,
  },
  sign: UNSIGNED_ACTIONS.sign,
} as const satisfies Record<string, ActionEntry<ShownDocument, ActionReason>>;

export type DocumentActionKey = keyof typeof DOCUMENT_ACTIONS;

export type AvailableDocumentAction<Key extends string = DocumentActionKey> = AvailableAction<Key, ActionReason>;
