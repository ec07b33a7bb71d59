/** The list of open customers (specification §2, §7). */
import { IconChevronRight, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/dossier.ts';
import { dossierSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDateTime, formatShortDate } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { Card, Empty } from '../../ui/card.tsx';
import { SyncChip, Tag } from '../../ui/chip.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { useListState } from '../../ui/list-state.ts';
import { Listing } from '../../ui/listing.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Column } from '../../ui/table.tsx';
import { CustomerTile } from '../../ui/tile.tsx';
import classes from './dossiers.module.css';

const SORTABLE = ['id', 'lastName', 'hst', 'city', 'lastModifiedDate'];

export function DossiersPage() {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  const list = useListState(SORTABLE, { field: 'id', order: 'desc' });
  const { q, hst } = list.filters;
  const query = useQuery(
    dossierSearch({
      page: list.page,
      size: list.size,
      sort: `${list.sorting.field},${list.sorting.order}`,
      criteria: {
        status: { equals: 'OPEN' },
        ...(q ? { genericFilter: { contains: q } } : {}),
        ...(hst ? { hst: { equals: hst } } : {}),
      },
    }),
  );
  const columns: Column<DossierRow>[] = [
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => <Customer row={row} />,
      main: true,
      sort: 'lastName',
    },
    {
      key: 'dealer',
      header: t('columns.dealer'),
      cell: (row) => <Two first={dealerName(row.hst)} second={`HST ${row.hst}`} />,
      sort: 'hst',
      from: 992,
    },
    { key: 'phone', header: t('columns.phone'), cell: (row) => row.mobilePhone, from: 768 },
    { key: 'city', header: t('columns.city'), cell: (row) => row.city, sort: 'city' },
    { key: 'origin', header: t('columns.origin'), cell: (row) => <Origin row={row} />, from: 1200 },
    { key: 'folders', header: t('columns.folders'), cell: (row) => formatCount(row.numberOfFolders), align: 'right' },
    { key: 'sync', header: t('columns.sync'), cell: (row) => <SyncChip status={row.syncStatus} />, from: 992 },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => formatDateTime(row.lastModifiedDate),
      sort: 'lastModifiedDate',
      from: 1200,
    },
    {
      key: 'open',
      header: t('actions.open'),
      quiet: true,
      align: 'right',
      cell: () => <IconChevronRight size={16} stroke={1.9} aria-hidden="true" className={classes.chevron} />,
    },
  ];
  const filtered = Boolean(q || hst);
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('registry.customers.title') }]}
        title={t('registry.customers.title')}
      />
      <Card flush>
        <FilterBar
          placeholder={t('registry.filters.searchCustomers')}
          search="q"
          values={{ q, hst }}
          onFilter={list.setFilter}
          onClear={list.clear}
          note={t('registry.customers.onlyOpen')}
          choices={
            ownDealers.length > 1
              ? [
                  {
                    name: 'hst',
                    label: t('registry.filters.dealer'),
                    all: t('registry.filters.allDealers'),
                    options: ownDealers.map((dealer) => ({ value: dealer.hst2011, label: dealerName(dealer.hst2011) })),
                  },
                ]
              : []
          }
        />
        <Listing
          query={query}
          list={list}
          empty={
            <Empty
              icon={<IconUserSearch size={30} stroke={1.6} />}
              title={t('registry.customers.none')}
              text={filtered ? t('registry.customers.noneFiltered') : t('registry.customers.noneText')}
            />
          }
          table={{
            label: t('registry.customers.title'),
            columns,
            tall: true,
            rowKey: (row) => row.id,
            href: (row) => paths.dossier(row.id),
            phone: (row) => ({
              lead: <CustomerTile company={row.organizationName !== null} />,
              title: customerName(row),
              chip: row.syncStatus ? <SyncChip status={row.syncStatus} /> : undefined,
              lines: [row.fiscalCode ?? row.mobilePhone, `${row.city} · ${formatShortDate(row.lastModifiedDate)}`],
            }),
          }}
        />
      </Card>
    </>
  );
}

function Customer(props: { row: DossierRow }) {
  const { row } = props;
  return (
    <span className={classes.customer}>
      <CustomerTile company={row.organizationName !== null} />
      <Two first={customerName(row)} second={row.fiscalCode ?? '–'} />
    </span>
  );
}

function Two(props: { first: string; second: string }) {
  return (
    <span className={classes.two}>
      <span>{props.first}</span>
      <span className={classes.caption}>{props.second}</span>
    </span>
  );
}

function Origin(props: { row: DossierRow }) {
  const origin = props.row.originalAccountSource ?? props.row.searchType;
  return origin ? <Tag>{origin}</Tag> : <>–</>;
}
