/** The services page for administrators: what legal entities bought, how much is used, what expires soon. */
import { Button } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ServiceRow, serviceQuery, servicesQuery } from '../../api/queries/entitlements.ts';
import { lazyPart } from '../../connected/lazy-part.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { localPage } from '../../connected/list/filter-and-sort.ts';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { useEntityFilter } from '../../connected/list/filters.ts';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { RecordDialog } from '../../connected/list/record-dialog.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { dialogLink, useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { filterAndSort, SORTABLE, STATES } from './filter-and-sort.ts';
import { QuotaCard } from './quota-card.tsx';
import { isExpired, TYPES_IN_ORDER } from './quotas.ts';
import { useServiceColumns, useServiceLines } from './service-columns.tsx';
import { DeleteService } from './service-deletion.tsx';
import { useServiceWords } from './service-texts.ts';

const ServiceDialog = lazyPart(async () => (await import('./service-dialog.tsx')).ServiceDialog);
const NONE: readonly ServiceRow[] = [];

export function ServicesPage() {
  const { t } = useTranslation();
  const { entityName } = useLegalEntities();
  const { everything } = useServiceWords();
  const dialog = useDialogParam('service');
  const [deleting, setDeleting] = useState<ServiceRow | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  const byEntity = useEntityFilter(t('label.field.legalEntity'), t('all.legalEntities'));
  const filters = useFilters();
  const list = useAddressedList({
    ...{ sorting: { field: 'legalEntity', order: 'asc' }, sortable: SORTABLE },
    filters: [byEntity, ...filters],
  });
  const { entity } = list.state.filters;
  const services = useQuery(servicesQuery);
  const all = services.data?.rows ?? NONE;
  const today = toIsoDate(new Date());
  const matching = filterAndSort(all, { ...list.state, today, entityName, words: everything });
  const query = localPage(services, matching, list.state);
  const actions = { onEdit: ({ id }: ServiceRow) => dialog.open(id), onDelete: setDeleting };
  const columns = useServiceColumns(query.data?.rows ?? NONE, actions);
  const expired = matching.filter((row) => isExpired(row, today)).length;
  const ofThem = expired === 0 ? t('services.shownNoneOver') : t('services.shownOver', counted(expired));
  const form = { onClose: dialog.close, entity, services: all, onDelete: setDeleting };
  return (
    <>
      <ListPage
        section={t('menu.administration')}
        title={t('menu.services')}
        actions={
          <>
            <ListFilter list={list} filter={byEntity} />
            <Button ref={create} leftSection={<IconPlus size={16} stroke={2} />} onClick={() => dialog.open('new')}>
              {t('services.new')}
            </Button>
          </>
        }
        above={
          <QuotaCard
            entity={entity}
            services={all}
            known={services.data !== undefined}
            onEntity={(code) => list.choose('entity', code)}
          />
        }
        heading={t('services.all')}
        {...{ list, filters, query }}
        search={{ label: t('services.search'), placeholder: t('services.placeholder') }}
        note={(total) => `${t('services.shown', counted(total))}, ${ofThem}`}
        empty={{ icon: IconServer2, title: t('services.none'), text: t('services.emptyText') }}
        rows={{
          ...{ columns, phone: useServiceLines(), tall: true, dense: true },
          rowKey: (row) => row.id,
          href: (row) => dialogLink('service', row.id),
        }}
      />
      {dialog.value === 'new' ? (
        <ServiceDialog service={null} {...form} />
      ) : dialog.id === null ? null : (
        <RecordDialog key={dialog.id} query={serviceQuery(dialog.id)} title={t('services.edit')} onClose={dialog.close}>
          {(service) => <ServiceDialog service={service} {...form} />}
        </RecordDialog>
      )}
      <DeleteService
        service={deleting}
        services={all}
        onClose={() => setDeleting(null)}
        // The row's button no longer exists: move the focus to the create button.
        onDeleted={() => {
          if (dialog.value !== null) dialog.close();
          create.current?.focus();
        }}
      />
    </>
  );
}

function useFilters() {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'type', label: t('label.field.serviceType'), all: t('all.types') },
      choices: TYPES_IN_ORDER.map((value) => ({ value, label: t(`services.type.${value}`) })),
    },
    {
      ...{ name: 'state', label: t('columns.state'), all: t('all.states') },
      choices: STATES.map((value) => ({ value, label: t(`services.states.${value}`) })),
    },
  ];
}
