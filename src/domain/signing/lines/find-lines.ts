/** Finds where a page's text calls for a signature. Pure. */
import { DEFAULT_PLACE_SIZE, MIN_PLACE_SIZE, type ViewBox } from '../places.ts';
import { type Cell, drawnBlanks, mergeRules } from './drawn-lines.ts';
import { type Label, type Match, matchOptions, type Option, optionsOf, type PageShapes, roomInCell } from './match.ts';
import { type Blank, bottomOf, overlapOf, type PageMarks, readMarks, type Segment, topOf } from './page-marks.ts';
import { isCaption, type LabelFacts, type LabelRole, purposeOfText, readLabel } from './signer-labels.ts';

/** A signature line on one page, named by the text. */
export interface PageLine {
  readonly role: LabelRole;
  readonly purpose: LabelFacts['purpose'];
  readonly label: string;
  readonly hasStamp: boolean;
  /** Null if there is no room for a signature. */
  readonly seen: ViewBox | null;
  /** Nothing on the page contradicts it. */
  readonly isClear: boolean;
  /** A line or cell is drawn, rather than only white space. */
  readonly isDrawn: boolean;
  /** Vertical position of the words, for ordering. */
  readonly y: number;
}

/** Points: the smallest room for a signature, plus a margin. */
const MIN_ROOM = { width: MIN_PLACE_SIZE.width, height: MIN_PLACE_SIZE.height + 1 };
/** Points between a signature and the surrounding print. */
const MARGIN = 1.5;

