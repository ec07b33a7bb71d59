/** A list as its own page: title and actions, filters, and the rows in every state. */
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../text/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Count } from '../chip.tsx';
import { FilterBar, type FilterBarProps } from './filter-bar.tsx';
import classes from './list.module.css';
import { ListBody, type ListBodyProps } from './list-body.tsx';

interface ListPageProps<T> extends Omit<ListBodyProps<T>, 'label' | 'apart'>, Pick<FilterBarProps, 'more' | 'aside'> {
  /** The page's menu section; default `management`. */
  section?: string;
  title: string;
  actions?: ReactNode;
  /** Why an action is not available. */
  reasons?: readonly string[];
  /** Absent when the list cannot be searched and has no filter bar. */
  search?: FilterBarProps['search'];
  filters?: FilterBarProps['filters'];
  /** The number and kind of rows. */
  note?: (total: number) => string;
  /** Cards above the list's card. */
  above?: ReactNode;
  /** In the list's card, above the filters. */
  lead?: ReactNode;
  /** Heading of the list's card, with the row count, where the page has other cards. */
  heading?: string;
  /** The rows are separate cards, in a group that takes the focus when the focused row disappears. */
  cards?: { label: string; ref: RefObject<HTMLDivElement | null> };
}

export function ListPage<T>(props: ListPageProps<T>) {
  const { t } = useTranslation();
  const { list, title, query, heading, cards } = props;
  const total = query.data?.total ?? 0;
  const bar = props.search ? (
    <FilterBar
      list={list}
      search={props.search}
      filters={props.filters ?? []}
      more={props.more}
      note={total === 0 || !props.note ? null : props.note(total)}
      aside={props.aside}
    />
  ) : null;
  const body = <ListBody {...props} label={title} apart={cards !== undefined} />;
  return (
    <>
      <PageHead
        crumbs={[{ label: props.section ?? t('menu.management') }, { label: title }]}
        title={title}
        actions={props.actions}
        reasons={props.reasons}
      />
      <div className={classes.stack}>
        {props.above}
        {cards ? (
          <>
            <Card flush className={classes.bar}>
              {bar}
            </Card>
            {/* biome-ignore lint/a11y/useSemanticElements: a target for the focus, not a group of fields */}
            <div ref={cards.ref} className={classes.stack} tabIndex={-1} role="group" aria-label={cards.label}>
              {body}
            </div>
          </>
        ) : (
          <Card flush title={heading} count={heading && query.data ? <Count>{formatCount(total)}</Count> : null}>
            {props.lead}
            {bar}
            {body}
          </Card>
        )}
      </div>
    </>
  );
}
