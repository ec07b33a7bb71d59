/** The list of open customers (specification §2, §7 "Dossiers"). */
import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { dossierSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone.ts';
import { Card } from '../../ui/card.tsx';
import { OpenMark, TwoLines } from '../../ui/list/cells.tsx';
import { type Filter, FilterBar } from '../../ui/list/filter-bar.tsx';
import { type List, type ListState, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Column } from '../../ui/table.tsx';
import { CustomerTile } from '../../ui/tile.tsx';
import classes from './dossiers.module.css';

export function DossiersPage() {
  const { t } = useTranslation();
  const { account, ownDealers } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const list = useAddressedList({
    sorting: { field: 'lastModifiedDate', order: 'desc' },
    sortable: ['hst', 'city', 'numberOfFolders', 'lastModifiedDate'],
    choices: { hst: ownDealers.map((dealer) => dealer.hst2011), brand: brands },
  });
  const { page, size, sorting } = list.state;
  const sort = `${sorting.field},${sorting.order}`;
  const customers = useQuery(dossierSearch({ page, size, sort, criteria: criteriaOf(list.state) }));
  const columns = useColumns();
  const phone = usePhoneLines();
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.customers') }]}
        title={t('menu.customers')}
      />
      <Card flush>
        <FilterBar
          list={list}
          search={{ label: t('registry.customers.search'), placeholder: t('registry.customers.placeholder') }}
          filters={useFilters(brands)}
          note={t('registry.customers.onlyOpen')}
        />
        <ListStates
          query={customers}
          skeleton={{ rows: size, height: 52 }}
          empty={<NoCustomers list={list} mayCreate={mayEver(account, 'document.create').ok} />}
        >
          {(found) => (
            <ListTable
              list={list}
              rows={found.rows}
              total={found.total}
              table={{
                label: t('menu.customers'),
                columns,
                rowKey: (row) => row.id,
                href: (row) => paths.dossier(row.id),
                phone,
                tall: true,
              }}
            />
          )}
        </ListStates>
      </Card>
    </>
  );
}

function criteriaOf({ text, filters }: ListState) {
  return {
    status: { equals: 'OPEN' },
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
    ...(filters.hst === undefined ? {} : { hst: { equals: filters.hst } }),
    ...(filters.brand === undefined ? {} : { brand: { equals: filters.brand } }),
  };
}

/** A filter with one choice alone would change nothing. */
function useFilters(brands: readonly Brand[]): Filter[] {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  const filters: Filter[] = [
    {
      name: 'hst',
      label: t('columns.dealer'),
      all: t('registry.customers.allDealers'),
      choices: ownDealers
        .map((dealer) => ({ value: dealer.hst2011, label: dealerName(dealer.hst2011) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'it')),
    },
    {
      name: 'brand',
      label: t('columns.brand'),
      all: t('registry.customers.allBrands'),
      choices: brands.map((brand) => ({ value: brand, label: t(`label.brand.${brand}`) })),
    },
  ];
  return filters.filter((filter) => filter.choices.length > 1);
}

function useColumns(): Column<DossierRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    { key: 'customer', header: t('columns.customer'), cell: (row) => <Customer dossier={row} />, main: true },
    {
      key: 'dealer',
      header: t('columns.dealer'),
      cell: (row) => (
        <TwoLines caption={t('registry.customers.hst', { code: row.hst })}>{dealerName(row.hst)}</TwoLines>
      ),
      sort: 'hst',
      from: 768,
    },
    {
      key: 'contacts',
      header: t('registry.customers.contacts'),
      cell: (row) => (
        <TwoLines caption={<span className={classes.email}>{row.email}</span>}>
          <span className="num">{formatPhone(row.mobilePhone)}</span>
        </TwoLines>
      ),
    },
    { key: 'city', header: t('columns.city'), cell: (row) => row.city, sort: 'city', from: 1200 },
    {
      key: 'folders',
      header: t('columns.folders'),
      cell: (row) => formatCount(row.numberOfFolders),
      align: 'right',
      sort: 'numberOfFolders',
      from: 1200,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
      sort: 'lastModifiedDate',
      from: 768,
    },
    { key: 'open', header: t('list.openRow'), cell: () => <OpenMark />, quiet: true },
  ];
}

function usePhoneLines() {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (row: DossierRow) => {
    const count = row.numberOfFolders;
    const folders = t('registry.customers.folders', { count, replace: { count: formatCount(count) } });
    return {
      lead: <CustomerTile company={row.organizationName !== null} />,
      title: customerName(row),
      lines: [`${formatPhone(row.mobilePhone)} · ${row.city}`, `${dealerName(row.hst)} · ${folders}`],
    };
  };
}

function NoCustomers(props: { list: List; mayCreate: boolean }) {
  const { t } = useTranslation();
  return (
    <ListEmpty
      list={props.list}
      icon={<IconAddressBook size={30} stroke={1.6} />}
      title={t('registry.customers.none')}
      text={props.mayCreate ? t('registry.customers.emptyText') : t('registry.customers.emptyTextReadOnly')}
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

function Customer(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const code = dossier.fiscalCode;
  return (
    <TwoLines
      lead={<CustomerTile company={dossier.organizationName !== null} />}
      caption={code ? <span className="code">{code}</span> : t('registry.customers.noFiscalCode')}
    >
      {customerName(dossier)}
    </TwoLines>
  );
}
