/** Detects what a page shows in addition to the letters of its text: pictures, drawings, lines through letters. Pure. */
import type { Picture } from '../page-picture.ts';
import type { Area } from './glyphs.ts';

/** Of 255, in any channel, between two neighbours: a visible edge. */
const EDGE = 40;
/** Side of a tile, and the number of edges that mean content: a 6 pt decimal point has about ten. */
const TILE = 32;
const MIN_EDGES = 8;
/** Fraction of a letter's height, from below and above, within which a line underlines or frames the letter and does not strike it out. */
const MIDDLE = 0.25;
/** Pixels around a letter within which its edge is smoothed. */
const SMOOTHED = 1;
/** PDFium places letters on whole pixels, and bold text is wider than its outline. */
const PLACEMENT_TOLERANCE = 3;
/** Marks an edge that belongs to something next to the letter. */
const NEIGHBOUR_EDGE = 2;

export interface Beside {
  /** The page draws something other than letters of the text, rules and coloured areas. */
  readonly isPresent: boolean;
  /** Some of it is in or next to a line of text, where a letter, a tick or a digit would be. */
  readonly isNearText: boolean;
  /** A rule crosses letters. */
  readonly strikesText: boolean;
}

/** A letter of the page's text: where it is drawn, and its em in pixels. */
export interface PlacedLetter {
  readonly text: string;
  readonly area: Area;
  readonly em: number;
}

/** Ems from which a straight edge is not the stroke of a letter. */
const STROKE_EMS = 1.5;
/** For the shortest rule, the side of a cell between two rules: its length, and the pixels up to the rules at its ends. */
const SIDE = 0.3;
const JOINT = 4;
/** Pixels around a rule that contain its corners and crossings. */
const JOINT_MARGIN = 2;
/** Characters that form a rule when repeated. */
const BARS = '_-–—−=';
/** Ems before, after, above and below a letter within which marks belong to its line. */
const NEAR = { across: 2, down: 0.3 };

/** @param minRuleLength pixels from which a straight edge is a rule or the border of a field */
export function findOtherContent(picture: Picture, letters: readonly PlacedLetter[], minRuleLength: number): Beside {
  const { width, height } = picture;
  const edges = edgesOf(picture);
  const rules: Rules = new Uint16Array(edges.length);
  const across = (row: number, column: number) => row * width + column;
  const rows = { lines: height, length: width, at: across };
  const columns = { lines: width, length: height, at: (line: number, position: number) => across(position, line) };
  const sides = [...markRules(edges, rules, rows, minRuleLength), ...markRules(edges, rules, columns, minRuleLength)];
  const isRule = (pixel: number) => isNearRule(rules, width, pixel, JOINT);
  // Sides of a low cell: shorter, from one rule to the next.
  const cells = sides.filter(({ first, last }) => isRule(first) && isRule(last));
  for (const side of cells) markRun(rules, side);
  let struck = false;
  for (const { text, area, em } of letters) {
    const box = boxOf(area, picture, SMOOTHED);
    struck ||= !BARS.includes(text) && isStruck(rules, width, box, em * STROKE_EMS);
    removeLetter(edges, width, box, boxOf(area, picture, SMOOTHED + PLACEMENT_TOLERANCE));
  }
  const marks = marksIn(edges, rules, width);
  return {
    isPresent: marks.size > 0,
    isNearText: letters.some((letter) => isNear(letter, marks, picture)),
    strikesText: struck,
  };
}

function boxOf({ left, top, right, bottom }: Area, { width, height }: Picture, margin: number): Area {
  return {
    left: Math.max(0, Math.floor(left) - margin),
    top: Math.max(0, Math.floor(top) - margin),
    right: Math.min(width, Math.ceil(right) + margin),
    bottom: Math.min(height, Math.ceil(bottom) + margin),
  };
}

/** Removes connected pixels that are mostly within a letter's box: a point drawn next to the letter remains. */
function removeLetter(edges: Uint8Array, width: number, box: Area, surroundings: Area): void {
  const inside = (at: number, { left, top, right, bottom }: Area): boolean => {
    const [row, column] = [Math.floor(at / width), at % width];
    return row >= top && row < bottom && column >= left && column < right;
  };
  for (let row = box.top; row < box.bottom; row += 1) {
    for (let start = row * width + box.left; start < row * width + box.right; start += 1) {
      if (edges[start] !== 1) continue;
      const piece = [start];
      edges[start] = 0;
      let insideCount = 0;
      for (let next = piece[0], index = 0; next !== undefined; index += 1, next = piece[index]) {
        if (inside(next, box)) insideCount += 1;
        for (const offset of [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]) {
          if (edges[next + offset] !== 1 || !inside(next + offset, surroundings)) continue;
          edges[next + offset] = 0;
          piece.push(next + offset);
        }
      }
      if (insideCount * 2 >= piece.length) continue;
      // Visited, and not part of this letter.
      for (const pixel of piece) edges[pixel] = NEIGHBOUR_EDGE;
    }
  }
  for (let row = surroundings.top; row < surroundings.bottom; row += 1) {
    for (let at = row * width + surroundings.left; at < row * width + surroundings.right; at += 1) {
      if (edges[at] === NEIGHBOUR_EDGE) edges[at] = 1;
    }
  }
}

