/** The document actions that the dashboard offers, in a separate module to keep the initial bundle within its budget. */
import { type Icon, IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { DocumentActionKey } from '#domain/documents/document-actions.ts';
import { isStarting } from '#domain/documents/document-states.ts';
import type { ActionReason, ShownDocument } from '#domain/documents/unsigned-actions.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import type { DocumentDialogs } from './dialogs/document-dialogs.tsx';

/** Position on the document's page; `menuTop` is first in the menu. At most one is primary. */
export type PagePlace = 'primary' | 'button' | 'menuTop' | 'menu';

export interface PlacementContext {
  document: ShownDocument;
  refused: ActionReason | null;
  /** Whether this user is also offered that action. */
  offers: (key: DocumentActionKey) => boolean;
}

/** The portal's half of an action. */
export interface PortalAction<Acts = { dialogs: DocumentDialogs }> {
  icon: Icon;
  /** Icon in lists, if different. */
  listIcon?: Icon;
  word: (t: TFunction, document: ShownDocument) => string;
  /** The complete sentence of a refusal; absent: the one of a signature start that is not available. */
  notNow?: (t: TFunction, reason: string) => string;
  act: (acts: Acts, document: DocumentRow) => void;
  /** Position on the document's page; null: not shown. Absent: in the menu. */
  place?: (placing: PlacementContext) => PagePlace | null;
  /** Not in the menus of lists. */
  onlyOnPage?: boolean;
}

const BUTTON_OF_EDIT = ['READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN', 'FINISH'];

export const LANDING_ACTIONS = {
  delete: {
    icon: IconTrash,
    word: (t) => t('documents.remove'),
    notNow: (t, reason) => t('documents.notNow.remove', { reason }),
    act: ({ dialogs }, document) => dialogs.remove(document),
  },
  edit: {
    icon: IconPencil,
    word: (t) => t('documents.edit'),
    notNow: (t, reason) => t('documents.notNow.edit', { reason }),
    act: ({ dialogs }, document) => dialogs.edit(document),
    place: ({ document, refused }) => {
      if (document.status === 'DRAFT') return refused === null ? 'primary' : 'button';
      return BUTTON_OF_EDIT.includes(document.status) ? 'button' : 'menu';
    },
  },
  qr: {
    icon: IconQrcode,
    word: (t) => t('documents.qr'),
    notNow: (t, reason) => t('documents.notNow.qr', { reason }),
    act: ({ dialogs }, document) => dialogs.qr(document),
    place: ({ document, refused }) => {
      if (isStarting(document.status)) return refused === null ? 'primary' : 'menu';
      if (document.status !== 'READY_TO_SIGN') return null;
      return refused === null ? 'button' : 'menuTop';
    },
  },
} as const satisfies Partial<Record<DocumentActionKey, PortalAction>>;
