/** The search of the viewer renders only pages that may contain the words, and finds only visible text. */
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testPage } from '../../../shared/test-page.suite.tsx';
import type { ReadablePdf } from './page-text.ts';
import { type PdfSearch, useSearch } from './use-search.ts';

const HIDDEN_ON = 4;
const PAGES = Array.from({ length: 30 }, (_, index) => ((index + 1) % 4 === 0 ? 'Prezzo 10.000 euro' : 'Condizioni'));

const { show } = testPage();
let search: PdfSearch;
let drawn: number[];

const pdf = {
  pageCount: PAGES.length,
  readClaimedText: async (page: number) => [{ text: PAGES[page - 1] ?? '', endsLine: true }],
  readText: async (page: number) => {
    drawn.push(page);
    return [{ text: page === HIDDEN_ON ? '' : (PAGES[page - 1] ?? ''), endsLine: true }];
  },
} as unknown as ReadablePdf;

function Box() {
  search = useSearch(pdf, true, () => 1);
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  drawn = [];
  await show(<Box />);
});
afterEach(() => vi.useRealTimers());

async function find(query: string): Promise<number[]> {
  await act(async () => {
    search.setQuery(query);
    await vi.advanceTimersByTimeAsync(0);
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(search.done).toBe(true);
  return search.matches.map(({ page }) => page);
}

it('renders only pages that contain the words, each once, and omits hidden text', async () => {
  const seen = [8, 12, 16, 20, 24, 28];
  expect(await find('prezzo')).toEqual(seen);
  expect(drawn).toEqual([HIDDEN_ON, ...seen]);
  expect(await find('10.000')).toEqual(seen);
  expect(drawn).toHaveLength(seen.length + 1);
});

it('renders nothing for words that do not occur', async () => {
  expect(await find('garanzia')).toEqual([]);
  expect(drawn).toEqual([]);
  expect(search.textless).toBe(false);
});
