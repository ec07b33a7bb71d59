/** Licences with their activations: who has which, how many seats are left, until when (specification §2, §6, picture 10b). */

import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconLicense, IconPlus, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type ActivationRow,
  activationQuery,
  activationsQuery,
  type LicenseRow,
  licenseQuery,
  licensesQuery,
} from '../../api/entitlements.ts';
import { useSession } from '../../api/session.tsx';
import { toIsoDate } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { Card, SkeletonRows } from '../../ui/card.tsx';
import { validityOf } from '../../ui/expiry.ts';
import { fetchedDialog } from '../../ui/lazy-dialog.tsx';
import { useLegalEntities } from '../../ui/legal-entities.ts';
import { type ChoiceFilter, FilterBar, FilterSelect } from '../../ui/list/filter-bar.tsx';
import { type List, useAddressedList } from '../../ui/list/list-state.ts';
import { ListEmpty, ListStates } from '../../ui/list/list-states.tsx';
import { OneOver } from '../../ui/list/one-over.tsx';
import { useOver } from '../../ui/list/over.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { arrange, ORDERS, STATES } from './arrange.ts';
import { DeleteActivation, DeleteLicense } from './deletions.tsx';
import { LicenseCard } from './license-card.tsx';
import classes from './licenses.module.css';

const LicenseDialog = fetchedDialog(async () => (await import('./license-dialog.tsx')).LicenseDialog);
const DeviceDialog = fetchedDialog(async () => (await import('./device-dialog.tsx')).DeviceDialog);
const ActivationDialog = fetchedDialog(async () => (await import('./activation-dialog.tsx')).ActivationDialog);

export function LicensesPage() {
  const { t } = useTranslation();
  const { may } = useSession();
  const { entities } = useLegalEntities();
  const licenses = useQuery(licensesQuery);
  const list = useAddressedList({
    sorting: { field: 'entity', order: 'asc' },
    sortable: ORDERS,
    choices: { entity: entities.map(({ code }) => code), state: STATES },
  });
  const { rows, holding, searching } = useArranged(licenses.data?.rows ?? [], list);
  const { isOpen, toggle } = useUnfolded(rows, holding);
  const top = useRef<HTMLDivElement>(null);
  const form = useOver('license');
  const activation = useOver('activation');
  const device = useOver('device');
  /** The licence on which a new one is made. */
  const making = useOver('on');
  const [leaving, setLeaving] = useState<LicenseRow | null>(null);
  const [leavingActivation, setLeavingActivation] = useState<ActivationRow | null>(null);
  const { page, size } = list.state;
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const shown = Math.min(page, last);
  // What was asked from is gone, and with it the place of the focus.
  const backToList = () => top.current?.focus();
  const mayEdit = may('license.edit').ok;
  const today = toIsoDate(new Date());
  const expired = rows.filter(({ expiresAt }) => validityOf(expiresAt, today) === 'expired').length;
  const ofThem = expired === 0 ? t('licenses.shownNoneOver') : t('licenses.shownOver', counted(expired));
  const told = rows.length === 0 ? null : `${t('licenses.shown', counted(rows.length))}, ${ofThem}`;
  const none = (
    <Card flush>
      <ListEmpty
        list={list}
        icon={<IconLicense size={30} stroke={1.6} />}
        title={t('licenses.none')}
        text={mayEdit ? t('licenses.emptyText') : t('licenses.emptyTextRead')}
      />
    </Card>
  );
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.licenses') }]}
        title={t('menu.licenses')}
        actions={
          mayEdit ? (
            <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => form.show('new')}>
              {t('licenses.new')}
            </Button>
          ) : null
        }
      />
      <div className={classes.stack}>
        <Card flush className={classes.bar}>
          <FilterBar
            list={list}
            search={{ label: t('licenses.search'), placeholder: t('licenses.placeholder') }}
            filters={useFilters()}
            note={told}
            aside={<OrderBy list={list} />}
          />
        </Card>
        {/* biome-ignore lint/a11y/useSemanticElements: a place for the focus, not a group of fields */}
        <div ref={top} className={classes.stack} tabIndex={-1} role="group" aria-label={t('licenses.list')}>
          <ListStates query={licenses} skeleton={{ rows: 3, height: 52 }} empty={none}>
            {() =>
              rows.length === 0 ? (
                // That nothing was found is said when the activations were looked through too.
                searching ? (
                  <SkeletonRows rows={3} height={52} label={t('loading')} />
                ) : (
                  none
                )
              ) : (
                <div className={classes.stack}>
                  {rows.slice(shown * size, (shown + 1) * size).map((license) => (
                    <LicenseCard
                      key={license.id}
                      license={license}
                      open={isOpen(license.id)}
                      onToggle={() => toggle(license.id)}
                      actions={{
                        onEdit: () => form.show(license.id),
                        onRemove: () => setLeaving(license),
                        onNewActivation: () => making.show(license.id),
                        onOpen: ({ id }) => activation.show(id),
                        onDelete: setLeavingActivation,
                        onDevice: ({ id }) => device.show(id),
                      }}
                    />
                  ))}
                  <Card flush>
                    <Pager
                      page={shown}
                      size={size}
                      total={rows.length}
                      label={t('list.pages', { list: t('menu.licenses') })}
                      onPage={(number) => list.change({ page: number })}
                      onSize={(number) => list.change({ size: number })}
                    />
                  </Card>
                </div>
              )
            }
          </ListStates>
        </div>
      </div>
      {form.opened === 'new' && mayEdit ? (
        <LicenseDialog license={null} onClose={form.close} entity={list.state.filters.entity} onDelete={setLeaving} />
      ) : form.id !== null && mayEdit ? (
        <OneOver key={form.id} query={licenseQuery(form.id)} title={t('licenses.edit')} onClose={form.close}>
          {(license) => (
            <LicenseDialog license={license} onClose={form.close} entity={undefined} onDelete={setLeaving} />
          )}
        </OneOver>
      ) : null}
      {making.id !== null && may('activation.edit').ok ? (
        <OneOver
          key={making.id}
          query={licenseQuery(making.id)}
          title={t('licenses.activation.new')}
          onClose={making.close}
        >
          {(license) => (
            <ActivationDialog
              license={license}
              activation={null}
              onClose={making.close}
              onDelete={setLeavingActivation}
              onDevice={null}
            />
          )}
        </OneOver>
      ) : null}
      {activation.id === null ? null : (
        <KnownActivation
          key={activation.id}
          id={activation.id}
          onClose={activation.close}
          onDelete={setLeavingActivation}
          onDevice={({ id }) => activation.giveWay('device', id)}
        />
      )}
      {device.id === null ? null : (
        <OneOver
          key={device.id}
          query={activationQuery(device.id)}
          title={t('licenses.device.manage')}
          onClose={device.close}
        >
          {(row) => <DeviceDialog activation={row} onClose={device.close} />}
        </OneOver>
      )}
      <DeleteLicense
        row={leaving}
        onClose={() => setLeaving(null)}
        onDeleted={() => {
          if (form.opened !== null) form.close();
          backToList();
        }}
      />
      <DeleteActivation
        row={leavingActivation}
        onClose={() => setLeavingActivation(null)}
        onDeleted={() => {
          if (activation.opened !== null) activation.close();
          backToList();
        }}
      />
    </>
  );
}

