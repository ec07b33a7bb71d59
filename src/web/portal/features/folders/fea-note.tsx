/** Warns that documents of the folder wait for an unsigned FEA module, and links to it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { documentsOfFolder } from '../../api/queries.ts';
import { documentTypeLabel } from '../../connected/labels.ts';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { paths } from '../../paths.ts';
import { formatCount } from '../../text/numbers.ts';
import { Note } from '../../ui/card.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { useFolderActions } from './folder-actions.tsx';

export function FeaNote(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const dialogs = useDocumentDialogs();
  const offer = useFolderActions(props);
  const documents = useQuery(documentsOfFolder(props.folder.id));
  const blocked = documents.data?.rows.filter((row) => row.feaBlocked) ?? [];
  const [first] = blocked;
  if (!first) return null;
  const module = blocked.find((row) => row.feaModuleId !== null)?.feaModuleId ?? null;
  const mayMake = module === null && offer('new-document') !== null;
  return (
    <>
      <Note
        tone="waiting"
        title={
          blocked.length === 1
            ? t('registry.folder.feaOne', { type: documentTypeLabel(t, first.type) })
            : t('registry.folder.feaMany', { number: formatCount(blocked.length) })
        }
        action={
          mayMake ? (
            <SmallButton onClick={() => dialogs.fea(first)}>{t('documentActions.fea')}</SmallButton>
          ) : module === null ? (
            <Link to={paths.document(first.id)}>{t('registry.folder.feaDocument')}</Link>
          ) : (
            <Link to={paths.document(module)}>{t('registry.folder.feaOpen')}</Link>
          )
        }
      >
        {t('registry.folder.feaText', { name: customerName(props.dossier) })}
      </Note>
      {dialogs.element}
    </>
  );
}
