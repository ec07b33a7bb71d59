/** Actions available on a document now: the domain's table, evaluated with the signed-in user's rights. */
import type { TFunction } from 'i18next';
import type { Target } from '#domain/access.ts';
import { type ActionEntry, type AvailableAction, availableActions } from '#domain/action-table.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import type { ActionReason, ShownDocument } from '#domain/documents/unsigned-actions.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { useSession } from '../../api/session.tsx';

/** The document's context, which decides along with the document itself. */
export interface DocumentPlace {
  hst: string;
  brand: Brand;
  folderType: FolderType;
  folderStatus: string;
}

export const placeOf = (
  folder: { brand: Brand; type: FolderType; status: string },
  dossier: { hst: string },
): DocumentPlace => ({ hst: dossier.hst, brand: folder.brand, folderType: folder.type, folderStatus: folder.status });

const targetOf = (document: DocumentRow, { hst, brand, folderType }: DocumentPlace): Target => ({
  ...{ hst, brand, folderType },
  createdBy: document.createdBy,
  signingStarted: document.startSignDate !== null,
  draft: document.status === 'DRAFT',
});

/**
 * @param table all actions of documents, or those that a page needs. @returns a function that gives a document's
 * actions, in the order of the table.
 */
export function useAvailableActions<Key extends string>(
  table: Readonly<Record<Key, ActionEntry<ShownDocument, ActionReason>>>,
) {
  const { may } = useSession();
  return (
    document: DocumentRow,
    place: DocumentPlace,
    resendRefused: ShownDocument['resendRefused'] = null,
  ): AvailableAction<Key, ActionReason>[] => {
    const target = targetOf(document, place);
    const shown = { ...document, folderStatus: place.folderStatus, resendRefused };
    return availableActions<Key, ShownDocument, ActionReason>(table, shown, (right) => may(right, target));
  };
}

/** The reason, phrased to follow a colon. */
export function reasonText(t: TFunction, reason: ActionReason): string {
  switch (reason) {
    case 'signingStarted':
    case 'notDraft':
      return t(`documents.refused.${reason}`);
    case 'preparing':
      return t('documentActions.preparing');
    case 'identityCopy':
      return t('documentActions.identityCopy');
    // The text with the time states when it may be sent again.
    case 'tooSoon':
    case 'tooMany':
      return '';
    default:
      return t(`label.lifeReason.${reason}`);
  }
}
