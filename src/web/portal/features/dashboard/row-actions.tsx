/** QR code, edit and delete of a document in its row; absent without the permission, with a reason in the wrong state (specification §2, §6). */
import { IconPencil, IconQrcode, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from '../../api/shapes.ts';
import type { DocumentDialogs } from '../../ui/document-dialogs.tsx';
import { type Right, useDocumentRights } from '../../ui/document-rights.ts';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './dashboard.module.css';

const ACTIONS = [
  ['qr', IconQrcode],
  ['edit', IconPencil],
  ['remove', IconTrash],
] as const;

export function RowActions(props: { document: DocumentRow; label: string; dialogs: DocumentDialogs }) {
  const { t } = useTranslation();
  const { document, dialogs } = props;
  const rightsOf = useDocumentRights();
  const { folderDTO: folder, dossierDTO: dossier } = document;
  // Rows of a list carry both; without them nothing can be judged.
  if (!folder || !dossier) return null;
  const rights = rightsOf(document, {
    ...{ hst: dossier.hst, brand: folder.brand, folderType: folder.type, folderStatus: folder.status },
  });
  return (
    <span className={classes.actions}>
      {ACTIONS.map(([action, Icon]) => {
        const right: Right = rights[action];
        if (right === null) return null;
        return (
          <RowButton
            key={action}
            label={`${t(`documents.${action}`)}: ${props.label}`}
            tip={t(`documents.${action}`)}
            reason={right.reason}
            onClick={() => dialogs[action](document)}
          >
            <Icon size={16} stroke={1.8} aria-hidden="true" />
          </RowButton>
        );
      })}
    </span>
  );
}
