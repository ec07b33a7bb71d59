/** Verifies signed files off the main thread, so that a large file holds up nobody's request. */
import { Worker } from 'node:worker_threads';
import type { Verification, verifyPdf } from '#formats/verify/index.ts';

type CheckOptions = Parameters<typeof verifyPdf>[1];

export interface CheckQuestion {
  id: number;
  bytes: Uint8Array;
  options: CheckOptions;
}

export type CheckAnswer = { id: number; verification: Verification } | { id: number; failure: string };

interface Waiting {
  resolve(verification: Verification): void;
  reject(error: Error): void;
}

export class PdfChecker {
  #worker: Worker | undefined;
  #next = 1;
  readonly #waiting = new Map<number, Waiting>();

  /** The same answer as `verifyPdf`. @throws when the thread dies; the next call starts another. */
  verify(bytes: Uint8Array, options: CheckOptions): Promise<Verification> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, bytes, options } satisfies CheckQuestion);
    });
  }

  /** What is under way is refused at once, whether or not its answer was on its way. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#refuseAll(new Error('The checker was closed'));
    await worker?.terminate();
  }

  #refuseAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checker-worker.ts', import.meta.url));
    // An idle checker must not keep the process alive.
    worker.unref();
    worker.on('message', (answer: CheckAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('verification' in answer) waiting?.resolve(answer.verification);
      else waiting?.reject(new Error(answer.failure));
    });
    const gone = (error?: Error): void => {
      // One that was closed has nothing waiting: what waits now waits for its successor.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#refuseAll(error ?? new Error('The checking thread ended'));
    };
    worker.on('error', gone);
    worker.on('exit', () => gone());
    this.#worker = worker;
    return worker;
  }
}
