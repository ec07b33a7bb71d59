/** Positions and sizes of pages, and which are worth rendering. */
import { describe, expect, it } from 'vitest';
import { canvasScale, clampZoom, fitting, MARGIN, shownSize, topsOf, viewAt } from './layout.ts';

const A4 = { width: 595, height: 842 };

describe('the zoom', () => {
  it('fills the width, or shows the page whole', () => {
    const box = { width: 600, height: 500 };
    expect(shownSize(A4, fitting('width', A4, box)).width).toBe(600 - 2 * MARGIN);
    expect(shownSize(A4, fitting('page', A4, box)).height).toBe(500 - 2 * MARGIN);
    expect(fitting(1.5, A4, box)).toBe(1.5);
  });

  it('stays between a quarter and four times', () => {
    expect([clampZoom(0), clampZoom(100), clampZoom(1)]).toEqual([0.25, 4, 1]);
  });
});

describe('the picture of a page', () => {
  it('is sharp on a fine screen', () => {
    expect(canvasScale(A4, 595, 2)).toBe(2);
  });

  it('never takes more than 16 million pixels', () => {
    const scale = canvasScale({ width: 2384, height: 3370 }, 9536, 2);
    expect(2384 * 3370 * scale ** 2).toBeLessThanOrEqual(16_000_001);
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
