/** Computes positions and sizes of pages in the scrolled area: 100 % shows a PDF point (1/72 inch) as 96/72 CSS pixels. */
export const ZOOM_STEP = 1.15;
const PIXELS_PER_POINT = 96 / 72;
const SMALLEST = 0.25;
const LARGEST = 4;
/** Maximum canvas size in pixels: 16 million are 64 MB. */
const MAX_CANVAS_PIXELS = 16_000_000;
/** CSS pixels around the pages and between them. */
export const MARGIN = 12;

export interface PageSize {
  /** PDF points, rotation applied. */
  width: number;
  height: number;
}

/** A zoom mode that follows the window, or a fixed factor. */
export type Zoom = 'width' | 'page' | number;

export function clampZoom(zoom: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, Math.round(zoom * 1000) / 1000));
}

/** CSS pixels on the screen. */
export function shownSize(size: PageSize, zoom: number): PageSize {
  const scale = PIXELS_PER_POINT * zoom;
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

/** CSS pixels per PDF point. */
export const pointScale = (zoom: number): number => PIXELS_PER_POINT * zoom;

/** The factor at which a page of this size fills the width of the box, or fits it completely. */
export function fitting(zoom: Zoom, page: PageSize, box: { width: number; height: number }): number {
  if (typeof zoom === 'number') return zoom;
  const wide = (box.width - 2 * MARGIN) / (page.width * PIXELS_PER_POINT);
  if (zoom === 'width') return clampZoom(wide);
  return clampZoom(Math.min(wide, (box.height - 2 * MARGIN) / (page.height * PIXELS_PER_POINT)));
}

/** Canvas pixels per PDF point for a page shown `width` CSS pixels wide: sharp, but never above MAX_CANVAS_PIXELS. */
export function canvasScale(page: PageSize, width: number, pixelRatio: number): number {
  const sharp = (width / page.width) * Math.min(pixelRatio, 2);
  return Math.min(sharp, Math.sqrt(MAX_CANVAS_PIXELS / (page.width * page.height)));
}

/** Tops of all pages in the scrolled area, and the end of the last one. */
export function topsOf(heights: readonly number[]): number[] {
  let top = MARGIN;
  const tops = heights.map((height) => {
    const here = top;
    top += height + MARGIN;
    return here;
  });
  return [...tops, top];
}

/** 1-based number of the page at `position`. */
export function pageAt(tops: readonly number[], position: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export interface View {
  /** The page (one-based) in the middle of the visible area. */
  current: number;
  /** First and last page worth rendering: the visible ones, and one more on each side. */
  from: number;
  to: number;
}

export function viewAt(tops: readonly number[], scrollTop: number, height: number): View {
  const pages = Math.max(1, tops.length - 1);
  const end = tops.at(-1) ?? 0;
  const atEnd = scrollTop > 0 && scrollTop + height >= end - 1;
  return {
    // Before any scrolling, page one is the current one, even in a window that shows two.
    current: atEnd ? pages : scrollTop <= 0 ? 1 : pageAt(tops, scrollTop + height / 2),
    from: Math.max(1, pageAt(tops, scrollTop) - 1),
    to: Math.min(pages, pageAt(tops, scrollTop + height) + 1),
  };
}
