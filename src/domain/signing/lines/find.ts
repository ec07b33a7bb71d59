/** Finds where a page's text calls for a signature. Pure. */
import { type Seen, SMALLEST_PLACE, USUAL_PLACE } from '../places.ts';
import { type Label, type Match, matchOptions, type Option, optionsOf, type PageShapes, roomInCell } from './attach.ts';
import { isCaption, type LabelRole, type LabelWords, labelWords, purposeOfText } from './labels.ts';
import { type Blank, bottomOf, overlapOf, type PageMarks, readMarks, type Segment, topOf } from './marks.ts';
import { type Cell, drawnBlanks, mergeRules } from './rules.ts';

/** A signature line on one page, named by the text. */
export interface PageLine {
  readonly role: LabelRole;
  readonly purpose: LabelWords['purpose'];
  readonly label: string;
  readonly hasStamp: boolean;
  /** Null if there is no room for a signature. */
  readonly seen: Seen | null;
  /** Nothing on the page contradicts it. */
  readonly isClear: boolean;
  /** A line or cell is drawn, rather than only white space. */
  readonly isDrawn: boolean;
  /** Vertical position of the words, for ordering. */
  readonly y: number;
}

/** Points: the smallest room for a signature, plus a margin. */
const LEAST = { width: SMALLEST_PLACE.width, height: SMALLEST_PLACE.height + 1 };
/** Points between a signature and the surrounding print. */
const AIR = 1.5;

export function findOnPage(marks: PageMarks): PageLine[] {
  const { segments, blanks } = readMarks(marks.letters);
  const drawn = mergeRules(marks.rules);
  const { width, height } = marks;
  const shapes = { width, height, segments, blanks: [...blanks, ...drawnBlanks(drawn, segments)], drawn };
  const labels = labelsOf(shapes);
  const { options, absorbed } = joined(optionsOf(labels, shapes));
  const matches = matchOptions(options);
  const withLine = matches.map((match) => {
    const seen = roomAt(match.blank, match, shapes);
    const isClear = !match.isAmbiguous && isFirm(match.label, match.side === 'beside', matches, shapes);
    return { label: match.label, seen, isClear, isDrawn: true };
  });
  const isTaken = (label: Label): boolean =>
    absorbed.has(label) || matches.some((match) => match.label === label || isCaptionOf(label, match));
  const left = labels.filter((label) => !isTaken(label));
  const inCells = left.flatMap((label) => {
    const room = roomInCell(label, shapes, LEAST);
    if (room === null) return [];
    return [
      { label, seen: inside(room.cell), isClear: room.isClear && (label.isHead || label.hasArticle), isDrawn: true },
    ];
  });
  const bare = left.filter((label) => !inCells.some((one) => one.label === label));
  const onWhite = bare.flatMap((label) => whiteUnder(label, bare, shapes));
  return [...withLine, ...inCells, ...onWhite]
    .map(({ label, ...found }) => ({
      ...found,
      role: label.role ?? captionRole(label, labels, matches) ?? headingRole(label, labels, shapes, matches),
      purpose: label.purpose === 'signature' ? purposeBefore(label, shapes) : label.purpose,
      label: label.text,
      hasStamp: label.hasStamp,
      y: label.y,
    }))
    .toSorted((a, b) => b.y - a.y);
}

/** Labels that name a signer, including the captions under or over them. */
function labelsOf({ segments, blanks }: PageShapes): Label[] {
  const order = segments.toSorted((a, b) => b.y - a.y || a.x1 - b.x1);
  const taken = new Set<Segment>();
  const labels: Label[] = [];
  for (const first of order) {
    if (taken.has(first) || (!labelWords(first.text) && !isCaption(first.text)) || isInSentence(first, segments))
      continue;
    const block = [first];
    for (const next of order) {
      const last = block.at(-1) as Segment;
      if (taken.has(next) || !isUnder(last, next) || hasBlank(last, blanks) || hasBlank(next, blanks)) continue;
      const both = labelWords(blockText([...block, next]));
      const roles = [labelWords(blockText(block))?.role, labelWords(next.text)?.role].filter((role) => role != null);
      if (both && roles.length < 2) block.push(next);
    }
    const words = labelWords(blockText(block));
    if (!words) continue;
    for (const one of block) taken.add(one);
    labels.push(labelOf(block, words));
  }
  return labels;
}

