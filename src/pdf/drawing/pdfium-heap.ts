/** Accesses the memory of PDFium's WebAssembly module. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Read anew each time: the array is replaced when the memory grows. The package's types omit it. */
export const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
