/** "Numeri ricorrenti": phone numbers that received codes for more than one name, for users who supervise sellers. */
import { IconPhoneCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PERIOD_DAYS } from '#domain/signing/contact/recurring-numbers.ts';
import { recurringNumbersQuery } from '../../api/queries/recurring-numbers.ts';
import { ListFilter } from '../../connected/list/filter-select.tsx';
import { useAddressedList } from '../../connected/list/list-in-url.ts';
import { ListPage } from '../../connected/list/list-page.tsx';
import { useNames } from '../../connected/user-names.ts';
import { counted } from '../../text/numbers.ts';
import { NumberItem } from './number-item.tsx';
import classes from './numbers.module.css';

/** In addition to the default period. */
const PERIODS = ['30', '365'] as const;

export function NumbersPage() {
  const { t } = useTranslation();
  const period = {
    ...{ name: 'days', label: t('numbers.period'), all: t('numbers.days', { days: PERIOD_DAYS }) },
    choices: PERIODS.map((days) => ({ value: days, label: t('numbers.days', { days }) })),
  };
  const list = useAddressedList({ sorting: { field: 'people', order: 'desc' }, filters: [period] });
  const { page, size, filters } = list.state;
  const numbers = useQuery(recurringNumbersQuery({ page, size, days: Number(filters.days ?? PERIOD_DAYS) }));
  const total = numbers.data?.total ?? 0;
  const nameOf = useNames((numbers.data?.rows ?? []).flatMap(loginsOf));
  return (
    <ListPage
      title={t('menu.numbers')}
      actions={<ListFilter list={list} filter={period} />}
      lead={
        <p className="intro">
          {t('numbers.text')} {total === 0 ? null : <strong>{t('numbers.note', counted(total))}</strong>}
        </p>
      }
      list={list}
      query={numbers}
      empty={{
        ...{ icon: IconPhoneCheck, title: t('numbers.none'), text: t('numbers.emptyText') },
        ignoresFilters: true,
      }}
      rows={(rows) => (
        <ul className={classes.list} aria-label={t('menu.numbers')}>
          {rows.map((row) => (
            <NumberItem key={row.id} row={row} nameOf={nameOf} />
          ))}
        </ul>
      )}
    />
  );
}

const loginsOf = ({ startedBy, documents }: { startedBy: string[]; documents: { startedBy: string }[] }) => [
  ...startedBy,
  ...documents.map((document) => document.startedBy),
];
