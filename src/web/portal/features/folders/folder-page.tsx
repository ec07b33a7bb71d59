/** A folder: what it is about in one strip, and its documents (specification §2, §3). */
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ApiFailure } from '../../api/failure.ts';
import { dossierQuery, folderQuery } from '../../api/queries.ts';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandTile, usePageAccent } from '../../ui/brand.tsx';
import { Card, type Fact, Facts, Note } from '../../ui/card.tsx';
import { FolderStatusChip } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { folderTitle } from '../../ui/labels.ts';
import { Plate } from '../../ui/list/cells.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FolderDocuments } from './folder-documents.tsx';
import classes from './folders.module.css';
import { NewDocument } from './new-document.tsx';

export function FolderPage() {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const possible = Number.isSafeInteger(number) && number > 0;
  const folder = useQuery({ ...folderQuery(number), enabled: possible });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.isSuccess });
  if (!possible || (folder.error instanceof ApiFailure && folder.error.status === 404)) return <NotFoundPage />;
  const failed = folder.data ? dossier : folder;
  if (failed.isError && !failed.data) {
    return <FailureNote failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!folder.data || !dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} folder={folder.data} dossier={dossier.data} />;
}

function Loaded(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  usePageAccent(folder.brand);
  const type = t(`label.folderType.${folder.type}`);
  const number = folder.businessId ? t(`label.businessIdShort.${folder.type}`, { number: folder.businessId }) : null;
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.customers'), to: paths.dossiers },
          { label: customerName(dossier), to: paths.dossier(dossier.id) },
          { label: folderTitle(t, folder) },
        ]}
        title={number === null ? type : t('registry.folder.title', { type, number })}
        lead={<BrandTile brand={folder.brand} size={36} />}
        actions={<NewDocument folder={folder} dossier={dossier} />}
      />
      <div className={classes.stack}>
        <FolderFacts folder={folder} dossier={dossier} />
        {folder.status === 'CLOSED' ? (
          <Note tone="info" title={t('registry.folder.closed')}>
            {t('registry.folder.closedText')}
          </Note>
        ) : null}
        <FolderDocuments folder={folder} dossier={dossier} />
      </div>
    </>
  );
}

/** Eight facts in one strip; what only some folders have stands below. */
function FolderFacts(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const strip: Fact[] = [
    { label: t('columns.customer'), value: <Link to={paths.dossier(dossier.id)}>{customerName(dossier)}</Link> },
    { label: t('columns.status'), value: <FolderStatusChip status={folder.status} /> },
    { label: t('columns.type'), value: <FolderTypeLabel type={folder.type} /> },
    { label: t('label.field.plate'), value: <Plate folder={folder} /> },
    { label: t('label.field.vin'), value: folder.vin ? <span className="code">{folder.vin}</span> : t('missing') },
    { label: t('label.field.processDate'), value: <span className="num">{formatDate(folder.processDate)}</span> },
    { label: t('columns.origin'), value: folder.accountSource ?? t('missing') },
    { label: t('columns.documents'), value: <span className="num">{formatCount(folder.numberOfDocuments)}</span> },
  ];
  const more: Fact[] = [
    ...(folder.jobId ? [{ label: t('label.field.jobId'), value: folder.jobId }] : []),
    ...(folder.notes
      ? [{ label: t('label.field.notes'), value: <span className={classes.notes}>{folder.notes}</span> }]
      : []),
  ];
  return (
    <Card className={classes.facts}>
      <Facts layout="strip" facts={strip} />
      {more.length > 0 ? (
        <div className={classes.more}>
          <Facts facts={more} />
        </div>
      ) : null}
    </Card>
  );
}
