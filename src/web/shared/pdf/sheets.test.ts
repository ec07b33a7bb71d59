/** Positions of pages, which of them are worth rendering, and how many pixels their pictures have. */
import { describe, expect, it } from 'vitest';
import { canvasScale, topsOf, viewAt } from './sheets.ts';

const A4 = { width: 595, height: 842 };

describe('the picture of a page', () => {
  it('is sharp on every screen while it is small', () => {
    for (const ratio of [1, 2, 3]) expect(canvasScale(A4, 366, ratio, 5_000_000)).toBeCloseTo((366 / 595) * ratio);
  });

  it('never has more pixels than allowed', () => {
    for (const most of [5_000_000, 16_000_000]) {
      for (const page of [
        A4,
        { width: 2384, height: 3370 },
        { width: 4000, height: 9000 },
        { width: 100, height: 20_000 },
      ]) {
        for (const width of [296, 1464, 3040, 9536]) {
          const scale = canvasScale(page, width, 3, most);
          expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(most * 1.0001);
        }
      }
    }
  });
});

describe('what is seen', () => {
  const tops = topsOf([100, 100, 200, 100]);

  it('is the pages in sight and one more on each side', () => {
    expect(viewAt(tops, 0, 90)).toEqual({ current: 1, from: 1, to: 2 });
    expect(viewAt(tops, 230, 100)).toEqual({ current: 3, from: 1, to: 4 });
  });

  it('is page one until something is scrolled, also where half of the area is the second', () => {
    expect(viewAt(tops, 0, 300).current).toBe(1);
    expect(viewAt(tops, 1, 300).current).toBe(2);
  });

  it('is page one while a reader pulls the area beyond its beginning', () => {
    expect(viewAt(tops, -80, 300)).toEqual({ current: 1, from: 1, to: 3 });
  });

  it('is at most a handful in a document of 300 pages', () => {
    const many = topsOf(Array.from({ length: 300 }, () => 1000));
    const { from, to, current } = viewAt(many, 150_000, 900);
    expect(to - from).toBeLessThanOrEqual(4);
    expect(current).toBe(149);
  });

  it('is the last page at the very end, however short it is', () => {
    const short = topsOf([1000, 100]);
    expect(viewAt(short, (short.at(-1) ?? 0) - 900, 900).current).toBe(2);
  });

  it('is the first page of an empty area', () => {
    expect(viewAt(topsOf([]), 0, 0)).toEqual({ current: 1, from: 1, to: 1 });
  });
});
