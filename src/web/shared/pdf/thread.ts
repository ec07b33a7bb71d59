/** The worker thread of pdf.js; starting one takes longer than opening a short paper. */
import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { isProgramMissing, startWorker } from '../trusted-worker.ts';
import { PdfFailure } from './failure.ts';

export interface PdfThread {
  readonly worker: PDFWorker;
  /** Rejects with a PdfFailure when the program does not load or stops with an error. */
  readonly lost: Promise<never>;
  readonly isLost: boolean;
  stop(): void;
}

/** Puts the thread's program into the browser cache, for when it is started. */
export async function fetchThread(): Promise<void> {
  await fetch(workerAddress, { priority: 'low' }).then((answer) => answer.arrayBuffer());
}

export function startThread(): PdfThread {
  const port = startWorker(workerAddress);
  const worker = PDFWorker.create({ port });
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  let isLost = false;
  port.addEventListener(
    'error',
    (event) => {
      isLost = true;
      reject(new PdfFailure(isProgramMissing(event) ? 'away' : 'broken'));
    },
    { once: true },
  );
  return {
    worker,
    lost,
    get isLost() {
      return isLost;
    },
    stop() {
      worker.destroy();
      port.terminate();
    },
  };
}

/** A thread for one document after the other. */
export class KeptThread {
  #thread: PdfThread | null = null;

  /** The running thread, or a new one: a document would wait forever for one that is lost. */
  start(): PdfThread {
    if (this.#thread?.isLost) this.stop();
    this.#thread ??= startThread();
    return this.#thread;
  }

  stop(): void {
    this.#thread?.stop();
    this.#thread = null;
  }
}
