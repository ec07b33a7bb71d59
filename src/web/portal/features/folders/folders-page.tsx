/** The list of open folders (specification §2, §7 "Folders"). */
import { Button } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { canRead, mayEver } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { BrandLabel, BrandTile } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { customerOf } from '../../ui/labels.ts';
import { FolderCell, OpenMark, PlateVinCell, TwoLines } from '../../ui/list/cells.tsx';
import { type Filter, FilterBar } from '../../ui/list/filter-bar.tsx';
import { type List, type ListState, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Column } from '../../ui/table.tsx';
import classes from './folders.module.css';

export function FoldersPage() {
  const { t } = useTranslation();
  const { account } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const list = useAddressedList({
    sorting: { field: 'lastModifiedDate', order: 'desc' },
    sortable: ['type', 'brand', 'processDate', 'numberOfDocuments', 'lastModifiedDate'],
    choices: { brand: brands, type: types },
  });
  const { page, size, sorting } = list.state;
  const sort = `${sorting.field},${sorting.order}`;
  // Without brands there is nothing to see and nothing is asked (specification §7).
  const folders = useQuery({
    ...folderSearch({ page, size, sort, criteria: criteriaOf(list.state, brands) }),
    enabled: brands.length > 0,
  });
  const columns = useColumns();
  const phone = usePhoneLines();
  const none = <NoFolders list={list} mayCreate={mayEver(account, 'document.create').ok} />;
  return (
    <>
      <PageHead crumbs={[{ label: t('menu.management') }, { label: t('menu.folders') }]} title={t('menu.folders')} />
      <Card flush>
        <FilterBar
          list={list}
          search={{ label: t('registry.folders.search'), placeholder: t('registry.folders.placeholder') }}
          filters={useFilters(brands, types)}
          note={t('registry.folders.onlyOpen')}
        />
        {brands.length === 0 ? (
          none
        ) : (
          <ListStates query={folders} skeleton={{ rows: size, height: 52 }} empty={none}>
            {(found) => (
              <ListTable
                list={list}
                rows={found.rows}
                total={found.total}
                table={{
                  label: t('menu.folders'),
                  columns,
                  rowKey: (row) => row.id,
                  href: (row) => paths.folder(row.id),
                  phone,
                  tall: true,
                }}
              />
            )}
          </ListStates>
        )}
      </Card>
    </>
  );
}

function criteriaOf({ text, filters }: ListState, brands: readonly Brand[]) {
  return {
    status: { equals: 'OPEN' },
    brand: filters.brand === undefined ? { in: brands } : { equals: filters.brand },
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
    ...(filters.type === undefined ? {} : { type: { equals: filters.type } }),
  };
}

/** A filter with one choice alone would change nothing. */
function useFilters(brands: readonly Brand[], types: readonly FolderType[]): Filter[] {
  const { t } = useTranslation();
  const filters: Filter[] = [
    {
      name: 'brand',
      label: t('columns.brand'),
      all: t('registry.folders.allBrands'),
      choices: brands.map((brand) => ({ value: brand, label: t(`label.brand.${brand}`) })),
    },
    {
      name: 'type',
      label: t('columns.type'),
      all: t('registry.folders.allTypes'),
      choices: types.map((type) => ({ value: type, label: t(`label.folderType.${type}`) })),
    },
  ];
  return filters.filter((filter) => filter.choices.length > 1);
}

function useColumns(): Column<FolderRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'folder',
      header: t('columns.folder'),
      cell: (row) => <FolderCell folder={row} />,
      sort: 'type',
      main: true,
    },
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => (
        <TwoLines caption={row.dossierDTO ? dealerName(row.dossierDTO.hst) : ''}>
          <span className={classes.customer}>{customerOf(t, row)}</span>
        </TwoLines>
      ),
    },
    {
      key: 'brand',
      header: t('columns.brand'),
      cell: (row) => <BrandLabel brand={row.brand} short />,
      sort: 'brand',
      from: 768,
    },
    { key: 'vehicle', header: t('columns.plateVin'), cell: (row) => <PlateVinCell folder={row} />, from: 768 },
    {
      key: 'date',
      header: t('label.field.processDate'),
      cell: (row) => formatDate(row.processDate),
      sort: 'processDate',
      from: 1200,
    },
    {
      key: 'documents',
      header: t('columns.documents'),
      cell: (row) => formatCount(row.numberOfDocuments),
      align: 'right',
      sort: 'numberOfDocuments',
      from: 1200,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
      sort: 'lastModifiedDate',
      from: 992,
    },
    { key: 'open', header: t('list.openRow'), cell: () => <OpenMark />, quiet: true },
  ];
}

function usePhoneLines() {
  const { t } = useTranslation();
  return (row: FolderRow) => {
    const count = row.numberOfDocuments;
    const documents = t('registry.folders.documents', { count, replace: { count: formatCount(count) } });
    return {
      lead: <BrandTile brand={row.brand} size={28} />,
      title: customerOf(t, row),
      lines: [
        [t(`label.folderType.${row.type}`), row.businessId, row.plate].filter(Boolean).join(' · '),
        `${t(`label.brand.${row.brand}`)} · ${documents} · ${formatDate(row.lastModifiedDate)}`,
      ],
    };
  };
}

function NoFolders(props: { list: List; mayCreate: boolean }) {
  const { t } = useTranslation();
  return (
    <ListEmpty
      list={props.list}
      icon={<IconFolders size={30} stroke={1.6} />}
      title={t('registry.folders.none')}
      text={props.mayCreate ? t('registry.folders.emptyText') : t('registry.folders.emptyTextReadOnly')}
      action={
        props.mayCreate ? (
          <Button component={Link} to={paths.dashboard} size="xs">
            {t('registry.customers.start')}
          </Button>
        ) : undefined
      }
    />
  );
}
