/** Page, size, order and filters of a list, kept in the address so that "back" finds them again. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PAGE_SIZES, type PageSize } from './pager.tsx';
import type { Sorting } from './table.tsx';

export interface ListState {
  page: number;
  size: PageSize;
  sorting: Sorting;
  /** Filters by name; absent when not set. */
  filters: Readonly<Record<string, string | undefined>>;
  setPage: (page: number) => void;
  setSize: (size: PageSize) => void;
  setSorting: (sorting: Sorting) => void;
  /** A changed filter goes back to the first page. */
  setFilter: (name: string, value: string | undefined) => void;
  clear: () => void;
}

const OWN = ['page', 'size', 'sort'];

/** `sortable` lists the fields an address may sort by; anything else falls back to `fallback`. */
export function readList(
  search: Readonly<Record<string, unknown>>,
  sortable: readonly string[],
  fallback: Sorting,
): Pick<ListState, 'page' | 'size' | 'sorting' | 'filters'> {
  const text = (name: string) => (typeof search[name] === 'string' ? (search[name] as string) : undefined);
  const page = Number(text('page') ?? '1');
  const [field = '', order] = (text('sort') ?? '').split(',');
  const filters = Object.fromEntries(
    Object.keys(search)
      .filter((name) => !OWN.includes(name))
      .map((name) => [name, text(name)]),
  );
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    size: PAGE_SIZES.find((size) => String(size) === text('size')) ?? 10,
    sorting: sortable.includes(field) ? { field, order: order === 'asc' ? 'asc' : 'desc' } : fallback,
    filters,
  };
}

export function useListState(sortable: readonly string[], fallback: Sorting): ListState {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const state = readList(search, sortable, fallback);
  const write = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: Record<string, unknown>) => ({ ...before, ...change }),
    } as Parameters<typeof navigate>[0]);
  return {
    ...state,
    setPage: (page) => write({ page: page === 0 ? undefined : String(page + 1) }),
    setSize: (size) => write({ size: size === 10 ? undefined : String(size), page: undefined }),
    setSorting: (sorting) => write({ sort: `${sorting.field},${sorting.order}`, page: undefined }),
    setFilter: (name, value) => write({ [name]: value || undefined, page: undefined }),
    clear: () => write(Object.fromEntries([...Object.keys(state.filters), 'page'].map((name) => [name, undefined]))),
  };
}
