/**
 * The portal's half of the table of document actions: icon, label and effect. Its other half is
 * `#domain/documents/document-actions.ts`.
 */
import {
  IconArrowBackUp,
  IconBan,
  IconBellRinging,
  IconCertificate,
  IconCopy,
  IconDeviceTablet,
  IconDownload,
  IconDragDrop,
  IconFileCertificate,
  IconFileZip,
  IconMessage,
  IconPlayerPlay,
  IconPrinter,
  IconRefresh,
  IconSignature,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { AvailableDocumentAction, DocumentActionKey } from '#domain/documents/document-actions.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import { needsCorrection } from '#domain/signing/decline-reasons.ts';
import type { Resend } from '#domain/signing/signer-progress.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { reasonText } from './available-actions.ts';
import { LANDING_ACTIONS, type PortalAction } from './dashboard-actions.tsx';
import type { DocumentDialogs } from './dialogs/document-dialogs.tsx';
import { FILE_KINDS, useCopyLink, useDownloads, useMove } from './use-document-mutations.ts';
import { resendReason, useRemind } from './use-remind.ts';

/** Handlers for one document. */
export function useDocumentActs(document: DocumentRow, dialogs: DocumentDialogs) {
  return {
    dialogs,
    move: useMove(document),
    download: useDownloads(document),
    copyLink: useCopyLink(),
    remind: useRemind(document),
    smsLink: useRemind(document, 'SMS'),
  };
}
export type DocumentActs = ReturnType<typeof useDocumentActs>;

/** Actions on cards of the page, next to the signer concerned, and in no menu. */
type OnCards = 'correct-contact' | 'replace-signer' | 'confirm-contact';
export type ListedKey = Exclude<DocumentActionKey, OnCards>;

const ACTIONS: Record<ListedKey, PortalAction<DocumentActs>> = {
  ...LANDING_ACTIONS,
  'take-back': {
    icon: IconArrowBackUp,
    word: (t, document) => t(needsCorrection(document) ? 'documentActions.correctData' : 'documentActions.takeBack'),
    notNow: (t, reason) => t('documentActions.notNow.takeBack', { reason }),
    act: ({ move, dialogs }, document) =>
      move.mutate(
        'take-back',
        needsCorrection(document) ? { onSuccess: (row) => row && dialogs.edit(row) } : undefined,
      ),
    place: ({ document, refused }) => (refused === null && needsCorrection(document) ? 'primary' : 'menu'),
  },
  plain: {
    icon: IconDownload,
    word: (t) => t('actions.download'),
    notNow: (_, reason) => reason,
    act: ({ download }) => download.plain(),
    place: ({ document: { status } }) => {
      if (status === 'FINISH') return 'primary';
      return isStarting(status) || status === 'READY_TO_SIGN' ? 'menu' : 'button';
    },
  },
  bundle: {
    icon: IconFileZip,
    word: (t) => t('documentActions.bundle'),
    notNow: (t) => t('documentActions.notNow.bundle'),
    act: ({ download }) => download.bundle(),
    place: ({ refused }) => (refused === null ? 'button' : 'menu'),
  },
  audit: {
    icon: IconCertificate,
    word: (t) => t('documentActions.audit'),
    act: ({ download }) => download.audit(),
    place: () => 'button',
  },
  signed: {
    icon: IconFileCertificate,
    word: (t) => t('documentActions.downloadSigned'),
    act: ({ download }) => download.signed(),
    place: () => 'primary',
  },
  print: {
    icon: IconPrinter,
    word: (t) => t('documentActions.print'),
    act: ({ download }) => download.print(),
    // Next to the download.
    place: ({ document: { status } }) => (isStarting(status) || status === 'READY_TO_SIGN' ? 'menu' : 'button'),
  },
  interim: {
    icon: IconCertificate,
    word: (t) => t('documentActions.interim'),
    act: ({ download }) => download.interim(),
    onlyOnPage: true,
  },
  fea: {
    icon: IconFileCertificate,
    word: (t) => t('documentActions.fea'),
    act: ({ dialogs }, document) => dialogs.fea(document),
    place: ({ document }) => (document.status === 'READY_TO_SIGN' ? 'primary' : 'button'),
  },
  places: {
    icon: IconDragDrop,
    word: (t) => t('documentActions.places'),
    notNow: (t, reason) => t('documentActions.notNow.places', { reason }),
    act: ({ dialogs }, document) => dialogs.places(document),
  },
  smsLink: {
    icon: IconMessage,
    word: (t) => t('documentActions.smsLink'),
    act: ({ smsLink }) => smsLink.send(),
    onlyOnPage: true,
  },
  tablet: {
    icon: IconDeviceTablet,
    word: (t) => t('documents.tablet'),
    notNow: (t, reason) => t('documentActions.notNow.tablet', { reason }),
    act: ({ dialogs }, document) => dialogs.tablet(document),
    place: ({ document, refused }) => {
      if (isStarting(document.status)) return 'menuTop';
      // Handwriting can only be taken on a tablet.
      return refused === null && document.sigType === 'GRAPHOMETRIC' ? 'button' : 'menu';
    },
  },
  'cancel-sign': {
    icon: IconBan,
    word: (t) => t('documentActions.cancelSign'),
    notNow: (t, reason) => t('documentActions.notNow.cancelSign', { reason }),
    act: ({ dialogs, move }, document) => dialogs.cancel(document, () => move.mutateAsync('cancel-sign')),
    place: () => 'button',
  },
  copyLink: {
    icon: IconCopy,
    word: (t) => t('documentActions.copyLink'),
    act: ({ copyLink }, { signUrl }) => signUrl && copyLink(signUrl),
    place: () => 'button',
  },
  remind: {
    icon: IconBellRinging,
    word: (t) => t('documentActions.remind'),
    notNow: (t, reason) => t('documentActions.notNow.remind', { reason }),
    act: ({ remind }) => remind.send(),
    place: () => 'button',
  },
  renew: {
    icon: IconArrowBackUp,
    word: (t) => t('documentActions.renew'),
    act: ({ move }) => move.mutate('renew'),
    place: ({ offers }) => (offers('restart') ? 'menu' : 'primary'),
    onlyOnPage: true,
  },
  restart: {
    icon: IconRefresh,
    word: (t) => t('documentActions.restart'),
    act: ({ move }) => move.mutate('restart'),
    place: () => 'primary',
  },
  sign: {
    icon: IconSignature,
    listIcon: IconPlayerPlay,
    word: (t) => t('documents.startSign'),
    act: ({ move }) => move.mutate('sign'),
    place: ({ document, offers }) => {
      const { status } = document;
      if (status === 'EXPIRED') return null;
      if (status === 'FINISH') return 'menu';
      // The module that unblocks it comes first.
      return status === 'DRAFT' || offers('fea') || (needsCorrection(document) && !document.everSigned)
        ? 'button'
        : 'primary';
    },
  },
};

/** An action of one document, as shown by pages and lists. */
export interface ListedAction extends AvailableDocumentAction {
  readonly key: ListedKey;
}

/** Actions shown in menus and on buttons. */
export const listedActions = (available: readonly AvailableDocumentAction[]): ListedAction[] =>
  available.filter((action): action is ListedAction => action.key in ACTIONS);

/** Actions of list menus, in display order. */
export const rowActions = (available: readonly AvailableDocumentAction[]): ListedAction[] =>
  listedActions(available)
    .filter(({ key }) => !ACTIONS[key].onlyOnPage)
    .toReversed();

export const portalActionOf = (key: ListedKey): PortalAction<DocumentActs> => ACTIONS[key];

export function isBusy({ move, download, remind, smsLink }: DocumentActs, key: ListedKey): boolean {
  if (key === 'remind') return remind.isPending;
  if (key === 'smsLink') return smsLink.isPending;
  const kind = FILE_KINDS.find((fileKind) => fileKind === key);
  return kind === undefined ? move.isPending && move.variables === key : download.states[kind].state === 'FETCHING';
}

/** Why the action is not available; null when it is, or while the reason is unknown. @param resend when the link may be sent again. */
export function refusalSentence(t: TFunction, action: ListedAction, resend: Resend | null): string | null {
  const { key, refused } = action;
  if (refused === null) return null;
  const when = key === 'remind' ? resend && resendReason(t, resend, Date.now()) : undefined;
  if (when === null) return null;
  const reason = when === undefined ? reasonText(t, refused) : when.charAt(0).toLowerCase() + when.slice(1);
  return ACTIONS[key].notNow?.(t, reason) ?? t('documents.startNotNow', { reason });
}
