/** The part of the page shown next to the box: always includes the signature field, never goes beyond the paper. */
import { describe, expect, it } from 'vitest';
import type { RectangleOnPage } from '../../shared/pdf/engine.ts';
import { partOf, positionPage, type Size } from './page-position.ts';

const A4: Size = { width: 595, height: 842 };
const BESIDE: Size = { width: 356, height: 340 };
const STRIP: Size = { width: 348, height: 124 };

/** Position of the signature field in the frame. */
function fieldInFrame(page: Size, rectangle: RectangleOnPage, frame: Size) {
  const { width, left, top } = positionPage(page, rectangle, frame);
  const scale = width / page.width;
  return {
    scale,
    left: left + rectangle.left * scale,
    right: left + (rectangle.left + rectangle.width) * scale,
    top: top + rectangle.top * scale,
    bottom: top + (rectangle.top + rectangle.height) * scale,
  };
}

describe('the frame', () => {
  const rectangles: RectangleOnPage[] = [0, 170, 341].flatMap((left) =>
    [0, 300, 770].map((top) => ({ left, top, width: 254, height: 72 })),
  );

  it.each([BESIDE, STRIP, { width: 780, height: 130 }, { width: 270, height: 96 }])(
    'contains the whole signature field in any position: %o',
    (frame) => {
      for (const rectangle of rectangles) {
        const position = fieldInFrame(A4, rectangle, frame);
        expect(position.left).toBeGreaterThanOrEqual(-1);
        expect(position.top).toBeGreaterThanOrEqual(-1);
        expect(position.right).toBeLessThanOrEqual(frame.width + 1);
        expect(position.bottom).toBeLessThanOrEqual(frame.height + 1);
      }
    },
  );

  it.each([BESIDE, STRIP])('never extends beyond the paper unless necessary: %o', (frame) => {
    for (const rectangle of rectangles) {
      const { width, left, top } = positionPage(A4, rectangle, frame);
      const height = (width * A4.height) / A4.width;
      expect(top).toBeLessThanOrEqual(0);
      expect(top + height).toBeGreaterThanOrEqual(frame.height - 1);
      if (width < frame.width) expect(left).toBeCloseTo((frame.width - width) / 2, -1);
      else expect(left + width).toBeGreaterThanOrEqual(frame.width - 1);
    }
  });

  it('shows the field with its surroundings, large enough to read', () => {
    const { scale, left, right } = fieldInFrame(A4, { left: 40, top: 600, width: 254, height: 72 }, BESIDE);
    expect(scale).toBeGreaterThan(0.8);
    expect(right - left).toBeLessThan(0.63 * BESIDE.width);
  });

  it('limits the magnification, however small the field', () => {
    expect(positionPage(A4, { left: 50, top: 50, width: 20, height: 8 }, BESIDE).width).toBeLessThanOrEqual(
      595 * 1.25 + 1,
    );
  });

  it('can contain a field as large as the page', () => {
    const position = fieldInFrame(A4, { left: 0, top: 0, width: 595, height: 842 }, STRIP);
    expect(position.bottom - position.top).toBeLessThan(STRIP.height);
  });

  it('wider than the page shows it centred', () => {
    const { width, left } = positionPage(
      A4,
      { left: 40, top: 600, width: 254, height: 72 },
      { width: 1200, height: 130 },
    );
    expect(left).toBeCloseTo((1200 - width) / 2, -1);
  });

  it('shows the top of a page without a known field', () => {
    expect(positionPage(A4, null, BESIDE)).toEqual({ width: 356, left: 0, top: 0 });
  });
});

describe('the part of the page for screen readers', () => {
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
  ])('%o', (rectangle, part) => {
    expect(partOf(A4, rectangle)).toEqual(part);
  });
});
