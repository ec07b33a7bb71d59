/** What every list does: state in the address, filters, sorting, paging; loading, empty, failed, offline. */
import { IconFolders } from '@tabler/icons-react';
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import type { Page } from '../../api/client.ts';
import { ApiFailure, noAnswer } from '../../api/failure.ts';
import { initTexts, loadTexts } from '../../text/language.ts';
import { dialogLink, useDialogParam } from '../../ui/dialogs/use-dialog-param.ts';
import { inPage } from '../act/mount-page.suite.tsx';
import { localPage } from './filter-and-sort.ts';
import type { Filter } from './filters.ts';
import { useAddressedList } from './list-in-url.ts';
import { ListPage } from './list-page.tsx';

interface Row {
  id: number;
  name: string;
}
const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id, name: `riga ${id}` }));
const pageWith = (total: number, ...ids: number[]): Page<Row> => ({ rows: rowsOf(...ids), total });

const asked = vi.fn<(wanted: { page: number; sort: string; text: string; brand?: string }) => Promise<Page<Row>>>();

const FILTERS: Filter[] = [
  {
    ...{ name: 'brand', label: 'Marchio', all: 'Tutti' },
    choices: [
      { value: 'bmw', label: 'BMW' },
      { value: 'mini', label: 'MINI' },
    ],
  },
  { name: 'origin', label: 'Origine', all: 'Tutte', choices: [{ value: 'RSP', label: 'RSP' }] },
];
const MORE: Filter[] = [{ name: 'from', label: 'Dal', kind: 'day' }];
const COLUMNS = [
  { key: 'name', header: 'Nome', cell: (row: Row) => row.name, sort: 'name', main: true as const },
  { key: 'id', header: 'Numero', cell: (row: Row) => row.id, sort: 'id' },
];

