/** Collects the pages that the signer has seen, in the form in which signing submits them. */
import { pageRanges } from '#domain/signing/trail/page-ranges.ts';

/** 1-based page numbers of one document. */
export interface Seen {
  /** Pages that were on the screen as they will be signed. */
  readonly pages: readonly number[];
  /** Pages whose text was on the screen. */
  readonly texts: readonly number[];
}

export const NOTHING_SEEN: Seen = { pages: [], texts: [] };

/** The input of signing for each document that was read to its end. */
export const seenInput = (read: readonly string[], seen: Readonly<Record<string, Seen>>) =>
  read.flatMap((sha256) => {
    const seenPages = seen[sha256];
    return seenPages ? [{ sha256, pages: pageRanges(seenPages.pages), asText: pageRanges(seenPages.texts) }] : [];
  });
