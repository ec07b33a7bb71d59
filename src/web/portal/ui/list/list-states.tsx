/** A list that loads, fails, is empty or has rows: skeletons, the card's own note with a retry, words, table and pager. */
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../api/client.ts';
import { contactOf } from '../../api/failure.ts';
import { Empty, SkeletonRows } from '../card.tsx';
import { FailureNote } from '../failure-note.tsx';
import { Pager } from '../pager.tsx';
import { Table, type TableProps } from '../table.tsx';
import classes from './list.module.css';
import type { List } from './list-state.ts';

/** Draws `children` once there are rows; older rows stay, dimmed, while the next ones are on their way. */
export function ListStates<T>(props: {
  query: UseQueryResult<Page<T>, Error>;
  skeleton: { rows: number; height?: 52 };
  empty: ReactNode;
  children: (page: Page<T>) => ReactNode;
}) {
  const { t } = useTranslation();
  const { query } = props;
  const failed = query.isError ? (
    <div className={classes.failed}>
      <FailureNote failure={query.error} onRetry={() => void query.refetch()} />
    </div>
  ) : null;
  // Without a network what is known of these very rows stays to be read.
  if (failed && (query.data === undefined || contactOf(query.error) === null)) return failed;
  if (query.data === undefined) return <SkeletonRows {...props.skeleton} label={t('loading')} />;
  if (query.data.total === 0) return failed ?? props.empty;
  return (
    <>
      {failed}
      <div
        className={classes.rows}
        data-stale={query.isPlaceholderData || undefined}
        aria-busy={query.isPlaceholderData}
      >
        {props.children(query.data)}
      </div>
    </>
  );
}

/** Rows of one page with the pager; a page that no longer exists gives way to the last one. */
export function ListTable<T>(props: {
  list: List;
  /** The rows of this page. */
  rows: readonly T[];
  total: number;
  table: Omit<TableProps<T>, 'rows' | 'sorting' | 'onSort'>;
}) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const { rows, total } = props;
  const last = Math.max(0, Math.ceil(total / state.size) - 1);
  const beyond = total > 0 && state.page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new at every render
  useEffect(() => {
    if (beyond) change({ page: last });
  }, [beyond, last]);
  return (
    <>
      <Table {...props.table} rows={rows} sorting={state.sorting} onSort={(sorting) => change({ sorting })} />
      <Pager
        page={Math.min(state.page, last)}
        size={state.size}
        total={total}
        label={t('list.pages', { list: props.table.label })}
        onPage={(page) => change({ page })}
        onSize={(size) => change({ size })}
      />
    </>
  );
}

/** Nothing to show: because of the filters, which can be cleared here, or because there is nothing yet. */
export function ListEmpty(props: { list: List; icon: ReactNode; title: string; text: string; action?: ReactNode }) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const filtered = state.text !== '' || Object.keys(state.filters).length > 0;
  return (
    <Empty
      icon={props.icon}
      title={props.title}
      text={filtered ? t('list.filteredText') : props.text}
      action={
        filtered ? (
          <Button variant="default" size="xs" onClick={() => change({ filters: {}, text: '' })}>
            {t('list.reset')}
          </Button>
        ) : (
          props.action
        )
      }
    />
  );
}
