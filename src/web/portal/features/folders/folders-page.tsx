/** The list of open folders (specification §2, §7 "Folders"). */
import { Button } from '@mantine/core';
import { IconFolders, IconPlus, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canRead, mayEver } from '#domain/access.ts';
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { FOLDER_TYPES, type FolderType } from '#domain/folders/folder-types.ts';
import { dossierQuery, folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow, FolderRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { BrandLabel, BrandTile } from '../../ui/brand.tsx';
import { DossierPicker } from '../../ui/dossier-picker.tsx';
import { FolderDialog } from '../../ui/folder-dialog.tsx';
import { customerOf, folderTypeLabel } from '../../ui/labels.ts';
import { FolderCell, OpenMark, PlateVinCell, TwoLines } from '../../ui/list/cells.tsx';
import { dayBounds } from '../../ui/list/day-bounds.ts';
import type { ChoiceFilter, Filter } from '../../ui/list/filter-bar.tsx';
import { ListPage } from '../../ui/list/list-page.tsx';
import { type List, type ListState, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty } from '../../ui/list/list-states.tsx';
import type { Column } from '../../ui/table.tsx';
import classes from './folders.module.css';

export function FoldersPage() {
  const { t } = useTranslation();
  const { account } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const list = useAddressedList({
    sorting: { field: 'lastModifiedDate', order: 'desc' },
    sortable: ['type', 'customerName', 'brand', 'processDate', 'numberOfDocuments', 'lastModifiedDate'],
    choices: { brand: brands, type: types },
    days: ['from', 'to', 'createdFrom', 'createdTo'],
    ids: ['dossier'],
  });
  const { page, size, sorting } = list.state;
  const sort = `${sorting.field},${sorting.order}`;
  const folders = useQuery(folderSearch(account, { page, size, sort, criteria: criteriaOf(list.state) }));
  const columns = useColumns();
  const phone = usePhoneLines();
  const mayCreate = mayEver(account, 'folder.create').ok && brands.length > 0;
  const [making, setMaking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <ListPage
        title={t('menu.folders')}
        actions={
          mayCreate ? (
            <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => setMaking(true)}>
              {t('registry.folders.new')}
            </Button>
          ) : undefined
        }
        list={list}
        search={{ label: t('registry.folders.search'), placeholder: t('registry.folders.placeholder') }}
        {...useFilters(list, brands, types, () => setChoosing(true))}
        note={(count) => t('registry.folders.shown', counted(count))}
        query={folders}
        empty={<NoFolders list={list} mayCreate={mayCreate} onCreate={() => setMaking(true)} />}
        table={{ columns, rowKey: (row) => row.id, href: (row) => paths.folder(row.id), phone }}
      />
      <NewFolder opened={making} onClose={() => setMaking(false)} />
      <DossierPicker
        opened={choosing}
        purpose="filter"
        onClose={() => setChoosing(false)}
        onChoose={(dossier) => {
          setChoosing(false);
          list.change({ filters: { ...list.state.filters, dossier: String(dossier.id) } });
        }}
      />
    </>
  );
}

/** First whose folder it is, then the folder (specification §2 "dossier list"). */
function NewFolder(props: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [dossier, setDossier] = useState<DossierRow | null>(null);
  const close = () => {
    setDossier(null);
    props.onClose();
  };
  return (
    <>
      <DossierPicker
        opened={props.opened && dossier === null}
        purpose="folder"
        onClose={props.onClose}
        onChoose={setDossier}
      />
      {dossier ? (
        <FolderDialog
          opened
          onClose={close}
          dossier={dossier}
          folder={null}
          onSaved={(folder) => void navigate({ to: paths.folder(folder.id) })}
        />
      ) : null}
    </>
  );
}

function criteriaOf({ text, filters }: ListState) {
  return {
    status: { equals: 'OPEN' },
    ...(filters.brand === undefined ? {} : { brand: { equals: filters.brand } }),
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
    ...(filters.type === undefined ? {} : { type: { equals: filters.type } }),
    ...(filters.dossier === undefined ? {} : { dossierId: { equals: Number(filters.dossier) } }),
    processDate: dayBounds(filters.from, filters.to),
    createdDate: dayBounds(filters.createdFrom, filters.createdTo),
  };
}

/** A filter with one choice alone would change nothing. */
function useFilters(
  list: List,
  brands: readonly Brand[],
  types: readonly FolderType[],
  onChooseCustomer: () => void,
): { filters: Filter[]; more: Filter[] } {
  const { t } = useTranslation();
  const wanted = list.state.filters.dossier;
  const dossier = useQuery({ ...dossierQuery(Number(wanted)), enabled: wanted !== undefined });
  const name = wanted === undefined ? null : dossier.data ? customerName(dossier.data) : `n. ${wanted}`;
  const choices: ChoiceFilter[] = [
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
  const customer: Filter = {
    name: 'dossier',
    label: t('registry.folders.customer'),
    kind: 'row',
    chosen: name,
    control: (
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        name="dossier"
        className={classes.customerFilter}
        rightSection={<IconUserSearch size={16} stroke={1.8} />}
        onClick={onChooseCustomer}
      >
        {name ?? t('registry.folders.allCustomers')}
      </Button>
    ),
  };
  return {
    filters: [...choices.filter((filter) => filter.choices.length > 1), customer],
    more: [
      { name: 'from', label: t('registry.folders.from'), kind: 'day' },
      { name: 'to', label: t('registry.folders.to'), kind: 'day' },
      { name: 'createdFrom', label: t('registry.folders.createdFrom'), kind: 'day' },
      { name: 'createdTo', label: t('registry.folders.createdTo'), kind: 'day' },
    ],
  };
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
      sort: 'customerName',
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
      figures: true,
      sort: 'processDate',
      from: 1280,
    },
    {
      key: 'documents',
      header: t('columns.documents'),
      cell: (row) => formatCount(row.numberOfDocuments),
      align: 'right',
      figures: true,
      sort: 'numberOfDocuments',
      from: 1366,
    },
    {
      key: 'modified',
      header: t('columns.modified'),
      cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
      figures: true,
      sort: 'lastModifiedDate',
      from: 768,
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
        [folderTypeLabel(t, row.type), row.businessId, row.plate].filter(Boolean).join(' · '),
        `${t(`label.brand.${row.brand}`)} · ${documents} · ${formatDate(row.lastModifiedDate)}`,
      ],
    };
  };
}

function NoFolders(props: { list: List; mayCreate: boolean; onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <ListEmpty
      list={props.list}
      icon={<IconFolders size={30} stroke={1.6} />}
      title={t('registry.folders.none')}
      text={props.mayCreate ? t('registry.folders.emptyText') : t('registry.folders.emptyTextReadOnly')}
      action={
        props.mayCreate ? (
          <Button variant="default" size="xs" onClick={props.onCreate}>
            {t('registry.folders.new')}
          </Button>
        ) : undefined
      }
    />
  );
}
