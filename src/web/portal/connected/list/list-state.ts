/** State of a list: page, size, sort, filters and search text. */
import { useState } from 'react';
import type { PageSize } from '../../ui/pager.tsx';
import type { Sorting } from '../../ui/table.tsx';

export interface ListState {
  /** Zero-based. */
  page: number;
  size: PageSize;
  sorting: Sorting;
  /** Search text, or empty. Kept out of the address: it may be a tax code or a phone number. */
  text: string;
  /** The selected value by filter; a filter without selection is absent. */
  filters: Readonly<Record<string, string>>;
}

export interface List {
  state: ListState;
  /** Any change except of the page returns to the first page. */
  change: (part: Partial<ListState>) => void;
  /** Sets one filter; an empty value clears it. */
  choose: (filter: string, value: string) => void;
  /** Page, size and sort of a search call. */
  paging: { page: number; size: PageSize; sort: string };
}

export const DEFAULT_SIZE: PageSize = 10;

/** The criteria of a search body. @param fields the field that each filter compares, by the filter's name. */
export function criteriaOf(
  { text, filters }: Pick<ListState, 'text' | 'filters'>,
  fields: Readonly<Record<string, string>> = {},
): Record<string, { equals: string } | { contains: string }> {
  const equal = Object.entries(fields).flatMap(([filter, field]) => {
    const value = filters[filter];
    return value === undefined ? [] : [[field, { equals: value }] as const];
  });
  return { ...(text === '' ? {} : { genericFilter: { contains: text } }), ...Object.fromEntries(equal) };
}

export function withChange(state: ListState, part: Partial<ListState>): ListState {
  return { ...state, page: 0, ...part };
}

export function listOf(state: ListState, change: List['change']): List {
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

/** The state of one of several lists on a page. */
export function useLocalList(sorting: Sorting, size: PageSize = DEFAULT_SIZE): List {
  const [state, setState] = useState<ListState>({ page: 0, size, sorting, text: '', filters: {} });
  return listOf(state, (part) => setState((before) => withChange(before, part)));
}
