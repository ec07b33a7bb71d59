/** Measures how much of a rendered page area is covered by text and pictures; ignores a form's rules, dots and tints. Pure. */

/** Grey levels of a rendered page, in rows from the top: 0 is black, 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
  /** Pixels per point: 2 at 144 dpi. Below 1.5, letters merge. */
  readonly scale: number;
}

/** Lighter pixels are paper, a tint or a watermark: black text, and thus a signature, is legible on them. */
const INK = 190;
/** Points: a thinner mark is a rule if it is long, a dot or dash if it is low. */
const THIN = 2.2;
/** Points: longer than any stroke of a normal-sized letter. */
const LONG = 20;

/** @returns 0 to 1: the share of ink pixels that are not rules, dots or dashes, among all pixels. */
export function writtenShare(picture: GreyPicture): number {
  const { width, height, grey, scale } = picture;
  const ink = new Uint8Array(width * height);
  for (let at = 0; at < ink.length; at += 1) ink[at] = (grey[at] ?? 255) < INK ? 1 : 0;
  const limits = { thin: Math.ceil(THIN * scale), long: Math.floor(LONG * scale) };
  // Find both before removing either: at a crossing, removing one would cut the other into short pieces.
  const rules = [
    ...rulePixels(ink, { count: height, step: width, length: width, next: 1 }, limits),
    ...rulePixels(ink, { count: width, step: 1, length: height, next: width }, limits),
  ];
  for (const pixel of rules) ink[pixel] = 0;
  removeLow(ink, width, limits.thin);
  let remaining = 0;
  for (const pixel of ink) remaining += pixel;
  return ink.length === 0 ? 0 : remaining / ink.length;
}

interface Lines {
  /** Number of rows or columns, and the distance between the first pixels of two neighbours. */
  readonly count: number;
  readonly step: number;
  /** Per row or column: number of pixels, and the distance between them. */
  readonly length: number;
  readonly next: number;
}

interface Limits {
  readonly thin: number;
  readonly long: number;
}

/** Thin bands of long runs: a rule, the side of a box. A thick band is a bar or a picture. */
function rulePixels(ink: Uint8Array, { count, step, length, next }: Lines, { thin, long }: Limits): number[] {
  const isLong = new Uint8Array(ink.length);
  for (let line = 0; line < count; line += 1) {
    for (let from = 0; from < length; ) {
      let to = from;
      while (to < length && ink[line * step + to * next] === 1) to += 1;
      if (to - from >= long) for (let at = from; at < to; at += 1) isLong[line * step + at * next] = 1;
      from = to + 1;
    }
  }
  const pixels: number[] = [];
  for (let at = 0; at < length; at += 1) {
    for (let from = 0; from < count; ) {
      let to = from;
      while (to < count && isLong[to * step + at * next] === 1) to += 1;
      if (to - from <= thin) for (let line = from; line < to; line += 1) pixels.push(line * step + at * next);
      from = to + 1;
    }
  }
  return pixels;
}

/** Removes connected pixels no higher than a dot: leaders, dashes, remains of removed rules at crossings. */
function removeLow(ink: Uint8Array, width: number, thin: number): void {
  const visited = new Uint8Array(ink.length);
  for (let start = 0; start < ink.length; start += 1) {
    if (ink[start] !== 1 || visited[start] === 1) continue;
    const component = [start];
    visited[start] = 1;
    let [top, bottom] = [start, start];
    for (let next = component[0], index = 0; next !== undefined; index += 1, next = component[index]) {
      top = Math.min(top, next);
      bottom = Math.max(bottom, next);
      for (const neighbour of neighbours(next, width, ink.length)) {
        if (ink[neighbour] !== 1 || visited[neighbour] === 1) continue;
        visited[neighbour] = 1;
        component.push(neighbour);
      }
    }
    const rows = Math.floor(bottom / width) - Math.floor(top / width) + 1;
    if (rows <= thin) for (const pixel of component) ink[pixel] = 0;
  }
}

/** The adjacent pixels, including diagonals. */
function neighbours(at: number, width: number, length: number): number[] {
  const column = at % width;
  const adjacent: number[] = [];
  for (const row of [at - width, at, at + width]) {
    if (row < 0 || row >= length) continue;
    if (column > 0) adjacent.push(row - 1);
    if (row !== at) adjacent.push(row);
    if (column < width - 1) adjacent.push(row + 1);
  }
  return adjacent;
}
