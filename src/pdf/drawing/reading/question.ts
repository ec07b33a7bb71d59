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
   * Every word of the page's text was found in its place, and the lines follow one another down the page. Pictures and
   * drawings may stand beside the words.
   */
  readonly certain: boolean;
  /** The words are certain, and nothing else is drawn on the page. */
  readonly whole: boolean;
}

/** One entry for each page from the first on, null when it cannot be drawn; fewer pages than asked for when they take long. */
export type ReadingAnswer = readonly (PageText | null)[];
