/** Formats page numbers as text, `1-3,7`: short even for hundreds of pages. Pure. */

/** A valid list of pages; empty for none. */
export const PAGE_RANGES = /^(\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*)?$/;

/** @param pages numbers from 1, in any order */
export function pageRanges(pages: Iterable<number>): string {
  const ranges: [from: number, to: number][] = [];
  for (const page of [...new Set(pages)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** @returns each page once, ascending; only pages that exist in a document of `total` pages. */
export function pagesIn(ranges: string, total: number): number[] {
  const pages = new Set<number>();
  for (const range of ranges.split(',').filter((text) => text !== '')) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let page = Math.max(1, from); page <= Math.min(to, total); page += 1) pages.add(page);
  }
  return [...pages].toSorted((a, b) => a - b);
}
