/** Verifies signed files off the main thread, so that a large file holds up nobody's request. */
import type { Verification, verifyPdf } from '#formats/verify/index.ts';
import { WorkerThread } from './worker-thread.ts';

type CheckOptions = Parameters<typeof verifyPdf>[1];

export interface CheckQuestion {
  bytes: Uint8Array;
  options: CheckOptions;
}

export class PdfChecker {
  readonly #thread = new WorkerThread<CheckQuestion, Verification>(new URL('./checker-worker.ts', import.meta.url));

  /** The same answer as `verifyPdf`. @throws when the thread dies; the next call starts another. */
  verify(bytes: Uint8Array, options: CheckOptions): Promise<Verification> {
    return this.#thread.ask({ bytes, options });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
