/** "Numeri ricorrenti": telephones that received codes in more names than one, for those who look after sellers (D-45). */
import { IconPhoneCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PERIOD_DAYS } from '#domain/signing/recurring-numbers.ts';
import { recurringNumbersQuery } from '../../api/recurring-numbers.ts';
import { counted } from '../../text/numbers.ts';
import { Card, Empty } from '../../ui/card.tsx';
import { FilterSelect } from '../../ui/list/filter-bar.tsx';
import { type List, useAddressedList } from '../../ui/list/list-state.ts';
import { ListStates } from '../../ui/list/list-states.tsx';
import { useNames } from '../../ui/names.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { NumberItem } from './number-item.tsx';
import classes from './numbers.module.css';

/** Besides the one that is looked back over unless somebody says otherwise. */
const PERIODS = ['30', '365'] as const;

export function NumbersPage() {
  const { t } = useTranslation();
  const list = useAddressedList({
    sorting: { field: 'people', order: 'desc' },
    sortable: [],
    choices: { days: PERIODS },
  });
  const { page, size, filters } = list.state;
  const numbers = useQuery(recurringNumbersQuery({ page, size, days: Number(filters.days ?? PERIOD_DAYS) }));
  const total = numbers.data?.total ?? 0;
  const nameOf = useNames((numbers.data?.rows ?? []).flatMap(loginsOf));
  const title = t('menu.numbers');
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: title }]}
        title={title}
        actions={<Period list={list} />}
      />
      <Card flush>
        <p className={classes.note}>
          {t('numbers.text')} {total === 0 ? null : <strong>{t('numbers.note', counted(total))}</strong>}
        </p>
        <ListStates
          query={numbers}
          skeleton={{ rows: size, height: 52 }}
          empty={
            <Empty
              icon={<IconPhoneCheck size={30} stroke={1.6} />}
              title={t('numbers.none')}
              text={t('numbers.emptyText')}
            />
          }
        >
          {(found) => (
            <>
              <ul className={classes.list} aria-label={title}>
                {found.rows.map((row) => (
                  <NumberItem key={row.id} row={row} nameOf={nameOf} />
                ))}
              </ul>
              <Pager
                page={page}
                size={size}
                total={found.total}
                label={t('list.pages', { list: title })}
                onPage={(number) => list.change({ page: number })}
                onSize={(number) => list.change({ size: number })}
              />
            </>
          )}
        </ListStates>
      </Card>
    </>
  );
}

const loginsOf = ({ startedBy, documents }: { startedBy: string[]; documents: { startedBy: string }[] }) => [
  ...startedBy,
  ...documents.map((document) => document.startedBy),
];

function Period(props: { list: List }) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  return (
    <FilterSelect
      filter={{
        name: 'days',
        label: t('numbers.period'),
        all: t('numbers.days', { days: PERIOD_DAYS }),
        choices: PERIODS.map((days) => ({ value: days, label: t('numbers.days', { days }) })),
      }}
      value={state.filters.days ?? ''}
      onChoose={(days) => change({ filters: days === '' ? {} : { days } })}
    />
  );
}