function Listed(props: { kind: 'server' | 'hand' | 'cards' }) {
  const list = useAddressedList({
    ...{ sorting: { field: 'name', order: 'asc' }, columns: COLUMNS },
    filters: [...FILTERS, ...MORE],
  });
  const { text, filters } = list.state;
  const query = useQuery({
    queryKey: props.kind === 'hand' ? ['all'] : ['rows', list.paging, text, filters],
    queryFn: () => asked({ ...list.paging, text, brand: filters.brand }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const group = useRef<HTMLDivElement>(null);
  const dialog = useDialogParam('row');
  const found = (query.data?.rows ?? []).filter((row) => row.name.includes(text));
  return (
    <>
      <ListPage<Row>
        title="Righe"
        {...{ list, filters: FILTERS, more: MORE }}
        search={{ label: 'Cerca', placeholder: 'Nome' }}
        note={(total) => `${total} righe in tutto`}
        query={props.kind === 'hand' ? localPage(query, found, list.state) : query}
        empty={{
          icon: IconFolders,
          title: 'Nessuna riga',
          text: 'Creane una.',
          action: <button type="button">Nuova</button>,
        }}
        cards={props.kind === 'cards' ? { label: 'Elenco', ref: group } : undefined}
        rows={
          props.kind === 'cards'
            ? (rows) => rows.map((row) => <article key={row.id}>{row.name}</article>)
            : {
                ...{ columns: COLUMNS, rowKey: (row) => row.id, tall: true },
                href: (row) => dialogLink('row', row.id),
                phone: (row) => ({ title: row.name, lines: [] }),
              }
        }
      />
      <output>{dialog.id}</output>
    </>
  );
}

const { place, show } = testPage();
let client: QueryClient;
let history: RouterHistory;
/** Longer than the search delay. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(300));

async function open(address = '/', kind: 'server' | 'hand' | 'cards' = 'server'): Promise<void> {
  const base = createRootRoute();
  const here = createRoute({ getParentRoute: () => base, path: '/', component: () => <Listed kind={kind} /> });
  history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    ...{ routeTree: base.addChildren([here]), history },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]));
      return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
    },
  });
  client = new QueryClient();
  await show(inPage(<RouterProvider router={router as never} />, { client }));
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  await initTexts('it');
  await loadTexts('list');
  asked.mockReset();
  asked.mockImplementation(async () => pageWith(25, 1, 2, 3));
});
afterEach(() => vi.useRealTimers());

const find = (selector: string) => place.querySelector<HTMLElement>(selector);
const button = (name: string): HTMLElement => {
  const all = [...place.querySelectorAll<HTMLElement>('button')];
  const found = all.find((one) => one.getAttribute('aria-label') === name || one.textContent === name);
  if (!found) throw new Error(`No button ${name}`);
  return found;
};
const press = async (target: HTMLElement | null) => {
  await act(async () => target?.click());
  await settle();
};
const choose = async (name: string, value: string) => {
  const select = find(`select[name="${name}"]`) as HTMLSelectElement;
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await settle();
};
const refetch = async () => {
  await act(() => client.refetchQueries());
  await settle();
};
const type = async (text: string) => {
  const input = find('input[type="search"]') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
};
const here = () => history.location.search;

describe('the URL of a list', () => {
  test('contains page, size, order and filters, which the request uses', async () => {
    await open('/?page=2&size=3&sort=id,desc&brand=mini');
    expect(asked).toHaveBeenLastCalledWith({ page: 1, size: 3, sort: 'id,desc', text: '', brand: 'mini' });
  });
  test('cannot sort by an unsortable column, or filter by a missing filter', async () => {
    await open('/?sort=secret,asc&brand=audi');
    expect(asked).toHaveBeenLastCalledWith({ page: 0, size: 10, sort: 'name,asc', text: '', brand: undefined });
  });
  test('follows a click on a column head, first ascending, then descending, from the first page', async () => {
    await open('/?page=2');
    const head = () => find('thead th:nth-child(2) button');
    await press(head());
    expect(here()).toBe('?sort=id%2Casc');
    await press(head());
    expect(here()).toBe('?sort=id%2Cdesc');
    expect(find('thead th:nth-child(2)')?.getAttribute('aria-sort')).toBe('descending');
  });
  test('follows a filter and returns to the first page', async () => {
    await open('/?page=3');
    await choose('brand', 'bmw');
    expect(here()).toBe('?brand=bmw');
  });
  test('replaces a page that no longer exists with the last one', async () => {
    await open('/?page=9');
    expect(here()).toBe('?page=3');
  });
  test('keeps page and filters while a row’s dialog is open, which Back closes', async () => {
    await open('/?page=2&brand=bmw');
    await press(find('tbody a'));
    expect(find('output')?.textContent).toBe('1');
    expect(here()).toBe('?page=2&brand=bmw&row=1');
    await act(async () => history.back());
    await settle();
    expect(find('output')?.textContent).toBe('');
    expect(here()).toBe('?page=2&brand=bmw');
  });
});

describe('the filters of a list', () => {
  test('omit a select with a single option', async () => {
    await open();
    expect([find('select[name="brand"]'), find('select[name="origin"]')].map(Boolean)).toEqual([true, false]);
  });
  test('are shown as chips; removing a chip moves the focus to its control', async () => {
    await open('/?brand=bmw');
    await press(button('Togli il filtro Marchio BMW'));
    expect(here()).toBe('');
    expect(document.activeElement).toBe(find('select[name="brand"]'));
  });
  test('are all cleared at once, with the focus in the search', async () => {
    await open('/?brand=bmw&from=2026-11-20');
    await press(button('Azzera filtri'));
    expect(here()).toBe('');
    expect(document.activeElement).toBe(find('input[type="search"]'));
  });
  test('expand the rare ones when one of them is set', async () => {
    await open('/?from=2026-11-20');
    expect(find('input[name="from"]')).not.toBeNull();
  });
  test('show the number of rows, and nothing without rows', async () => {
    await open();
    expect(place.textContent).toContain('25 righe in tutto');
    asked.mockImplementation(async () => pageWith(0));
    await choose('brand', 'bmw');
    expect(place.textContent).not.toContain('righe in tutto');
  });
});

describe('the rows of a list', () => {
  test('are skeletons during the first load', async () => {
    asked.mockImplementation(() => new Promise(() => {}));
    await open('/?size=5');
    expect(find('[role="status"]')?.childElementCount).toBe(5);
  });
  test('stay, dimmed, while the next ones load', async () => {
    await open();
    asked.mockImplementation(() => new Promise(() => {}));
    await press(button('Pagina successiva'));
    expect(find('[aria-busy="true"]')?.textContent).toContain('riga 1');
  });
  test('are replaced by an empty state with the possible actions', async () => {
    asked.mockImplementation(async () => pageWith(0));
    await open();
    expect(place.textContent).toContain('Creane una.');
    expect(button('Nuova')).toBeDefined();
  });
  test('are replaced by an empty state that clears the filters', async () => {
    asked.mockImplementation(async ({ brand }) => (brand ? pageWith(0) : pageWith(1, 7)));
    await open('/?brand=bmw');
    expect(place.textContent).toContain('Nessun risultato con questi filtri');
    const offers = [...place.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Azzera filtri');
    await press(offers.at(-1) ?? null);
    expect(place.textContent).toContain('riga 7');
  });
  test('are replaced by the error when refused, and loaded on retry', async () => {
    asked.mockRejectedValueOnce(new ApiFailure(500, {}, null));
    await open();
    expect(find('table')).toBeNull();
    await press(button('Riprova'));
    expect(place.textContent).toContain('riga 1');
  });
  test.each([
    ['stay readable', () => open(), 'riga 1'],
    [
      'excluded by the page’s own filters are reported as such',
      () => open('/', 'hand').then(() => type('nessuna')),
      'Nessun risultato con questi filtri',
    ],
  ])('%s below the error without a network', async (_rows, prepare, text) => {
    await prepare();
    asked.mockRejectedValue(noAnswer('absent'));
    await refetch();
    expect(find('[role="alert"]')).not.toBeNull();
    expect(place.textContent).toContain(text);
  });
  test('are cards if the page draws cards, in a focusable group', async () => {
    await open('/', 'cards');
    const group = find('[role="group"][aria-label="Elenco"]');
    expect(group?.tabIndex).toBe(-1);
    expect(group?.querySelectorAll('article')).toHaveLength(3);
    expect(find('table')).toBeNull();
    await press(button('Pagina successiva'));
    expect(here()).toBe('?page=2');
  });
});
