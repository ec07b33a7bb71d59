/** The licences page: licences with their activations, free seats and expiry. */
import { Button } from '@mantine/core';
import { IconLicense, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activationsQuery, type LicenseRow, licensesQuery } from '../../api/queries/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { localPage } from '../../connected/list/filter-and-sort.ts';
import { useEntityFilter } from '../../connected/list/filters.ts';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import type { ListState } from '../../connected/list/list-state.ts';
import { toIsoDate } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { validityOf } from '../../ui/expiry.ts';
import { filterAndSort, ORDERS, STATES } from './filter-and-sort.ts';
import { LicenseCard } from './license-card.tsx';
import { useLicenseDialogs } from './license-dialogs.tsx';
import { OrderBy } from './order-by.tsx';

export function LicensesPage() {
  const { t } = useTranslation();
  const { may } = useSession();
  const licenses = useQuery(licensesQuery);
  const filters = [
    useEntityFilter(t('label.field.legalEntity'), t('all.legalEntities')),
    {
      ...{ name: 'state', label: t('columns.state'), all: t('all.states') },
      choices: STATES.map((value) => ({ value, label: t(`licenses.states.${value}`) })),
    },
  ];
  const list = useAddressedList({ sorting: { field: 'entity', order: 'asc' }, sortable: ORDERS, filters });
  const { found, holding, searching } = useMatchingLicenses(licenses.data?.rows ?? [], list.state);
  const { isOpen, toggle } = useExpandedCards(found, holding);
  const group = useRef<HTMLDivElement>(null);
  const dialogs = useLicenseDialogs(list.state.filters.entity, () => group.current?.focus());
  const page = localPage(licenses, found, list.state);
  const mayEdit = may('license.edit').ok;
  const today = toIsoDate(new Date());
  const expired = found.filter(({ expiresAt }) => validityOf(expiresAt, today) === 'expired').length;
  const ofThem = expired === 0 ? t('licenses.shownNoneOver') : t('licenses.shownOver', counted(expired));
  return (
    <>
      <ListPage
        title={t('menu.licenses')}
        actions={
          mayEdit ? (
            <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={dialogs.onCreate}>
              {t('licenses.new')}
            </Button>
          ) : null
        }
        {...{ list, filters }}
        search={{ label: t('licenses.search'), placeholder: t('licenses.placeholder') }}
        note={(total) => `${t('licenses.shown', counted(total))}, ${ofThem}`}
        aside={<OrderBy list={list} />}
        cards={{ label: t('licenses.list'), ref: group }}
        // Show "nothing found" only when the activations were searched too.
        query={found.length === 0 && searching ? { ...page, data: undefined } : page}
        skeleton={3}
        empty={{
          icon: IconLicense,
          title: t('licenses.none'),
          text: mayEdit ? t('licenses.emptyText') : t('licenses.emptyTextRead'),
        }}
        rows={(rows) =>
          rows.map((license) => (
            <LicenseCard
              key={license.id}
              license={license}
              open={isOpen(license.id)}
              onToggle={() => toggle(license.id)}
              actions={dialogs.actionsOf(license)}
            />
          ))
        }
      />
      {dialogs.element}
    </>
  );
}

/** Licences are few, so all are loaded: the page searches their text, and the server searches their activations. */
function useMatchingLicenses(all: readonly LicenseRow[], state: ListState) {
  const { dealerName } = useSession();
  const { entityName } = useLegalEntities();
  const { text } = state;
  const activations = useQuery({
    ...activationsQuery({ page: 0, size: 100, sort: 'id,desc', criteria: { 'genericFilter.contains': text } }),
    enabled: text !== '',
  });
  const holding = new Set(text === '' ? [] : activations.data?.rows.map(({ licenseId }) => licenseId));
  const words = (license: LicenseRow) =>
    [
      license.licenseCode,
      license.legalEntity,
      entityName(license.legalEntity),
      ...license.hstList.flatMap((hst) => [hst, dealerName(hst)]),
      license.notes,
      license.afgclicName,
    ].join('\n');
  const matching = filterAndSort(all, { ...state, today: toIsoDate(new Date()), entityName, words, holding });
  return { found: matching, holding, searching: activations.isLoading };
}

/** Expanded: the cards that the user opened, those with an activation that matched the search, and a single licence. */
function useExpandedCards(rows: readonly LicenseRow[], holding: ReadonlySet<number>) {
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isOpen = (id: number): boolean => choices.get(id) ?? (holding.has(id) || rows.length === 1);
  return { isOpen, toggle: (id: number) => setChoices((before) => new Map(before).set(id, !isOpen(id))) };
}
