/** The rectangle around another one under a matrix. */
import type { Rectangle } from '#domain/signing/places.ts';
import { apply, type Matrix } from './matrix.ts';

/** @returns left, bottom, right, top of the axis-parallel bounding box. */
export function boundsUnder([x0, y0, x1, y1]: Rectangle, matrix: Matrix): Rectangle {
  const corners = [x0, x1].flatMap((x) => [y0, y1].map((y) => apply(matrix, x, y)));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
