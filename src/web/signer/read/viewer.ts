/** The viewer of a document, fetched together with it. */
export { openPdf } from './pdf-engine.ts';
export { PdfPages } from './pdf-pages.tsx';
export { TextPages } from './text-pages.tsx';
