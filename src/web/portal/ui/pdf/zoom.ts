/** Sizes on the screen: 100 % shows a PDF point (1/72 inch) as 96/72 CSS pixels. */
export const ZOOM_STEP = 0.1;
const PIXELS_PER_POINT = 96 / 72;
const SMALLEST = 0.25;
const LARGEST = 3;

export function clampZoom(zoom: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, zoom));
}

/** Width in CSS pixels. */
export function widthOfPage(size: { width: number }, zoom: number): number {
  return size.width * PIXELS_PER_POINT * zoom;
}

/** The page (from 1) that holds the middle of the scrolled view. */
export function pageInView(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  let found = 1;
  for (const page of scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    if (page.offsetTop <= middle) found = Number(page.dataset.page);
  }
  return found;
}
