/** Which pages have stood on the screen from top to bottom, wherever somebody scrolled or jumped. */
import { pageRanges } from '#domain/signing/page-ranges.ts';

/** Numbers from 1 of the pages of one document. */
export interface Seen {
  /** That stood on the screen as they will be signed. */
  readonly pages: readonly number[];
  /** Whose words stood there. */
  readonly texts: readonly number[];
}

export const NOTHING_SEEN: Seen = { pages: [], texts: [] };

/** A page counts once each of so many strips of it was on the screen. */
const STRIPS = 20;
const ALL = 2 ** STRIPS - 1;

type Extent = Pick<DOMRect, 'top' | 'bottom'>;

export class PagesOnScreen {
  readonly #strips = new Map<number, number>();

  /** Counts what of a page is on the screen now. @returns whether all of it has been. */
  note(page: number, sheet: Extent, screen: Extent): boolean {
    let strips = this.#strips.get(page) ?? 0;
    const height = (sheet.bottom - sheet.top) / STRIPS;
    for (let strip = 0; strip < STRIPS; strip += 1) {
      const middle = sheet.top + (strip + 0.5) * height;
      if (middle >= screen.top && middle <= screen.bottom) strips |= 1 << strip;
    }
    this.#strips.set(page, strips);
    return strips === ALL;
  }
}

/** What signing hands in of each document that was read. */
export const seenInput = (read: readonly string[], seen: Readonly<Record<string, Seen>>) =>
  read.flatMap((sha256) => {
    const of = seen[sha256];
    return of ? [{ sha256, pages: pageRanges(of.pages), asText: pageRanges(of.texts) }] : [];
  });
