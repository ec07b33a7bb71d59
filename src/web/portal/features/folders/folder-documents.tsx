/** The folder's documents: search and status in the page, eleven columns, live while something moves (specification §2). */
import { IconAlertTriangle, IconCopy, IconDownload, IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_STATUSES, isMoving } from '#domain/documents/life.ts';
import { callFile, saveFile } from '../../api/client.ts';
import { documentsOfFolder } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DocumentRow, DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount, formatSize } from '../../text/numbers.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { Count, DocumentStatusChip } from '../../ui/chip.tsx';
import { FailureNote, wordFailure } from '../../ui/failure-note.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { documentTypeLabel } from '../../ui/labels.ts';
import { Pager, type PageSize } from '../../ui/pager.tsx';
import { type Column, type Sorting, Table } from '../../ui/table.tsx';
import { toastGood, toastProgress } from '../../ui/toasts.tsx';
import classes from './folders.module.css';

const MOVING_MS = 2_000;

export function FolderDocuments(props: { folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const documents = useQuery({
    ...documentsOfFolder(props.folder.id),
    refetchInterval: (query) => (query.state.data?.rows.some((row) => isMoving(row.status)) ? MOVING_MS : false),
  });
  const [filters, setFilters] = useState<Record<string, string | undefined>>({});
  const rows = documents.data?.rows;
  const statuses = DOCUMENT_STATUSES.filter((status) => rows?.some((row) => row.status === status));
  const wanted = filters.q?.toLowerCase();
  const shown = (rows ?? []).filter(
    (row) =>
      (!filters.status || row.status === filters.status) &&
      (!wanted || `${row.fileName ?? ''} ${documentTypeLabel(t, row.type)}`.toLowerCase().includes(wanted)),
  );
  return (
    <Card flush title={t('registry.folder.documents')} count={rows ? <Count>{formatCount(rows.length)}</Count> : null}>
      {documents.isError && !rows ? (
        <div className={classes.failed}>
          <FailureNote failure={documents.error} onRetry={() => void documents.refetch()} />
        </div>
      ) : rows === undefined ? (
        <SkeletonRows rows={6} label={t('loading')} />
      ) : (
        <>
          {rows.length > 3 ? (
            <FilterBar
              placeholder={t('registry.filters.searchDocuments')}
              search="q"
              values={filters}
              onFilter={(name, value) => setFilters((before) => ({ ...before, [name]: value }))}
              onClear={() => setFilters({})}
              choices={[
                {
                  name: 'status',
                  label: t('registry.filters.status'),
                  all: t('registry.filters.allStatuses'),
                  options: statuses.map((status) => ({ value: status, label: t(`label.documentStatus.${status}`) })),
                },
              ]}
            />
          ) : null}
          {shown.length === 0 ? (
            <Empty
              icon={<IconFileOff size={30} stroke={1.6} />}
              title={t('registry.folder.none')}
              text={rows.length === 0 ? t('registry.folder.noneText') : t('registry.folder.noneFiltered')}
            />
          ) : (
            <Rows rows={shown} folder={props.folder} dossier={props.dossier} />
          )}
        </>
      )}
    </Card>
  );
}

function Rows(props: { rows: readonly DocumentRow[]; folder: FolderRow; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const { folder, dossier } = props;
  const [sorting, setSorting] = useState<Sorting>({ field: 'fileName', order: 'asc' });
  const [page, setPage] = useState(0);
  const [size, setSize] = useState<PageSize>(10);
  const sorted = props.rows.toSorted((a, b) => compare(a, b, sorting));
  const current = Math.min(page, Math.max(0, Math.ceil(sorted.length / size) - 1));
  const maySign = may('document.sign', { hst: dossier.hst, brand: folder.brand, folderType: folder.type }).ok;
  const flag = (value: boolean) => (value ? t('yes') : t('missing'));
  const columns: Column<DocumentRow>[] = [
    { key: 'id', header: t('columns.id'), cell: (row) => row.id, sort: 'id', from: 768 },
    { key: 'type', header: t('columns.type'), cell: (row) => <TypeName row={row} />, main: true, sort: 'type' },
    { key: 'fileName', header: t('columns.fileName'), cell: (row) => <FileName row={row} />, sort: 'fileName' },
    {
      key: 'sigType',
      header: t('columns.signature'),
      cell: (row) => (row.sigType ? t(`label.sigType.${row.sigType}`) : t('missing')),
      from: 992,
    },
    { key: 'archivable', header: t('columns.archivable'), cell: (row) => flag(row.archivable), from: 1200 },
    {
      key: 'size',
      header: t('columns.size'),
      cell: (row) => <span className={classes.nowrap}>{formatSize(row.fileSize)}</span>,
      align: 'right',
      from: 1200,
    },
    {
      key: 'link',
      header: t('columns.signLink'),
      cell: (row) => (maySign && row.signUrl ? <CopyLink row={row} url={row.signUrl} /> : t('missing')),
      from: 992,
    },
    { key: 'signable', header: t('columns.signable'), cell: (row) => flag(row.signable), from: 1200 },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.nowrap}>{formatDateTime(row.lastModifiedDate)}</span>,
      sort: 'lastModifiedDate',
      from: 768,
    },
    { key: 'status', header: t('columns.status'), cell: (row) => <DocumentStatusChip status={row.status} /> },
    { key: 'actions', header: t('columns.actions'), align: 'right', cell: (row) => <DownloadAction row={row} /> },
  ];
  return (
    <>
      <Table
        label={t('registry.folder.documents')}
        columns={columns}
        dense
        rows={sorted.slice(current * size, (current + 1) * size)}
        rowKey={(row) => row.id}
        href={(row) => paths.document(row.id)}
        phone={(row) => ({
          title: documentTypeLabel(t, row.type),
          chip: <DocumentStatusChip status={row.status} />,
          lines: [
            `${row.id} · ${row.fileName ?? t('missing')}`,
            [
              row.sigType ? t(`label.sigType.${row.sigType}`) : t('registry.folder.withoutSignature'),
              formatSize(row.fileSize),
              formatDate(row.lastModifiedDate),
            ].join(' · '),
          ],
        })}
        sorting={sorting}
        onSort={setSorting}
      />
      <Pager
        page={current}
        size={size}
        total={sorted.length}
        onPage={setPage}
        onSize={(next) => {
          setSize(next);
          setPage(0);
        }}
      />
    </>
  );
}

