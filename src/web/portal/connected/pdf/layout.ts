/** Zoom of the pages: 100 % shows a PDF point (1/72 inch) as 96/72 CSS pixels. */
import { MARGIN, type PageSize } from '../../../shared/pdf/page-positions.ts';

export const ZOOM_STEP = 1.15;
const PIXELS_PER_POINT = 96 / 72;
const MIN_ZOOM = 0.25;
const MAX_ZOOM = 4;

/** A zoom mode that follows the window, or a fixed factor. */
export type Zoom = 'width' | 'page' | number;

export function clampZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * 1000) / 1000));
}

/** CSS pixels on the screen. */
export function shownSize(size: PageSize, zoom: number): PageSize {
  const scale = PIXELS_PER_POINT * zoom;
  return { width: Math.round(size.width * scale), height: Math.round(size.height * scale) };
}

/** CSS pixels per PDF point. */
export const pointScale = (zoom: number): number => PIXELS_PER_POINT * zoom;

/** The factor at which a page of this size fills the width of the box, or fits it completely. */
export function fitZoom(zoom: Zoom, page: PageSize, box: { width: number; height: number }): number {
  if (typeof zoom === 'number') return zoom;
  const wide = (box.width - 2 * MARGIN) / (page.width * PIXELS_PER_POINT);
  if (zoom === 'width') return clampZoom(wide);
  return clampZoom(Math.min(wide, (box.height - 2 * MARGIN) / (page.height * PIXELS_PER_POINT)));
}
