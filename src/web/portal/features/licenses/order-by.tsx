/** Sort order of the licences: cards have no column headers to sort by. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../connected/list/filter-select.tsx';
import type { List } from '../../connected/list/list-state.ts';
import { ORDERS } from './filter-and-sort.ts';
import classes from './licenses.module.css';

export function OrderBy(props: { list: List }) {
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
