/**
 * Examines the areas where two engines differ a second time, at three times the resolution. There, PDFium's placement
 * of letters on whole pixels and the smoothing of edges shrink to a third, while missing or replaced content weighs
 * nine times as much.
 */
import { type Difference, differencesOf, isSeenClosely } from './compare.ts';
import type { OpenDrawing, PageSize, PixelBox } from './picture.ts';

/** Relative to the resolution at which whole pages are compared. */
const CLOSER = 3;
/** Weight from which no second check is needed: no letter at a pixel edge weighs as much. */
const CERTAIN_FROM = 25;
/** Pixels, at page resolution, drawn around a difference. */
const MARGIN = 24;
/** Pixels by which the same difference may be shifted in the second check. */
const SHIFT = 2;
/** Side in pixels of the tiles whose differences are checked together. */
const TILE = 320;
/** Most pixels of an enlarged area: 32 MB. */
const MOST_PIXELS = 8_000_000;

/**
 * @param whole the pixels of the page in which the differences were found.
 * @returns the first difference that is present in both renderings; undefined when none is.
 */
export async function confirmedOf(
  one: OpenDrawing,
  other: OpenDrawing,
  page: number,
  whole: PageSize,
  differences: readonly Difference[],
): Promise<Difference | undefined> {
  const certain = differences.find(({ weight }) => weight >= CERTAIN_FROM);
  if (certain) return certain;
  for (const group of Map.groupBy(differences, tileOf).values()) {
    const part = partAround(group, whole);
    // A long thin difference across the page: the first result counts.
    if (part.width * part.height > MOST_PIXELS) return group[0];
    const close = { width: whole.width * CLOSER, height: whole.height * CLOSER };
    const found = differencesOf(await one.draw(page, close, part), await other.draw(page, close, part));
    const seen = found.filter(isSeenClosely);
    const confirmed = group.find(({ box }) => seen.some((closely) => isAt(box, part, closely.box)));
    if (confirmed) return confirmed;
  }
  return undefined;
}

const tileOf = ({ box }: Difference): string => `${Math.floor(box.x / TILE)} ${Math.floor(box.y / TILE)}`;

/** @returns the part in close-up pixels. */
function partAround(group: readonly Difference[], whole: PageSize): PixelBox {
  const left = Math.max(0, Math.min(...group.map(({ box }) => box.x)) - MARGIN);
  const top = Math.max(0, Math.min(...group.map(({ box }) => box.y)) - MARGIN);
  const right = Math.min(whole.width, Math.max(...group.map(({ box }) => box.x + box.width)) + MARGIN);
  const bottom = Math.min(whole.height, Math.max(...group.map(({ box }) => box.y + box.height)) + MARGIN);
  return { x: left * CLOSER, y: top * CLOSER, width: (right - left) * CLOSER, height: (bottom - top) * CLOSER };
}

/** Whether the difference found in the enlarged area is at the original position. */
function isAt(box: PixelBox, part: PixelBox, closely: PixelBox): boolean {
  const overlaps = (start: number, length: number, found: number, foundLength: number): boolean =>
    found < (start + length + SHIFT) * CLOSER && found + foundLength > (start - SHIFT) * CLOSER;
  return (
    overlaps(box.x, box.width, closely.x + part.x, closely.width) &&
    overlaps(box.y, box.height, closely.y + part.y, closely.height)
  );
}
