/**
 * Tiles that PDFium does not place individually. If a tile's box starts at zero and equals its steps, PDFium rounds the
 * size up to whole pixels and places the tiles side by side: each is off by a further fraction of a pixel, and after
 * some rows by half a tile.
 */
import { PdfNumber, type PdfStream } from '@libpdf/core';

/** Fraction by which the step is lengthened: far less than a pixel. */
const RELATIVE_EXTENSION = 0.00001;
/** The same in units: files keep five decimals. */
const MIN_EXTENSION = 0.00002;

const cornersOf = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]) => ({
  left: Math.min(x0, x1),
  bottom: Math.min(y0, y1),
  right: Math.max(x0, x1),
  top: Math.max(y0, y1),
});

/**
 * @param box of a tile. @param xStep horizontal, @param yStep vertical distance of the tiles.
 * @returns whether PDFium places them side by side.
 */
export function isGridded(box: readonly number[], [xStep = 0, yStep = 0]: readonly number[]): boolean {
  const { left, bottom, right, top } = cornersOf(box);
  const isSame = (a: number, b: number): boolean => Math.fround(a) === Math.fround(b); // PDFium uses 32-bit floats.
  return isSame(left, 0) && isSame(bottom, 0) && isSame(right, Math.abs(xStep)) && isSame(top, Math.abs(yStep));
}

/** Lengthens the step of a tile, so that each is placed individually. Changing the box would change its smoothing. */
export function leaveGrid(tile: PdfStream, [xStep = 0]: readonly number[]): void {
  const step = Math.abs(xStep);
  tile.set('XStep', PdfNumber.of(step + Math.max(MIN_EXTENSION, step * RELATIVE_EXTENSION)));
}
