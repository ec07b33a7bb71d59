/** The folders of one customer, open and closed. */
import { IconFolder } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FolderRow } from '../../api/answer-types.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { FolderStatusChip } from '../../connected/chip.tsx';
import { folderTitle, folderTypeLabel } from '../../connected/labels.ts';
import { documentCountColumn, FolderCell, OpenMark, PlateVinCell } from '../../connected/list/cells.tsx';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { ListCard } from '../../connected/list/list-card.tsx';
import { useLocalList } from '../../connected/list/list-state.ts';
import { BrandLabel, BrandTile } from '../../entities/dealers/brand.tsx';
import { paths } from '../../paths.ts';
import { formatDate } from '../../text/dates.ts';
import type { Column } from '../../ui/table.tsx';

const STATUSES = ['OPEN', 'CLOSED'] as const;

export function CustomerFolders(props: { dossierId: number; mayMake: boolean }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const list = useLocalList({ field: 'id', order: 'desc' }, 5);
  const { status } = list.state.filters;
  // Closed folders must be requested explicitly: by default the call returns only open ones.
  const statusCriterion = status === undefined ? { in: STATUSES } : { equals: status };
  const criteria = { dossierId: { equals: props.dossierId }, status: statusCriterion };
  const folders = useQuery(folderSearch(account, { ...list.paging, criteria }));
  const statuses = {
    ...{ name: 'status', label: t('registry.customer.folderStatus'), all: t('registry.customer.allFolders') },
    choices: STATUSES.map((value) => ({ value, label: t(`label.folderStatus.${value}`) })),
  };
  return (
    <ListCard
      list={list}
      label={t('columns.folders')}
      aside={<ListFilter small list={list} filter={statuses} />}
      query={folders}
      skeleton={3}
      empty={{
        icon: IconFolder,
        title: t('registry.customer.noFolders'),
        text: t(props.mayMake ? 'registry.customer.noFoldersText' : 'registry.customer.noFoldersTextReadOnly'),
      }}
      rows={{
        columns: useColumns(),
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
  );
}

function useColumns(): Column<FolderRow>[] {
  const { t } = useTranslation();
  return [
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
    documentCountColumn(t('columns.documents'), 992),
    { key: 'status', header: t('columns.status'), cell: (row) => <FolderStatusChip status={row.status} /> },
    { key: 'open', header: t('actions.open'), cell: () => <OpenMark />, quiet: true },
  ];
}
