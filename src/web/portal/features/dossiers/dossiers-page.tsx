/** The list of open customers. */
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayEver } from '#domain/access.ts';
import { BRANDS } from '#domain/dealers/brands.ts';
import { dossierSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { dayBounds } from '../../connected/list/day-bounds.ts';
import { type Filter, useBrandFilter, useDealerFilter } from '../../connected/list/filters.ts';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { criteriaOf, type ListState } from '../../connected/list/list-state.ts';
import { paths } from '../../paths.ts';
import { counted } from '../../text/numbers.ts';
import { useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { NewCustomerDialog } from './customer-dialog.tsx';
import { useDossierColumns, useDossierLines } from './dossier-columns.tsx';

const ORIGINS = ['RSP', 'DMS'] as const;
const SYNC_STATES = ['TO_SYNC', 'SYNCING', 'SYNCED', 'SYNC_FAILED'] as const;
const FIELDS = { hst: 'hst', brand: 'brand', origin: 'searchType', sync: 'syncStatus' };

export function DossiersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account } = useSession();
  const columns = useDossierColumns();
  const phone = useDossierLines();
  const { filters, more } = useFilters();
  const list = useAddressedList({
    ...{ sorting: { field: 'lastModifiedDate', order: 'desc' }, columns },
    filters: [...filters, ...more],
  });
  const customers = useQuery(dossierSearch({ ...list.paging, criteria: searchOf(list.state, account.login) }));
  const decision = mayEver(account, 'dossier.create');
  const mayCreate = decision.ok;
  const readOnly = !decision.ok && decision.reason === 'readonly';
  const creating = useDialogParam('new', 'replace');
  const create = (
    <ReasonButton
      leftSection={<IconPlus size={16} stroke={2} />}
      reason={mayCreate ? null : t('registry.refused.readonly')}
      onClick={() => creating.open()}
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
        {...{ list, filters, more }}
        search={{ label: t('registry.customers.search'), placeholder: t('registry.customers.placeholder') }}
        note={(count) => t('registry.customers.shown', counted(count))}
        query={customers}
        empty={{
          icon: IconAddressBook,
          title: t('registry.customers.none'),
          text: mayCreate ? t('registry.customers.emptyText') : t('registry.customers.emptyTextReadOnly'),
          action: mayCreate ? (
            <SmallButton onClick={() => creating.open()}>{t('registry.customers.new')}</SmallButton>
          ) : undefined,
        }}
        rows={{ columns, rowKey: (row) => row.id, href: (row) => paths.dossier(row.id), phone, tall: true }}
      />
      {mayCreate ? (
        <NewCustomerDialog
          opened={creating.value !== null}
          onClose={creating.close}
          onSaved={(dossier) => void navigate({ to: paths.dossier(dossier.id) })}
        />
      ) : null}
    </>
  );
}

const searchOf = (state: ListState, login: string) => ({
  status: { equals: 'OPEN' },
  ...criteriaOf(state, FIELDS),
  ...(state.filters.creator === undefined ? {} : { createdBy: { equals: login } }),
  createdDate: dayBounds(state.filters.from, state.filters.to),
});

function useFilters(): { filters: Filter[]; more: Filter[] } {
  const { t } = useTranslation();
  const { account } = useSession();
  const brands = BRANDS.filter((brand) => account.brands.some((entry) => entry.brand === brand));
  const choicesOf = <T extends string>(values: readonly T[], word: (value: T) => string) =>
    values.map((value) => ({ value, label: word(value) }));
  return {
    filters: [
      useDealerFilter(t('columns.dealer'), t('all.dealers')),
      useBrandFilter(brands, t('columns.brand'), t('all.brands')),
      {
        ...{ name: 'origin', label: t('columns.origin'), all: t('registry.customers.allOrigins') },
        choices: choicesOf(ORIGINS, (origin) => origin),
      },
    ],
    more: [
      { name: 'from', label: t('registry.customers.createdFrom'), kind: 'day' },
      { name: 'to', label: t('registry.customers.createdTo'), kind: 'day' },
      {
        ...{ name: 'creator', label: t('registry.customers.creator'), all: t('registry.customers.anybody') },
        choices: [{ value: 'me', label: t('registry.customers.mine') }],
      },
      {
        ...{ name: 'sync', label: t('registry.customers.sync'), all: t('registry.customers.allSync') },
        choices: choicesOf(SYNC_STATES, (state) => t(`label.syncStatus.${state}`)),
      },
    ],
  };
}
