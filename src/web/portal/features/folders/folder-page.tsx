/** The folder page: its facts in one strip, and its documents. */

import { IconFilePlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow, FolderRow } from '../../api/answer-types.ts';
import { ApiFailure } from '../../api/failure.ts';
import { dossierQuery, folderQuery } from '../../api/queries.ts';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { FailedPage } from '../../connected/failed-page.tsx';
import { folderNumber, folderTitle, folderTypeLabel } from '../../connected/labels.ts';
import { NotFoundPage } from '../../connected/not-found.tsx';
import { BrandTile, usePageAccent } from '../../entities/dealers/brand.tsx';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { paths } from '../../paths.ts';
import { recordIdIn } from '../../record-id.ts';
import { Note } from '../../ui/card.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { FeaNote } from './fea-note.tsx';
import { FolderActions, useChangeStatus, useFolderActions, useFolderReasons } from './folder-actions.tsx';
import { FolderDocuments } from './folder-documents.tsx';
import { FolderFacts } from './folder-facts.tsx';

export function FolderPage() {
  const { t } = useTranslation();
  const { id } = useParams({ strict: false });
  const number = recordIdIn(id);
  const folder = useQuery({ ...folderQuery(number ?? 0), enabled: number !== null });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.isSuccess });
  if (number === null || (folder.error instanceof ApiFailure && folder.error.status === 404)) return <NotFoundPage />;
  const failed = folder.data ? dossier : folder;
  if (failed.isError && !failed.data) {
    const up = { label: t('menu.folders'), to: paths.folders };
    const title = t('registry.folder.numbered', { id: number });
    return <FailedPage up={up} title={title} failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!folder.data || !dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} folder={folder.data} dossier={dossier.data} />;
}

function Loaded(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  usePageAccent(folder.brand);
  const reasons = useFolderReasons({ folder, dossier });
  const type = folderTypeLabel(t, folder.type);
  const number = folderNumber(t, folder);
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.folders'), to: paths.folders },
          { label: customerName(dossier), to: paths.dossier(dossier.id) },
          { label: folderTitle(t, folder) },
        ]}
        title={number === null ? type : t('registry.folder.title', { type, number })}
        lead={<BrandTile brand={folder.brand} size={36} />}
        reasons={reasons}
        actions={
          <>
            <FolderActions folder={folder} dossier={dossier} />
            <NewDocument folder={folder} dossier={dossier} />
          </>
        }
      />
      <div className="stack">
        <FolderFacts folder={folder} dossier={dossier} />
        {folder.status === 'CLOSED' ? (
          <ClosedNote folder={folder} dossier={dossier} />
        ) : (
          <FeaNote folder={folder} dossier={dossier} />
        )}
        <FolderDocuments folder={folder} dossier={dossier} />
      </div>
    </>
  );
}

/** Explains what a closed folder means, and lets users with the permission reopen it. */
function ClosedNote(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const reopen = useFolderActions(props)('reopen');
  const status = useChangeStatus(props.folder);
  return (
    <Note
      tone="info"
      title={t('registry.folder.closed')}
      action={
        reopen ? (
          <SmallButton loading={status.isPending} onClick={() => status.mutate('OPEN')}>
            {t('registry.folder.reopen')}
          </SmallButton>
        ) : undefined
      }
    >
      {t('registry.folder.closedText')}
    </Note>
  );
}

/** Absent without the permission, and in a closed folder, which shows its own note. */
function NewDocument(props: { folder: FolderRow; dossier: DossierRow }) {
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
