/**
 * Tiles that PDFium does not place one by one. Where the box of a tile begins at zero and is as large as its steps, it
 * rounds the size up to whole pixels and sets the tiles side by side: each stands a fraction of a pixel further off, and
 * after some rows half a tile.
 */
import { PdfNumber, type PdfStream } from '@libpdf/core';

/** Share of itself by which the step becomes longer: far less than a pixel. */
const SHARE = 0.00001;
/** The same in units: files keep five decimals. */
const LEAST = 0.00002;

const cornersOf = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]) => ({
  left: Math.min(x0, x1),
  bottom: Math.min(y0, y1),
  right: Math.max(x0, x1),
  top: Math.max(y0, y1),
});

/** @param box of a tile. @param steps horizontal and vertical. @returns whether PDFium sets the tiles side by side. */
export function isGridded(box: readonly number[], [xStep = 0, yStep = 0]: readonly number[]): boolean {
  const { left, bottom, right, top } = cornersOf(box);
  const isSame = (a: number, b: number): boolean => Math.fround(a) === Math.fround(b); // PDFium keeps 32 bits.
  return isSame(left, 0) && isSame(bottom, 0) && isSame(right, Math.abs(xStep)) && isSame(top, Math.abs(yStep));
}

/** Makes the step of a tile longer, so that each is placed by itself. Another box would change how it is smoothed. */
export function leaveGrid(tile: PdfStream, [xStep = 0]: readonly number[]): void {
  const step = Math.abs(xStep);
  tile.set('XStep', PdfNumber.of(step + Math.max(LEAST, step * SHARE)));
}
