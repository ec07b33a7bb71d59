/** Zoom steps of the pages, and their width at 100 %. */

export const MIN_ZOOM = 1;
export const MAX_ZOOM = 4;
const STEP = 1.25;

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
