/** Which pages were seen, as signing hands them in. */
import { pageRanges } from '#domain/signing/trail/page-ranges.ts';

/** Numbers from 1 of the pages of one document. */
export interface Seen {
  /** That stood on the screen as they will be signed. */
  readonly pages: readonly number[];
  /** Whose words stood there. */
  readonly texts: readonly number[];
}

export const NOTHING_SEEN: Seen = { pages: [], texts: [] };

/** What signing hands in of each document that was read. */
export const seenInput = (read: readonly string[], seen: Readonly<Record<string, Seen>>) =>
  read.flatMap((sha256) => {
    const of = seen[sha256];
    return of ? [{ sha256, pages: pageRanges(of.pages), asText: pageRanges(of.texts) }] : [];
  });
