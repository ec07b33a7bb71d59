/** A folder: its facts in one strip, its documents in eleven columns, a new document of its type (specification §2). */
import { Button, Menu } from '@mantine/core';
import { IconFilePlus, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/dossier.ts';
import { ApiFailure } from '../../api/failure.ts';
import { dossierQuery, folderQuery, folderTypesQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandTile, usePageAccent } from '../../ui/brand.tsx';
import { Card, Facts, Note } from '../../ui/card.tsx';
import { FolderStatusChip } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FolderDocuments } from './folder-documents.tsx';
import classes from './folders.module.css';

export function FolderPage() {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const valid = Number.isSafeInteger(number) && number > 0;
  const folder = useQuery({ ...folderQuery(number), enabled: valid });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.isSuccess });
  if (!valid || (folder.error instanceof ApiFailure && folder.error.status === 404)) return <NotFoundPage />;
  const failed = folder.error ?? dossier.error;
  if (failed && !(folder.data && dossier.data)) {
    return <FailureNote failure={failed} onRetry={() => void (folder.isError ? folder : dossier).refetch()} />;
  }
  if (!folder.data || !dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} folder={folder.data} dossier={dossier.data} />;
}

function Loaded(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  usePageAccent(folder.brand);
  const type = t(`label.folderType.${folder.type}`);
  const title = folder.businessId
    ? t('registry.folder.title', {
        type,
        number: t(`label.businessIdShort.${folder.type}`, { number: folder.businessId }),
      })
    : type;
  const name = customerName(dossier);
  return (
    <>
      <PageHead
        crumbs={[
          { label: t('menu.customers'), to: paths.dossiers },
          { label: name, to: paths.dossier(dossier.id) },
          { label: folderTitle(t, folder) },
        ]}
        title={title}
        lead={<BrandTile brand={folder.brand} size={36} />}
        actions={<NewDocument folder={folder} dossier={dossier} />}
      />
      <div className={classes.stack}>
        <Card>
          <Facts
            layout="strip"
            facts={[
              { label: t('registry.folder.customer'), value: <Link to={paths.dossier(dossier.id)}>{name}</Link> },
              { label: t('columns.status'), value: <FolderStatusChip status={folder.status} /> },
              { label: t('columns.type'), value: <FolderTypeLabel type={folder.type} /> },
              { label: t('label.field.plate'), value: folder.plate ?? t('missing') },
              { label: t('label.field.vin'), value: <span className="code">{folder.vin ?? t('missing')}</span> },
              {
                label: t('label.field.processDate'),
                value: <span className="num">{formatDate(folder.processDate)}</span>,
              },
              { label: t('columns.origin'), value: folder.accountSource ?? t('missing') },
              {
                label: t('columns.documents'),
                value: <span className="num">{formatCount(folder.numberOfDocuments)}</span>,
              },
            ]}
          />
        </Card>
        {folder.notes ? <Note tone="info">{folder.notes}</Note> : null}
        {folder.status === 'CLOSED' ? (
          <Note tone="waiting" title={`${t('registry.folder.closed')}.`}>
            {t('registry.folder.closedText')}
          </Note>
        ) : null}
        <FolderDocuments folder={folder} dossier={dossier} />
      </div>
    </>
  );
}

/** The folder's document types; choosing one opens the wizard with customer and folder already chosen. */
function NewDocument(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { folder, dossier } = props;
  const { may } = useSession();
  const configuration = useQuery(folderTypesQuery);
  const allowed = may('document.create', { hst: dossier.hst, brand: folder.brand, folderType: folder.type }).ok;
  const types = (configuration.data?.find((entry) => entry.slug === folder.type)?.documentTypes ?? [])
    .filter((entry) => entry.visibleInWizard)
    .filter((entry) => entry.legalEntities.length === 0 || entry.legalEntities.includes(dossier.legalEntity))
    .toSorted((a, b) => a.displayOrder - b.displayOrder);
  if (!allowed || folder.status !== 'OPEN' || types.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconFilePlus size={16} stroke={1.9} />}>{t('registry.folder.newDocument')}</Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('registry.folder.openMenu')}>
        {types.map((entry) => (
          <Menu.Item
            key={entry.slug}
            component={Link}
            to={`${paths.wizard(folder.brand, folder.type, entry.slug)}?folder=${folder.id}`}
            leftSection={<IconFileText size={16} stroke={1.8} />}
          >
            {documentTypeLabel(t, entry.slug)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
