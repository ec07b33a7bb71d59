/** Matches blanks with labels: next to, over or under them, or in the same cell. Pure. */
import { type Cell, cellAround, type DrawnLines } from './drawn-lines.ts';
import { type Blank, bottomOf, overlapOf, type PageMarks, type Segment, topOf } from './page-marks.ts';
import type { LabelFacts } from './signer-labels.ts';

/** Text that may name the signer, on one or more lines. */
export interface Label extends LabelFacts {
  readonly text: string;
  readonly x1: number;
  readonly x2: number;
  /** Baseline of the first line. */
  readonly y: number;
  readonly em: number;
  readonly top: number;
  readonly bottom: number;
  readonly segments: readonly Segment[];
}

/** `over`: the line is over the words; `under`: the line is under them. */
export type Side = 'beside' | 'before' | 'over' | 'under';

export interface Option {
  readonly label: Label;
  readonly blank: Blank;
  readonly side: Side;
  /** Points between the words and the line. */
  readonly distance: number;
}

export interface PageShapes extends Pick<PageMarks, 'width' | 'height'> {
  readonly segments: readonly Segment[];
  readonly blanks: readonly Blank[];
  readonly drawn: DrawnLines;
}

/** Points between words and the blank next to them. */
const BESIDE = 42;
const BEFORE = 16;
/** Points from a line down to the words under it, and from words down to their line. */
const OVER = { most: 26 } as const;
const UNDER = { least: 8, most: 95 } as const;
/** Fraction of the page width: a longer line is a divider, unless words precede it. */
const DIVIDES = 0.62;

const onRow = (y: number, blank: Blank, em: number): boolean => blank.y > y - 0.7 * em && blank.y < y + 0.5 * em;

/** A mark that means "sign here" without naming the signer. */
const CROSS = /^[x×✗✘►▶→*•]$/i;

/** Words directly before a blank on the same line own it. */
function ownerOf(blank: Blank, { segments, blanks }: PageShapes): Segment | undefined {
  const before = segments.filter(
    (one) =>
      !CROSS.test(one.text) && onRow(one.y, blank, one.em) && one.x2 <= blank.x1 + 2 && blank.x1 - one.x2 <= BESIDE,
  );
  return before
    .filter(
      (one) => !blanks.some((other) => other !== blank && onRow(one.y, other, one.em) && isBetween(other, one, blank)),
    )
    .toSorted((a, b) => b.x2 - a.x2)[0];
}

const isBetween = (middle: Blank, left: { x2: number }, right: Blank): boolean =>
  middle.x1 >= left.x2 - 2 && middle.x2 <= right.x1 + 2;

/** All blanks that could be a label's signature line. */
export function optionsOf(labels: readonly Label[], shapes: PageShapes): Option[] {
  const options: Option[] = [];
  for (const blank of shapes.blanks) {
    const owner = ownerOf(blank, shapes);
    const beside = owner && labels.find(({ segments }) => segments.includes(owner));
    if (beside) options.push({ label: beside, blank, side: 'beside', distance: blank.x1 - beside.x2 });
    // A blank within a sentence or a date is no signature line.
    if (owner) continue;
    for (const label of labels) {
      const option = standaloneOption(label, blank, shapes);
      if (option) options.push(option);
    }
  }
  return options;
}

