/** The part of the page shown next to the box: always includes the signature field, never goes beyond the paper. */
import { describe, expect, it } from 'vitest';
import type { RectangleOnPage } from '../../shared/pdf/engine.ts';
import { aim, partOf, type Size } from './aim.ts';

const A4: Size = { width: 595, height: 842 };
const BESIDE: Size = { width: 356, height: 340 };
const STRIP: Size = { width: 348, height: 124 };

/** Position of the signature field in the frame. */
function seen(page: Size, box: RectangleOnPage, frame: Size) {
  const { width, left, top } = aim(page, box, frame);
  const scale = width / page.width;
  return {
    scale,
    left: left + box.left * scale,
    right: left + (box.left + box.width) * scale,
    top: top + box.top * scale,
    bottom: top + (box.top + box.height) * scale,
  };
}

describe('the frame', () => {
  const places: RectangleOnPage[] = [0, 170, 341].flatMap((left) =>
    [0, 300, 770].map((top) => ({ left, top, width: 254, height: 72 })),
  );

  it.each([BESIDE, STRIP, { width: 780, height: 130 }, { width: 270, height: 96 }])(
    'contains the whole signature field, wherever it is: %o',
    (frame) => {
      for (const box of places) {
        const place = seen(A4, box, frame);
        expect(place.left).toBeGreaterThanOrEqual(-1);
        expect(place.top).toBeGreaterThanOrEqual(-1);
        expect(place.right).toBeLessThanOrEqual(frame.width + 1);
        expect(place.bottom).toBeLessThanOrEqual(frame.height + 1);
      }
    },
  );

  it.each([BESIDE, STRIP])('never extends beyond the paper unless necessary: %o', (frame) => {
    for (const box of places) {
      const { width, left, top } = aim(A4, box, frame);
      const height = (width * A4.height) / A4.width;
      expect(top).toBeLessThanOrEqual(0);
      expect(top + height).toBeGreaterThanOrEqual(frame.height - 1);
      if (width < frame.width) expect(left).toBeCloseTo((frame.width - width) / 2, -1);
      else expect(left + width).toBeGreaterThanOrEqual(frame.width - 1);
    }
  });

  it('shows the field with its surroundings, large enough to read', () => {
    const { scale, left, right } = seen(A4, { left: 40, top: 600, width: 254, height: 72 }, BESIDE);
    expect(scale).toBeGreaterThan(0.8);
    expect(right - left).toBeLessThan(0.63 * BESIDE.width);
  });

  it('is magnified no more than a screen held close, however small the field', () => {
    expect(aim(A4, { left: 50, top: 50, width: 20, height: 8 }, BESIDE).width).toBeLessThanOrEqual(595 * 1.25 + 1);
  });

  it('can contain a field as large as the page', () => {
    const place = seen(A4, { left: 0, top: 0, width: 595, height: 842 }, STRIP);
    expect(place.bottom - place.top).toBeLessThan(STRIP.height);
  });

  it('wider than the page shows it centred', () => {
    const { width, left } = aim(A4, { left: 40, top: 600, width: 254, height: 72 }, { width: 1200, height: 130 });
    expect(left).toBeCloseTo((1200 - width) / 2, -1);
  });

  it('shows the top of a page without a known field', () => {
    expect(aim(A4, null, BESIDE)).toEqual({ width: 356, left: 0, top: 0 });
  });
});

describe('the part of the page in words', () => {
  it.each([
    [
      { left: 40, top: 700, width: 200, height: 60 },
      { row: 'bottom', column: 'left' },
    ],
    [
      { left: 350, top: 40, width: 200, height: 60 },
      { row: 'top', column: 'right' },
    ],
    [
      { left: 200, top: 400, width: 200, height: 60 },
      { row: 'middle', column: 'centre' },
    ],
  ])('%o', (box, part) => {
    expect(partOf(A4, box)).toEqual(part);
  });
});
