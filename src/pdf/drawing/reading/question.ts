/** What the server asks the reading process, and its answers. Pages are counted from 0; `to` is the first page left out. */
import type { Paragraph } from '#domain/reading/paragraphs.ts';

export interface ReadingQuestion {
  readonly from: number;
  readonly to: number;
  /** The product made the file: its text is believed. */
  readonly madeHere: boolean;
}

export interface PageText {
  /** The words that the page shows, in the order of the file. */
  readonly paragraphs: readonly Paragraph[];
  /**
   * The page shows nothing but these words: each letter was found in its place, nothing else is drawn, and the lines
   * follow one another down the page.
   */
  readonly whole: boolean;
}

/** One entry for each page, null when it cannot be drawn. */
export type ReadingAnswer = readonly (PageText | null)[];