/** A blank with no words before it. */
function standaloneOption(label: Label, blank: Blank, shapes: PageShapes): Option | null {
  const isAfter = onRow(label.y, blank, label.em) && label.x1 >= blank.x2 - 2 && label.x1 - blank.x2 <= BEFORE;
  if (isAfter) return { label, blank, side: 'before', distance: label.x1 - blank.x2 };
  if (blank.x2 - blank.x1 > DIVIDES * shapes.width || !isAligned(label, blank)) return null;
  if (label.top <= blank.y + 4 && blank.y - label.top <= OVER.most) {
    const isNext = isFirstOf(label, shapes, (one) => topOf(one) <= blank.y + 4 && topOf(one) >= label.top - 2, blank);
    return isNext ? { label, blank, side: 'over', distance: Math.max(0, blank.y - label.top) } : null;
  }
  const down = label.bottom - blank.y;
  if (down < UNDER.least || down > UNDER.most) return null;
  const isNext = isFirstOf(
    label,
    shapes,
    (segment) => bottomOf(segment) >= blank.y - 1 && topOf(segment) <= label.top + 2 && !isName(segment, label, blank),
    blank,
  );
  const hasRule = shapes.drawn.across.some(
    ({ y, ...line }) => y > blank.y + 3 && y < label.bottom - 1 && overlapOf(line, blank) > 20,
  );
  return isNext && !hasRule ? { label, blank, side: 'under', distance: down } : null;
}

/** Most of the label's width is over or under the line. */
function isAligned(label: Label, blank: Blank): boolean {
  const shared = overlapOf(label, blank);
  return shared >= 0.6 * Math.min(label.x2 - label.x1, blank.x2 - blank.x1);
}

/** Whether no other words are between a label and its line, or next to the label at the same line. */
function isFirstOf(label: Label, { segments }: PageShapes, isThere: (one: Segment) => boolean, blank: Blank): boolean {
  return !segments.some((one) => !label.segments.includes(one) && overlapOf(one, blank) > 2 && isThere(one));
}

/** The signer's name, printed under "Il Cliente" and well above the line. */
function isName(segment: Segment, label: Label, blank: Blank): boolean {
  const isShort =
    segment.text.length <= 40 && !/[.,;:]\s/.test(segment.text.replace(/\b(?:Sig|Dott|Ing|Avv)\.?(?:ra)?\b\.?/g, ''));
  return isShort && label.bottom - topOf(segment) < 1.2 * label.em && bottomOf(segment) - blank.y >= 16;
}

/** Each label has one blank, and each blank one label. */
export interface Match extends Option {
  /** The page can be read in two ways. */
  readonly isAmbiguous: boolean;
}

export function matchOptions(options: readonly Option[]): Match[] {
  const matches: Match[] = [];
  let remaining = [...options];
  const take = (option: Option, isAmbiguous: boolean): void => {
    matches.push({ ...option, isAmbiguous });
    remaining = remaining.filter(({ label, blank }) => label !== option.label && blank !== option.blank);
  };
  const strong = remaining.filter(({ side }) => side === 'beside' || side === 'before');
  for (const option of strong.toSorted((a, b) => a.distance - b.distance)) {
    if (remaining.includes(option)) take(option, false);
  }
  while (remaining.length > 0) {
    const single = remaining.filter(({ label }) => remaining.filter((other) => other.label === label).length === 1);
    const next = single.toSorted((a, b) => weightOf(a) - weightOf(b))[0];
    if (next) {
      const rivals = single.filter(({ blank }) => blank === next.blank);
      take(
        next,
        rivals.some((rival) => rival !== next && weightOf(rival) < 1.6 * weightOf(next)),
      );
      continue;
    }
    const best = remaining.toSorted((a, b) => weightOf(a) - weightOf(b))[0] as Option;
    const alternatives = remaining.filter((option) => option !== best && option.label === best.label);
    take(
      best,
      alternatives.some((other) => weightOf(other) < 2 * weightOf(best)),
    );
  }
  return matches;
}

/** Words close under a line are its caption; words above it leave room to sign. */
const weightOf = ({ side, distance }: Option): number => (side === 'over' ? 6 + distance : 4 + distance / 2.2);

/** Points: a larger cell is the frame of the page, not room for a signature. */
const LARGEST_CELL = { width: 420, height: 170 } as const;

const inCell = ({ x1, x2, y1, y2 }: Cell, segment: Segment): boolean =>
  (segment.x1 + segment.x2) / 2 > x1 && (segment.x1 + segment.x2) / 2 < x2 && segment.y > y1 && segment.y < y2;

