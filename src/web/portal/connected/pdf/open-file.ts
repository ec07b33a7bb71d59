/** Opens a file of the portal: its bytes, or in parts through the call that returns it when it is stored. */
import { openPdf, type PdfSource } from '../../../shared/pdf/engine.ts';
import { asPdfFailure, PdfFailure } from '../../../shared/pdf/failure.ts';
import { type PdfThread, startThread } from '../../../shared/pdf/pdf-thread.ts';
import { ApiFailure, missingAnswerOf } from '../../api/failure.ts';
import type { Request } from '../../api/request.ts';
import { pageTextOf, type ReadablePdf } from './page-text.ts';
import { openSource } from './range-source.ts';

export interface FilePdf extends ReadablePdf {
  /** File size in bytes. */
  size: number;
}

/** Why the file did not arrive. */
function fetchFailure(cause: unknown): PdfFailure {
  if (missingAnswerOf(cause) !== null) return new PdfFailure('away', { cause });
  return cause instanceof ApiFailure ? new PdfFailure('unreachable', { cause }) : asPdfFailure(cause);
}

const readWhole = async (file: Blob): Promise<PdfSource> => ({ data: new Uint8Array(await file.arrayBuffer()) });

/**
 * @param onLost a part did not arrive after the document was opened.
 * @param sharedThread a thread reused for one document after the other; its creator stops it. Throws PdfFailure.
 */
export async function openFile(
  file: Blob | Request,
  onLost: (failure: PdfFailure) => void,
  sharedThread?: PdfThread,
): Promise<FilePdf> {
  const stop = new AbortController();
  // The worker's program loads in parallel with the file.
  const thread = sharedThread ?? startThread();
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  const onFailure = (cause: unknown) => {
    const failure = fetchFailure(cause);
    reject(failure);
    onLost(failure);
  };
  const release = () => {
    stop.abort();
    if (sharedThread === undefined) thread.stop();
  };
  try {
    const source = await (file instanceof Blob ? readWhole(file) : openSource(file, stop, onFailure));
    // Read the size first: passing the bytes to the thread empties them here.
    const size = 'data' in source ? source.data.length : source.range.length;
    const pdf = await openPdf(source, thread, lost);
    const close = () => {
      stop.abort();
      return pdf.close().finally(release);
    };
    return { ...pdf, ...pageTextOf(pdf), size, close };
  } catch (error) {
    release();
    throw fetchFailure(error);
  }
}
