/** Paging: which rows and pages are shown. */
import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { testPage } from '../../shared/test-page.suite.tsx';
import { initTexts } from '../text/language.ts';
import { PAGE_SIZES, Pager, pagesAround, rangeOf } from './pager.tsx';

function Paged() {
  const [page, setPage] = useState(0);
  return <Pager page={page} size={10} total={15} onPage={setPage} onSize={() => undefined} />;
}

const { place, show } = testPage();

describe('paging', () => {
  it('offers 3, 5 and 10 rows', () => {
    expect(PAGE_SIZES).toEqual([3, 5, 10]);
  });

  it.each([
    [0, 10, 57, { from: 1, to: 10 }],
    [5, 10, 57, { from: 51, to: 57 }],
    [0, 3, 2, { from: 1, to: 2 }],
    [0, 10, 0, { from: 0, to: 0 }],
  ])('shows which rows are on page %i of size %i of %i', (page, size, total, range) => {
    expect(rangeOf(page, size, total)).toEqual(range);
  });

  it('shows up to six pages around the current one', () => {
    expect(pagesAround(0, 1)).toEqual([0]);
    expect(pagesAround(0, 20)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pagesAround(9, 20)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(pagesAround(19, 20)).toEqual([14, 15, 16, 17, 18, 19]);
  });

  it('keeps the focus on the button that led to the end', async () => {
    await initTexts('it');
    await show(<Paged />);
    const next = place.querySelector<HTMLButtonElement>('[aria-label="Pagina successiva"]');
    next?.focus();
    act(() => next?.click());
    expect(document.activeElement).toBe(next);
    expect([next?.disabled, next?.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    // There is no next page.
    act(() => next?.click());
    expect(place.textContent).toContain('righe da 11 a 15 di 15');
  });
});