const blockText = (block: readonly Segment[]): string => block.map(({ text }) => text).join(' ');

function labelOf(block: readonly Segment[], words: LabelWords): Label {
  const [first] = block as [Segment];
  return {
    ...words,
    text: blockText(block),
    x1: Math.min(...block.map(({ x1 }) => x1)),
    x2: Math.max(...block.map(({ x2 }) => x2)),
    y: first.y,
    em: first.em,
    top: topOf(first),
    bottom: Math.min(...block.map(bottomOf)),
    segments: block,
  };
}

const isUnder = (upper: Segment, lower: Segment): boolean =>
  lower.y < upper.y - 0.5 * upper.em &&
  upper.y - lower.y <= 1.7 * Math.max(upper.em, lower.em) &&
  overlapOf(upper, lower) >= 0.5 * Math.min(upper.x2 - upper.x1, lower.x2 - lower.x1);

const hasBlank = (segment: Segment, blanks: readonly Blank[]): boolean =>
  blanks.some(
    ({ x1, y }) => Math.abs(y - segment.y) < 0.7 * segment.em && x1 >= segment.x2 - 2 && x1 - segment.x2 < 42,
  );

/** The end of a paragraph is no label: "… con la / firma del cliente". */
function isInSentence(segment: Segment, segments: readonly Segment[]): boolean {
  return segments.some((one) => {
    const isBefore = one.y > segment.y && one.y - segment.y <= 1.7 * segment.em && overlapOf(one, segment) > 0;
    const isParagraph = one.text.length > 45 && Math.abs(one.x1 - segment.x1) < 30 && !/[.:;!?)]$/.test(one.text);
    return isBefore && isParagraph && Math.abs(one.em - segment.em) < 1;
  });
}

/** A line with words on both sides, one naming the signer and the other the purpose, belongs to both. */
function joined(options: readonly Option[]): { options: Option[]; absorbed: Set<Label> } {
  const absorbed = new Set<Label>();
  for (const one of options) {
    if (one.label.role !== null || (one.side !== 'over' && one.side !== 'under')) continue;
    const other = options.find(
      ({ blank, side, label }) =>
        blank === one.blank && label.role !== null && side !== one.side && (side === 'over' || side === 'under'),
    );
    const isAlone = options.filter(({ label }) => label === one.label).length === 1;
    if (other && isAlone) absorbed.add(one.label);
  }
  return { options: options.filter(({ label }) => !absorbed.has(label)), absorbed };
}

const DATED = /^(?:luogo|data|lì|li)(?!\p{L})/iu;

/** Whether words and line are for a signature, and not for a name. */
function isFirm(label: Label, isBeside: boolean, matches: readonly Match[], { segments, blanks }: PageShapes): boolean {
  if (label.isHead) return true;
  const others = matches.filter((other) => other.label !== label && other.label.role !== label.role);
  const isSibling = others.some((other) => {
    const isAligned = Math.abs(other.label.x1 - label.x1) < 6 && Math.abs(other.label.y - label.y) < 90;
    return Math.abs(other.label.y - label.y) < 8 || (label.hasArticle && other.label.hasArticle && isAligned);
  });
  if (isSibling) return true;
  if (!label.hasArticle) return false;
  if (!isBeside || segments.some(({ text, y }) => DATED.test(text) && Math.abs(y - label.y) < 45)) return true;
  // A form asks for the customer's name first; further labelled blanks below it mean that the blank is for a name.
  const isAsked = (blank: Blank): boolean =>
    blank.y < label.y + 8 &&
    segments.some((one) => Math.abs(one.y - blank.y) < 5 && isBefore(one, blank) && !DATED.test(one.text)) &&
    !matches.some((match) => match.blank === blank);
  const isFollowed = segments.some(
    (one) => Math.abs(one.y - label.y) < 4 && one.x1 > label.x2 && !DATED.test(one.text),
  );
  return !isFollowed && !blanks.some(isAsked);
}

const isBefore = (one: Segment, blank: Blank): boolean => one.x2 <= blank.x1 + 2 && blank.x1 - one.x2 < 42;

