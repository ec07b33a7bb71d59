/** Tracks which pages have been visible from top to bottom, with any kind of scrolling. */

/** A page counts when each of this many strips has been visible. */
const STRIP_COUNT = 20;
const ALL_STRIPS = 2 ** STRIP_COUNT - 1;

type Extent = Pick<DOMRect, 'top' | 'bottom'>;

export class PagesOnScreen {
  readonly #strips = new Map<number, number>();

  /** Adds the part of a page that is on the screen now. @returns whether all of it has been. */
  record(page: number, sheet: Extent, screen: Extent): boolean {
    let strips = this.#strips.get(page) ?? 0;
    const height = (sheet.bottom - sheet.top) / STRIP_COUNT;
    for (let strip = 0; strip < STRIP_COUNT; strip += 1) {
      const middle = sheet.top + (strip + 0.5) * height;
      if (middle >= screen.top && middle <= screen.bottom) strips |= 1 << strip;
    }
    this.#strips.set(page, strips);
    return strips === ALL_STRIPS;
  }
}
