/** Opens a file of the portal: its bytes, or in parts through the call that returns it when it is stored. */
import { openPdf, type PdfSource } from '../../../shared/pdf/engine.ts';
import { PdfFailure, readFailure } from '../../../shared/pdf/failure.ts';
import { type PdfThread, startThread } from '../../../shared/pdf/thread.ts';
import { ApiFailure, contactOf } from '../../api/failure.ts';
import type { Request } from '../../api/request.ts';
import { type ReadablePdf, textOf } from './page-text.ts';
import { openSource } from './range-source.ts';

export interface FilePdf extends ReadablePdf {
  /** File size in bytes. */
  size: number;
}

/** Why the file did not arrive. */
function fetchFailure(cause: unknown): PdfFailure {
  if (contactOf(cause) !== null) return new PdfFailure('away', { cause });
  return cause instanceof ApiFailure ? new PdfFailure('unreachable', { cause }) : readFailure(cause);
}

const wholeOf = async (file: Blob): Promise<PdfSource> => ({ data: new Uint8Array(await file.arrayBuffer()) });

/**
 * @param onLost a part did not arrive after the document was opened.
 * @param kept a thread reused for one document after the other; its creator stops it. Throws PdfFailure.
 */
export async function openFile(
  file: Blob | Request,
  onLost: (failure: PdfFailure) => void,
  kept?: PdfThread,
): Promise<FilePdf> {
  const stop = new AbortController();
  // Its program loads in parallel with the file.
  const thread = kept ?? startThread();
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const onFailure = (cause: unknown) => {
    const failure = fetchFailure(cause);
    reject(failure);
    onLost(failure);
  };
  const release = () => {
    stop.abort();
    if (kept === undefined) thread.stop();
  };
  try {
    const source = await (file instanceof Blob ? wholeOf(file) : openSource(file, stop, onFailure));
    // Read the size first: passing the bytes to the thread empties them here.
    const size = 'data' in source ? source.data.length : source.range.length;
    const pdf = await openPdf(source, thread, lost);
    const close = () => {
      stop.abort();
      return pdf.close().finally(release);
    };
    return { ...pdf, ...textOf(pdf), size, close };
  } catch (error) {
    release();
    throw fetchFailure(error);
  }
}
