/** Computes where a signature is on a page: measures rotated pages, and checks what fits and what is already taken. */
import type { SignatureAnchor } from '../folders/folder-types.ts';

/** Left, bottom, right, top in PDF points, in the page's own coordinates. */
export type Rectangle = readonly [number, number, number, number];

export interface PageShape {
  /** The visible part of the page. */
  readonly crop: Rectangle;
  /** Clockwise display rotation in degrees: 0, 90, 180 or 270. */
  readonly rotation: number;
  /** Points per unit of the page's coordinates (ISO 32000-2, /UserUnit); 1 if absent. */
  readonly unit?: number;
}

/** Where a signature field is, or may be. */
export interface PageRectangle {
  /** 1-based. */
  readonly page: number;
  readonly box: Rectangle;
}

/** Why an empty signature field of a file cannot be signed as it is. */
export const FIELD_FAULTS = [
  'fieldNoPage',
  'fieldHidden',
  'fieldNotPrinted',
  'fieldTurned',
  'fieldLarge',
  'placeOutside',
  'placeSmall',
  'placeOverlap',
] as const;
export type FieldFault = (typeof FIELD_FAULTS)[number];
/** The field covers printed text: it can be signed, and it can be moved. */
export const FIELD_DOUBT = 'placeOnText';
export type FieldNote = FieldFault | typeof FIELD_DOUBT;

/** An empty signature field of the file; `page` is 0 if it is on no page. */
export interface FileField extends PageRectangle {
  readonly name: string;
  /** Its tooltip. */
  readonly tip?: string | null;
  readonly fault?: FieldNote | null;
}

/** Facts about a file before it is prepared. */
export interface FileLayout {
  readonly pages: readonly PageShape[];
  readonly fields: readonly FileField[];
  /** The last match of each anchor text; null if not found. */
  readonly hits: readonly (PageRectangle | null)[];
}

/** Origin of a place: `line` is named by the file's own words, `page` is the added page "Pagina delle firme". */
export const PLACE_ORIGINS = ['field', 'placed', 'remembered', 'anchor', 'line', 'page'] as const;
export type PlaceOrigin = (typeof PLACE_ORIGINS)[number];

/** As displayed: in a smaller rectangle the name and the kind of signature are illegible. */
export const MIN_PLACE_SIZE = { width: 110, height: 32 } as const;
/** Size of a new rectangle. */
export const DEFAULT_PLACE_SIZE = { width: 190, height: 60 } as const;
/** More digits carry no meaning. */
const round = (value: number): number => Math.round(value * 100) / 100;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle on the displayed page, in points from its bottom left. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const unitOf = ({ unit }: PageShape): number => unit ?? 1;

const sizeOf = ([left, bottom, right, top]: Rectangle): Size => ({ width: right - left, height: top - bottom });

const isRotated = ({ rotation }: PageShape): boolean => rotation === 90 || rotation === 270;

export function viewSize(page: PageShape): Size {
  const size = sizeOf(page.crop);
  const [width, height] = [size.width * unitOf(page), size.height * unitOf(page)];
  return isRotated(page) ? { width: height, height: width } : { width, height };
}

/** Converts a position on the page to displayed coordinates, from the corner of the visible part. */
function toDisplayed(page: PageShape, u: number, v: number): [number, number] {
  const { width, height } = sizeOf(page.crop);
  if (page.rotation === 90) return [v, width - u];
  if (page.rotation === 180) return [width - u, height - v];
  if (page.rotation === 270) return [height - v, u];
  return [u, v];
}

function fromDisplayed(page: PageShape, x: number, y: number): [number, number] {
  const { width, height } = sizeOf(page.crop);
  if (page.rotation === 90) return [width - y, x];
  if (page.rotation === 180) return [width - x, height - y];
  if (page.rotation === 270) return [y, height - x];
  return [x, y];
}

