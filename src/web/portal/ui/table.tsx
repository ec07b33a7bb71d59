/** The product's table: a real table with row links from 544 px, a list below. */
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogLink } from './dialogs/use-dialog-param.ts';
import classes from './table.module.css';

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Tabular digits, for columns of numbers or dates; not for names, whose hyphens would widen. */
  figures?: true;
  /** The first meaningful column: bold, with the row's link. */
  main?: boolean;
  /** Hidden below this width in px; the detail page still shows it. */
  from?: 768 | 992 | 1200 | 1280 | 1366;
  /** From 1200 px on never wrapped: the neighbouring columns shrink instead. */
  whole?: boolean;
  /** The field by which the server or the page sorts. */
  sort?: string;
  /** The header is only for screen readers. */
  quiet?: boolean;
}

export interface Sorting {
  field: string;
  order: 'asc' | 'desc';
}

export interface TableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => number | string;
  /** Where a row links to: a page, or a dialog over the list. */
  href: (row: T) => string | DialogLink;
  /** Line 1: name and chip; then captions without null ones; small buttons below the chip, others below the whole row. */
  phone: (row: T) => {
    lead?: ReactNode;
    title: string;
    chip?: ReactNode;
    lines: readonly ReactNode[];
    aside?: ReactNode;
    foot?: ReactNode;
  };
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  tall?: boolean;
  dense?: boolean;
}

export function Table<T>(props: TableProps<T>) {
  const phone = useMediaQuery('(max-width: 543px)', undefined, { getInitialValueInEffect: false });
  return phone ? <PhoneList {...props} /> : <WideTable {...props} />;
}

function target<T>({ href }: Pick<TableProps<T>, 'href'>, row: T) {
  const leads = href(row);
  return typeof leads === 'string' ? { to: leads } : leads;
}

function PhoneList<T>(props: TableProps<T>) {
  return (
    <ul aria-label={props.label}>
      {props.rows.map((row) => {
        const { lead, title, chip, lines, aside, foot } = props.phone(row);
        return (
          <li key={props.rowKey(row)}>
            <Link {...target(props, row)} className={classes.item}>
              {lead}
              <span className={classes.itemText}>
                <span className={classes.itemTitle}>{title}</span>
                {lines.map((line, index) =>
                  line === null ? null : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: caption lines never change order
                    <span key={index} className={classes.itemLine}>
                      {line}
                    </span>
                  ),
                )}
              </span>
              {chip}
            </Link>
            {aside ? <div className={classes.itemAside}>{aside}</div> : null}
            {foot ? <div className={classes.itemFoot}>{foot}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}

function WideTable<T>(props: TableProps<T>) {
  const navigate = useNavigate();
  const open = (event: MouseEvent<HTMLTableRowElement>, row: T) => {
    const inside = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (inside || window.getSelection()?.toString()) return;
    void navigate(target(props, row));
  };
  return (
    <div className={classes.scroll}>
      <table
        className={classes.table}
        aria-label={props.label}
        data-tall={props.tall || undefined}
        data-dense={props.dense || undefined}
      >
        <thead>
          <tr>
            {props.columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={props.sorting} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={props.rowKey(row)} onClick={(event) => open(event, row)}>
              {props.columns.map((column) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-from={column.from}
                  data-figures={column.figures}
                  data-main={column.main || undefined}
                  data-whole={column.whole || undefined}
                >
                  {column.main ? <Link {...target(props, row)}>{column.cell(row)}</Link> : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<T>(props: { column: Column<T>; sorting?: Sorting; onSort?: (sorting: Sorting) => void }) {
  const { t } = useTranslation();
  const { column, sorting, onSort } = props;
  const active = sorting !== undefined && column.sort === sorting.field;
  const direction = sorting?.order === 'asc' ? 'ascending' : 'descending';
  const content = column.quiet ? <span className="sr-only">{column.header}</span> : column.header;
  const Arrow = sorting?.order === 'asc' ? IconArrowUp : IconArrowDown;
  const next = (): Sorting => ({
    field: column.sort ?? '',
    order: active && sorting?.order === 'asc' ? 'desc' : 'asc',
  });
  return (
    <th scope="col" data-align={column.align} data-from={column.from} aria-sort={active ? direction : undefined}>
      {column.sort && onSort ? (
        <button
          type="button"
          className={classes.sort}
          title={t('table.sort', { column: column.header })}
          onClick={() => onSort(next())}
        >
          {content}
          <span aria-hidden="true" className={classes.arrow} data-active={active || undefined}>
            {active ? <Arrow size={14} stroke={2} /> : <IconSelector size={14} stroke={1.8} />}
          </span>
        </button>
      ) : (
        content
      )}
    </th>
  );
}
