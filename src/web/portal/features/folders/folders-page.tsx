/** The list of open folders (specification §2, §7). */
import { IconChevronRight, IconFolderOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { canRead } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { customerName, type FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandLabel, BrandTile } from '../../ui/brand.tsx';
import { Card, Empty } from '../../ui/card.tsx';
import { FolderStatusChip } from '../../ui/chip.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FolderTypeLabel } from '../../ui/folder-type.tsx';
import { folderTitle } from '../../ui/labels.ts';
import { useListState } from '../../ui/list-state.ts';
import { Listing } from '../../ui/listing.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Column } from '../../ui/table.tsx';
import classes from './folders.module.css';

const SORTABLE = ['id', 'businessId', 'processDate', 'lastModifiedDate'];

export function FoldersPage() {
  const { t } = useTranslation();
  const { account } = useSession();
  const list = useListState(SORTABLE, { field: 'id', order: 'desc' });
  const { q, brand, type } = list.filters;
  const brands = BRANDS.filter((entry) => account.brands.some((own) => own.brand === entry));
  const types = FOLDER_TYPES.filter((entry) => brands.some((own) => canRead(account, own, entry)));
  const chosenBrand = brands.find((entry) => entry === brand);
  const chosenType = types.find((entry) => entry === type);
  const query = useQuery({
    ...folderSearch({
      page: list.page,
      size: list.size,
      sort: `${list.sorting.field},${list.sorting.order}`,
      criteria: {
        status: { equals: 'OPEN' },
        brand: chosenBrand ? { equals: chosenBrand } : { in: brands },
        ...(chosenType ? { type: { equals: chosenType } } : {}),
        ...(q ? { genericFilter: { contains: q } } : {}),
      },
    }),
    // No brands: an empty result without a call (specification §7).
    enabled: brands.length > 0,
    ...(brands.length === 0 ? { initialData: { rows: [], total: 0 } } : {}),
  });
  const columns: Column<FolderRow>[] = [
    { key: 'folder', header: t('columns.number'), main: true, cell: (row) => folderTitle(t, row), sort: 'businessId' },
    { key: 'customer', header: t('columns.customer'), cell: (row) => customerName(row.dossierDTO) },
    { key: 'brand', header: t('columns.brand'), cell: (row) => <BrandLabel brand={row.brand} short />, from: 768 },
    { key: 'type', header: t('columns.type'), cell: (row) => <FolderTypeLabel type={row.type} />, from: 768 },
    {
      key: 'plate',
      header: t('columns.plateVin'),
      from: 1200,
      cell: (row) => [row.plate, row.vin].filter(Boolean).join(' · ') || t('missing'),
    },
    {
      key: 'date',
      header: t('label.field.processDate'),
      cell: (row) => formatDate(row.processDate),
      sort: 'processDate',
      from: 992,
    },
    {
      key: 'documents',
      header: t('columns.documents'),
      align: 'right',
      cell: (row) => formatCount(row.numberOfDocuments),
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => formatDateTime(row.lastModifiedDate),
      sort: 'lastModifiedDate',
      from: 1200,
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
  const filtered = Boolean(q || chosenBrand || chosenType);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('registry.folders.title') }]}
        title={t('registry.folders.title')}
      />
      <Card flush>
        <FilterBar
          placeholder={t('registry.filters.searchFolders')}
          search="q"
          values={{ q, brand: chosenBrand, type: chosenType }}
          onFilter={list.setFilter}
          onClear={list.clear}
          note={t('registry.folders.onlyOpen')}
          choices={[
            {
              name: 'brand',
              label: t('registry.filters.brand'),
              all: t('registry.filters.allBrands'),
              options: brands.map((entry) => ({ value: entry, label: t(`label.brand.${entry}`) })),
            },
            {
              name: 'type',
              label: t('registry.filters.type'),
              all: t('registry.filters.allTypes'),
              options: types.map((entry) => ({ value: entry, label: t(`label.folderType.${entry}`) })),
            },
          ]}
        />
        <Listing
          query={query}
          list={list}
          empty={
            <Empty
              icon={<IconFolderOff size={30} stroke={1.6} />}
              title={t('registry.folders.none')}
              text={filtered ? t('registry.folders.noneFiltered') : t('registry.folders.noneText')}
            />
          }
          table={{
            label: t('registry.folders.title'),
            columns,
            rowKey: (row) => row.id,
            href: (row) => paths.folder(row.id),
            phone: (row) => ({
              lead: <BrandTile brand={row.brand} size={28} />,
              title: folderTitle(t, row),
              chip: <FolderStatusChip status={row.status} />,
              lines: [
                customerName(row.dossierDTO),
                `${t(`label.folderType.${row.type}`)} · ${formatDate(row.processDate)}`,
              ],
            }),
          }}
        />
      </Card>
    </>
  );
}
