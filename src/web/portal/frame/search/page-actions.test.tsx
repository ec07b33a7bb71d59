/** The open page's actions in the quick search: the page's own labels, reasons, order and handlers. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../shared/eventually.suite.ts';
import { leavePage, openPage, show } from '../../connected/act/mount-page.suite.tsx';
import { OfferedButton } from '../../connected/act/offered-button.tsx';
import { pageActions } from '../../connected/act/page-actions.ts';
import { loadTexts } from '../../text/language.ts';
import { QuickSearch } from './quick-search.tsx';

const remind = vi.fn();
const remove = vi.fn();
const secret = vi.fn();

interface Given {
  reason?: string | null;
  busy?: boolean;
  withDelete?: boolean;
}
let change: (given: Given) => void;

function Page() {
  const [{ reason = null, busy = false, withDelete = true }, setGiven] = useState<Given>({});
  const [opened, setOpened] = useState(true);
  change = setGiven;
  return (
    <>
      {withDelete ? (
        <OfferedButton rank={9} reason={null} onClick={remove}>
          Elimina documento
        </OfferedButton>
      ) : null}
      <OfferedButton rank={0} reason={reason} loading={busy} leftSection={<svg data-icon="bell" />} onClick={remind}>
        Sollecita la firma
      </OfferedButton>
      <OfferedButton rank={null} reason={null} onClick={secret}>
        Solo qui
      </OfferedButton>
      <button type="button" onClick={() => setOpened(true)}>
        Cerca
      </button>
      <QuickSearch opened={opened} recent={[]} onClose={() => setOpened(false)} />
    </>
  );
}

const found = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const optionTexts = (): (string | null)[] => found().map(({ textContent }) => textContent);
const field = () => document.querySelector<HTMLInputElement>('[role="combobox"]');

const type = (text: string) =>
  act(async () => {
    const input = field();
    if (!input) throw new Error('The search is closed');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (key: string) =>
  act(async () => field()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));

beforeEach(async () => {
  await openPage();
  await loadTexts('search');
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history });
  await show(<RouterProvider router={router as never} />);
  await eventually(() => expect(field()).not.toBeNull());
});
afterEach(() => {
  leavePage();
  vi.clearAllMocks();
});

test('an action is found by prefixes of its words, in any order and without accents', async () => {
  for (const text of ['so', 'SO', ' fi ', 'fi so', 'sò']) {
    await type(text);
    expect(optionTexts(), text).toEqual(['Sollecita la firma']);
  }
  for (const text of ['ol', 'so doc', '??']) {
    await type(text);
    expect(optionTexts(), text).toEqual([]);
  }
  expect(document.querySelector('[role="group"]')).toBeNull();
  await type('e');
  expect(document.querySelector('[role="group"]')?.textContent).toBe('In questa paginaElimina documento');
});

test('an action has the page’s icon', async () => {
  await type('so');
  expect(found()[0]?.querySelector('[data-icon="bell"]')).not.toBeNull();
});

test('actions are sorted by rank, independent of mounting order, and omitted without a rank', () => {
  expect(pageActions.read()?.map(({ text }) => text)).toEqual(['Sollecita la firma', 'Elimina documento']);
});

test('an action runs once on Enter, after the search has closed and returned the focus', async () => {
  let wasOpen: boolean | undefined;
  remind.mockImplementationOnce(() => {
    wasOpen = document.querySelector('dialog')?.open;
  });
  await type('so');
  await press('Enter');
  expect(wasOpen).toBe(false);
  expect(remind).toHaveBeenCalledOnce();
  expect(field()).toBeNull();
});

test('an action runs on a click', async () => {
  await type('el');
  await act(async () => found()[0]?.click());
  expect(remove).toHaveBeenCalledOnce();
  expect(field()).toBeNull();
});

test.each<[string, Given, string]>([
  ['is refused by the page', { reason: 'è troppo presto' }, 'Sollecita la firmaè troppo presto'],
  ['is under way', { busy: true }, 'Sollecita la firma'],
])('an action that %s stays with its reason, and does nothing', async (_, given, words) => {
  await act(async () => change(given));
  await type('so');
  expect(optionTexts()).toEqual([words]);
  expect(found()[0]?.getAttribute('aria-disabled')).toBe('true');
  await press('Enter');
  await act(async () => found()[0]?.click());
  expect(remind).not.toHaveBeenCalled();
  expect(field()).not.toBeNull();
  await act(async () => change({}));
  expect(found()[0]?.getAttribute('aria-disabled')).toBeNull();
});

test('an action disappears when the page no longer offers it', async () => {
  await type('el');
  expect(optionTexts()).toEqual(['Elimina documento']);
  await act(async () => change({ withDelete: false }));
  expect(optionTexts()).toEqual([]);
});

test('an action is not offered before any input without recent records: Enter by itself never acts', async () => {
  expect(optionTexts()).toEqual([]);
  await press('Enter');
  expect(remind).not.toHaveBeenCalled();
});
