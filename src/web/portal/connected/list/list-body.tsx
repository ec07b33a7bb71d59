/** The rows of a list in every state: skeletons, a failure with a retry, an empty text, or rows and pager. */
import type { Icon } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../api/client.ts';
import { missingAnswerOf } from '../../api/failure.ts';
import { Card, Empty, SkeletonRows } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SmallButton } from '../../ui/small-button.ts';
import { Table, type TableProps } from '../../ui/table.tsx';
import { FailureNote } from '../failure-note.tsx';
import classes from './list.module.css';
import type { List } from './list-state.ts';

export type ListQuery<T> = Pick<
  UseQueryResult<Page<T>, Error>,
  'data' | 'error' | 'isError' | 'isPlaceholderData' | 'refetch'
> & {
  /** This page is empty although rows exist: the page's own filters removed them. */
  isFilteredOut?: boolean;
};

export interface EmptyList {
  icon: Icon;
  title: string;
  /** Why the list is empty; when filters match nothing, that is shown instead, with a button to clear them. */
  text: string;
  action?: ReactNode;
  /** Never give filters as the reason. */
  ignoresFilters?: boolean;
}

export interface ListBodyProps<T> {
  list: List;
  /** Label of the table and of its pager. */
  label: string;
  query: ListQuery<T>;
  empty: EmptyList;
  /** A table, or a function that renders the rows. */
  rows: Omit<TableProps<T>, 'label' | 'rows' | 'sorting' | 'onSort'> | ((rows: readonly T[]) => ReactNode);
  /** Number of skeleton rows during the first load; by default the page size. */
  skeleton?: number;
  /** The rows are separate cards: pager and empty text get a card as well. */
  apart?: boolean;
}

/** Previous rows stay, dimmed, while the next ones load. */
export function ListBody<T>(props: ListBodyProps<T>) {
  const { query, list, rows } = props;
  const failed = query.isError ? (
    <div className={classes.failed}>
      <FailureNote failure={query.error} onRetry={() => void query.refetch()} />
    </div>
  ) : null;
  // Without a network, keep showing the rows already loaded.
  if (failed && (query.data === undefined || missingAnswerOf(query.error) === null)) return failed;
  if (query.data === undefined) {
    const height = typeof rows === 'function' || rows.tall ? 52 : undefined;
    return <SkeletonRows rows={props.skeleton ?? list.state.size} height={height} />;
  }
  if (query.data.total === 0) {
    if (failed && !query.isFilteredOut) return failed;
    return (
      <>
        {failed}
        <Framed apart={props.apart}>
          <NoRows list={list} empty={props.empty} />
        </Framed>
      </>
    );
  }
  return (
    <>
      {failed}
      <div
        className={classes.rows}
        data-stale={query.isPlaceholderData || undefined}
        data-apart={props.apart || undefined}
        aria-busy={query.isPlaceholderData}
      >
        <Rows {...props} page={query.data} />
      </div>
    </>
  );
}

/** A page beyond the end is replaced by the last one. */
function Rows<T>(props: ListBodyProps<T> & { page: Page<T> }) {
  const { t } = useTranslation();
  const { label, rows, page } = props;
  const { state, change } = props.list;
  const last = Math.max(0, Math.ceil(page.total / state.size) - 1);
  const beyond = state.page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is new at every render
  useEffect(() => {
    if (beyond) change({ page: last });
  }, [beyond, last]);
  return (
    <>
      {typeof rows === 'function' ? (
        rows(page.rows)
      ) : (
        <Table
          {...rows}
          label={label}
          rows={page.rows}
          sorting={state.sorting}
          onSort={(sorting) => change({ sorting })}
        />
      )}
      <Framed apart={props.apart}>
        <Pager
          page={Math.min(state.page, last)}
          size={state.size}
          total={page.total}
          label={t('list.pages', { list: label })}
          onPage={(next) => change({ page: next })}
          onSize={(size) => change({ size })}
        />
      </Framed>
    </>
  );
}

function Framed(props: { apart?: boolean; children: ReactNode }) {
  return props.apart ? <Card flush>{props.children}</Card> : props.children;
}

/** Empty list: because of the filters, which can be cleared here, or because there are no rows yet. */
function NoRows(props: { list: List; empty: EmptyList }) {
  const { t } = useTranslation();
  const { state, change } = props.list;
  const { icon: Icon, title, text, action, ignoresFilters = false } = props.empty;
  const filtered = !ignoresFilters && (state.text !== '' || Object.keys(state.filters).length > 0);
  return (
    <Empty
      icon={Icon}
      title={title}
      text={filtered ? t('list.filteredText') : text}
      action={
        filtered ? (
          <SmallButton onClick={() => change({ filters: {}, text: '' })}>{t('list.reset')}</SmallButton>
        ) : (
          action
        )
      }
    />
  );
}
