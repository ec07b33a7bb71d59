/** Paging: which rows and which pages are shown (specification §2). */
import { describe, expect, it } from 'vitest';
import { PAGE_SIZES, pagesAround, rangeOf } from './pager.tsx';

describe('paging', () => {
  it('offers 3, 5 and 10 rows', () => {
    expect(PAGE_SIZES).toEqual([3, 5, 10]);
  });

  it.each([
    [0, 10, 57, { from: 1, to: 10 }],
    [5, 10, 57, { from: 51, to: 57 }],
    [0, 3, 2, { from: 1, to: 2 }],
    [0, 10, 0, { from: 0, to: 0 }],
  ])('says which rows page %i of size %i of %i shows', (page, size, total, range) => {
    expect(rangeOf(page, size, total)).toEqual(range);
  });

  it('shows up to six pages around the current one', () => {
    expect(pagesAround(0, 1)).toEqual([0]);
    expect(pagesAround(0, 20)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pagesAround(9, 20)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(pagesAround(19, 20)).toEqual([14, 15, 16, 17, 18, 19]);
  });
});
