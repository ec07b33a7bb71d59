/** The memory of PDFium's WebAssembly module. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Asked each time: it is another array after the memory has grown. The package's types leave it out. */
export const heapOf = ({ pdfium }: WrappedPdfiumModule): Uint8Array =>
  (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
