/** The history of a state, by its moments; collapsed at first because users mostly need the current state. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import classes from './consents.module.css';

export function HistoryRows<Row extends { id: number }>(props: {
  title: string;
  rows: readonly Row[];
  timeOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <details className={classes.history}>
      <summary>
        {props.title}
        <span className={classes.since}>{t('registry.entries', counted(props.rows.length))}</span>
      </summary>
      <ol className={classes.rows}>
        {props.rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <time dateTime={props.timeOf(row)} className={classes.since}>
              {formatDateTime(props.timeOf(row))}
            </time>
            {props.children(row)}
          </li>
        ))}
      </ol>
    </details>
  );
}
