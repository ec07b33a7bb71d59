/** The list of open folders. */
import { Button } from '@mantine/core';
import { IconFolders, IconPlus, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canRead, mayEver } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { FOLDER_TYPES } from '#domain/folders/folder-types.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { dossierQuery, folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { dayBounds } from '../../connected/list/day-bounds.ts';
import { type Filter, useBrandFilter, useFolderTypeFilter } from '../../connected/list/filters.ts';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { criteriaOf, type List, type ListState } from '../../connected/list/list-state.ts';
import { DossierPicker } from '../../entities/customers/dossier-picker.tsx';
import { FolderDialog } from '../../entities/folders/folder-dialog.tsx';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { SmallButton } from '../../ui/small-button.ts';
import { useFolderColumns, useFolderLines } from './folder-columns.tsx';
import classes from './folders.module.css';

const DAYS = ['from', 'to', 'createdFrom', 'createdTo'] as const;

export function FoldersPage() {
  const { t } = useTranslation();
  const { account } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const types = FOLDER_TYPES.filter((type) => brands.some((brand) => canRead(account, brand, type)));
  const columns = useFolderColumns();
  const phone = useFolderLines();
  const filters = [
    useBrandFilter(brands, t('columns.brand'), t('all.brands')),
    useFolderTypeFilter('type', types, t('all.types')),
  ];
  const more = DAYS.map((name): Filter => ({ name, label: t(`registry.folders.${name}`), kind: 'day' }));
  const list = useAddressedList({
    ...{ sorting: { field: 'lastModifiedDate', order: 'desc' }, columns },
    ...{ filters: [...filters, ...more], ids: ['dossier'] },
  });
  const folders = useQuery(folderSearch(account, { ...list.paging, criteria: searchOf(list.state) }));
  const mayCreate = mayEver(account, 'folder.create').ok && brands.length > 0;
  const creating = useDialogParam('new', 'replace');
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <ListPage
        title={t('menu.folders')}
        actions={
          mayCreate ? (
            <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => creating.open()}>
              {t('registry.folders.new')}
            </Button>
          ) : undefined
        }
        {...{ list, more }}
        search={{ label: t('registry.folders.search'), placeholder: t('registry.folders.placeholder') }}
        filters={[...filters, useCustomerFilter(list, () => setChoosing(true))]}
        note={(count) => t('registry.folders.shown', counted(count))}
        query={folders}
        empty={{
          icon: IconFolders,
          title: t('registry.folders.none'),
          text: mayCreate ? t('registry.folders.emptyText') : t('registry.folders.emptyTextReadOnly'),
          action: mayCreate ? (
            <SmallButton onClick={() => creating.open()}>{t('registry.folders.new')}</SmallButton>
          ) : undefined,
        }}
        rows={{ columns, rowKey: (row) => row.id, href: (row) => paths.folder(row.id), phone, tall: true }}
      />
      {mayCreate ? <NewFolder opened={creating.value !== null} onClose={creating.close} /> : null}
      <DossierPicker
        opened={choosing}
        purpose="filter"
        onClose={() => setChoosing(false)}
        onChoose={(dossier) => {
          setChoosing(false);
          list.choose('dossier', String(dossier.id));
        }}
      />
    </>
  );
}

const searchOf = (state: ListState) => ({
  status: { equals: 'OPEN' },
  ...criteriaOf(state, { brand: 'brand', type: 'type' }),
  ...(state.filters.dossier === undefined ? {} : { dossierId: { equals: Number(state.filters.dossier) } }),
  processDate: dayBounds(state.filters.from, state.filters.to),
  createdDate: dayBounds(state.filters.createdFrom, state.filters.createdTo),
});

function useCustomerFilter(list: List, onChoose: () => void): Filter {
  const { t } = useTranslation();
  const dossierFilter = list.state.filters.dossier;
  const dossier = useQuery({ ...dossierQuery(Number(dossierFilter)), enabled: dossierFilter !== undefined });
  const chosen = dossierFilter === undefined ? null : dossier.data ? customerName(dossier.data) : `n. ${dossierFilter}`;
  const control = (
    <Button
      variant="default"
      fullWidth
      justify="space-between"
      name="dossier"
      className={classes.customerFilter}
      rightSection={<IconUserSearch size={16} stroke={1.8} />}
      onClick={onChoose}
    >
      {chosen ?? t('registry.folders.allCustomers')}
    </Button>
  );
  return { name: 'dossier', label: t('columns.customer'), kind: 'row', chosen, control };
}

/** A new folder: choose the customer first, then fill in the folder. */
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
