/** Determines why an empty signature field of an upload cannot be signed as it is. Pure. */
import {
  type FieldFault,
  MIN_PLACE_SIZE,
  type PageRectangle,
  type PageShape,
  type Rectangle,
  viewAt,
  viewSize,
} from '../places.ts';

/** The properties that decide whether a field is usable. */
export interface FieldFacts {
  /** 1-based; 0 if the field is on no page. */
  readonly page: number;
  readonly box: Rectangle;
  /** `/F` of the widget (ISO 32000-2, table 167); NaN if the file has no number there. */
  readonly flags: number;
}

/** Invisible, Hidden, NoView, ToggleNoView. */
export const HIDDEN_FLAGS = 1 | 2 | 32 | 256;
const PRINT = 4;
/** Viewers render these inconsistently: NoZoom at any zoom, NoRotate on a rotated page. */
const NO_ZOOM = 8;
const NO_ROTATE = 16;
/** Above every defined flag: viewers interpret such values differently. */
const FLAGS_END = 1 << 10;

/** Points by which a field may extend beyond the page or into another field: the width of a signature's frame. */
export const FIELD_SLACK = 2;
/**
 * Points within which a signature's name and time are legible, in two lines or in one (`src/pdf/boxes`). A rectangle
 * chosen by a user has room for all lines (`MIN_PLACE_SIZE`); a form's own fields may be smaller.
 */
const MIN_SIZES = [
  { width: 60, height: 16 },
  { width: 120, height: 12 },
] as const;

/** A field that covers more than this part of its page and is taller than any signature hides content. */
const MAX_SIZE = { part: 0.25, height: 200 } as const;

/** @param page that shows the field. @returns null when the field can be signed as it is */
export function fieldFault({ page: number, box, flags }: FieldFacts, page: PageShape | undefined): FieldFault | null {
  if (number === 0 || page === undefined) return 'fieldNoPage';
  const { x, y, width, height } = viewAt(page, box);
  const isKnown = Number.isInteger(flags) && flags >= 0 && flags < FLAGS_END;
  if (!isKnown || (flags & HIDDEN_FLAGS) !== 0 || width === 0 || height === 0) return 'fieldHidden';
  if ((flags & PRINT) === 0) return 'fieldNotPrinted';
  if ((flags & NO_ZOOM) !== 0 || ((flags & NO_ROTATE) !== 0 && page.rotation !== 0)) return 'fieldTurned';
  const sheet = viewSize(page);
  const isInside =
    Math.min(x, y) >= -FIELD_SLACK &&
    x + width <= sheet.width + FIELD_SLACK &&
    y + height <= sheet.height + FIELD_SLACK;
  if (!isInside) return 'placeOutside';
  // Tolerance of a tenth of a point: a producer's 16 may be stored as 15.99.
  const isLegible = MIN_SIZES.some((size) => width + 0.1 >= size.width && height + 0.1 >= size.height);
  // A narrow, much taller field was made for text along its long side.
  const isUpright = height > 2 * width && width + 0.1 < MIN_PLACE_SIZE.width;
  if (!isLegible || isUpright) return 'placeSmall';
  const share = (width * height) / (sheet.width * sheet.height);
  return share > MAX_SIZE.part && height > MAX_SIZE.height ? 'fieldLarge' : null;
}

/** `same`: one rectangle on paper; `partly`: two rectangles too close for both to be signed. */
export function fieldOverlap(a: PageRectangle, b: PageRectangle): 'none' | 'partly' | 'same' {
  if (a.page !== b.page) return 'none';
  const width = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]);
  const height = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1]);
  if (width <= FIELD_SLACK || height <= FIELD_SLACK) return 'none';
  const area = ({ box: [left, bottom, right, top] }: PageRectangle) => (right - left) * (top - bottom);
  return (width * height) / Math.min(area(a), area(b)) >= 0.5 ? 'same' : 'partly';
}
