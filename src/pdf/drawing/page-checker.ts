/** The server's interface to the drawing processes: whether pages look the same in every reader, and which words they show. */
import type { SignatureLine } from '#domain/signing/lines/signature-lines.ts';
import type { PageShape } from '#domain/signing/places.ts';
import { ChildPool, type ChildPoolOptions, PoolClosed, type TaskFailure } from '../processes/child-pool.ts';
import type { DrawingAnswer, DrawingQuestion, EnginesRange, InkBox, PageRange } from './messages.ts';
import type { PageText, ReadingAnswer, ReadingQuestion } from './reading/messages.ts';

export type { PageFinding } from './messages.ts';
export type { PageText } from './reading/messages.ts';

/** The file took too long or too much memory, or crashed the process. */
export class DrawingFailed extends Error {
  override readonly name = 'DrawingFailed';
}

const errorOf = ({ failed, detail }: TaskFailure): Error =>
  failed === 'closed' ? new PoolClosed(detail) : new DrawingFailed(detail);

export type PageCheck = DrawingAnswer;

/** The pages that both engines draw, and the known fingerprints of the pages before them. */
export interface PreparedRange extends EnginesRange {
  readonly originalPages: number;
  /** Fingerprints of the original's pages, from the first; empty if none are stored. */
  readonly kept: readonly string[];
}

export class PageChecker {
  readonly #pool: ChildPool<DrawingQuestion, DrawingAnswer>;
  readonly #readers: ChildPool<ReadingQuestion, ReadingAnswer>;

  /** Defaults: 30 s per question, 900 MB, one child that ends after a minute without work. */
  constructor(options: Partial<Pick<ChildPoolOptions, 'timeoutMs' | 'memoryMb' | 'children' | 'idleMs'>> = {}) {
    const shared = {
      timeoutMs: 30_000,
      memoryMb: 900,
      children: 1,
      idleMs: 60_000,
      // Two engines need 2.5 s of processor time to warm up.
      tasksPerChild: 1000,
      // The canvas of pdf.js is a native add-on. pdf.js creates more new objects per page than the pool's default
      // holds. Pictures outside the heap trigger the collector often: it counts them in one limit with the heap, which
      // may double, and runs without helper threads, which took twice the processor time of the drawing itself.
      nodeOptions: [
        '--allow-addons',
        '--max-semi-space-size=16',
        '--single-threaded-gc',
        '--external-memory-accounted-in-global-limit',
        '--heap-growing-percent=100',
      ],
      ...options,
    };
    this.#pool = new ChildPool({
      ...shared,
      entry: new URL('./drawing-child.ts', import.meta.url),
      // pdf.js draws in a thread; the child starts no others (no-threads.ts).
      nodeOptions: [...shared.nodeOptions, '--allow-worker'],
    });
    // Typefaces loaded for reading must not be used in any drawing.
    this.#readers = new ChildPool({ ...shared, entry: new URL('./reading/reading-child.ts', import.meta.url) });
  }

  /**
   * Whether both engines render the pages of this range alike.
   * @returns also a fingerprint of each page's picture, for {@link comparePrepared}. @throws DrawingFailed
   */
  compareEngines(file: Uint8Array, range: EnginesRange, owner?: string): Promise<PageCheck> {
    return this.#ask([file], { kind: 'engines', ...range }, owner);
  }

  /**
   * Whether these pages of a file look the same in a later version, ignoring form fields and links.
   * @throws DrawingFailed
   */
  compareVersions(
    before: Uint8Array,
    after: Uint8Array,
    { engines, ...range }: PageRange & { engines: 'PDFium' | 'both' },
    owner?: string,
  ): Promise<PageCheck> {
    return this.#ask([before, after], { kind: 'versions', engines, ...range }, owner);
  }

  /**
   * Whether a prepared file shows what its original shows, and looks the same in both engines on the pages of the
   * range, which are the added ones. A page that matches its stored fingerprint is drawn once; for any other, the
   * original is also drawn. @throws DrawingFailed
   */
  async comparePrepared(
    original: Uint8Array,
    prepared: Uint8Array,
    { originalPages, ...engineRange }: PreparedRange,
    owner?: string,
  ): Promise<PageCheck> {
    const check = await this.#ask([prepared], { kind: 'prepared', ...engineRange }, owner);
    if (!check.ok) return check;
    const changedPages = [...(check.unlike ?? [])];
    for (let page = engineRange.kept.length; page < originalPages; page++) changedPages.push(page);
    if (changedPages.length === 0) return { ok: true };
    const range = { from: Math.min(...changedPages), to: Math.max(...changedPages) + 1, engines: 'PDFium' as const };
    return this.compareVersions(original, prepared, range, owner);
  }

  /** How much of each rectangle is covered by text and pictures, from 0 to 1; see `writtenShare`. @throws DrawingFailed */
  async inkIn(file: Uint8Array, boxes: readonly InkBox[], owner?: string): Promise<number[]> {
    const answer = await this.#ask([file], { kind: 'ink', boxes }, owner);
    if (!answer.ok || !answer.ink) throw new DrawingFailed('the page cannot be drawn');
    return [...answer.ink];
  }

  /** Signature lines of a file, given the shapes of its pages; see `signatureLines`. @throws DrawingFailed */
  async signatureLines(file: Uint8Array, pages: readonly PageShape[], owner?: string): Promise<SignatureLine[]> {
    const answer = await this.#ask([file], { kind: 'lines', pages }, owner);
    if (!answer.ok || !answer.lines) throw new DrawingFailed('the pages cannot be read');
    return [...answer.lines];
  }

  /**
   * The text that pages actually show, verified against their drawing (record 0065); null for a page that cannot be
   * drawn. @throws DrawingFailed
   */
  async readPages(file: Uint8Array, question: ReadingQuestion, owner = ''): Promise<readonly (PageText | null)[]> {
    const result = await this.#readers.ask([file], question, owner);
    if ('failed' in result) throw errorOf(result);
    return result.answer;
  }

  /** Stops every child; running and later questions fail with {@link PoolClosed}. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#readers.close()]);
  }

  async #ask(files: Uint8Array[], question: DrawingQuestion, owner = ''): Promise<DrawingAnswer> {
    const result = await this.#pool.ask(files, question, owner);
    if ('failed' in result) throw errorOf(result);
    return result.answer;
  }
}
