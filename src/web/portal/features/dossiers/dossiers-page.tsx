/** The list of open customers (specification §2, §7 "Dossiers"). */
import { Button } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { dossierSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDateTime } from '../../text/dates.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone.ts';
import { useAddressedDialog } from '../../ui/addressed-dialog.ts';
import { SyncStatusChip, Tag } from '../../ui/chip.tsx';
import { OpenMark, TwoLines } from '../../ui/list/cells.tsx';
import { dayBounds } from '../../ui/list/day-bounds.ts';
import type { ChoiceFilter, Filter } from '../../ui/list/filter-bar.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { type List, type ListState, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty } from '../../ui/list/list-states.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import type { Column } from '../../ui/table.tsx';
import { CustomerTile } from '../../ui/tile.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import classes from './dossiers.module.css';

const ORIGINS = ['RSP', 'DMS'] as const;
const SYNC_STATES = ['TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED'] as const;

export function DossiersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, ownDealers } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const list = useAddressedList({
    sorting: { field: 'lastModifiedDate', order: 'desc' },
    sortable: ['customerName', 'hst', 'city', 'numberOfFolders', 'lastModifiedDate'],
    choices: {
      hst: ownDealers.map((dealer) => dealer.hst2011),
      brand: brands,
      origin: ORIGINS,
      creator: ['me'],
      sync: SYNC_STATES,
    },
    days: ['from', 'to'],
  });
  const { page, size, sorting } = list.state;
  const sort = `${sorting.field},${sorting.order}`;
  const customers = useQuery(dossierSearch({ page, size, sort, criteria: criteriaOf(list.state, account.login) }));
  const columns = useColumns();
  const phone = usePhoneLines();
  const decision = mayEver(account, 'dossier.create');
  const mayCreate = decision.ok;
  const readOnly = !decision.ok && decision.reason === 'readonly';
  const making = useAddressedDialog('new');
  const create = (
    <ReasonButton
      leftSection={<IconPlus size={16} stroke={2} />}
      reason={mayCreate ? null : t('registry.refused.readonly')}
      onClick={() => making.open()}
    >
      {t('registry.customers.new')}
    </ReasonButton>
  );
  return (
    <>
      <ListPage
        title={t('menu.customers')}
        actions={mayCreate || readOnly ? create : undefined}
        reasons={readOnly ? [t('registry.refused.readonly')] : []}
        list={list}
        search={{ label: t('registry.customers.search'), placeholder: t('registry.customers.placeholder') }}
        {...useFilters(brands)}
        note={(count) => t('registry.customers.shown', counted(count))}
        query={customers}
        empty={<NoCustomers list={list} mayCreate={mayCreate} onCreate={() => making.open()} />}
        table={{ columns, rowKey: (row) => row.id, href: (row) => paths.dossier(row.id), phone }}
      />
      {mayCreate ? (
        <CustomerDialog
          opened={making.value !== null}
          onClose={making.close}
          dossier={null}
          complete={false}
          onSaved={(dossier) => void navigate({ to: paths.dossier(dossier.id) })}
        />
      ) : null}
    </>
  );
}

function criteriaOf({ text, filters }: ListState, login: string) {
  return {
    status: { equals: 'OPEN' },
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
    ...(filters.hst === undefined ? {} : { hst: { equals: filters.hst } }),
    ...(filters.brand === undefined ? {} : { brand: { equals: filters.brand } }),
    ...(filters.origin === undefined ? {} : { searchType: { equals: filters.origin } }),
    ...(filters.sync === undefined ? {} : { syncStatus: { equals: filters.sync } }),
    ...(filters.creator === undefined ? {} : { createdBy: { equals: login } }),
    createdDate: dayBounds(filters.from, filters.to),
  };
}

/** A filter with one choice alone would change nothing. */
function useFilters(brands: readonly Brand[]): { filters: Filter[]; more: Filter[] } {
  const { t } = useTranslation();
  const { ownDealers, dealerName } = useSession();
  const filters: ChoiceFilter[] = [
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
    {
      name: 'origin',
      label: t('columns.origin'),
      all: t('registry.customers.allOrigins'),
      choices: ORIGINS.map((origin) => ({ value: origin, label: origin })),
    },
  ];
  return {
    filters: filters.filter((filter) => filter.choices.length > 1),
    more: [
      { name: 'from', label: t('registry.customers.createdFrom'), kind: 'day' },
      { name: 'to', label: t('registry.customers.createdTo'), kind: 'day' },
      {
        name: 'creator',
        label: t('registry.customers.creator'),
        all: t('registry.customers.anybody'),
        choices: [{ value: 'me', label: t('registry.customers.mine') }],
      },
      {
        name: 'sync',
        label: t('registry.customers.sync'),
        all: t('registry.customers.allSync'),
        choices: SYNC_STATES.map((state) => ({ value: state, label: t(`label.syncStatus.${state}`) })),
      },
    ],
  };
}

function useColumns(): Column<DossierRow>[] {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return [
    {
      key: 'customer',
      header: t('columns.customer'),
      cell: (row) => <Customer dossier={row} />,
      sort: 'customerName',
      main: true,
    },
    {
      key: 'dealer',
      header: t('columns.dealer'),
      cell: (row) => (
        <TwoLines caption={t('registry.customers.hst', { code: row.hst })}>{dealerName(row.hst)}</TwoLines>
      ),
      sort: 'hst',
      from: 768,
      whole: true,
    },
    {
      key: 'phone',
      header: t('label.field.mobilePhone'),
      cell: (row) => <span className={classes.moment}>{formatPhone(row.mobilePhone)}</span>,
      figures: true,
    },
    { key: 'city', header: t('columns.city'), cell: (row) => row.city, sort: 'city', from: 1200 },
    {
      key: 'origin',
      header: t('columns.origin'),
      cell: (row) => (row.searchType ? <Tag>{row.searchType}</Tag> : t('missing')),
      from: 1366,
    },
    {
      key: 'folders',
      header: t('columns.folders'),
      cell: (row) => formatCount(row.numberOfFolders),
      align: 'right',
      figures: true,
      sort: 'numberOfFolders',
      from: 1366,
    },
    {
      key: 'sync',
      header: t('registry.customers.sync'),
      cell: (row) => <SyncStatusChip status={row.syncStatus} />,
      from: 768,
      whole: true,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
      figures: true,
      sort: 'lastModifiedDate',
      from: 992,
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
      chip: row.syncStatus === null ? undefined : <SyncStatusChip status={row.syncStatus} />,
      lines: [`${formatPhone(row.mobilePhone)} · ${row.city}`, `${dealerName(row.hst)} · ${folders}`],
    };
  };
}

function NoCustomers(props: { list: List; mayCreate: boolean; onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <ListEmpty
      list={props.list}
      icon={<IconAddressBook size={30} stroke={1.6} />}
      title={t('registry.customers.none')}
      text={props.mayCreate ? t('registry.customers.emptyText') : t('registry.customers.emptyTextReadOnly')}
      action={
        props.mayCreate ? (
          <Button variant="default" size="xs" onClick={props.onCreate}>
            {t('registry.customers.new')}
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