export function findOnPage(marks: PageMarks): PageLine[] {
  const { segments, blanks } = readMarks(marks.letters);
  const drawn = mergeRules(marks.rules);
  const { width, height } = marks;
  const shapes = { width, height, segments, blanks: [...blanks, ...drawnBlanks(drawn, segments)], drawn };
  const labels = labelsOf(shapes);
  const { options, absorbed } = absorbLabels(optionsOf(labels, shapes));
  const matches = matchOptions(options);
  const withLine = matches.map((match) => {
    const place = roomAt(match.blank, match, shapes);
    const isClear = !match.isAmbiguous && isFirm(match.label, match.side === 'beside', matches, shapes);
    return { label: match.label, seen: place, isClear, isDrawn: true };
  });
  const isTaken = (label: Label): boolean =>
    absorbed.has(label) || matches.some((match) => match.label === label || isCaptionOf(label, match));
  const unmatched = labels.filter((label) => !isTaken(label));
  const inCells = unmatched.flatMap((label) => {
    const room = roomInCell(label, shapes, MIN_ROOM);
    if (room === null) return [];
    return [
      {
        label,
        seen: inside(room.cell),
        isClear: room.isClear && (label.mentionsSignature || label.hasArticle),
        isDrawn: true,
      },
    ];
  });
  const bare = unmatched.filter((label) => !inCells.some((candidate) => candidate.label === label));
  const onWhiteSpace = bare.flatMap((label) => whiteUnder(label, bare, shapes));
  return [...withLine, ...inCells, ...onWhiteSpace]
    .map(({ label, ...line }) => ({
      ...line,
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
  const used = new Set<Segment>();
  const labels: Label[] = [];
  for (const first of order) {
    if (used.has(first) || (!readLabel(first.text) && !isCaption(first.text)) || isInSentence(first, segments))
      continue;
    const block = [first];
    for (const next of order) {
      const last = block.at(-1) as Segment;
      if (used.has(next) || !isUnder(last, next) || hasBlank(last, blanks) || hasBlank(next, blanks)) continue;
      const combined = readLabel(blockText([...block, next]));
      const roles = [readLabel(blockText(block))?.role, readLabel(next.text)?.role].filter((role) => role != null);
      if (combined && roles.length < 2) block.push(next);
    }
    const words = readLabel(blockText(block));
    if (!words) continue;
    for (const segment of block) used.add(segment);
    labels.push(labelOf(block, words));
  }
  return labels;
}

const blockText = (block: readonly Segment[]): string => block.map(({ text }) => text).join(' ');

function labelOf(block: readonly Segment[], words: LabelFacts): Label {
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
  return segments.some((piece) => {
    const isBefore = piece.y > segment.y && piece.y - segment.y <= 1.7 * segment.em && overlapOf(piece, segment) > 0;
    const isParagraph = piece.text.length > 45 && Math.abs(piece.x1 - segment.x1) < 30 && !/[.:;!?)]$/.test(piece.text);
    return isBefore && isParagraph && Math.abs(piece.em - segment.em) < 1;
  });
}

/** A line with words on both sides, one naming the signer and the other the purpose, belongs to both. */
function absorbLabels(options: readonly Option[]): { options: Option[]; absorbed: Set<Label> } {
  const absorbed = new Set<Label>();
  for (const option of options) {
    if (option.label.role !== null || (option.side !== 'over' && option.side !== 'under')) continue;
    const other = options.find(
      ({ blank, side, label }) =>
        blank === option.blank && label.role !== null && side !== option.side && (side === 'over' || side === 'under'),
    );
    const isOnlyOption = options.filter(({ label }) => label === option.label).length === 1;
    if (other && isOnlyOption) absorbed.add(option.label);
  }
  return { options: options.filter(({ label }) => !absorbed.has(label)), absorbed };
}

const DATED = /^(?:luogo|data|lì|li)(?!\p{L})/iu;

/** Whether words and line are for a signature, and not for a name. */
function isFirm(label: Label, isBeside: boolean, matches: readonly Match[], { segments, blanks }: PageShapes): boolean {
  if (label.mentionsSignature) return true;
  const others = matches.filter((other) => other.label !== label && other.label.role !== label.role);
  const isSibling = others.some((other) => {
    const isAligned = Math.abs(other.label.x1 - label.x1) < 6 && Math.abs(other.label.y - label.y) < 90;
    return Math.abs(other.label.y - label.y) < 8 || (label.hasArticle && other.label.hasArticle && isAligned);
  });
  if (isSibling) return true;
  if (!label.hasArticle) return false;
  if (!isBeside || segments.some(({ text, y }) => DATED.test(text) && Math.abs(y - label.y) < 45)) return true;
  // A form asks for the customer's name first; further labelled blanks below it mean that the blank is for a name.
  const isUnlabelledField = (blank: Blank): boolean =>
    blank.y < label.y + 8 &&
    segments.some((one) => Math.abs(one.y - blank.y) < 5 && isBefore(one, blank) && !DATED.test(one.text)) &&
    !matches.some((match) => match.blank === blank);
  const isFollowed = segments.some(
    (segment) => Math.abs(segment.y - label.y) < 4 && segment.x1 > label.x2 && !DATED.test(segment.text),
  );
  return !isFollowed && !blanks.some(isUnlabelledField);
}

const isBefore = (segment: Segment, blank: Blank): boolean => segment.x2 <= blank.x1 + 2 && blank.x1 - segment.x2 < 42;

/** The room at a line: above it if free, else across it; null if a signature would cover words. */
function roomAt(blank: Blank, { label, side }: Option, shapes: PageShapes): ViewBox | null {
  const width = Math.min(DEFAULT_PLACE_SIZE.width + 20, Math.max(MIN_ROOM.width, blank.x2 - blank.x1));
  const middle = side === 'beside' || side === 'before' ? (blank.x1 + blank.x2) / 2 : (label.x1 + label.x2) / 2;
  const isLong = blank.x2 - blank.x1 >= width;
  const within = (x: number) => (isLong ? Math.min(Math.max(x, blank.x1), blank.x2 - width) : x);
  const xPositions = isLong
    ? [within(side === 'beside' ? blank.x1 : middle - width / 2)]
    : [(blank.x1 + blank.x2 - width) / 2, blank.x1, blank.x2 - width];
  const ownWords = [...label.segments, ...shapes.segments.filter((segment) => isSmallUnder(segment, blank))];
  for (const x of xPositions) {
    if (x < 4 || x + width > shapes.width - 4) continue;
    const span = { x1: x, x2: x + width, y: blank.y };
    const place = roomOnLine(span, blank, shapes, []) ?? roomOnLine(span, blank, shapes, ownWords);
    if (place) return place;
  }
  return null;
}

/** Points: larger text is not small print. */
const SMALL = 9;
/** Points between a line and the small print that belongs to it. */
const RIGHT_UNDER = 6;

/** Small print directly under a line and no longer than it: "(firma leggibile)", the signer's name. */
const isSmallUnder = (segment: Segment, blank: Blank): boolean =>
  segment.em <= SMALL &&
  segment.y < blank.y &&
  blank.y - topOf(segment) <= RIGHT_UNDER &&
  overlapOf(segment, blank) >= Math.max(1, segment.x2 - segment.x1 - segment.em);

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
  return (own && labels.find((candidate) => candidate.role !== null && isCaptionOf(candidate, own))?.role) ?? null;
}

/** Points above a line within which words mean that it is already filled in. */
const WRITTEN = 9;

/**
 * Points by which a signature's frame may overlap its label, and the small print under its line, if there is no other
 * room: the width of its edge, which has no text.
 */
const INTO = { label: 6, small: 8 } as const;

/** @param ownWords words of the line's own label, which the frame may touch. */
function roomOnLine(
  span: Blank,
  blank: Blank,
  { segments, blanks, drawn, height }: PageShapes,
  ownWords: readonly Segment[],
): ViewBox | null {
  const tolerance = (segment: Segment): number =>
    ownWords.includes(segment) ? (isSmallUnder(segment, blank) ? INTO.small : INTO.label) : 0;
  const obstacles = [
    ...segments
      .filter((segment) => overlapOf(segment, span) > 0)
      .map((segment) => ({ y1: bottomOf(segment) + tolerance(segment), y2: topOf(segment) - tolerance(segment) })),
    ...blanks.filter((other) => other !== blank && overlapOf(other, span) > 0).map(({ y }) => ({ y1: y, y2: y })),
    ...drawn.across
      .filter((rule) => overlapOf(rule, span) > 2 && Math.abs(rule.y - blank.y) > 2)
      .map(({ y }) => ({ y1: y, y2: y })),
    ...drawn.down.filter(({ x }) => x > span.x1 && x < span.x2).map(({ y1, y2 }) => ({ y1, y2 })),
  ];
  if (obstacles.some(({ y1, y2 }) => y1 < blank.y + WRITTEN && y2 > blank.y + 2)) return null;
  const above =
    Math.min(height - 8, ...obstacles.filter(({ y1 }) => y1 >= blank.y + 2).map(({ y1 }) => y1)) - blank.y - MARGIN;
  const below = blank.y - Math.max(8, ...obstacles.filter(({ y2 }) => y2 <= blank.y + 2).map(({ y2 }) => y2)) - MARGIN;
  const [x, width] = [span.x1, span.x2 - span.x1];
  const availableHeight = Math.min(DEFAULT_PLACE_SIZE.height, above);
  if (availableHeight >= MIN_ROOM.height) return { x, y: blank.y + 0.5, width, height: availableHeight - 0.5 };
  const down = MIN_ROOM.height - above;
  return above > 0 && down <= below ? { x, y: blank.y - down, width, height: MIN_ROOM.height } : null;
}

/** A rectangle in a cell, at its lower left as on a line. */
function inside({ x1, x2, y1, y2 }: Cell): ViewBox {
  const width = Math.min(x2 - x1 - 2 * MARGIN, DEFAULT_PLACE_SIZE.width + 20);
  const height = Math.min(y2 - y1 - 2 * MARGIN, DEFAULT_PLACE_SIZE.height);
  return {
    x: x1 + MARGIN,
    y: Math.max(y1 + MARGIN, y2 - MARGIN - height),
    width: Math.max(width, MIN_ROOM.width - 2 * MARGIN),
    height,
  };
}

/** Points of white space required under "Il Cliente". */
const WHITE = { least: 40, side: 150 } as const;

/** White space under words without a drawn line: clear only if two signers are side by side. */
function whiteUnder(label: Label, bare: readonly Label[], shapes: PageShapes) {
  if (!label.mentionsSignature && !label.hasArticle) return [];
  const width = Math.max(WHITE.side, label.x2 - label.x1);
  const x = Math.min(Math.max(8, (label.x1 + label.x2 - width) / 2), shapes.width - width - 8);
  const span = { x1: x, x2: x + width, y: 0 };
  const lower = [
    ...shapes.segments
      .filter((one) => !label.segments.includes(one) && topOf(one) < label.bottom + 1 && overlapOf(one, span) > 0)
      .map(topOf),
    ...shapes.drawn.across.filter((rule) => rule.y < label.bottom && overlapOf(rule, span) > 2).map(({ y }) => y),
  ];
  const freeHeight = label.bottom - Math.max(20, ...lower);
  if (freeHeight < WHITE.least) return [];
  const neighbours = bare.filter((one) => one !== label && Math.abs(one.y - label.y) < 8 && one.role !== label.role);
  const height = Math.min(DEFAULT_PLACE_SIZE.height, freeHeight - 2 * MARGIN);
  const place = { x, y: label.bottom - MARGIN - height, width, height };
  return [{ label, seen: place, isClear: neighbours.length > 0 && freeHeight > WHITE.least + 10, isDrawn: false }];
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
  const ownBlank = matches.find((match) => match.label === label)?.blank;
  const span = { x1: Math.min(label.x1, ownBlank?.x1 ?? label.x1), x2: Math.max(label.x2, ownBlank?.x2 ?? label.x2) };
  const headings = labels
    .filter((other) => other !== label && other.role !== null && other.y > label.y + 2 && other.y - label.y <= HEADING)
    .filter((heading) => overlapOf(heading, span) > 0 && !heading.mentionsSignature)
    .toSorted((a, b) => a.y - b.y);
  const [nearest] = headings;
  if (!nearest) return null;
  const hasOwnLine = matches.some((match) => match.label === nearest && match.blank !== ownBlank);
  const isWide = nearest.x2 - nearest.x1 > shapes.width / 2;
  return hasOwnLine || isWide ? null : nearest.role;
}

/** Points of text before a signature that state its purpose. */
const BEFORE = 170;

function purposeBefore(label: Label, { segments }: PageShapes): LabelFacts['purpose'] {
  const before = segments.filter((segment) => segment.y > label.y + 2 && segment.y - label.y <= BEFORE);
  // The text before another signature line belongs to that one.
  const signed = before.filter(
    ({ text }) => readLabel(text)?.mentionsSignature || (readLabel(text)?.hasArticle ?? false),
  );
  const end = Math.min(...signed.filter(({ y }) => y > label.y + label.em * 2).map(({ y }) => y));
  const text = before.filter(({ y }) => y < end - 2).toSorted((a, b) => b.y - a.y || a.x1 - b.x1);
  return purposeOfText(blockText(text));
}
