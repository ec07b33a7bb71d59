/** Interprets drawn lines: joins their pieces, and distinguishes sides of cells from blanks. Pure. */
import { type Blank, overlapOf, type Rule, type Segment } from './page-marks.ts';

/** Points: largest gap between pieces of one line, such as the dots of a dotted line. */
const JOINT = 4.5;
/** Points by which two lines that should meet may miss each other. */
const TOUCH = 2.5;
/** Points: largest height of a line. */
const FLAT = 1.5;

export interface Across {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

export interface VerticalLine {
  readonly x: number;
  readonly y1: number;
  readonly y2: number;
}

export interface DrawnLines {
  readonly across: readonly Across[];
  readonly down: readonly VerticalLine[];
}

export function mergeRules(rules: readonly Rule[]): DrawnLines {
  const flat = rules.filter(({ y1, y2, x1, x2 }) => Math.abs(y1 - y2) <= FLAT && Math.abs(x1 - x2) > 0.1);
  const steep = rules.filter(({ y1, y2, x1, x2 }) => Math.abs(x1 - x2) <= FLAT && Math.abs(y1 - y2) > FLAT);
  const across = mergeRuns(
    flat.map(({ x1, x2, y1, y2 }) => ({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2) })),
  );
  const down = mergeRuns(
    steep.map(({ x1, x2, y1, y2 }) => ({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2) })),
  );
  return {
    across: across.map(({ at, from, to }) => ({ y: at, x1: from, x2: to })),
    down: down.map(({ at, from, to }) => ({ x: at, y1: from, y2: to })),
  };
}

interface Run {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

function mergeRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  // In this order, pieces of one line are consecutive.
  for (const run of runs.toSorted((a, b) => Math.round(a.at - b.at) || a.from - b.from)) {
    const last = joined.findLastIndex(
      (other) => Math.abs(other.at - run.at) <= FLAT && run.from <= other.to + JOINT && run.to >= other.from - JOINT,
    );
    const before = joined[last];
    if (before) joined[last] = { ...before, from: Math.min(before.from, run.from), to: Math.max(before.to, run.to) };
    else joined.push(run);
  }
  return joined;
}

export interface Cell {
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

const spansX = ({ x1, x2 }: Across, from: number, to: number): boolean => x1 <= from + TOUCH && x2 >= to - TOUCH;
const spansY = ({ y1, y2 }: VerticalLine, from: number, to: number): boolean => y1 <= from + TOUCH && y2 >= to - TOUCH;

/** The cell around a position: the nearest lines on all four sides; null if they do not enclose it. */
export function cellAround({ across, down }: DrawnLines, x: number, y: number): Cell | null {
  const left = Math.max(...down.filter((one) => one.x < x && spansY(one, y, y)).map((one) => one.x));
  const right = Math.min(...down.filter((one) => one.x > x && spansY(one, y, y)).map((one) => one.x));
  if (!Number.isFinite(left) || !Number.isFinite(right)) return null;
  const rows = across.filter((line) => spansX(line, left, right));
  const y1 = Math.max(...rows.filter((one) => one.y < y).map((one) => one.y));
  const y2 = Math.min(...rows.filter((one) => one.y > y).map((one) => one.y));
  return Number.isFinite(y1) && Number.isFinite(y2) ? { x1: left, x2: right, y1, y2 } : null;
}

/** Whether a line is the side of a cell: vertical lines meet both its ends, or cross it. */
function isSide({ x1, x2, y }: Across, down: readonly VerticalLine[]): boolean {
  const meets = (x: number) =>
    down.some((line) => Math.abs(line.x - x) <= TOUCH && line.y1 <= y + TOUCH && line.y2 >= y - TOUCH);
  return meets(x1) && meets(x2);
}

/** Points: shorter lines have no room for a signature. */
const MIN_BLANK_LENGTH = 40;

/** Drawn lines that are blanks; excludes underlines and sides of cells. */
export function drawnBlanks({ across, down }: DrawnLines, segments: readonly Segment[]): Blank[] {
  return across.filter((one) => !isSide(one, down)).flatMap((one) => freeParts(one, segments));
}

function freeParts({ x1, x2, y }: Across, segments: readonly Segment[]): Blank[] {
  const words = segments
    .filter((one) => y > one.y - 0.4 * one.em && y < one.y + 0.7 * one.em && overlapOf(one, { x1, x2 }) > 0)
    .toSorted((a, b) => a.x1 - b.x1);
  const parts: Blank[] = [];
  let from = x1;
  for (const word of words) {
    if (word.x1 - from >= MIN_BLANK_LENGTH) parts.push({ x1: from, x2: word.x1, y });
    from = Math.max(from, word.x2);
  }
  if (x2 - from >= MIN_BLANK_LENGTH) parts.push({ x1: from, x2, y });
  return parts;
}
