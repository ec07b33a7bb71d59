/** The documents of one customer over all folders, last modified first. */
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { documentSearch } from '../../api/queries.ts';
import type { DocumentRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDateTime, formatShortDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandLabel } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { Count, DocumentStatusChip } from '../../ui/chip.tsx';
import { documentTypeLabel, folderTitle } from '../../ui/labels.ts';
import { FolderCell } from '../../ui/list/cells.tsx';
import { useLocalList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import type { Column } from '../../ui/table.tsx';
import classes from './dossiers.module.css';

export function CustomerDocuments(props: { dossierId: number }) {
  const { t } = useTranslation();
  const list = useLocalList({ field: 'lastModifiedDate', order: 'desc' }, 5);
  const { page, size, sorting } = list.state;
  const documents = useQuery(
    documentSearch({
      page,
      size,
      sort: `${sorting.field},${sorting.order}`,
      criteria: { dossierId: { equals: props.dossierId } },
    }),
  );
  const folderOf = (row: DocumentRow) => (row.folderDTO ? folderTitle(t, row.folderDTO) : t('missing'));
  const columns: Column<DocumentRow>[] = [
    { key: 'id', header: t('columns.id'), cell: (row) => row.id, figures: true, sort: 'id', from: 768 },
    { key: 'document', header: t('columns.document'), cell: (row) => documentTypeLabel(t, row.type), main: true },
    {
      key: 'folder',
      header: t('columns.folder'),
      cell: (row) => (row.folderDTO ? <FolderCell folder={row.folderDTO} /> : t('missing')),
      from: 768,
    },
    {
      key: 'brand',
      header: t('columns.brand'),
      cell: (row) => (row.folderDTO ? <BrandLabel brand={row.folderDTO.brand} short /> : t('missing')),
      from: 992,
    },
    {
      key: 'signature',
      header: t('columns.signature'),
      cell: (row) => (row.signable && row.sigType ? t(`label.sigType.${row.sigType}`) : t('missing')),
      from: 992,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
      figures: true,
      sort: 'lastModifiedDate',
      from: 992,
    },
    { key: 'status', header: t('columns.status'), cell: statusOf },
  ];
  return (
    <Card
      flush
      title={t('registry.customer.documents')}
      count={documents.data ? <Count>{formatCount(documents.data.total)}</Count> : null}
    >
      <ListStates
        query={documents}
        skeleton={{ rows: 3, height: 52 }}
        empty={
          <ListEmpty
            list={list}
            icon={<IconFileText size={30} stroke={1.6} />}
            title={t('registry.customer.noDocuments')}
            text={t('registry.customer.noDocumentsText')}
          />
        }
      >
        {(found) => (
          <ListTable
            list={list}
            rows={found.rows}
            total={found.total}
            table={{
              label: t('registry.customer.documents'),
              columns,
              rowKey: (row) => row.id,
              href: (row) => paths.document(row.id),
              phone: (row) => ({
                title: documentTypeLabel(t, row.type),
                chip: statusOf(row),
                lines: [`${folderOf(row)} · ${formatShortDate(row.lastModifiedDate)}`],
              }),
              tall: true,
            }}
          />
        )}
      </ListStates>
    </Card>
  );
}

const statusOf = (row: DocumentRow) => <DocumentStatusChip document={row} />;
