/** What counts as a difference between two drawings of a page, and what two engines may do differently. */
import { describe, expect, it } from 'vitest';
import { differencesOf, exceedsTolerance, isIdentical } from './compare-pictures.ts';
import type { Picture } from './page-picture.ts';

const SIZE = 40;

/** White paper with boxes in shades of grey. */
function drawn(...boxes: readonly { x: number; y: number; width: number; height: number; grey: number }[]): Picture {
  const data = new Uint8Array(SIZE * SIZE * 4).fill(255);
  for (const { x, y, width, height, grey } of boxes) {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++)
        data.fill(grey, (row * SIZE + column) * 4, (row * SIZE + column) * 4 + 3);
    }
  }
  return { width: SIZE, height: SIZE, data };
}

const box = (x: number, y: number, width: number, height: number, grey = 0) => ({ x, y, width, height, grey });
const differ = (a: Picture, b: Picture): boolean => differencesOf(a, b).some(exceedsTolerance);

describe('drawings differ', () => {
  it.each([
    ['a dot that one of them lacks', drawn(box(10, 10, 1, 1)), drawn()],
    ['a dot smoothed over four pixels', drawn(box(10, 10, 2, 2, 150)), drawn()],
    ['a stroke that moved by three pixels', drawn(box(10, 10, 2, 12)), drawn(box(15, 10, 2, 12))],
    ['an area of another shade', drawn(box(5, 5, 20, 20, 40)), drawn(box(5, 5, 20, 20, 160))],
    [
      'a line that strikes through a word',
      drawn(box(10, 10, 3, 9), box(18, 10, 3, 9), box(8, 14, 16, 1)),
      drawn(box(10, 10, 3, 9), box(18, 10, 3, 9)),
    ],
  ])('by %s', (_, a, b) => {
    expect(differ(a, b)).toBe(true);
    expect(differ(b, a)).toBe(true);
  });

  it('by their size', () => {
    const narrow: Picture = { width: 20, height: SIZE, data: new Uint8Array(20 * SIZE * 4).fill(255) };
    expect(differencesOf(drawn(), narrow)).toEqual([
      { box: { x: 0, y: 0, width: SIZE, height: SIZE }, weight: SIZE * SIZE, isolated: true },
    ]);
  });

  it('at the reported position', () => {
    expect(differencesOf(drawn(box(10, 12, 4, 5)), drawn())[0]?.box).toEqual({ x: 10, y: 12, width: 4, height: 5 });
  });
});

describe('drawings are equal', () => {
  it.each([
    ['smoothed edges', drawn(box(10, 10, 6, 12), box(16, 10, 1, 12, 120)), drawn(box(10, 10, 7, 12))],
    ['a stroke that moved by one pixel', drawn(box(10, 10, 2, 12)), drawn(box(11, 10, 2, 12))],
    ['a hairline in black or in light grey', drawn(box(5, 20, 30, 1)), drawn(box(5, 20, 30, 1, 210))],
    ['a colour that was converted in another way', drawn(box(5, 5, 20, 20, 90)), drawn(box(5, 5, 20, 20, 120))],
  ])('in spite of %s', (_, a, b) => {
    expect(differ(a, b)).toBe(false);
    expect(differ(b, a)).toBe(false);
    expect(isIdentical(a, b)).toBe(false);
  });
});