/** The room at a line: above it if free, else across it; null if a signature would cover words. */
function roomAt(blank: Blank, { label, side }: Option, shapes: PageShapes): Seen | null {
  const width = Math.min(USUAL_PLACE.width + 20, Math.max(LEAST.width, blank.x2 - blank.x1));
  const middle = side === 'beside' || side === 'before' ? (blank.x1 + blank.x2) / 2 : (label.x1 + label.x2) / 2;
  const isLong = blank.x2 - blank.x1 >= width;
  const within = (x: number) => (isLong ? Math.min(Math.max(x, blank.x1), blank.x2 - width) : x);
  const starts = isLong
    ? [within(side === 'beside' ? blank.x1 : middle - width / 2)]
    : [(blank.x1 + blank.x2 - width) / 2, blank.x1, blank.x2 - width];
  const own = [...label.segments, ...shapes.segments.filter((one) => isSmallUnder(one, blank))];
  for (const x of starts) {
    if (x < 4 || x + width > shapes.width - 4) continue;
    const span = { x1: x, x2: x + width, y: blank.y };
    const seen = standing(span, blank, shapes, []) ?? standing(span, blank, shapes, own);
    if (seen) return seen;
  }
  return null;
}

/** Points: larger text is not small print. */
const SMALL = 9;
/** Points between a line and the small print that belongs to it. */
const RIGHT_UNDER = 6;

/** Small print directly under a line and no longer than it: "(firma leggibile)", the signer's name. */
const isSmallUnder = (one: Segment, blank: Blank): boolean =>
  one.em <= SMALL &&
  one.y < blank.y &&
  blank.y - topOf(one) <= RIGHT_UNDER &&
  overlapOf(one, blank) >= Math.max(1, one.x2 - one.x1 - one.em);

/** Small print describes the line over it, which has its own label; it is no separate signature line. */
function isCaptionOf(label: Label, { label: other, blank, side }: Match): boolean {
  const [first] = label.segments;
  const isApart = side !== 'beside' && side !== 'before';
  if (label === other || isApart || !first || !isSmallUnder(first, blank)) return false;
  return label.role === null || other.role === null || label.role === other.role;
}

/** The line's role, if the small print under it states one: "Firma ____", and under the line "Il Cliente". */
function captionRole(label: Label, labels: readonly Label[], matches: readonly Match[]): LabelRole {
  const own = matches.find((match) => match.label === label);
  return (own && labels.find((one) => one.role !== null && isCaptionOf(one, own))?.role) ?? null;
}

/** Points above a line within which words mean that it is already filled in. */
const WRITTEN = 9;

/**
 * Points by which a signature's frame may overlap its label, and the small print under its line, if there is no other
 * room: the width of its edge, which has no text.
 */
const INTO = { label: 6, small: 8 } as const;

/** @param own words of the line's own label, which the frame may touch. */
function standing(
  span: Blank,
  blank: Blank,
  { segments, blanks, drawn, height }: PageShapes,
  own: readonly Segment[],
): Seen | null {
  const given = (one: Segment): number =>
    own.includes(one) ? (isSmallUnder(one, blank) ? INTO.small : INTO.label) : 0;
  const obstacles = [
    ...segments
      .filter((one) => overlapOf(one, span) > 0)
      .map((one) => ({ y1: bottomOf(one) + given(one), y2: topOf(one) - given(one) })),
    ...blanks.filter((one) => one !== blank && overlapOf(one, span) > 0).map(({ y }) => ({ y1: y, y2: y })),
    ...drawn.across
      .filter((one) => overlapOf(one, span) > 2 && Math.abs(one.y - blank.y) > 2)
      .map(({ y }) => ({ y1: y, y2: y })),
    ...drawn.down.filter(({ x }) => x > span.x1 && x < span.x2).map(({ y1, y2 }) => ({ y1, y2 })),
  ];
  if (obstacles.some(({ y1, y2 }) => y1 < blank.y + WRITTEN && y2 > blank.y + 2)) return null;
  const above =
    Math.min(height - 8, ...obstacles.filter(({ y1 }) => y1 >= blank.y + 2).map(({ y1 }) => y1)) - blank.y - AIR;
  const below = blank.y - Math.max(8, ...obstacles.filter(({ y2 }) => y2 <= blank.y + 2).map(({ y2 }) => y2)) - AIR;
  const [x, width] = [span.x1, span.x2 - span.x1];
  const tall = Math.min(USUAL_PLACE.height, above);
  if (tall >= LEAST.height) return { x, y: blank.y + 0.5, width, height: tall - 0.5 };
  const down = LEAST.height - above;
  return above > 0 && down <= below ? { x, y: blank.y - down, width, height: LEAST.height } : null;
}

