/**
 * Examines the areas where two engines differ a second time, at three times the resolution. There, PDFium's placement
 * of letters on whole pixels and the smoothing of edges shrink to a third, while missing or replaced content weighs
 * nine times as much.
 */
import { type Difference, differencesOf, exceedsEnlargedTolerance } from './compare-pictures.ts';
import type { OpenDrawing, PageSize, PixelBox } from './page-picture.ts';

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
const MAX_PIXELS = 8_000_000;

/**
 * @param pageSize the pixels of the page in which the differences were found.
 * @returns the first difference that is present in both renderings; undefined when none is.
 */
export async function findConfirmed(
  first: OpenDrawing,
  second: OpenDrawing,
  page: number,
  pageSize: PageSize,
  differences: readonly Difference[],
): Promise<Difference | undefined> {
  const certain = differences.find(({ weight }) => weight >= CERTAIN_FROM);
  if (certain) return certain;
  for (const group of Map.groupBy(differences, tileOf).values()) {
    const part = partAround(group, pageSize);
    // A long thin difference across the page: the first result counts.
    if (part.width * part.height > MAX_PIXELS) return group[0];
    const enlarged = { width: pageSize.width * CLOSER, height: pageSize.height * CLOSER };
    const details = differencesOf(await first.draw(page, enlarged, part), await second.draw(page, enlarged, part));
    const visibleDetails = details.filter(exceedsEnlargedTolerance);
    const confirmed = group.find(({ box }) => visibleDetails.some((detail) => isAt(box, part, detail.box)));
    if (confirmed) return confirmed;
  }
  return undefined;
}

const tileOf = ({ box }: Difference): string => `${Math.floor(box.x / TILE)} ${Math.floor(box.y / TILE)}`;

/** @returns the part, in pixels of the enlarged rendering. */
function partAround(group: readonly Difference[], pageSize: PageSize): PixelBox {
  const left = Math.max(0, Math.min(...group.map(({ box }) => box.x)) - MARGIN);
  const top = Math.max(0, Math.min(...group.map(({ box }) => box.y)) - MARGIN);
  const right = Math.min(pageSize.width, Math.max(...group.map(({ box }) => box.x + box.width)) + MARGIN);
  const bottom = Math.min(pageSize.height, Math.max(...group.map(({ box }) => box.y + box.height)) + MARGIN);
  return { x: left * CLOSER, y: top * CLOSER, width: (right - left) * CLOSER, height: (bottom - top) * CLOSER };
}

/** Whether the difference found in the enlarged area is at the original position. */
function isAt(box: PixelBox, part: PixelBox, detail: PixelBox): boolean {
  const overlaps = (start: number, length: number, detailStart: number, detailLength: number): boolean =>
    detailStart < (start + length + SHIFT) * CLOSER && detailStart + detailLength > (start - SHIFT) * CLOSER;
  return (
    overlaps(box.x, box.width, detail.x + part.x, detail.width) &&
    overlaps(box.y, box.height, detail.y + part.y, detail.height)
  );
}
