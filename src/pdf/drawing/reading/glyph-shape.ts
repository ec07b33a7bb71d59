/** Describes the shape of a drawn glyph, comparable across sizes and typefaces. Pure. */

/** Cells across and down; an empty border around them gives a shape even to full stops and dashes. */
const ACROSS = 14;
const DOWN = 18;
const COLUMNS = ACROSS + 2;
const ROWS = DOWN + 2;
/** Fraction of the strongest contrast from which a pixel belongs to the glyph. */
const EDGE = 0.4;

/** Intensity of each pixel of a box: 0 is the background, 1 the glyph's darkest. */
export interface Strokes {
  readonly width: number;
  readonly height: number;
  readonly ink: Float32Array;
  /** Row of the baseline from the top of the box; may be outside. */
  readonly baseline: number;
  /** Pixels per em. */
  readonly em: number;
}

export interface Shape {
  /** Zero mean, length 1. */
  readonly cells: Float32Array;
  /** Natural logarithm of width by height. */
  readonly proportion: number;
  /** Height of its upper and lower edge above the baseline, in ems. */
  readonly top: number;
  readonly bottom: number;
}

/** Fraction of the strongest contrast from which a pixel certainly belongs to a mark. */
const MARK = 0.5;
/** Pixels of the smallest mark, and how far a neighbour extends into the box from either side. */
const MIN_MARK = 3;
const NEIGHBOUR = 2;

/**
 * @returns the number of separate marks: one for a digit, two for an `i`. The edges of neighbouring glyphs are
 * ignored.
 */
export function marksIn({ width, height, ink }: Strokes): number {
  const visited = new Uint8Array(ink.length);
  let marks = 0;
  for (let start = 0; start < ink.length; start += 1) {
    if (visited[start] === 1 || (ink[start] ?? 0) < MARK) continue;
    const mark = [start];
    visited[start] = 1;
    let [left, right] = [width, 0];
    for (let next = mark[0], index = 0; next !== undefined; index += 1, next = mark[index]) {
      const [row, column] = [Math.floor(next / width), next % width];
      left = Math.min(left, column);
      right = Math.max(right, column);
      for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1) {
          const at = y * width + x;
          if (visited[at] === 1 || (ink[at] ?? 0) < MARK) continue;
          visited[at] = 1;
          mark.push(at);
        }
      }
    }
    const isNeighbour = right < NEIGHBOUR || left >= width - NEIGHBOUR;
    if (mark.length >= MIN_MARK && !isNeighbour) marks += 1;
  }
  return marks;
}

/** @returns null when the box is blank. */
export function shapeOf({ width, height, ink, baseline, em }: Strokes): Shape | null {
  let [left, right, upper, lower] = [width, -1, height, -1];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if ((ink[row * width + column] ?? 0) < EDGE) continue;
      left = Math.min(left, column);
      right = Math.max(right, column);
      upper = Math.min(upper, row);
      lower = Math.max(lower, row);
    }
  }
  if (right < 0) return null;
  const [across, down] = [right - left + 1, lower - upper + 1];
  const cells = new Float32Array(COLUMNS * ROWS);
  for (let row = 0; row < DOWN; row += 1) {
    const [y1, y2] = [upper + (row * down) / DOWN, upper + ((row + 1) * down) / DOWN];
    for (let column = 0; column < ACROSS; column += 1) {
      const [x1, x2] = [left + (column * across) / ACROSS, left + ((column + 1) * across) / ACROSS];
      cells[(row + 1) * COLUMNS + column + 1] = meanOf(ink, width, [x1, y1, x2, y2]);
    }
  }
  return {
    cells: normalised(smoothed(cells)),
    proportion: Math.log(across / down),
    top: (baseline - upper) / em,
    bottom: (baseline - lower - 1) / em,
  };
}

/** Mean of an area with fractional edges. */
function meanOf(ink: Float32Array, width: number, [x1, y1, x2, y2]: readonly [number, number, number, number]): number {
  let sum = 0;
  for (let row = Math.floor(y1); row < y2; row += 1) {
    const tall = Math.min(row + 1, y2) - Math.max(row, y1);
    for (let column = Math.floor(x1); column < x2; column += 1) {
      sum += (ink[row * width + column] ?? 0) * tall * (Math.min(column + 1, x2) - Math.max(column, x1));
    }
  }
  return sum / ((x2 - x1) * (y2 - y1));
}

function smoothed(cells: Float32Array): Float32Array {
  const across = cells.map((value, at) => {
    const column = at % COLUMNS;
    return (
      value * 0.5 +
      (column > 0 ? (cells[at - 1] ?? 0) : 0) * 0.25 +
      (column < COLUMNS - 1 ? (cells[at + 1] ?? 0) : 0) * 0.25
    );
  });
  return across.map(
    (value, at) => value * 0.5 + (across[at - COLUMNS] ?? 0) * 0.25 + (across[at + COLUMNS] ?? 0) * 0.25,
  );
}

function normalised(cells: Float32Array): Float32Array {
  let mean = 0;
  for (const value of cells) mean += value / cells.length;
  let square = 0;
  for (const value of cells) square += (value - mean) ** 2;
  const length = Math.sqrt(square) || 1;
  return cells.map((value) => (value - mean) / length);
}

const PROPORTION = 0.3;
const HEIGHT = 0.8;

/** @returns 1 for the same shape at the same height; less the more they differ, at least -1. `least` ends the comparison early. */
export function likeness(a: Shape, b: Shape, least = -1): number {
  const frame =
    1 -
    PROPORTION * Math.max(0, Math.abs(a.proportion - b.proportion) - 0.1) -
    HEIGHT * (Math.max(0, Math.abs(a.top - b.top) - 0.03) + Math.max(0, Math.abs(a.bottom - b.bottom) - 0.03));
  if (frame <= least) return -1;
  let dotProduct = 0;
  for (let at = 0; at < a.cells.length; at += 1) dotProduct += (a.cells[at] as number) * (b.cells[at] as number);
  return Math.max(-1, dotProduct - (1 - frame));
}
