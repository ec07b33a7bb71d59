/** Reads the transformation matrices of page objects from PDFium. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { IDENTITY, type Matrix } from '../boxes/matrix.ts';

/** @param memory of at least 24 bytes. */
export function readMatrix(library: WrappedPdfiumModule, object: number, memory: number): Matrix {
  if (!library.FPDFPageObj_GetMatrix(object, memory)) return IDENTITY;
  const value = (offset: number): number => library.pdfium.getValue(memory + offset, 'float');
  return [value(0), value(4), value(8), value(12), value(16), value(20)];
}
