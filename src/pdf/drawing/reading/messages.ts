/** The server's requests to the reading process, and the responses. Pages are numbered from 0; `to` is exclusive. */
import type { Paragraph } from '#domain/reading/paragraphs.ts';

export interface ReadingQuestion {
  readonly from: number;
  readonly to: number;
  /** The product made the file: its text is trusted. */
  readonly madeHere: boolean;
}

export interface PageText {
  /** The words that the page shows, in file order. */
  readonly paragraphs: readonly Paragraph[];
  /**
   * Every word of the page's text was found at its position, and the lines follow one another down the page. There may
   * be pictures and drawings next to the words.
   */
  readonly certain: boolean;
  /** The words are certain, and the page draws nothing else. */
  readonly whole: boolean;
}

/** One entry per page from the first, null if it cannot be drawn; fewer pages than requested if they take long. */
export type ReadingAnswer = readonly (PageText | null)[];
