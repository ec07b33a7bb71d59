/** The viewer of a document, fetched together with it. */
import { openPdf } from '../../shared/pdf/engine.ts';
import { PdfFailure } from '../../shared/pdf/failure.ts';
import { ReusableThread } from '../../shared/pdf/pdf-thread.ts';
import { ReadFailure } from './fetch-document.ts';

export { PagePicture } from '../../shared/pdf/page-picture.tsx';
export { markStyle } from '../../shared/pdf/use-mark-position.ts';
export { PdfPages } from './pdf-pages.tsx';
export { TextPages } from './text-pages.tsx';

const thread = new ReusableThread();

/** Starts the thread, so that its program loads in parallel with the document. */
export function start(): void {
  thread.start();
}

/** Opens a document from its bytes, which are moved to the thread. Throws ReadFailure. */
export async function openDocument(bytes: Uint8Array) {
  return openPdf({ data: bytes }, thread.start()).catch((failure: unknown) => {
    const isOffline = failure instanceof PdfFailure && failure.trouble === 'away';
    throw new ReadFailure(isOffline ? 'network' : 'viewer');
  });
}