const isSmall = ({ x1, x2, y1, y2 }: Cell): boolean => x2 - x1 <= LARGEST_CELL.width && y2 - y1 <= LARGEST_CELL.height;

/** Room in a cell or box for the signer that a label names. */
export interface CellRoom {
  readonly cell: Cell;
  readonly isClear: boolean;
}

const isWithin = (cell: Cell | null, least: { width: number; height: number }): cell is Cell =>
  cell !== null && cell.x2 - cell.x1 >= least.width && cell.y2 - cell.y1 >= least.height;

/** Room in the label's cell, or in the empty cell next to, under or over it; null if there is none. */
export function roomInCell(
  label: Label,
  shapes: PageShapes,
  least: { width: number; height: number },
): CellRoom | null {
  const { drawn, segments } = shapes;
  const ownCell = cellAround(drawn, (label.x1 + label.x2) / 2, label.y + 1);
  if (!ownCell || ownCell.x2 - ownCell.x1 > LARGEST_CELL.width || ownCell.y2 - ownCell.y1 > 2 * LARGEST_CELL.height) {
    return roomInBox(label, shapes, least);
  }
  const words = segments.filter((segment) => inCell(ownCell, segment));
  const others = words.filter((segment) => !label.segments.includes(segment));
  const isFree = (cell: Cell | null): cell is Cell =>
    isWithin(cell, least) && isSmall(cell) && !segments.some((segment) => inCell(cell, segment));
  const [x, y] = [(ownCell.x1 + ownCell.x2) / 2, (ownCell.y1 + ownCell.y2) / 2];
  const beside = others.length === 0 ? cellAround(drawn, ownCell.x2 + 4, y) : null;
  if (isFree(beside) && Math.abs(beside.y1 - ownCell.y1) < 3 && Math.abs(beside.y2 - ownCell.y2) < 3) {
    return { cell: beside, isClear: true };
  }
  const under = { ...ownCell, y2: Math.min(...words.map(bottomOf)) };
  const right = { ...ownCell, x1: label.x2 + 3 };
  const over = { ...ownCell, y1: Math.max(...words.map(topOf)) };
  const isBusy = others.some((segment) => segment.x2 > label.x2);
  const inOwn = isSmall(ownCell)
    ? [under, ...(isBusy ? [] : [right]), over].find((cell) => isWithin(cell, least))
    : undefined;
  const cell = inOwn ?? [cellAround(drawn, x, ownCell.y1 - 4), cellAround(drawn, x, ownCell.y2 + 4)].find(isFree);
  return cell ? { cell, isClear: true } : null;
}

/** Points between words and the box under, over or next to them. */
const NEAR_BOX = [6, 14, 22, 30] as const;

/** A free-standing empty box next to a label. */
function roomInBox(
  label: Label,
  { drawn, segments }: PageShapes,
  least: { width: number; height: number },
): CellRoom | null {
  const middle = (label.x1 + label.x2) / 2;
  const points = NEAR_BOX.flatMap((distance): [number, number][] => [
    [middle, label.bottom - distance],
    [label.x2 + distance, (label.top + label.bottom) / 2],
    [middle, label.top + distance],
  ]);
  for (const [x, y] of points) {
    const cell = cellAround(drawn, x, y);
    if (!isWithin(cell, least) || !isSmall(cell) || segments.some((segment) => inCell(cell, segment))) continue;
    const isBetween = segments.some(
      (one) => !label.segments.includes(one) && overlapOf(one, cell) > 2 && one.y > cell.y2 && one.y < label.bottom,
    );
    if (isBetween) continue;
    const height = (cell.y1 + cell.y2) / 2;
    const isOfTable = [cell.x1 - 4, cell.x2 + 4].some((side) => cellAround(drawn, side, height) !== null);
    return { cell, isClear: !isOfTable };
  }
  return null;
}
