/**
 * Tiles that PDFium does not place one by one. Where the box of a tile begins at zero and is as large as its steps, it
 * rounds the size up to whole pixels and sets the tiles side by side: each stands a fraction of a pixel further off, and
 * after some rows half a tile.
 */
import { PdfArray, PdfNumber, type PdfStream } from '@libpdf/core';

/** Share of the width by which the box becomes wider: far less than a pixel. */
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

/** Makes the box of a tile wider, so that it is placed by itself. */
export function leaveGrid(tile: PdfStream, box: readonly number[]): void {
  const { left, bottom, right, top } = cornersOf(box);
  const wider = Number((right + Math.max(LEAST, right * SHARE)).toFixed(5));
  tile.set('BBox', PdfArray.of(...[left, bottom, wider, top].map((value) => PdfNumber.of(value))));
}
