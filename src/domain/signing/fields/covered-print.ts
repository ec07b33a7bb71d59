/** Decides whether a signature would cover printed content, by how much of its rectangle is inked on the rendered page. Pure. */
import { boxAt, type PageRectangle, type PageShape, type Rectangle, viewAt, viewSize } from '../places.ts';

/**
 * Points at a rectangle's edges where a form prints its caption ("Firma del cliente") or the ends of a line. A
 * signature has its frame there, not its text.
 */
const EDGE = { top: 12, bottom: 12, side: 6 } as const;
/**
 * Square points of ink, measured on pages rendered at 144 dpi: the word "Firma" has 45, an amount of three digits 75,
 * an 8-point caption 140, a line of text across a small rectangle 280 and across one of the usual width 480.
 */
const MAX_INK = { whole: 285, core: 60 } as const;

const areaOf = ([left, bottom, right, top]: Rectangle): number => (right - left) * (top - bottom);

/** The part of the page that a place covers, and its core, where a signature has its text. */
export function inkBoxes(place: PageRectangle, page: PageShape): readonly [whole: Rectangle, core: Rectangle] {
  const displayed = viewAt(page, place.box);
  const sheet = viewSize(page);
  const left = Math.max(0, displayed.x);
  const bottom = Math.max(0, displayed.y);
  const width = Math.max(0, Math.min(sheet.width, displayed.x + displayed.width) - left);
  const height = Math.max(0, Math.min(sheet.height, displayed.y + displayed.height) - bottom);
  // A low rectangle is mostly text.
  const part = Math.min(1, height / 4 / EDGE.top);
  const core = {
    ...{ x: left + EDGE.side, y: bottom + EDGE.bottom * part },
    ...{ width: Math.max(1, width - 2 * EDGE.side), height: Math.max(1, height - (EDGE.top + EDGE.bottom) * part) },
  };
  return [boxAt(page, { x: left, y: bottom, width, height }), boxAt(page, core)];
}

/** @param shares of the two rectangles of {@link inkBoxes}, in that order: the covered part of each, 0 to 1 */
export function isPrintedOn(
  [whole, core]: readonly [Rectangle, Rectangle],
  shares: readonly [number, number],
): boolean {
  return shares[0] * areaOf(whole) > MAX_INK.whole || shares[1] * areaOf(core) > MAX_INK.core;
}
