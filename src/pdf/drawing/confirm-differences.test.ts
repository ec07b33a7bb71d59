/** What remains of a difference when examined at three times the resolution. */
import { describe, expect, it } from 'vitest';
import type { Difference } from './compare-pictures.ts';
import { findConfirmed } from './confirm-differences.ts';
import type { OpenDrawing, PageSize, PixelBox } from './page-picture.ts';

const WHOLE = { width: 200, height: 200 };

/** A page with a square whose left edge is at this fraction of the width; null for an empty page. */
function pageWith(left: number | null): OpenDrawing {
  return {
    pages: 1,
    size: async () => WHOLE,
    close: async () => undefined,
    async draw(_page: number, { width }: PageSize, part?: PixelBox) {
      const { x, y, width: columns, height } = part ?? { x: 0, y: 0, ...WHOLE };
      const data = new Uint8Array(columns * height * 4).fill(255);
      const [start, end] = left === null ? [0, 0] : [Math.round(left * width), Math.round((left + 0.02) * width)];
      for (let row = 0; row < height; row++) {
        const isInside = y + row >= 0.5 * width && y + row < 0.52 * width;
        for (let column = 0; isInside && column < columns; column++) {
          const at = (row * columns + column) * 4;
          if (x + column >= start && x + column < end) data.fill(0, at, at + 3);
        }
      }
      return { width: columns, height, data };
    },
  };
}

const difference = (weight: number): Difference => ({
  box: { x: 100, y: 100, width: 4, height: 4 },
  weight,
  isolated: true,
});

describe('the enlarged comparison', () => {
  it('confirms content missing in one drawing', async () => {
    expect(await findConfirmed(pageWith(0.5), pageWith(null), 0, WHOLE, [difference(2)])).toEqual(difference(2));
  });

  it('dismisses a shift of a fraction of a pixel', async () => {
    expect(await findConfirmed(pageWith(0.5), pageWith(0.501), 0, WHOLE, [difference(2)])).toBeUndefined();
  });

  it('is not needed for large differences', async () => {
    expect(await findConfirmed(pageWith(0.5), pageWith(0.5), 0, WHOLE, [difference(25)])).toEqual(difference(25));
  });

  it('finds differences in several parts of the page', async () => {
    const far = { ...difference(2), box: { x: 10, y: 10, width: 2, height: 2 } };
    expect(await findConfirmed(pageWith(0.5), pageWith(null), 0, WHOLE, [far])).toBeUndefined();
    expect(await findConfirmed(pageWith(0.5), pageWith(null), 0, WHOLE, [far, difference(2)])).toEqual(difference(2));
  });
});
