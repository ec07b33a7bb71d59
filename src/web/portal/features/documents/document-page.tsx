/** A document: its paper, what can be done with it now, who signs, what proves it (specification §2, P-5). */

import { IconFileOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isMoving } from '#domain/documents/life.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ApiFailure } from '../../api/failure.ts';
import { documentQuery, dossierQuery, eventsQuery, fileQuery, folderQuery } from '../../api/queries.ts';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { BrandTile, usePageAccent } from '../../ui/brand.tsx';
import { Empty, Note } from '../../ui/card.tsx';
import { DocumentStatusChip } from '../../ui/chip.tsx';
import { type Downloads, useDownloads } from '../../ui/document-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { type Crumb, PageHead } from '../../ui/page-head.tsx';
import { DocumentActions } from './document-actions.tsx';
import classes from './document-page.module.css';
import { EvidenceCard } from './evidence-card.tsx';
import { DocumentFacts } from './facts-card.tsx';
import { SignersCard } from './signers-card.tsx';
import { ValidityCard } from './validity-card.tsx';

const PdfViewer = lazy(() => import('../../ui/pdf/pdf-viewer.tsx').then((module) => ({ default: module.PdfViewer })));

export function DocumentPage() {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const document = useQuery({ ...documentQuery(number), enabled: Number.isSafeInteger(number) && number > 0 });
  const folder = useQuery({ ...folderQuery(document.data?.folderId ?? 0), enabled: document.isSuccess });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.isSuccess });
  const absent =
    !Number.isSafeInteger(number) || (document.error instanceof ApiFailure && document.error.status === 404);
  if (absent) return <NotFoundPage />;
  const failed = document.error ?? folder.error ?? dossier.error;
  if (failed && !(document.data && folder.data && dossier.data)) {
    const again = () => void (document.isError ? document : folder.isError ? folder : dossier).refetch();
    return <FailureNote failure={failed} onRetry={again} />;
  }
  if (!document.data || !folder.data || !dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} document={document.data} folder={folder.data} dossier={dossier.data} />;
}

function Loaded(props: { document: DocumentRow; folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { document, folder, dossier } = props;
  const download = useDownloads(document);
  const title = documentTypeLabel(t, document.type);
  const moving = isMoving(document.status);
  usePageAccent(folder.brand);
  useRefreshOnChange(document);
  const crumbs: Crumb[] = [
    { label: t('menu.customers'), to: paths.dossiers },
    { label: customerName(dossier), to: paths.dossier(dossier.id) },
    { label: folderTitle(t, folder), to: paths.folder(folder.id) },
    { label: t('documents.crumb', { id: document.id }) },
  ];
  return (
    <>
      <DocumentActions document={document} folder={folder} dossier={dossier} download={download}>
        {(actions, reason) => (
          <PageHead
            crumbs={crumbs}
            title={title}
            lead={<BrandTile brand={folder.brand} size={36} />}
            chip={<DocumentStatusChip status={document.feaBlocked ? 'FEA_BLOCKED' : document.status} />}
            actions={actions}
            reason={reason}
          />
        )}
      </DocumentActions>
      <StateNote document={document} />
      <div className={classes.columns}>
        <div className={classes.viewer}>
          {document.mimeType === 'application/pdf' ? (
            <Suspense fallback={<LoadingOverlay />}>
              <Preview document={document} title={title} download={download} />
            </Suspense>
          ) : (
            <section className={classes.noPreview}>
              <Empty
                icon={<IconFileOff size={30} stroke={1.6} />}
                title={document.fileName ? t('documents.noPreview') : t('documents.noFile')}
                text={document.fileName ? t('documents.noPreviewText') : t('documents.noFileText')}
              />
            </section>
          )}
        </div>
        <div className={classes.side}>
          <SignersCard document={document} moving={moving} />
          <ValidityCard document={document} />
          <DocumentFacts document={document} folder={folder} />
          <EvidenceCard documentId={document.id} moving={moving} />
        </div>
      </div>
    </>
  );
}

function Preview(props: { document: DocumentRow; title: string; download: Downloads }) {
  const { document, download } = props;
  const file = useQuery(fileQuery(document.id, document.signedDocumentId));
  if (file.isError) return <FailureNote failure={file.error} onRetry={() => void file.refetch()} />;
  if (!file.data) return <LoadingOverlay />;
  return (
    <PdfViewer
      file={file.data}
      fileName={document.fileName ?? props.title}
      fileSize={file.data.size}
      onDownload={document.signedDocumentId === null ? download.plain : download.signed}
    />
  );
}

/** At most one note above the content: what interrupted the last signature, or what is under way. */
function StateNote(props: { document: DocumentRow }) {
  const { t } = useTranslation();
  const { document } = props;
  const note = (() => {
    if (document.feaBlocked && document.feaModuleId !== null) {
      return (
        <Note
          tone="waiting"
          title={t('documents.note.feaBlocked', { id: document.feaModuleId })}
          action={<Link to={paths.document(document.feaModuleId)}>{t('documents.note.feaOpen')}</Link>}
        />
      );
    }
    if (document.statusReason) {
      return (
        <Note tone="waiting" title={t('documents.note.interrupted')}>
          {document.statusReason.text}
        </Note>
      );
    }
    if (document.status === 'PENDING_START_SIGN') return <Note tone="info">{t('documents.note.preparing')}</Note>;
    if (document.status === 'COMPLETING') return <Note tone="info">{t('documents.note.completing')}</Note>;
    if (document.status === 'PRIVACY_UPDATING') return <Note tone="info">{t('documents.note.privacy')}</Note>;
    if (document.status === 'EXPIRED') return <Note tone="bad">{t('documents.note.expired')}</Note>;
    return null;
  })();
  return note ? <div className={classes.note}>{note}</div> : null;
}

/** When the status changes, evidence and signers are read again at once. */
function useRefreshOnChange(document: DocumentRow): void {
  const client = useQueryClient();
  const before = useRef(document.status);
  useEffect(() => {
    if (before.current === document.status) return;
    before.current = document.status;
    void client.invalidateQueries({ queryKey: eventsQuery(document.id, false).queryKey });
    void client.invalidateQueries({ queryKey: ['documents', document.id, 'signing'] });
    void client.invalidateQueries({ queryKey: ['documents', 'search'] });
  }, [client, document.id, document.status]);
}
