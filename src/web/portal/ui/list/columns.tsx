/** Columns that several lists have. */
import type { TFunction } from 'i18next';
import { formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Column } from '../table.tsx';
import classes from './list.module.css';

/** When a row was last changed. */
export const modifiedColumn = (t: TFunction, from: From): Column<{ lastModifiedDate: string }> => ({
  key: 'modified',
  header: t('columns.modified'),
  cell: (row) => <span className={classes.moment}>{formatDateTime(row.lastModifiedDate)}</span>,
  figures: true,
  sort: 'lastModifiedDate',
  from,
});

/** How many a row has of something: a field that the list is sorted by too. */
export const countColumn = <Field extends string>(
  key: string,
  header: string,
  field: Field,
  from: From,
): Column<Record<Field, number>> => ({
  key,
  header,
  cell: (row) => formatCount(row[field]),
  align: 'right',
  figures: true,
  sort: field,
  from,
});

type From = NonNullable<Column<never>['from']>;
