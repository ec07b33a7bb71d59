/** The worker thread of pdf.js; starting one takes longer than opening a short paper. */
import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { isProgramMissing, startWorker } from '../trusted-worker.ts';
import { PdfFailure } from './failure.ts';

export interface PdfThread {
  readonly worker: PDFWorker;
  /** Rejects with a PdfFailure when the program does not load or stops with an error. */
  readonly failure: Promise<never>;
  readonly hasFailed: boolean;
  stop(): void;
}

/** Puts the thread's program into the browser cache, for when it is started. */
export async function preloadThread(): Promise<void> {
  await fetch(workerAddress, { priority: 'low' }).then((answer) => answer.arrayBuffer());
}

export function startThread(): PdfThread {
  const port = startWorker(workerAddress);
  const worker = PDFWorker.create({ port });
  const { promise: failure, reject } = Promise.withResolvers<never>();
  failure.catch(() => {});
  let hasFailed = false;
  port.addEventListener(
    'error',
    (event) => {
      hasFailed = true;
      reject(new PdfFailure(isProgramMissing(event) ? 'away' : 'broken'));
    },
    { once: true },
  );
  return {
    worker,
    failure,
    get hasFailed() {
      return hasFailed;
    },
    stop() {
      worker.destroy();
      port.terminate();
    },
  };
}

/** One thread, reused for successive documents. */
export class ReusableThread {
  #thread: PdfThread | null = null;

  /** The running thread, or a new one if it has failed: a failed thread never answers. */
  start(): PdfThread {
    if (this.#thread?.hasFailed) this.stop();
    this.#thread ??= startThread();
    return this.#thread;
  }

  stop(): void {
    this.#thread?.stop();
    this.#thread = null;
  }
}
