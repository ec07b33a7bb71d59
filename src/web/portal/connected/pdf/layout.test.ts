/** Sizes of pages on the screen. */
import { expect, it } from 'vitest';
import { MARGIN } from '../../../shared/pdf/page-positions.ts';
import { clampZoom, fitZoom, shownSize } from './layout.ts';

const A4 = { width: 595, height: 842 };

it('the zoom fits the width or the whole page', () => {
  const box = { width: 600, height: 500 };
  expect(shownSize(A4, fitZoom('width', A4, box)).width).toBe(600 - 2 * MARGIN);
  expect(shownSize(A4, fitZoom('page', A4, box)).height).toBe(500 - 2 * MARGIN);
  expect(fitZoom(1.5, A4, box)).toBe(1.5);
});

it('the zoom is between a quarter and four times', () => {
  expect([clampZoom(0), clampZoom(100), clampZoom(1)]).toEqual([0.25, 4, 1]);
});
