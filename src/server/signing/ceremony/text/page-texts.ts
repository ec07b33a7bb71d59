/** The text of a document, as far as its pages show it (record 0065): for screen readers and for enlarging. */
import { MAX_TEXT_PAGES } from '#contract/signing/signing.ts';
import type { PageText } from '#pdf/drawing/page-checker.ts';
import { loadForSigning } from '../../../documents/index.ts';
import { ConcurrencyLimiter } from '../../../http/overload/concurrency.ts';
import type { World } from '../../../world.ts';
import { AnswerCache } from '../../places/answer-cache.ts';
import type { SessionDocument } from '../../queries.ts';
import { preparedFile } from '../reading.ts';

export interface PageTexts {
  pages: {
    page: number;
    paragraphs: { text: string; large: boolean }[];
    certain: boolean;
    whole: boolean;
  }[];
}

/** Cached answers: screen reader users move back and forth, and several may read one document. */
const CACHE_SIZE = 100;
/** Files in memory while their pages are read, and the maximum waiting callers: in all, and per file. */
const ALL_FILES_LIMIT = { active: 2, waiting: 64 };
const ONE_FILE_LIMIT = { active: 1, waiting: 16 };
/** Files remembered as slow, whose pages are read one by one. */
const MAX_SLOW_FILES = 1_000;

const UNREADABLE_PAGE: PageText = { paragraphs: [], certain: false, whole: false };

interface PageBatch extends PageTexts {
  /** Whether every page was read. */
  readonly complete: boolean;
}

export interface TextReader {
  /**
   * @param from the first page, counted from 1. A page that cannot be read has no paragraphs and is not certain.
   * @returns some pages from there on; none after the last page. @throws Refusal system.busy
   */
  read(entry: SessionDocument, from: number): Promise<PageTexts>;
}

export function createTextReader(world: World): TextReader {
  const cache = new AnswerCache<PageBatch>(CACHE_SIZE);
  const reader = new BatchReader(world);
  return {
    async read(entry, from) {
      const readBatch = () => reader.read(entry, from);
      const { pages } = await cache.get(`${entry.prepared_sha256}:${from}`, readBatch, ({ complete }) => complete);
      return { pages };
    },
  };
}

class BatchReader {
  readonly #world: World;
  readonly #files = new ConcurrencyLimiter(() => ALL_FILES_LIMIT);
  readonly #oneFile = new ConcurrencyLimiter(() => ONE_FILE_LIMIT);
  /** Files with a page that took too long or ended the process: reading pages singly keeps the others. */
  readonly #slowFiles = new Set<string>();

  constructor(world: World) {
    this.#world = world;
  }

  /** One batch of a file at a time, so that files take turns. */
  async read(entry: SessionDocument, from: number): Promise<PageBatch> {
    const last = entry.pages ?? 0;
    if (from > last) return { pages: [], complete: true };
    const { sha256 } = preparedFile(entry);
    const readBatch = () => this.#portion(entry, from, last);
    return this.#oneFile.run(sha256, () => this.#files.run('', readBatch));
  }

  async #portion(entry: SessionDocument, from: number, last: number): Promise<PageBatch> {
    const { database, storage } = this.#world;
    const { sha256 } = preparedFile(entry);
    const document = await loadForSigning(database.read, entry.document_id);
    const madeHere = (await document?.isGenerated()) ?? false;
    const file = await storage.get(sha256);
    const readUntil = (to: number) => this.#world.pages.readPages(file, { from: from - 1, to, madeHere }, sha256);
    const to = this.#slowFiles.has(sha256) ? from : Math.min(last, from - 1 + MAX_TEXT_PAGES);
    const texts = await readUntil(to)
      .catch((error: unknown) => {
        if (to === from) throw error;
        if (this.#slowFiles.size >= MAX_SLOW_FILES) this.#slowFiles.clear();
        this.#slowFiles.add(sha256);
        return readUntil(from);
      })
      .catch((error: unknown) => {
        // Without its text, the page itself is shown.
        this.#world.log.warn({ err: error, sha256, page: from }, 'the text of a page could not be read');
        return [];
      });
    const pages = texts.length === 0 ? [null] : texts;
    return {
      pages: pages.map((page, index) => {
        const { paragraphs, certain, whole } = page ?? UNREADABLE_PAGE;
        const plainParagraphs = paragraphs.map(({ text, large }) => ({ text, large }));
        return { page: from + index, paragraphs: plainParagraphs, certain, whole };
      }),
      complete: pages.every((page) => page !== null),
    };
  }
}
