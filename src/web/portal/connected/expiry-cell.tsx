/** A last day as lists show it: plain, warned a month before, marked once it is over (DESIGN.md §3.3, picture 10a). */
import { IconAlertTriangle, IconClockX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate, toIsoDate } from '../text/dates.ts';
import { daysBetween, validityOf } from '../ui/expiry.ts';
import type { Column } from '../ui/table.tsx';
import { Chip } from './chip.tsx';
import classes from './expiry-cell.module.css';

/** What is left, in words; null when there is nothing to say. */
export function useTimeLeft(): (expiresAt: string | null) => string | null {
  const { t } = useTranslation();
  const today = toIsoDate(new Date());
  return (expiresAt) => {
    if (expiresAt === null) return null;
    const days = daysBetween(today, expiresAt);
    switch (validityOf(expiresAt, today)) {
      case 'expired':
        return days === -1 ? t('allowance.expiry.yesterday') : t('allowance.expiry.ago', { count: -days });
      case 'near':
        if (days === 0) return t('allowance.expiry.today');
        return days === 1 ? t('allowance.expiry.tomorrow') : t('allowance.expiry.left', { count: days });
      default:
        return null;
    }
  };
}

/** Until when a row holds. */
export const expiryColumn = (header: string): Column<{ expiresAt: string | null }> => ({
  key: 'expiry',
  header,
  sort: 'expiresAt',
  from: 768,
  cell: (row) => <ExpiryCell day={row.expiresAt} />,
});

export function ExpiryCell(props: {
  day: string | null;
  /** Instead of a missing date. */
  endless?: string;
  /** The day alone; what is left of it is said elsewhere. */
  bare?: boolean;
}) {
  const { t } = useTranslation();
  const left = useTimeLeft()(props.day);
  const validity = validityOf(props.day, toIsoDate(new Date()));
  if (validity === 'endless') return props.endless ?? t('missing');
  if (left === null) return <span className={classes.date}>{formatDate(props.day)}</span>;
  const over = validity === 'expired';
  return (
    <span className={classes.expiry}>
      <Chip tone={over ? 'bad' : 'waiting'} icon={over ? IconClockX : IconAlertTriangle}>
        {formatDate(props.day)}
      </Chip>
      {props.bare ? null : <span className={classes.left}>{left}</span>}
    </span>
  );
}
