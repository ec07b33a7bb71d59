/** Draws pages and reads what they show. Runs only in the reading process. */
import { pixelsOf } from '../page-picture.ts';
import { loadPdfium, type OpenPdfium } from '../pdfium.ts';
import type { PageText, ReadingAnswer, ReadingQuestion } from './messages.ts';
import { readPage } from './page-text.ts';

/** Four pixels per point: a 6 pt letter is 17 pixels high. */
const READING_DPI = 288;
/** Milliseconds after which no further page is started: the first pages are read while the others are requested. */
const PORTION_MS = 3_000;

const pdfium = await loadPdfium();

/**
 * @param bytes the file to read.
 * @returns the pages from the first on: fewer than requested when they take long, at least one if the file has one.
 * @throws when PDFium cannot open the file
 */
export async function readPages([bytes]: readonly Uint8Array[], question: ReadingQuestion): Promise<ReadingAnswer> {
  if (!bytes) throw new Error('a question without a file');
  const file = await pdfium.open(bytes);
  try {
    const pages: (PageText | null)[] = [];
    const startedAt = performance.now();
    for (let page = question.from; page < Math.min(question.to, file.pages); page += 1) {
      if (pages.length > 0 && performance.now() - startedAt > PORTION_MS) break;
      // The reader's own engine shows a page that cannot be drawn here, if at all.
      pages.push(await textOf(file, page, question.madeHere).catch(() => null));
    }
    return pages;
  } finally {
    await file.close();
  }
}

async function textOf(file: OpenPdfium, page: number, madeHere: boolean): Promise<PageText> {
  const size = await file.size(page);
  const pixels = pixelsOf(size, READING_DPI);
  const picture = await file.draw(page, pixels);
  const characters = file.characters(page, pixels);
  return readPage({ ...characters, picture, scale: pixels.width / size.width, madeHere });
}
