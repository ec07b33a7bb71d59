/** Transformation matrices of page objects, as PDFium returns them. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Matrix = readonly [number, number, number, number, number, number];
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export const multiplied = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
];

/** @param memory of at least 24 bytes. */
export function readMatrix(library: WrappedPdfiumModule, object: number, memory: number): Matrix {
  if (!library.FPDFPageObj_GetMatrix(object, memory)) return IDENTITY;
  const value = (offset: number): number => library.pdfium.getValue(memory + offset, 'float');
  return [value(0), value(4), value(8), value(12), value(16), value(20)];
}
