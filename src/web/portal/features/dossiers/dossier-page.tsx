/** A customer: who it is, the folders, what waits to be completed (specification §2, §3). */
import { IconBuilding, IconChevronRight, IconFolderOff, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/dossier.ts';
import { ApiFailure } from '../../api/failure.ts';
import { documentSearch, dossierQuery, folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandLabel, BrandTile } from '../../ui/brand.tsx';
import { Card, Empty, type Fact, Facts } from '../../ui/card.tsx';
import { Chip, Count, DocumentStatusChip, FolderStatusChip, SyncChip, Tag } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FolderTypeIcon } from '../../ui/folder-type.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { useListState } from '../../ui/list-state.ts';
import { Listing } from '../../ui/listing.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Column } from '../../ui/table.tsx';
import { InitialsTile, initials } from '../../ui/tile.tsx';
import classes from './dossiers.module.css';

export function DossierPage() {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const valid = Number.isSafeInteger(number) && number > 0;
  const dossier = useQuery({ ...dossierQuery(number), enabled: valid });
  if (!valid || (dossier.error instanceof ApiFailure && dossier.error.status === 404)) return <NotFoundPage />;
  if (dossier.error && !dossier.data)
    return <FailureNote failure={dossier.error} onRetry={() => void dossier.refetch()} />;
  if (!dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} dossier={dossier.data} />;
}

