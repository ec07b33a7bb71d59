/** Detects which places of a file have print on them, from its drawn pages. */
import { inkBoxes, isPrintedOn } from '#domain/signing/fields/covered-print.ts';
import type { FileLayout, PageRectangle } from '#domain/signing/places.ts';
import type { World } from '../../world.ts';
import { AnswerCache, type Content } from './answer-cache.ts';

/** Defined for measured places only; undefined for others. */
export type Printed = (place: PageRectangle) => boolean | undefined;

/** Cached results, by file and requested places. */
const CACHE_SIZE = 500;
const caches = new WeakMap<NonNullable<World['pageInk']>, AnswerCache<readonly number[]>>();

const keyOf = ({ page, box }: PageRectangle): string => JSON.stringify([page, box]);

/** @param places rectangles to measure; those on pages that the file does not have are skipped. @throws when a page cannot be drawn */
export async function measurePrinted(
  { pageInk }: Pick<World, 'pageInk'>,
  { sha256, bytes, layout }: Content & { readonly layout: Pick<FileLayout, 'pages'> },
  places: readonly PageRectangle[],
): Promise<Printed> {
  // Without a drawing engine, assume that nothing is printed.
  if (pageInk === null) return () => false;
  const measured = new Map<string, boolean>();
  const requested = [...new Map(places.map((place) => [keyOf(place), place])).values()].flatMap((place) => {
    const page = layout.pages[place.page - 1];
    return page === undefined ? [] : [{ place, boxes: inkBoxes(place, page) }];
  });
  if (requested.length === 0) return () => undefined;
  const areas = requested.flatMap(({ place: { page }, boxes }) => boxes.map((box) => ({ page, box })));
  const cache = caches.get(pageInk) ?? new AnswerCache<readonly number[]>(CACHE_SIZE);
  caches.set(pageInk, cache);
  const shares = await cache.get(JSON.stringify([sha256, areas]), async () => pageInk.inkIn(await bytes(), areas));
  for (const [index, { place, boxes }] of requested.entries()) {
    const [whole = 0, core = 0] = shares.slice(2 * index, 2 * index + 2);
    measured.set(keyOf(place), isPrintedOn(boxes, [whole, core]));
  }
  return (place) => measured.get(keyOf(place));
}
