/** The state of a page's only list, kept in the address so that Back, a reload and a link restore it. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { isCalendarDay } from '#domain/calendar-day.ts';
import { recordIdIn } from '../../record-id.ts';
import { PAGE_SIZES } from '../../ui/pager.tsx';
import type { Sorting } from '../../ui/table.tsx';
import type { Filter } from './filters.ts';
import { DEFAULT_SIZE, type List, type ListState, listOf, withChange } from './list-state.ts';

/** Parameters allowed in the address; others are ignored. */
export interface ListRules {
  sorting: Sorting;
  /** Fields the list can be sorted by. */
  sortable: readonly string[];
  /** Allowed values of each filter. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** Filters that take any day (2026-11-20). */
  days?: readonly string[];
  /** Filters that take a row id. */
  ids?: readonly string[];
}

/** Reads `page` (one-based), `size`, `sort=field,order` and the filters from an address. */
export function readListState(search: Readonly<Record<string, unknown>>, text: string, rules: ListRules): ListState {
  const page = recordIdIn(String(search.page ?? 1));
  const size = PAGE_SIZES.find((option) => String(option) === String(search.size)) ?? DEFAULT_SIZE;
  const [field = '', order] = String(search.sort ?? '').split(',');
  const sorted = rules.sortable.includes(field) && (order === 'asc' || order === 'desc');
  const chosen = Object.entries(rules.choices).flatMap(([name, values]) => {
    const value = values.find((option) => option === search[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const free = (names: readonly string[] = [], fits: (text: string) => boolean) =>
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && fits(value) ? [[name, value] as const] : [];
    });
  const filters = [
    ...chosen,
    ...free(rules.days, isCalendarDay),
    ...free(rules.ids, (text) => recordIdIn(text) !== null),
  ];
  return {
    page: page !== null && page < 1_000_000 ? page - 1 : 0,
    size,
    sorting: sorted ? { field, order } : rules.sorting,
    text,
    filters: Object.fromEntries(filters),
  };
}

/** The address parameters of a state: only values that differ from the default. */
export function writeListState(state: ListState, rules: ListRules): Record<string, string> {
  const { page, size, sorting, filters } = state;
  const usual = sorting.field === rules.sorting.field && sorting.order === rules.sorting.order;
  return {
    ...filters,
    ...(usual ? {} : { sort: `${sorting.field},${sorting.order}` }),
    ...(size === DEFAULT_SIZE ? {} : { size: String(size) }),
    ...(page === 0 ? {} : { page: String(page + 1) }),
  };
}

/** Other parameters, such as the dialog open over the list: a search typed earlier must not close it. */
export function otherParameters(search: Readonly<Record<string, unknown>>, rules: ListRules): Record<string, unknown> {
  const { choices, days = [], ids = [] } = rules;
  const listParameters = new Set(['page', 'size', 'sort', ...Object.keys(choices), ...days, ...ids]);
  return Object.fromEntries(Object.entries(search).filter(([name]) => !listParameters.has(name)));
}

/** Declared once by a list page, for its table, its filter bar and its address. */
export interface ListOptions {
  sorting: Sorting;
  columns?: readonly { sort?: string }[];
  /** Used when there are no columns. */
  sortable?: readonly string[];
  filters?: readonly Filter[];
  /** Filters without a control in the filter bar. */
  choices?: ListRules['choices'];
  /** Filters that take a row id. */
  ids?: readonly string[];
}

/** The address may set only sortable fields and declared filter values. */
export function rulesOf({
  sorting,
  columns = [],
  sortable,
  filters = [],
  choices = {},
  ids = [],
}: ListOptions): ListRules {
  const chosen = filters.flatMap((filter) =>
    'kind' in filter ? [] : [[filter.name, filter.choices.map(({ value }) => value)] as const],
  );
  return {
    sorting,
    sortable: sortable ?? columns.flatMap(({ sort }) => sort ?? []),
    choices: { ...Object.fromEntries(chosen), ...choices },
    days: filters.flatMap((filter) => ('kind' in filter && filter.kind === 'day' ? [filter.name] : [])),
    ids,
  };
}

/** The state of a page's only list, kept in the address and the history entry. */
export function useAddressedList(options: ListOptions): List {
  const rules = rulesOf(options);
  const location = useLocation();
  const navigate = useNavigate();
  const storedText = (location.state as { listText?: unknown }).listText;
  const state = readListState(location.search, typeof storedText === 'string' ? storedText : '', rules);
  const change = (part: Partial<ListState>) => {
    const next = withChange(state, part);
    void navigate({
      to: '.',
      // Addresses are plain strings here (paths.ts), so the router does not type their parameters.
      search: ((before: Record<string, unknown>) => ({
        ...otherParameters(before, rules),
        ...writeListState(next, rules),
      })) as never,
      state: (before) => ({ ...before, listText: next.text }),
      replace: true,
      resetScroll: false,
    });
  };
  return listOf(state, change);
}
