/** The page of one list: title and actions, filters, then its rows in whichever state they are (specification §2, §4). */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../api/client.ts';
import { Card } from '../card.tsx';
import { PageHead } from '../page-head.tsx';
import type { TableProps } from '../table.tsx';
import { type Filter, FilterBar } from './filter-bar.tsx';
import type { List } from './list-state.ts';
import { ListStates, ListTable } from './list-states.tsx';

export function ListPage<T>(props: {
  title: string;
  actions?: ReactNode;
  /** Why an action is not available. */
  reasons?: readonly string[];
  list: List;
  search: { label: string; placeholder: string };
  filters: readonly Filter[];
  more?: readonly Filter[];
  /** How many rows there are, and of what. */
  note: (total: number) => string;
  query: UseQueryResult<Page<T>, Error>;
  empty: ReactNode;
  table: Omit<TableProps<T>, 'label' | 'rows' | 'sorting' | 'onSort' | 'tall'>;
}) {
  const { t } = useTranslation();
  const { list, title, query } = props;
  const total = query.data?.total ?? 0;
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: title }]}
        title={title}
        actions={props.actions}
        reasons={props.reasons}
      />
      <Card flush>
        <FilterBar
          list={list}
          search={props.search}
          filters={props.filters}
          more={props.more}
          note={total === 0 ? null : props.note(total)}
        />
        <ListStates query={query} skeleton={{ rows: list.state.size, height: 52 }} empty={props.empty}>
          {(found) => (
            <ListTable
              list={list}
              rows={found.rows}
              total={found.total}
              table={{ ...props.table, label: title, tall: true }}
            />
          )}
        </ListStates>
      </Card>
    </>
  );
}
