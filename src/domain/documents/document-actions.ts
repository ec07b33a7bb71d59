/**
 * What can be done with a document: one entry for each action, with the right it needs, the statuses in which it is
 * offered, and why it may be impossible now. The portal's buttons and the server's guard ask the same entry.
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

/** Signing has left a trail that may be wanted before it is over. */
const TRAILED = [...STARTING, 'COMPLETING', 'EXPIRED'] as const;

const isDone = ({ signedDocumentId }: ShownDocument): boolean => signedDocumentId !== null;
const hasLink = ({ signUrl }: ShownDocument): boolean => signUrl !== null;
const unlessWaiting = ({ status }: Status): LifeReason | null => (allows('cancel', status) ? null : 'notWaiting');
const unlessReady = ({ status }: Status): LifeReason | null => (status === 'READY_TO_SIGN' ? null : 'notReady');

/** In the order in which they gain weight: a menu shows them from the last to the first. */
export const DOCUMENT_ACTIONS = {
  delete: UNSIGNED_ACTIONS.delete,
  edit: UNSIGNED_ACTIONS.edit,
  'take-back': {
    rights: ['document.edit'],
    statuses: ['READY_TO_SIGN'],
    refusal: ({ status, everSigned }: Status & Pick<DocumentFacts, 'everSigned'>): LifeReason | null =>
      allows('takeBack', status) ? (everSigned ? 'alreadySigned' : null) : 'notReady',
  },
  /** The file as it was uploaded or made; a copy of an identity document is opened by few. */
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
  /** What is printed is the signed file, where there is one. */
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
  /** The module that unlocks the signature. */
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
  /** Of one who has not signed yet, on the card of the signers. */
  'correct-contact': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  'replace-signer': { rights: ['document.sign'], statuses: ['START_SIGN'], refusal: unlessWaiting },
  /** A second person's word for a contact in doubt, before the start. */
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
