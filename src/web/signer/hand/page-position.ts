/** Positions a page under its frame, so that the signature field is visible and legible. */
import type { RectangleOnPage } from '../../shared/pdf/engine.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In CSS pixels: the page's width, and the position of its upper left corner in the frame. */
export interface PagePosition {
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

/** The largest part of the frame that the signature field may fill: its surroundings show where on the page it is. */
const PART = 0.62;
/** Pixels per unit of the page: never larger than on paper. */
const MAX_SCALE = 1.25;

const clamp = (value: number, minimum: number, maximum: number): number => Math.min(maximum, Math.max(minimum, value));

/** A page smaller than its frame is centred; of a larger one the frame shows the area around `middle`. */
function offset(page: number, frame: number, middle: number): number {
  return page <= frame ? (frame - page) / 2 : clamp(frame / 2 - middle, frame - page, 0);
}

/** @param box the rectangle of the signature; without it, the top of the page is shown, at full width. */
export function positionPage(page: Size, box: RectangleOnPage | null, frame: Size): PagePosition {
  const fitScale = frame.width / page.width;
  const targetScale =
    box === null
      ? fitScale
      : Math.min(Math.max(fitScale, (PART * frame.width) / box.width), (PART * frame.height) / box.height);
  const scale = Math.min(targetScale, MAX_SCALE);
  const [width, height] = [page.width * scale, page.height * scale];
  const [x, y] = box === null ? [0, 0] : [box.left + box.width / 2, box.top + box.height / 2];
  return {
    width: Math.round(width),
    left: Math.round(offset(width, frame.width, x * scale)),
    top: box === null ? 0 : Math.round(offset(height, frame.height, y * scale)),
  };
}

export type Row = 'top' | 'middle' | 'bottom';
export type Column = 'left' | 'centre' | 'right';

const third = <T>(part: number, [first, second, last]: readonly [T, T, T]): T =>
  part < 1 / 3 ? first : part < 2 / 3 ? second : last;

/** The part of the page with the middle of the signature field, for screen readers. */
export function partOf(page: Size, rectangle: RectangleOnPage): { row: Row; column: Column } {
  return {
    row: third((rectangle.top + rectangle.height / 2) / page.height, ['top', 'middle', 'bottom']),
    column: third((rectangle.left + rectangle.width / 2) / page.width, ['left', 'centre', 'right']),
  };
}