/** 1 if a pixel differs from its right or lower neighbour. */
function edgesOf({ data, width, height }: Picture): Uint8Array {
  const edges = new Uint8Array(width * height);
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height);
  for (let row = 0; row < height - 1; row += 1) {
    for (let column = 0; column < width - 1; column += 1) {
      const at = row * width + column;
      const word = words[at];
      if (word === words[at + 1] && word === words[at + width]) continue;
      if (differ(data, at, at + 1) || differ(data, at, at + width)) edges[at] = 1;
    }
  }
  return edges;
}

const differ = (data: Uint8Array, a: number, b: number): boolean =>
  [0, 1, 2].some((channel) => Math.abs((data[a * 4 + channel] as number) - (data[b * 4 + channel] as number)) > EDGE);

/** For each pixel, the length in pixels of the rule through it; 0 if none. */
type Rules = Uint16Array;
const MAX_LENGTH = 0xffff;

interface Lines {
  readonly lines: number;
  readonly length: number;
  readonly at: (line: number, place: number) => number;
}

/** A straight edge: pixels from the first to the last, `step` apart. */
interface Run {
  readonly first: number;
  readonly last: number;
  readonly step: number;
}

function markRun(rules: Rules, { first, last, step }: Run): void {
  const length = Math.min((last - first) / step + 1, MAX_LENGTH);
  for (let pixel = first; pixel <= last; pixel += step) rules[pixel] = Math.max(rules[pixel] as number, length);
}

/** Marks runs of at least `minLength` pixels. @returns shorter runs that may be the sides of cells */
function markRules(edges: Uint8Array, rules: Rules, { lines, length, at }: Lines, minLength: number): Run[] {
  const shorter: Run[] = [];
  const step = at(0, 1) - at(0, 0);
  for (let line = 0; line < lines; line += 1) {
    for (let from = 0; from < length; ) {
      let to = from;
      while (to < length && edges[at(line, to)] === 1) to += 1;
      if (to - from >= minLength * SIDE) {
        const run = { first: at(line, from), last: at(line, to - 1), step };
        if (to - from >= minLength) markRun(rules, run);
        else shorter.push(run);
      }
      from = to + 1;
    }
  }
  return shorter;
}

/** Whether a rule of at least that length crosses the middle of a box from side to side. */
function isStruck(rules: Rules, width: number, { left, top, right, bottom }: Area, minLength: number): boolean {
  const margin = Math.ceil((bottom - top) * MIDDLE);
  for (let row = top + margin; row < bottom - margin; row += 1) {
    let crossed = 0;
    for (let column = left; column < right; column += 1) {
      const length = rules[row * width + column] as number;
      if (length > 0 && length >= minLength) crossed += 1;
    }
    if (crossed > 0 && crossed >= right - left - 2) return true;
  }
  return false;
}

const tilesIn = (width: number): number => Math.ceil(width / TILE);

/**
 * @returns tiles with a cluster of edges that belong to no rule. Corners and crossings of rules are adjacent to the
 * rules' pixels.
 */
function marksIn(edges: Uint8Array, rules: Rules, width: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  const marks = new Set<number>();
  for (let at = 0; at < edges.length; at += 1) {
    if (edges[at] !== 1 || isNearRule(rules, width, at, JOINT_MARGIN)) continue;
    const tile = Math.floor(Math.floor(at / width) / TILE) * tilesIn(width) + Math.floor((at % width) / TILE);
    const count = (counts.get(tile) ?? 0) + 1;
    counts.set(tile, count);
    if (count >= MIN_EDGES) marks.add(tile);
  }
  return marks;
}

function isNear({ area, em }: PlacedLetter, marks: ReadonlySet<number>, { width, height }: Picture): boolean {
  if (marks.size === 0) return false;
  const tile = (pixel: number, limit: number) => Math.floor(Math.min(limit - 1, Math.max(0, pixel)) / TILE);
  const [first, last] = [tile(area.left - em * NEAR.across, width), tile(area.right + em * NEAR.across, width)];
  const [upper, lower] = [tile(area.top - em * NEAR.down, height), tile(area.bottom + em * NEAR.down, height)];
  for (let row = upper; row <= lower; row += 1) {
    for (let column = first; column <= last; column += 1) if (marks.has(row * tilesIn(width) + column)) return true;
  }
  return false;
}

function isNearRule(rules: Rules, width: number, at: number, pixels: number): boolean {
  for (let row = -pixels; row <= pixels; row += 1) {
    for (let column = -pixels; column <= pixels; column += 1)
      if ((rules[at + row * width + column] ?? 0) > 0) return true;
  }
  return false;
}