export function viewAt(page: PageShape, [left, bottom, right, top]: Rectangle): ViewBox {
  const [originX, originY] = page.crop;
  const [ax, ay] = toDisplayed(page, left - originX, bottom - originY);
  const [bx, by] = toDisplayed(page, right - originX, top - originY);
  const unit = unitOf(page);
  const [x, y] = [Math.min(ax, bx) * unit, Math.min(ay, by) * unit];
  return { x, y, width: Math.abs(ax - bx) * unit, height: Math.abs(ay - by) * unit };
}

export function boxAt(page: PageShape, { x, y, width, height }: ViewBox): Rectangle {
  const [originX, originY] = page.crop;
  const unit = unitOf(page);
  const [ax, ay] = fromDisplayed(page, x / unit, y / unit);
  const [bx, by] = fromDisplayed(page, (x + width) / unit, (y + height) / unit);
  return [
    round(originX + Math.min(ax, bx)),
    round(originY + Math.min(ay, by)),
    round(originX + Math.max(ax, bx)),
    round(originY + Math.max(ay, by)),
  ];
}

/** The nearest rectangle of at least the smallest size that is inside the page. */
export function snapInside(page: PageShape, rectangle: ViewBox): ViewBox {
  const sheet = viewSize(page);
  const width = Math.min(sheet.width, Math.max(MIN_PLACE_SIZE.width, rectangle.width));
  const height = Math.min(sheet.height, Math.max(MIN_PLACE_SIZE.height, rectangle.height));
  const clamp = (value: number, max: number) => Math.min(Math.max(0, value), Math.max(0, max));
  return { x: clamp(rectangle.x, sheet.width - width), y: clamp(rectangle.y, sheet.height - height), width, height };
}

export const overlap = (a: PageRectangle, b: PageRectangle): boolean =>
  a.page === b.page && a.box[0] < b.box[2] && b.box[0] < a.box[2] && a.box[1] < b.box[3] && b.box[1] < a.box[3];

export type PlaceIssue = 'placeOutside' | 'placeSmall' | 'placeOverlap' | 'placeOnField';

/** Half of the last digit: a rectangle rounded to it still fits. */
const SLACK = 0.011;

/** Why a signature cannot be placed there; null when it can. @param others places of the document's other signatures. */
export function placeIssue(
  place: PageRectangle,
  layout: Pick<FileLayout, 'pages' | 'fields'>,
  others: readonly PageRectangle[] = [],
): PlaceIssue | null {
  const page = layout.pages[place.page - 1];
  if (page === undefined) return 'placeOutside';
  const { crop } = page;
  const [left, bottom, right, top] = place.box;
  const isInside =
    left >= crop[0] - SLACK && bottom >= crop[1] - SLACK && right <= crop[2] + SLACK && top <= crop[3] + SLACK;
  // NaN is not inside either.
  if (!isInside) return 'placeOutside';
  const { width, height } = viewAt(page, place.box);
  const upright = right > left && top > bottom;
  if (!upright || width < MIN_PLACE_SIZE.width - SLACK || height < MIN_PLACE_SIZE.height - SLACK) return 'placeSmall';
  if (others.some((other) => overlap(place, other))) return 'placeOverlap';
  // An unusable field is removed before signing, so it may be covered.
  return layout.fields.some((field) => !field.fault && overlap(place, field)) ? 'placeOnField' : null;
}

/** Where an anchor puts the signature: measured from the text's bottom left on the displayed page, moved inside the page. */
export function anchoredPlace(
  anchor: SignatureAnchor,
  hit: PageRectangle,
  pages: readonly PageShape[],
): PageRectangle | null {
  const page = pages[hit.page - 1];
  if (page === undefined) return null;
  const { x, y } = viewAt(page, hit.box);
  const { width, height } = anchor;
  const displayed = snapInside(page, { x: x + anchor.right, y: y + anchor.up, width, height });
  return { page: hit.page, box: boxAt(page, displayed) };
}

/** Two files with the same text have pages of the same size and rotation. */
export function shapeText(pages: readonly PageShape[]): string {
  const shapes = pages.map(({ crop, rotation }) => `${crop.map((value) => Math.round(value)).join(' ')}/${rotation}`);
  return `${shapes.length}: ${shapes.join(', ')}`;
}
