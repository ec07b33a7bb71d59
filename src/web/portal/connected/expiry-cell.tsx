/** An expiry day in lists: plain, with a warning a month before, marked when past. */
import { IconAlertTriangle, IconClockX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate, toIsoDate } from '../text/dates.ts';
import { daysBetween, validityOf } from '../ui/expiry.ts';
import type { Column } from '../ui/table.tsx';
import { Chip } from './chip.tsx';
import classes from './expiry-cell.module.css';

/** The remaining time as text; null when there is nothing to show. */
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

/** The column of a row's expiry. */
export const expiryColumn = (header: string): Column<{ expiresAt: string | null }> => ({
  key: 'expiry',
  header,
  sort: 'expiresAt',
  from: 768,
  cell: (row) => <ExpiryCell day={row.expiresAt} />,
});

export function ExpiryCell(props: {
  day: string | null;
  /** Shown when there is no date. */
  endless?: string;
  /** Only the day; the time left is shown elsewhere. */
  bare?: boolean;
}) {
  const { t } = useTranslation();
  const timeLeft = useTimeLeft()(props.day);
  const validity = validityOf(props.day, toIsoDate(new Date()));
  if (validity === 'endless') return props.endless ?? t('missing');
  if (timeLeft === null) return <span className={classes.date}>{formatDate(props.day)}</span>;
  const isExpired = validity === 'expired';
  return (
    <span className={classes.expiry}>
      <Chip tone={isExpired ? 'bad' : 'waiting'} icon={isExpired ? IconClockX : IconAlertTriangle}>
        {formatDate(props.day)}
      </Chip>
      {props.bare ? null : <span className={classes.left}>{timeLeft}</span>}
    </span>
  );
}
