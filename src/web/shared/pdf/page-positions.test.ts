/** Positions of pages, which of them are worth rendering, and how many pixels their pictures have. */
import { describe, expect, it } from 'vitest';
import { canvasScale, pageTops, visiblePagesAt } from './page-positions.ts';

const A4 = { width: 595, height: 842 };

describe('the picture of a page', () => {
  it('is sharp on every screen while it is small', () => {
    for (const ratio of [1, 2, 3]) expect(canvasScale(A4, 366, ratio, 5_000_000)).toBeCloseTo((366 / 595) * ratio);
  });

  it('never exceeds the pixel limit', () => {
    for (const maxPixels of [5_000_000, 16_000_000]) {
      for (const page of [
        A4,
        { width: 2384, height: 3370 },
        { width: 4000, height: 9000 },
        { width: 100, height: 20_000 },
      ]) {
        for (const width of [296, 1464, 3040, 9536]) {
          const scale = canvasScale(page, width, 3, maxPixels);
          expect(page.width * scale * page.height * scale).toBeLessThanOrEqual(maxPixels * 1.0001);
        }
      }
    }
  });
});

describe('the visible pages', () => {
  const tops = pageTops([100, 100, 200, 100]);

  it('include one more page on each side', () => {
    expect(visiblePagesAt(tops, 0, 90)).toEqual({ current: 1, from: 1, to: 2 });
    expect(visiblePagesAt(tops, 230, 100)).toEqual({ current: 3, from: 1, to: 4 });
  });

  it('start with page one until the area is scrolled, even if half of it shows the second page', () => {
    expect(visiblePagesAt(tops, 0, 300).current).toBe(1);
    expect(visiblePagesAt(tops, 1, 300).current).toBe(2);
  });

  it('start with page one while a reader overscrolls at the top', () => {
    expect(visiblePagesAt(tops, -80, 300)).toEqual({ current: 1, from: 1, to: 3 });
  });

  it('are at most a handful in a document of 300 pages', () => {
    const many = pageTops(Array.from({ length: 300 }, () => 1000));
    const { from, to, current } = visiblePagesAt(many, 150_000, 900);
    expect(to - from).toBeLessThanOrEqual(4);
    expect(current).toBe(149);
  });

  it('end with the last page at the very end, however short it is', () => {
    const short = pageTops([1000, 100]);
    expect(visiblePagesAt(short, (short.at(-1) ?? 0) - 900, 900).current).toBe(2);
  });

  it('are the first page of an empty area', () => {
    expect(visiblePagesAt(pageTops([]), 0, 0)).toEqual({ current: 1, from: 1, to: 1 });
  });
});
