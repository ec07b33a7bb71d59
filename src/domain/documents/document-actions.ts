/**
 * Actions on a document: one entry per action, with the required right, the statuses in which it is offered, and the
 * reasons against it. The portal's buttons and the server's guard use the same entry.
 */
import type { ActionEntry, AvailableAction } from '../action-table.ts';
import { fileAction } from './file-action.ts';
import { allows } from './life.ts';
import {
  type ActionReason,
  againstRenewal,
  againstRestart,
  type DocumentFacts,
  type LifeReason,
  possible,
  type ShownDocument,
  STARTING,
  type Status,
  UNSIGNED_ACTIONS,
} from './unsigned-actions.ts';

/** In these statuses a signature has left a trail that may be needed before completion. */
const TRAILED = [...STARTING, 'COMPLETING', 'EXPIRED'] as const;

const isDone = ({ signedDocumentId }: ShownDocument): boolean => signedDocumentId !== null;
const hasLink = ({ signUrl }: ShownDocument): boolean => signUrl !== null;
const unlessWaiting = ({ status }: Status): LifeReason | null => (allows('cancel', status) ? null : 'notWaiting');
const unlessReady = ({ status }: Status): LifeReason | null => (status === 'READY_TO_SIGN' ? null : 'notReady');

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
    applies: (document: ShownDocument) => !isDone(document) && document.fileName !== null,
    refusal: possible,
  },
  bundle: {
    rights: ['document.read'],
    applies: (document: ShownDocument) => isDone(document) || document.signable,
    refusal: (document: ShownDocument) => (isDone(document) ? null : 'notSignedYet'),
  },
  audit: { rights: ['document.read'], applies: isDone, refusal: possible },
  /** Prints the signed file if there is one. */
  print: {
    rights: [
      ({ type, signedDocumentId }: ShownDocument) => (signedDocumentId === null ? fileAction(type) : 'document.read'),
    ],
    applies: (document: ShownDocument) =>
      isDone(document) || (document.fileName !== null && document.mimeType === 'application/pdf'),
    refusal: possible,
  },
  signed: { rights: ['document.read'], applies: isDone, refusal: possible },
  interim: {
    rights: ['document.read'],
    statuses: TRAILED,
    applies: (document: ShownDocument) => !isDone(document) && document.signable,
    refusal: possible,
  },
  /** The FEA adherence module that unlocks the signature. */
  fea: {
    rights: ['document.create'],
    applies: ({ feaBlocked, feaModuleId }: ShownDocument) => feaBlocked && feaModuleId === null,
    refusal: possible,
  },
  places: UNSIGNED_ACTIONS.places,
  smsLink: { rights: ['document.sign'], statuses: ['START_SIGN'], applies: hasLink, refusal: unlessWaiting },
  tablet: UNSIGNED_ACTIONS.tablet,
  qr: UNSIGNED_ACTIONS.qr,
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
  /** For a signer who has not signed yet, on the signers' card. */
  'correct-contact': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  'replace-signer': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  /** Confirmation of a doubtful contact by a second person, before the start. */
  'confirm-contact': { rights: ['document.sign'], statuses: ['READY_TO_SIGN'], refusal: unlessReady },
  renew: { rights: ['document.sign'], statuses: ['EXPIRED'], refusal: againstRenewal },
  restart: {
    rights: ['document.sign'],
    statuses: ['EXPIRED'],
    applies: (document: ShownDocument) => againstRestart(document) === null,
    refusal: againstRestart,
  },
  sign: UNSIGNED_ACTIONS.sign,
} as const satisfies Record<string, ActionEntry<ShownDocument, ActionReason>>;

export type DocumentActionKey = keyof typeof DOCUMENT_ACTIONS;

export type AvailableDocumentAction<Key extends string = DocumentActionKey> = AvailableAction<Key, ActionReason>;
