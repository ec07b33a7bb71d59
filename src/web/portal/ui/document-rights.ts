/** What somebody may do with a document now, for menus and buttons: absent without the permission, with a reason in the wrong state (specification §6, DESIGN.md §6). */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Decision, Target } from '#domain/access.ts';
import type { Brand } from '#domain/dealers/brands.ts';
import { type DocumentStatus, documentCan, isStarting, type LifeDecision } from '#domain/documents/life.ts';
import type { FolderType } from '#domain/folders/folder-types.ts';
import { type Session, useSession } from '../api/session.tsx';
import type { DocumentRow } from '../api/shapes.ts';

/** Where a document stands: what decides besides the document itself. */
export interface DocumentPlace {
  hst: string;
  brand: Brand;
  folderType: FolderType;
  folderStatus: string;
}

/** `null`: not for this person. Otherwise why it cannot be done now, or null when it can. */
export type Right = { reason: string | null } | null;

export interface DocumentRights {
  edit: Right;
  remove: Right;
  qr: Right;
  tablet: Right;
  places: Right;
  fea: Right;
}

/** While it can still be chosen where a document is signed (P-6). */
const PLACEABLE: readonly DocumentStatus[] = ['DRAFT', 'READY_TO_SIGN'];

/** Later there is nothing left to start. */
const BEFORE_SIGNING: readonly DocumentStatus[] = ['DRAFT', 'READY_TO_SIGN', 'FINISH', 'EXPIRED'];

export function documentRights(
  t: TFunction,
  may: Session['may'],
  row: DocumentRow,
  place: DocumentPlace,
): DocumentRights {
  const facts = { ...row, folderStatus: place.folderStatus };
  const target: Target = {
    hst: place.hst,
    brand: place.brand,
    folderType: place.folderType,
    createdBy: row.createdBy,
    signingStarted: row.startSignDate !== null,
    draft: row.status === 'DRAFT',
  };
  const judged = (
    name: 'edit' | 'remove' | 'qr' | 'tablet' | 'places',
    allowed: Decision,
    life: LifeDecision,
  ): Right => {
    const reason = refusedBy(t, allowed) ?? (life.ok ? null : t(`label.lifeReason.${life.reason}`));
    return { reason: reason === null ? null : t(`documents.notNow.${name}`, { reason }) };
  };
  const edit = may('document.edit', target);
  const remove = may('document.delete', target);
  const sign = may('document.sign', target);
  const scannable = BEFORE_SIGNING.includes(row.status) || isStarting(row.status);
  return {
    edit: isShown(edit) ? judged('edit', edit, documentCan.edit(facts)) : null,
    remove: isShown(remove) ? judged('remove', remove, documentCan.delete(facts)) : null,
    qr: isShown(sign) && scannable ? judged('qr', sign, documentCan.showQr(facts)) : null,
    tablet: isShown(sign) && scannable ? judged('tablet', sign, documentCan.sendToTablet(facts)) : null,
    places:
      isShown(sign) && edit.ok && PLACEABLE.includes(row.status)
        ? judged('places', sign, documentCan.placeSignatures(facts))
        : null,
    fea: row.feaBlocked && row.feaModuleId === null && may('document.create', target).ok ? { reason: null } : null,
  };
}

/** What only the state refuses stays visible. */
const isShown = (decision: Decision): boolean => decision.ok || decision.kind === 'conflict';

function refusedBy(t: TFunction, decision: Decision): string | null {
  if (decision.ok) return null;
  return decision.reason === 'notDraft' ? t('documents.refused.notDraft') : t('documents.refused.signingStarted');
}

export function useDocumentRights(): (row: DocumentRow, place: DocumentPlace) => DocumentRights {
  const { t } = useTranslation();
  const { may } = useSession();
  return (row, place) => documentRights(t, may, row, place);
}
