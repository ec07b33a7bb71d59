/** Services of the legal entities: what was bought, what is used up, what ends soon; administrators alone (specification §2, §6, picture 10a). */

import { Button } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ServiceRow, serviceQuery, servicesQuery } from '../../api/entitlements.ts';
import { paths } from '../../paths.ts';
import { toIsoDate } from '../../text/dates.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Count } from '../../ui/chip.tsx';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';
import { useLegalEntities } from '../../ui/legal-entities.ts';
import { type Filter, FilterBar, FilterSelect } from '../../ui/list/filter-bar.tsx';
import { useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates, ListTable } from '../../ui/list/list-states.tsx';
import { OneOver } from '../../ui/list/one-over.tsx';
import { useOver } from '../../ui/list/over.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { arrange, isOver, STATES, TYPES_IN_ORDER } from './arrange.ts';
import { QuotaCard } from './quota-card.tsx';
import { useServiceColumns, useServiceLines } from './service-columns.tsx';
import { DeleteService } from './service-deletion.tsx';
import { useServiceWords } from './service-words.ts';
import classes from './services.module.css';

const ServiceDialog = fetchedDialog(async () => (await import('./service-dialog.tsx')).ServiceDialog);

export function ServicesPage() {
  const { t } = useTranslation();
  const { entities, entityName } = useLegalEntities();
  const { everything } = useServiceWords();
  const over = useOver('service');
  const [leaving, setLeaving] = useState<ServiceRow | null>(null);
  const newOne = useRef<HTMLButtonElement>(null);
  const services = useQuery(servicesQuery);
  const list = useAddressedList({
    sorting: { field: 'legalEntity', order: 'asc' },
    sortable: ['serviceType', 'legalEntity', 'use', 'expiresAt', 'lastModifiedDate'],
    choices: { entity: entities.map(({ code }) => code), type: TYPES_IN_ORDER, state: STATES },
  });
  const { page, size, text, filters, sorting } = list.state;
  const { entity, type, state } = filters;
  const all = services.data?.rows ?? [];
  const today = toIsoDate(new Date());
  const rows = arrange(all, { text, type, entity, state, sorting, today, entityName, words: everything });
  const expired = rows.filter((row) => isOver(row, today)).length;
  const ofThem = expired === 0 ? t('services.shownNoneOver') : t('services.shownOver', counted(expired));
  const shown = rows.length === 0 ? null : `${t('services.shown', counted(rows.length))}, ${ofThem}`;
  const inSight = rows.slice(page * size, (page + 1) * size);
  const columns = useServiceColumns(inSight, { onEdit: ({ id }) => over.show(id), onDelete: setLeaving });
  const phone = useServiceLines();
  const lookAt = (code: string) => {
    const { entity: _before, ...others } = filters;
    list.change({ filters: code === '' ? others : { ...others, entity: code } });
  };
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.administration') }, { label: t('menu.services') }]}
        title={t('menu.services')}
        actions={
          <>
            <FilterSelect
              filter={{
                name: 'entity',
                label: t('services.column.entity'),
                all: t('services.allEntities'),
                choices: entities.map(({ code, name }) => ({ value: code, label: name })),
              }}
              value={entity ?? ''}
              onChoose={lookAt}
            />
            <Button ref={newOne} leftSection={<IconPlus size={16} stroke={2} />} onClick={() => over.show('new')}>
              {t('services.new')}
            </Button>
          </>
        }
      />
      <div className={classes.stack}>
        <QuotaCard entity={entity} services={all} known={services.data !== undefined} onEntity={lookAt} />
        <Card flush title={t('services.all')} count={services.data ? <Count>{formatCount(rows.length)}</Count> : null}>
          <FilterBar
            list={list}
            search={{ label: t('services.search'), placeholder: t('services.placeholder') }}
            filters={useFilters()}
            note={shown}
          />
          <ListStates
            query={services}
            skeleton={{ rows: size, height: 52 }}
            empty={
              <ListEmpty
                list={list}
                icon={<IconServer2 size={30} stroke={1.6} />}
                title={t('services.none')}
                text={t('services.emptyText')}
              />
            }
          >
            {() =>
              rows.length === 0 ? (
                <ListEmpty
                  list={list}
                  icon={<IconServer2 size={30} stroke={1.6} />}
                  title={t('services.none')}
                  text={t('services.emptyText')}
                />
              ) : (
                <ListTable
                  list={list}
                  rows={inSight}
                  total={rows.length}
                  table={{
                    label: t('menu.services'),
                    columns,
                    rowKey: (row) => row.id,
                    href: () => paths.services,
                    over: (row) => ({ service: String(row.id) }),
                    phone,
                    tall: true,
                    dense: true,
                  }}
                />
              )
            }
          </ListStates>
        </Card>
      </div>
      {over.opened === 'new' ? (
        <ServiceDialog service={null} onClose={over.close} entity={entity} services={all} onDelete={setLeaving} />
      ) : over.id === null ? null : (
        <OneOver key={over.id} query={serviceQuery(over.id)} title={t('services.edit')} onClose={over.close}>
          {(service) => (
            <ServiceDialog
              service={service}
              onClose={over.close}
              entity={entity}
              services={all}
              onDelete={setLeaving}
            />
          )}
        </OneOver>
      )}
      <DeleteService
        service={leaving}
        services={all}
        onClose={() => setLeaving(null)}
        // The row that was asked from is gone, and with it the place of the focus.
        onDeleted={() => {
          if (over.opened !== null) over.close();
          newOne.current?.focus();
        }}
      />
    </>
  );
}

function useFilters(): Filter[] {
  const { t } = useTranslation();
  return [
    {
      name: 'type',
      label: t('label.field.serviceType'),
      all: t('services.allTypes'),
      choices: TYPES_IN_ORDER.map((value) => ({ value, label: t(`services.type.${value}`) })),
    },
    {
      name: 'state',
      label: t('services.state'),
      all: t('services.allStates'),
      choices: STATES.map((value) => ({ value, label: t(`services.states.${value}`) })),
    },
  ];
}