function Loaded(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const company = dossier.organizationName !== null;
  const name = customerName(dossier);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.customers'), to: paths.dossiers }, { label: name }]}
        title={name}
        lead={
          <InitialsTile
            letters={company ? name.slice(0, 2).toUpperCase() : initials(dossier.firstName, dossier.lastName)}
          />
        }
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Card
            title={t('registry.customer.data')}
            aside={
              <Chip tone="neutral" icon={company ? IconBuilding : IconUser}>
                {company ? t('registry.customer.company') : t('registry.customer.person')}
              </Chip>
            }
          >
            <Facts layout="columns" facts={usePersonalFacts(dossier)} />
          </Card>
          <CustomerFolders dossier={dossier} />
        </div>
        <div className={classes.stack}>
          <Pending dossier={dossier} />
          <Card title={t('registry.customer.rsp')} aside={<SyncChip status={dossier.syncStatus} />}>
            <Facts
              facts={[
                {
                  label: t('registry.customer.origin'),
                  value: dossier.originalAccountSource ? <Tag>{dossier.originalAccountSource}</Tag> : t('missing'),
                },
                { label: t('registry.customer.code'), value: dossier.businessId ?? t('missing') },
                {
                  label: t('registry.customer.lastSync'),
                  value: <span className="num">{formatDateTime(dossier.lastSync)}</span>,
                },
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

function usePersonalFacts(dossier: DossierRow): Fact[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const birth = [dossier.birthDate ? formatDate(dossier.birthDate) : null, dossier.birthPlace]
    .filter(Boolean)
    .join(', ');
  const created = formatDateTime(dossier.createdDate);
  const signer = `${dossier.firstName} ${dossier.lastName}`;
  return [
    { label: t('label.field.fiscalCode'), value: <span className="code">{dossier.fiscalCode ?? t('missing')}</span> },
    { label: t('label.field.mobilePhone'), value: <span className="num">{dossier.mobilePhone}</span> },
    dossier.organizationName === null
      ? { label: t('registry.customer.birth'), value: birth || t('missing') }
      : { label: t('registry.customer.signer'), value: signer },
    { label: t('label.field.email'), value: dossier.email },
    { label: t('registry.customer.address'), value: `${dossier.street}, ${dossier.postalCode} ${dossier.city}` },
    {
      label: t('columns.dealer'),
      value: t('registry.customer.dealer', { name: dealerName(dossier.hst), hst: dossier.hst }),
    },
    {
      label: t('label.field.brands'),
      value:
        dossier.brands.length > 0 ? dossier.brands.map((brand) => t(`label.brand.${brand}`)).join(', ') : t('missing'),
    },
    {
      label: t('registry.customer.created'),
      value: dossier.createdBy ? t('registry.customer.by', { at: created, name: dossier.createdBy }) : created,
    },
  ];
}

function CustomerFolders(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const list = useListState(['id', 'processDate'], { field: 'id', order: 'desc' });
  const query = useQuery(
    folderSearch({
      page: list.page,
      size: list.size,
      sort: `${list.sorting.field},${list.sorting.order}`,
      criteria: { dossierId: { equals: props.dossier.id }, status: { equals: 'OPEN' } },
    }),
  );
  const columns: Column<FolderRow>[] = [
    { key: 'folder', header: t('columns.folder'), main: true, cell: (row) => <FolderName folder={row} /> },
    { key: 'brand', header: t('columns.brand'), cell: (row) => <BrandLabel brand={row.brand} short />, from: 768 },
    {
      key: 'plate',
      header: t('columns.plateVin'),
      from: 1200,
      cell: (row) => [row.plate, row.vin].filter(Boolean).join(' · ') || t('missing'),
    },
    {
      key: 'date',
      header: t('columns.date'),
      cell: (row) => formatDate(row.processDate ?? row.createdDate),
      sort: 'processDate',
    },
    {
      key: 'documents',
      header: t('columns.documents'),
      align: 'right',
      cell: (row) => formatCount(row.numberOfDocuments),
    },
    { key: 'status', header: t('columns.status'), cell: (row) => <FolderStatusChip status={row.status} /> },
    {
      key: 'open',
      header: t('actions.open'),
      quiet: true,
      align: 'right',
      cell: () => <IconChevronRight size={16} stroke={1.9} aria-hidden="true" className={classes.chevron} />,
    },
  ];
  return (
    <Card
      flush
      title={t('columns.folders')}
      count={query.data ? <Count>{formatCount(query.data.total)}</Count> : null}
      aside={t('registry.folders.onlyOpen')}
    >
      <Listing
        query={query}
        list={list}
        empty={<Empty icon={<IconFolderOff size={30} stroke={1.6} />} title={t('registry.folders.noneOfCustomer')} />}
        table={{
          label: t('columns.folders'),
          columns,
          rowKey: (row) => row.id,
          href: (row) => paths.folder(row.id),
          phone: (row) => ({
            lead: <BrandTile brand={row.brand} size={28} />,
            title: folderTitle(t, row),
            chip: <FolderStatusChip status={row.status} />,
            lines: [t(`label.folderType.${row.type}`), formatDate(row.processDate ?? row.createdDate)],
          }),
        }}
      />
    </Card>
  );
}

function FolderName(props: { folder: FolderRow }) {
  const { t } = useTranslation();
  return (
    <span className={classes.customer}>
      <FolderTypeIcon type={props.folder.type} />
      {folderTitle(t, props.folder)}
    </span>
  );
}

/** Documents of this customer that wait for somebody here. */
function Pending(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const documents = useQuery(
    documentSearch({
      page: 0,
      size: 5,
      sort: 'id,desc',
      criteria: {
        dossierId: { equals: props.dossier.id },
        status: { in: ['DRAFT', 'READY_TO_SIGN', 'PENDING_START_SIGN', 'START_SIGN'] },
      },
    }),
  );
  return (
    <Card
      flush
      title={t('registry.customer.toComplete')}
      count={documents.data ? <Count>{formatCount(documents.data.total)}</Count> : null}
    >
      {documents.isError ? (
        <div className={classes.nothing}>
          <FailureNote failure={documents.error} onRetry={() => void documents.refetch()} />
        </div>
      ) : documents.data?.rows.length === 0 ? (
        <p className={classes.nothing}>{t('registry.customer.toCompleteNone')}</p>
      ) : (
        <ul>
          {(documents.data?.rows ?? []).map((row) => (
            <li key={row.id} className={classes.item}>
              <Link to={paths.document(row.id)} className={classes.pending}>
                {documentTypeLabel(t, row.type)}
                <DocumentStatusChip status={row.status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
