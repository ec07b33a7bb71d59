/** A list with all its states in one card: skeleton, failure, nothing found, rows and pager. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../api/client.ts';
import { SkeletonRows } from './card.tsx';
import { FailureNote } from './failure-note.tsx';
import type { ListState } from './list-state.ts';
import classes from './listing.module.css';
import { Pager } from './pager.tsx';
import { Table, type TableProps } from './table.tsx';

export function Listing<T>(props: {
  query: UseQueryResult<Page<T>>;
  list: ListState;
  empty: ReactNode;
  table: Omit<TableProps<T>, 'rows' | 'sorting' | 'onSort'>;
}) {
  const { t } = useTranslation();
  const { query, list } = props;
  if (query.isError && !query.data) {
    return (
      <div className={classes.failed}>
        <FailureNote failure={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (!query.data) return <SkeletonRows rows={list.size} height={props.table.tall ? 52 : 40} label={t('loading')} />;
  if (query.data.rows.length === 0) return props.empty;
  return (
    <div data-stale={query.isPlaceholderData || undefined} className={classes.rows}>
      <Table {...props.table} rows={query.data.rows} sorting={list.sorting} onSort={list.setSorting} />
      <Pager page={list.page} size={list.size} total={query.data.total} onPage={list.setPage} onSize={list.setSize} />
    </div>
  );
}
