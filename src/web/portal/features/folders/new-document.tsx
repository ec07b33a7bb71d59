/** The button for a new document in this folder, with the form that starts with its type. */
import { IconFilePlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { useFolderActions } from './folder-actions.tsx';

/** Absent without the permission, and in a closed folder, which shows its own note. */
export function NewDocument(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const dialogs = useDocumentDialogs();
  if (useFolderActions(props)('new-document') === null) return null;
  return (
    <>
      <OfferedButton
        rank={0}
        leftSection={<IconFilePlus size={16} stroke={1.9} />}
        reason={null}
        onClick={() => dialogs.create(folder, dossier)}
      >
        {t('registry.folder.newDocument')}
      </OfferedButton>
      {dialogs.element}
    </>
  );
}