/** A rectangle in a cell, at its lower left as on a line. */
function inside({ x1, x2, y1, y2 }: Cell): Seen {
  const width = Math.min(x2 - x1 - 2 * AIR, USUAL_PLACE.width + 20);
  const height = Math.min(y2 - y1 - 2 * AIR, USUAL_PLACE.height);
  return {
    x: x1 + AIR,
    y: Math.max(y1 + AIR, y2 - AIR - height),
    width: Math.max(width, LEAST.width - 2 * AIR),
    height,
  };
}

/** Points of white space required under "Il Cliente". */
const WHITE = { least: 40, side: 150 } as const;

/** White space under words without a drawn line: clear only if two signers are side by side. */
function whiteUnder(label: Label, bare: readonly Label[], shapes: PageShapes) {
  if (!label.isHead && !label.hasArticle) return [];
  const width = Math.max(WHITE.side, label.x2 - label.x1);
  const x = Math.min(Math.max(8, (label.x1 + label.x2 - width) / 2), shapes.width - width - 8);
  const span = { x1: x, x2: x + width, y: 0 };
  const lower = [
    ...shapes.segments
      .filter((one) => !label.segments.includes(one) && topOf(one) < label.bottom + 1 && overlapOf(one, span) > 0)
      .map(topOf),
    ...shapes.drawn.across.filter((one) => one.y < label.bottom && overlapOf(one, span) > 2).map(({ y }) => y),
  ];
  const free = label.bottom - Math.max(20, ...lower);
  if (free < WHITE.least) return [];
  const others = bare.filter((one) => one !== label && Math.abs(one.y - label.y) < 8 && one.role !== label.role);
  const height = Math.min(USUAL_PLACE.height, free - 2 * AIR);
  const seen = { x, y: label.bottom - AIR - height, width, height };
  return [{ label, seen, isClear: others.length > 0 && free > WHITE.least + 10, isDrawn: false }];
}

/** Points above a label within which a heading gives its role. */
const HEADING = 75;

/** "CLIENTE" as a heading over "Firma ____". */
function headingRole(
  label: Label,
  labels: readonly Label[],
  shapes: PageShapes,
  matches: readonly Option[],
): LabelRole {
  const own = matches.find((match) => match.label === label)?.blank;
  const span = { x1: Math.min(label.x1, own?.x1 ?? label.x1), x2: Math.max(label.x2, own?.x2 ?? label.x2) };
  const over = labels
    .filter((one) => one !== label && one.role !== null && one.y > label.y + 2 && one.y - label.y <= HEADING)
    .filter((one) => overlapOf(one, span) > 0 && !one.isHead)
    .toSorted((a, b) => a.y - b.y);
  const [nearest] = over;
  if (!nearest) return null;
  const hasOwn = matches.some((match) => match.label === nearest && match.blank !== own);
  const isWide = nearest.x2 - nearest.x1 > shapes.width / 2;
  return hasOwn || isWide ? null : nearest.role;
}

/** Points of text before a signature that state its purpose. */
const BEFORE = 170;

function purposeBefore(label: Label, { segments }: PageShapes): LabelWords['purpose'] {
  const before = segments.filter((one) => one.y > label.y + 2 && one.y - label.y <= BEFORE);
  // The text before another signature line belongs to that one.
  const signed = before.filter(({ text }) => labelWords(text)?.isHead || (labelWords(text)?.hasArticle ?? false));
  const end = Math.min(...signed.filter(({ y }) => y > label.y + label.em * 2).map(({ y }) => y));
  const text = before.filter(({ y }) => y < end - 2).toSorted((a, b) => b.y - a.y || a.x1 - b.x1);
  return purposeOfText(blockText(text));
}