/** An activation by its number alone: its licence comes with it. */
function KnownActivation(props: {
  id: number;
  onClose: () => void;
  onDelete: (activation: ActivationRow) => void;
  onDevice: (activation: ActivationRow) => void;
}) {
  const { t } = useTranslation();
  const title = t('licenses.activation.details');
  return (
    <OneOver query={activationQuery(props.id)} title={title} onClose={props.onClose}>
      {(activation) => (
        <OneOver query={licenseQuery(activation.licenseId)} title={title} onClose={props.onClose}>
          {(license) => (
            <ActivationDialog
              license={license}
              activation={activation}
              onClose={props.onClose}
              onDelete={props.onDelete}
              onDevice={props.onDevice}
            />
          )}
        </OneOver>
      )}
    </OneOver>
  );
}

/** Few enough to have them all: searched by what can be read of them, and by their activations, which the server looks through. */
function useArranged(all: readonly LicenseRow[], list: List) {
  const { dealerName } = useSession();
  const { entityName } = useLegalEntities();
  const { text, filters, sorting } = list.state;
  const found = useQuery({
    ...activationsQuery({ page: 0, size: 100, sort: 'id,desc', criteria: { 'genericFilter.contains': text } }),
    enabled: text !== '',
  });
  const holding = new Set(text === '' ? [] : found.data?.rows.map(({ licenseId }) => licenseId));
  const words = (license: LicenseRow) =>
    [
      license.licenseCode,
      license.legalEntity,
      entityName(license.legalEntity),
      ...license.hstList.flatMap((hst) => [hst, dealerName(hst)]),
      license.notes,
      license.afgclicName,
    ].join('\n');
  const rows = arrange(all, {
    ...{ text, sorting, entityName, words, holding },
    entity: filters.entity,
    state: filters.state,
    today: toIsoDate(new Date()),
  });
  return { rows, holding, searching: found.isLoading };
}

/** Open: what somebody opened, what the search found an activation in, and a licence that stands alone. */
function useUnfolded(rows: readonly LicenseRow[], holding: ReadonlySet<number>) {
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isOpen = (id: number): boolean => choices.get(id) ?? (holding.has(id) || rows.length === 1);
  return { isOpen, toggle: (id: number) => setChoices((before) => new Map(before).set(id, !isOpen(id))) };
}

function useFilters(): ChoiceFilter[] {
  const { t } = useTranslation();
  const { entities } = useLegalEntities();
  const filters: ChoiceFilter[] = [
    {
      name: 'entity',
      label: t('licenses.entity'),
      all: t('licenses.allEntities'),
      choices: entities.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      name: 'state',
      label: t('licenses.state'),
      all: t('licenses.allStates'),
      choices: STATES.map((value) => ({ value, label: t(`licenses.states.${value}`) })),
    },
  ];
  // A filter with one choice alone would change nothing.
  return filters.filter(({ choices }) => choices.length > 1);
}

/** Cards have no column heads to sort by. */
function OrderBy(props: { list: List }) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const { field, order } = state.sorting;
  const up = order === 'asc';
  const Icon = up ? IconSortAscending : IconSortDescending;
  const turn = up ? t('licenses.descending') : t('licenses.ascending');
  return (
    <span className={classes.orderBy}>
      <span aria-hidden="true">{t('licenses.order')}</span>
      <FilterSelect
        small
        filter={{
          name: 'order',
          label: t('licenses.order'),
          all: t(`licenses.orders.${ORDERS[0]}`),
          choices: ORDERS.slice(1).map((value) => ({ value, label: t(`licenses.orders.${value}`) })),
        }}
        value={field === ORDERS[0] ? '' : field}
        onChoose={(value) => change({ sorting: { field: value || ORDERS[0], order } })}
      />
      <Tooltip label={turn}>
        <ActionIcon
          variant="subtle"
          size={28}
          aria-label={turn}
          onClick={() => change({ sorting: { field, order: up ? 'desc' : 'asc' } })}
        >
          <Icon size={18} stroke={1.8} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
