/** The folders of one customer, open and closed. */
import { IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandLabel, BrandTile } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { Count, FolderStatusChip } from '../../ui/chip.tsx';
import { folderTitle, folderTypeLabel } from '../../ui/labels.ts';
import { FolderCell, OpenMark, PlateVinCell } from '../../ui/list/cells.tsx';
import { FilterSelect } from '../../ui/list/filter-bar.tsx';
import { useLocalList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import type { Column } from '../../ui/table.tsx';

const STATUSES = ['OPEN', 'CLOSED'] as const;

export function CustomerFolders(props: { dossierId: number; mayMake: boolean }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const list = useLocalList({ field: 'id', order: 'desc' }, 5);
  const { page, size, sorting } = list.state;
  const folders = useQuery(
    folderSearch(account, {
      page,
      size,
      sort: `${sorting.field},${sorting.order}`,
      // Closed ones are asked for by name: the call answers open ones alone otherwise.
      criteria: {
        dossierId: { equals: props.dossierId },
        status: list.state.filters.status === undefined ? { in: STATUSES } : { equals: list.state.filters.status },
      },
    }),
  );
  const columns: Column<FolderRow>[] = [
    { key: 'folder', header: t('columns.folder'), cell: (row) => <FolderCell folder={row} />, main: true },
    { key: 'brand', header: t('columns.brand'), cell: (row) => <BrandLabel brand={row.brand} short />, sort: 'brand' },
    { key: 'vehicle', header: t('columns.plateVin'), cell: (row) => <PlateVinCell folder={row} />, from: 768 },
    {
      key: 'date',
      header: t('columns.date'),
      cell: (row) => formatDate(row.processDate ?? row.createdDate),
      figures: true,
      sort: 'processDate',
      from: 992,
    },
    {
      key: 'documents',
      header: t('columns.documents'),
      cell: (row) => formatCount(row.numberOfDocuments),
      align: 'right',
      figures: true,
      sort: 'numberOfDocuments',
      from: 992,
    },
    { key: 'status', header: t('columns.status'), cell: (row) => <FolderStatusChip status={row.status} /> },
    { key: 'open', header: t('list.openRow'), cell: () => <OpenMark />, quiet: true },
  ];
  return (
    <Card
      flush
      title={t('registry.customer.folders')}
      count={folders.data ? <Count>{formatCount(folders.data.total)}</Count> : null}
      aside={
        <FilterSelect
          small
          filter={{
            name: 'status',
            label: t('registry.customer.folderStatus'),
            all: t('registry.customer.allFolders'),
            choices: STATUSES.map((status) => ({ value: status, label: t(`label.folderStatus.${status}`) })),
          }}
          value={list.state.filters.status ?? ''}
          onChoose={(status) => list.change({ filters: status === '' ? {} : { status } })}
        />
      }
    >
      <ListStates
        query={folders}
        skeleton={{ rows: 3, height: 52 }}
        empty={
          <ListEmpty
            list={list}
            icon={<IconFolder size={30} stroke={1.6} />}
            title={t('registry.customer.noFolders')}
            text={t(props.mayMake ? 'registry.customer.noFoldersText' : 'registry.customer.noFoldersTextReadOnly')}
          />
        }
      >
        {(found) => (
          <ListTable
            list={list}
            rows={found.rows}
            total={found.total}
            table={{
              label: t('registry.customer.folders'),
              columns,
              rowKey: (row) => row.id,
              href: (row) => paths.folder(row.id),
              phone: (row) => ({
                lead: <BrandTile brand={row.brand} size={28} />,
                title: folderTypeLabel(t, row.type),
                chip: <FolderStatusChip status={row.status} />,
                lines: [
                  row.businessId ? folderTitle(t, row) : t('registry.folders.noNumber'),
                  `${t(`label.brand.${row.brand}`)} · ${formatDate(row.processDate ?? row.createdDate)}`,
                ],
              }),
              tall: true,
            }}
          />
        )}
      </ListStates>
    </Card>
  );
}
