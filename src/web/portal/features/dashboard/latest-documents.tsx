/** The newest documents that need action by the dealer; a row opens the document. */
import { IconFileCheck, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, mayEver } from '#domain/access.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { pollIntervalMs } from '../../api/live/live.ts';
import { waitingCountQuery } from '../../api/queries/waiting.ts';
import { latestDocuments } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { Count, DocumentStatusChip } from '../../connected/chip.tsx';
import { QueryFailure } from '../../connected/failure-note.tsx';
import { FolderTypeLabel } from '../../connected/folder-type.tsx';
import { customerOf, documentTypeLabel, folderTypeLabel } from '../../connected/labels.ts';
import { BrandLabel, BrandTile } from '../../entities/dealers/brand.tsx';
import { awaitedLine, DocumentStatus } from '../../entities/documents/awaited-signers.tsx';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { paths } from '../../paths.ts';
import { formatDateTime, formatShortDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { once } from '../../text/once.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { Pager, type PageSize } from '../../ui/pager.tsx';
import { type Column, type Sorting, Table } from '../../ui/table.tsx';
import classes from './dashboard.module.css';
import { RowActions } from './row-actions.tsx';

const ACTIONS = ['document.sign', 'document.edit', 'document.delete'] as const satisfies readonly Action[];
const DEFAULT_SORTING: Sorting = { field: 'id', order: 'desc' };

/** @param props.chosen the chosen legal entity; null where none was chosen, or the user has no choice */
export function LatestDocuments(props: { mayCreate: boolean; legalEntity: string | null; chosen: string | null }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const documents = useQuery({ ...latestDocuments(props.legalEntity), refetchInterval: () => pollIntervalMs(30_000) });
  // Many rows are slow to render: defer them so that the rest is not blocked.
  const rows = useDeferredValue(documents.data?.rows);
  return (
    <Card
      flush
      title={t('dashboard.toComplete')}
      count={rows ? <Count>{rows.length}</Count> : null}
      aside={
        <span className={classes.headAside}>
          {mayEver(account, 'document.sign').ok ? <Awaiting legalEntity={props.chosen} /> : null}
          <span className={classes.hint}>{t('dashboard.toCompleteHint')}</span>
        </span>
      }
    >
      <QueryFailure padded query={documents} />
      {rows === undefined ? (
        documents.isError ? null : (
          <SkeletonRows rows={10} />
        )
      ) : rows.length === 0 ? (
        <Empty
          icon={IconFileCheck}
          title={t('dashboard.emptyTitle')}
          text={props.mayCreate ? t('dashboard.emptyText') : t('dashboard.emptyTextReadOnly')}
        />
      ) : (
        <Rows rows={rows} />
      )}
    </Card>
  );
}

/** The number of pending signatures; the card's header reserves room for it, so that the layout does not shift. */
function Awaiting(props: { legalEntity: string | null }) {
  const { t } = useTranslation();
  const { data } = useQuery({ ...waitingCountQuery(props.legalEntity), refetchInterval: () => pollIntervalMs(30_000) });
  const count = data === undefined ? 0 : data.sent + data.opened + data.stuck;
  if (count === 0) return null;
  return (
    <Link
      to={paths.waiting}
      // Addresses are plain strings here (paths.ts), so the router does not type their parameters.
      search={{ entity: props.legalEntity ?? undefined } as never}
      className={classes.awaiting}
    >
      <IconHourglass size={16} stroke={1.8} aria-hidden="true" />
      {t('dashboard.awaiting', { count, replace: { count: formatCount(count) } })}
    </Link>
  );
}

function useColumns(label: (row: DocumentRow) => string): Column<DocumentRow>[] {
  const { t } = useTranslation();
  return [
    { key: 'id', header: t('columns.id'), cell: (row) => row.id, figures: true, sort: 'id', from: 768 },
    { key: 'customer', header: t('columns.customer'), cell: (row) => customerOf(t, row), sort: 'customer', main: true },
    { key: 'document', header: t('columns.document'), cell: label, sort: 'document' },
    { key: 'brand', header: t('columns.brand'), cell: brandOf, from: 1200 },
    { key: 'folder', header: t('columns.folder'), cell: folderOf, from: 768 },
    {
      key: 'signature',
      header: t('columns.signature'),
      cell: (row) => signatureOf(row, (type) => t(`label.sigType.${type}`)),
      from: 1366,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => formatDateTime(row.lastModifiedDate),
      figures: true,
      sort: 'modified',
      from: 1200,
    },
    { key: 'status', header: t('columns.status'), cell: statusOf },
  ];
}

function Rows(props: { rows: readonly DocumentRow[] }) {
  const { t } = useTranslation();
  const { may } = useSession();
  const dialogs = useDocumentDialogs();
  const [sorting, setSorting] = useState(DEFAULT_SORTING);
  const [page, setPage] = useState(0);
  const [size, setSize] = useState<PageSize>(10);
  const label = (row: DocumentRow) => documentTypeLabel(t, row.type);
  const keyOf = (row: DocumentRow): string | number => {
    if (sorting.field === 'customer') return customerOf(t, row);
    if (sorting.field === 'document') return label(row);
    return sorting.field === 'modified' ? row.lastModifiedDate : row.id;
  };
  const sorted = props.rows.toSorted((a, b) => compare(keyOf(a), keyOf(b), sorting));
  const last = Math.max(0, Math.ceil(sorted.length / size) - 1);
  const current = Math.min(page, last);
  const columns = useColumns(label);
  // Read-only users can only open the row.
  const acts = ACTIONS.some((action) => may(action).ok);
  if (acts) {
    columns.push({
      key: 'actions',
      header: t('columns.actions'),
      align: 'right',
      cell: (row) => <RowActions document={row} label={`${label(row)} ${row.id}`} dialogs={dialogs} />,
    });
  }
  return (
    <>
      <Table
        label={t('dashboard.toComplete')}
        columns={columns}
        rows={sorted.slice(current * size, (current + 1) * size)}
        rowKey={(row) => row.id}
        href={(row) => paths.document(row.id)}
        phone={(row) => ({
          lead: row.folderDTO ? <BrandTile brand={row.folderDTO.brand} size={28} /> : undefined,
          title: label(row),
          chip: <DocumentStatusChip document={row} />,
          lines: [
            `${customerOf(t, row)} · ${formatShortDate(row.lastModifiedDate)}`,
            `${row.id} · ${folderTypeLabel(t, row.folder.type)}`,
            awaitedLine(t, row.awaits),
          ],
          aside: acts ? <RowActions document={row} label={`${label(row)} ${row.id}`} dialogs={dialogs} /> : undefined,
        })}
        sorting={sorting}
        onSort={(next) => {
          setSorting(next);
          setPage(0);
        }}
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
      {dialogs.element}
    </>
  );
}

const brandOf = (row: DocumentRow): ReactNode =>
  row.folderDTO ? <BrandLabel brand={row.folderDTO.brand} short /> : '–';

function folderOf(row: DocumentRow): ReactNode {
  return <FolderTypeLabel type={row.folder.type} />;
}

const statusOf = (row: DocumentRow): ReactNode => <DocumentStatus document={row} />;

function signatureOf(row: DocumentRow, word: (type: NonNullable<DocumentRow['sigType']>) => string): string {
  return row.signable && row.sigType ? word(row.sigType) : '–';
}

const words = once(() => new Intl.Collator('it', { sensitivity: 'base', numeric: true }));

function compare(a: string | number, b: string | number, sorting: Sorting): number {
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : words().compare(String(a), String(b));
  return sorting.order === 'asc' ? order : -order;
}
