/** Sizes of pages as they become known, the pages in sight, and marks over a page. */
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OpenPdf } from './engine.ts';
import type { PageSize } from './page-positions.ts';
import { markStyle, useMark } from './use-mark-position.ts';
import { useSheetSizes } from './use-page-sizes.ts';
import { useVisiblePages } from './use-visible-pages.ts';

const A4 = { width: 595, height: 842 };
const A3 = { width: 842, height: 1191 };

let root: Root;
let measured: number[];

/** Its even pages are larger; page 4 cannot be opened. */
const pdfOf = (pages: number, isWhole: boolean) =>
  ({
    ...{ pageCount: pages, isWhole, firstSize: A4 },
    sizeOf: async (page: number) => {
      measured.push(page);
      if (page === 4) throw new Error('No such object');
      return page % 2 === 0 ? A3 : A4;
    },
    rectangleOn: async (_: number, [left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) => {
      return { left, top, width: right - left, height: bottom - top };
    },
  }) as unknown as OpenPdf;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  measured = [];
});
afterEach(() => {
  act(() => root.unmount());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Renders a hook and gives access to its latest result. */
function hookOf<In extends object, Out>(use: (input: In) => Out) {
  const results: Out[] = [];
  function Host(input: In) {
    results.push(use(input));
    return null;
  }
  const show = (input: In) => act(async () => root.render(<Host {...input} />));
  const now = () => results.at(-1) as Out;
  return { show, now };
}

const sizesOf = () => hookOf(({ pdf }: { pdf: OpenPdf }) => useSheetSizes(pdf));

it('all pages of a whole document are measured, and the one that cannot be opened does not hold up the others', async () => {
  const { show, now } = sizesOf();
  await show({ pdf: pdfOf(60, true) });
  expect(now().complete).toBe(true);
  expect(now().sizes).toHaveLength(60);
  expect(now().sizes.slice(0, 6)).toEqual([A4, A3, A4, A4, A4, A3]);
  expect(measured).toHaveLength(59);
});

it('the size of one page is known immediately', async () => {
  const { show, now } = sizesOf();
  await show({ pdf: pdfOf(1, true) });
  expect([now().sizes, now().complete, measured]).toEqual([[A4], true, []]);
});

it('a document read in parts is not measured: the size of a page is learned when it is rendered', async () => {
  const { show, now } = sizesOf();
  await show({ pdf: pdfOf(3, false) });
  expect([now().sizes, now().complete, measured]).toEqual([[A4, A4, A4], false, []]);
  await act(async () => now().recordSize(2, A3));
  expect(now().sizes).toEqual([A4, A3, A4]);
  const before = now().sizes;
  await act(async () => now().recordSize(2, { ...A3 }));
  expect(now().sizes).toBe(before);
});

it('sizes of one document are never taken for those of the next', async () => {
  const { show, now } = sizesOf();
  await show({ pdf: pdfOf(3, false) });
  const { recordSize } = now();
  await show({ pdf: pdfOf(2, false) });
  await act(async () => recordSize(2, A3));
  expect(now().sizes).toEqual([A4, A4]);
});

it('the pages in sight follow the scrolling and the heights', async () => {
  const area = document.createElement('div');
  vi.spyOn(area, 'clientHeight', 'get').mockReturnValue(300);
  const { show, now } = hookOf(({ heights }: { heights: readonly number[] }) => useVisiblePages(useRef(area), heights));
  const small = Array.from({ length: 20 }, () => 100);
  await show({ heights: small });
  expect(now().view).toEqual({ current: 1, from: 1, to: 4 });
  area.scrollTop = 1000;
  act(() => now().update());
  expect(now().view).toEqual({ current: 11, from: 8, to: 13 });
  await show({ heights: small.map((height) => height * 4) });
  expect(now().view).toEqual({ current: 3, from: 2, to: 5 });
});

const A_MARK = { left: '10.000%', top: '50.000%', width: '50.000%', height: '10.000%' };

it('a mark is positioned in percentages of the page', () => {
  const page: PageSize = { width: 600, height: 800 };
  expect(markStyle(page, { left: 60, top: 400, width: 300, height: 80 })).toEqual(A_MARK);
});

it('a mark follows its rectangle, and a rectangle without an area has none', async () => {
  const pdf = { ...pdfOf(1, true), sizeOf: async () => ({ width: 600, height: 800 }) };
  const { show, now } = hookOf(({ box }: { box?: readonly number[] }) => useMark(pdf, 1, box));
  await show({ box: [60, 400, 360, 480] });
  expect(now()).toEqual(A_MARK);
  await show({ box: [60, 400, 360, 400] });
  expect(now()).toBeNull();
  await show({});
  expect(now()).toBeNull();
});