/** A document blocked by an unsigned FEA module shows a warning icon (specification §2). */
function TypeName(props: { row: DocumentRow }) {
  const { t } = useTranslation();
  const { row } = props;
  return (
    <span className={classes.name}>
      {row.feaBlocked ? (
        <span className={classes.warning} title={t('registry.folder.feaWarning')}>
          <IconAlertTriangle size={16} stroke={1.9} aria-label={t('registry.folder.feaWarning')} role="img" />
        </span>
      ) : null}
      {documentTypeLabel(t, row.type)}
    </span>
  );
}

function FileName(props: { row: DocumentRow }) {
  const name = props.row.fileName;
  return name ? (
    <span className={classes.file} title={name}>
      {name}
    </span>
  ) : (
    <>–</>
  );
}

function CopyLink(props: { row: DocumentRow; url: string }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(props.url);
    toastGood(t('registry.folder.linkCopied'));
  };
  return (
    <button
      type="button"
      className={classes.icon}
      data-outlined
      aria-label={t('registry.folder.copyLink', { id: props.row.id })}
      onClick={() => void copy()}
    >
      <IconCopy size={16} stroke={1.8} />
    </button>
  );
}

/** The signed version replaces the plain download (specification §4). */
function DownloadAction(props: { row: DocumentRow }) {
  const { t } = useTranslation();
  const { row } = props;
  const name = row.fileName;
  if (!name) return <>–</>;
  const path =
    row.signedDocumentId === null
      ? `/api/documents/${row.id}/download`
      : `/api/signed-documents/${row.signedDocumentId}/download`;
  const download = async () => {
    const toast = toastProgress(t('documents.downloading'));
    try {
      saveFile(await callFile(path), name);
      toast.done(t('documents.downloaded'), name);
    } catch (error) {
      toast.failed(t('registry.folder.downloadFailed'), wordFailure(t, error));
    }
  };
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={t('registry.folder.download', { name })}
      onClick={() => void download()}
    >
      <IconDownload size={16} stroke={1.8} />
    </button>
  );
}

const words = new Intl.Collator('it', { sensitivity: 'base', numeric: true });

function compare(a: DocumentRow, b: DocumentRow, sorting: Sorting): number {
  const key = (row: DocumentRow): string => {
    if (sorting.field === 'type') return row.type;
    if (sorting.field === 'lastModifiedDate') return row.lastModifiedDate;
    return sorting.field === 'id' ? String(row.id) : (row.fileName ?? '');
  };
  const order = words.compare(key(a), key(b)) || a.id - b.id;
  return sorting.order === 'asc' ? order : -order;
}
