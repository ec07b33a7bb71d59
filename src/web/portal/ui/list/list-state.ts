/** State of a list: page, size, sort, filters and search text, kept in the address so that Back finds them. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Criterion } from '../../api/search.ts';
import { movedDay } from '../../text/dates.ts';
import { PAGE_SIZES, type PageSize } from '../pager.tsx';
import type { Sorting } from '../table.tsx';
import type { Filter } from './filters.ts';

export interface ListState {
  /** Zero-based. */
  page: number;
  size: PageSize;
  sorting: Sorting;
  /** Search text; empty when there is none. Stays out of the address: it may be a fiscal code or a phone. */
  text: string;
  /** Chosen value by filter; a filter without choice is absent. */
  filters: Readonly<Record<string, string>>;
}

export interface List {
  state: ListState;
  /** Anything but a new page goes back to the first one. */
  change: (part: Partial<ListState>) => void;
  /** Sets one filter; an empty value clears it. */
  choose: (filter: string, value: string) => void;
  /** Page, size and sort of a search call. */
  paging: { page: number; size: PageSize; sort: string };
}

/** What the address may say; anything else is ignored. */
export interface ListRules {
  sorting: Sorting;
  /** Fields the list can be sorted by. */
  sortable: readonly string[];
  /** Values each filter can take. */
  choices: Readonly<Record<string, readonly string[]>>;
  /** Filters that take any day (2026-11-20). */
  days?: readonly string[];
  /** Filters that take the id of a row. */
  ids?: readonly string[];
}

const DEFAULT_SIZE: PageSize = 10;

const isDay = (text: string): boolean => movedDay(text) !== null;
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Reads `page` (from one), `size`, `sort=field,order` and the filters from an address. */
export function readListState(search: Readonly<Record<string, unknown>>, text: string, rules: ListRules): ListState {
  const page = Number(search.page ?? 1);
  const size = PAGE_SIZES.find((known) => String(known) === String(search.size)) ?? DEFAULT_SIZE;
  const [field = '', order] = String(search.sort ?? '').split(',');
  const sorted = rules.sortable.includes(field) && (order === 'asc' || order === 'desc');
  const chosen = Object.entries(rules.choices).flatMap(([name, values]) => {
    const value = values.find((known) => known === search[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  const free = (names: readonly string[] = [], fits: (text: string) => boolean) =>
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && fits(value) ? [[name, value] as const] : [];
    });
  const filters = [...chosen, ...free(rules.days, isDay), ...free(rules.ids, isId)];
  return {
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page - 1 : 0,
    size,
    sorting: sorted ? { field, order } : rules.sorting,
    text,
    filters: Object.fromEntries(filters),
  };
}

/** The address of a state: only what differs from the default. */
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

/** What else the address says, such as the dialog that is open over the list: a search that was typed before must not close it. */
export function besideListState(search: Readonly<Record<string, unknown>>, rules: ListRules): Record<string, unknown> {
  const { choices, days = [], ids = [] } = rules;
  const own = new Set(['page', 'size', 'sort', ...Object.keys(choices), ...days, ...ids]);
  return Object.fromEntries(Object.entries(search).filter(([name]) => !own.has(name)));
}

/** What a list page declares once, for its table, its filter bar and its address. */
export interface ListOptions {
  sorting: Sorting;
  columns?: readonly { sort?: string }[];
  /** Instead of columns. */
  sortable?: readonly string[];
  filters?: readonly Filter[];
  /** Filters that have no control in the filter bar. */
  choices?: ListRules['choices'];
  /** Filters that take the id of a row. */
  ids?: readonly string[];
}

/** The fields of sortable columns and the choices of filters are all that the address may say. */
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

/** The criteria of a search body. @param fields the field that each filter compares, by the filter's name. */
export function criteriaOf(
  { text, filters }: Pick<ListState, 'text' | 'filters'>,
  fields: Readonly<Record<string, string>> = {},
): Record<string, Criterion> {
  const equal = Object.entries(fields).flatMap(([filter, field]) => {
    const value = filters[filter];
    return value === undefined ? [] : [[field, { equals: value }] as const];
  });
  return { ...(text === '' ? {} : { genericFilter: { contains: text } }), ...Object.fromEntries(equal) };
}

function changed(state: ListState, part: Partial<ListState>): ListState {
  return { ...state, page: 0, ...part };
}

function listOf(state: ListState, change: List['change']): List {
  const { page, size, sorting } = state;
  return {
    state,
    change,
    choose: (filter, value) => {
      const { [filter]: _before, ...others } = state.filters;
      change({ filters: value === '' ? others : { ...others, [filter]: value } });
    },
    paging: { page, size, sort: `${sorting.field},${sorting.order}` },
  };
}

/** The state of a page's only list, kept in the address and the history entry. */
export function useAddressedList(options: ListOptions): List {
  const rules = rulesOf(options);
  const location = useLocation();
  const navigate = useNavigate();
  const kept = (location.state as { listText?: unknown }).listText;
  const state = readListState(location.search, typeof kept === 'string' ? kept : '', rules);
  const change = (part: Partial<ListState>) => {
    const next = changed(state, part);
    void navigate({
      to: '.',
      // Addresses are plain text here (paths.ts): the router knows no parameters of theirs.
      search: ((before: Record<string, unknown>) => ({
        ...besideListState(before, rules),
        ...writeListState(next, rules),
      })) as never,
      state: (before) => ({ ...before, listText: next.text }),
      replace: true,
      resetScroll: false,
    });
  };
  return listOf(state, change);
}

/** The state of one list among others on a page. */
export function useLocalList(sorting: Sorting, size: PageSize = DEFAULT_SIZE): List {
  const [state, setState] = useState<ListState>({ page: 0, size, sorting, text: '', filters: {} });
  return listOf(state, (part) => setState((before) => changed(before, part)));
}
