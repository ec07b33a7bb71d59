/** Computes page sizes on the screen: zoom steps and the limit on canvas memory (documenso#2531: 70 pages crash iOS). */

export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;
const STEP = 1.25;

/** Pixels allowed per canvas: 5 million are 20 MB, and only a few canvases exist at a time. */
export const MAX_CANVAS_PIXELS = 5_000_000;

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * 100) / 100));
}

export function zoomedIn(zoom: number): number {
  return clampZoom(zoom * STEP);
}

export function zoomedOut(zoom: number): number {
  return clampZoom(zoom / STEP);
}

/** Width in CSS pixels of a page at 100 % in a viewer of that width. */
export function fittingWidth(viewerWidth: number): number {
  const margin = viewerWidth < 544 ? 24 : 48;
  return Math.max(200, Math.min(viewerWidth - margin, 760));
}

/**
 * Drawing scale (canvas pixels per unit of the page) for a page shown `width` CSS pixels wide: sharp on the screen, but
 * never above MAX_CANVAS_PIXELS.
 */
export function canvasScale(page: { width: number; height: number }, width: number, pixelRatio: number): number {
  const sharp = (width / page.width) * pixelRatio;
  const bound = Math.sqrt(MAX_CANVAS_PIXELS / (page.width * page.height));
  return Math.min(sharp, bound);
}

/** 1-based number of the page at `position`, given the tops of all pages in order. */
export function pageAt(tops: (index: number) => number, count: number, position: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tops(middle) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
