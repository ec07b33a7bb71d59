/** Positions and sizes of pages in a scrolled area, and the resolution of their pictures. */

export interface PageSize {
  /** PDF points, rotation applied. */
  width: number;
  height: number;
}

/** CSS pixels around the pages and between them. */
export const MARGIN = 12;

/** Canvas pixels per PDF point for a page shown `width` CSS pixels wide: sharp, but at most `maxPixels` in all. */
export function canvasScale(page: PageSize, width: number, pixelRatio: number, maxPixels: number): number {
  const sharpScale = (width / page.width) * pixelRatio;
  return Math.min(sharpScale, Math.sqrt(maxPixels / (page.width * page.height)));
}

/** Tops of all pages in the scrolled area, and the end of the last one. */
export function pageTops(heights: readonly number[]): number[] {
  let top = MARGIN;
  const tops = heights.map((height) => {
    const pageTop = top;
    top += height + MARGIN;
    return pageTop;
  });
  return [...tops, top];
}

/** 1-based number of the page at `position`. */
function pageAt(tops: readonly number[], position: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export interface VisiblePages {
  /** The page (one-based) in the middle of the visible area. */
  current: number;
  /** First and last page worth rendering: the visible ones, and one more on each side. */
  from: number;
  to: number;
}

export function visiblePagesAt(tops: readonly number[], scrollTop: number, height: number): VisiblePages {
  const pages = Math.max(1, tops.length - 1);
  const end = tops.at(-1) ?? 0;
  const isAtEnd = scrollTop > 0 && scrollTop + height >= end - 1;
  return {
    // Before any scrolling, page one is the current one, even in a window that shows two.
    current: isAtEnd ? pages : scrollTop <= 0 ? 1 : pageAt(tops, scrollTop + height / 2),
    from: Math.max(1, pageAt(tops, scrollTop) - 1),
    to: Math.min(pages, pageAt(tops, scrollTop + height) + 1),
  };
}
