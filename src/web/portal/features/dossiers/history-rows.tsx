/** How something came to stand where it stands, by its moments; closed at first: where things stand is what is looked for. */
import type { ReactNode } from 'react';
import { formatDateTime } from '../../text/dates.ts';
import classes from './consents.module.css';

export function HistoryRows<Row extends { id: number }>(props: {
  title: string;
  /** How many moments there are, in words. */
  count: string;
  rows: readonly Row[];
  timeOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}) {
  return (
    <details className={classes.history}>
      <summary>
        {props.title}
        <span className={classes.since}>{props.count}</span>
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
