/** Verifies signed files and reads where unsigned ones may be signed, off the main thread, so that a large file holds up nobody's request. */
import type { FileLayout } from '#domain/signing/places.ts';
import type { Verification, verifyPdf } from '#formats/verify/index.ts';
import { WorkerThread } from './worker-thread.ts';

type CheckOptions = Parameters<typeof verifyPdf>[1];

export interface CheckQuestion {
  bytes: Uint8Array;
  options: CheckOptions;
  /** The bytes are wanted back. */
  lent: boolean;
}

export interface CheckAnswer {
  verification: Verification;
  /** Those that were lent. */
  bytes: Uint8Array | null;
}

export interface LayoutQuestion {
  bytes: Uint8Array;
  texts: readonly string[];
}

export class PdfChecker {
  readonly #thread = new WorkerThread<CheckQuestion, CheckAnswer>(new URL('./checker-worker.ts', import.meta.url));
  /** Uploaded files are read in a thread of their own: one that takes too long ends nobody's verification. */
  readonly #reader = new WorkerThread<LayoutQuestion, FileLayout>(new URL('./layout-worker.ts', import.meta.url), {
    timeoutMs: 20_000,
    memoryMb: 512,
  });

  /** The same answer as `verifyPdf`. @throws when the thread dies; the next call starts another. */
  async verify(bytes: Uint8Array, options: CheckOptions): Promise<Verification> {
    return (await this.#thread.ask({ bytes, options, lent: false })).verification;
  }

  /**
   * The same for bytes that nobody else looks at meanwhile: they are lent to the thread, not copied, and given back.
   * When it throws they are lost.
   */
  async verifyLent(
    bytes: Uint8Array,
    options: CheckOptions,
  ): Promise<{ verification: Verification; bytes: Uint8Array }> {
    const { buffer } = bytes;
    // Part of some larger memory cannot be lent.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== bytes.byteLength) {
      return { verification: await this.verify(bytes, options), bytes };
    }
    const answer = await this.#thread.ask({ bytes, options, lent: true }, [buffer]);
    if (answer.bytes === null) throw new Error('The thread kept what it was lent');
    return { verification: answer.verification, bytes: answer.bytes };
  }

  /** The same answer as `readLayout`. @throws when the file cannot be read, or not within its limits. */
  layout(bytes: Uint8Array, texts: readonly string[]): Promise<FileLayout> {
    return this.#reader.ask({ bytes, texts });
  }

  async close(): Promise<void> {
    await Promise.all([this.#thread.close(), this.#reader.close()]);
  }
}
