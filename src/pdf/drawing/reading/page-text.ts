/**
 * Reads a page's text as far as the page shows it: each letter stated by the file is compared with the drawing at its
 * position (record 0065). Text that is not drawn is not read; a word drawn with different letters is omitted.
 */

import { paragraphsOf, type TextPiece } from '#domain/reading/paragraphs.ts';
import type { Picture } from '../page-picture.ts';
import type { Character, Mapping, PageCharacters } from './characters.ts';
import { marksIn, type Shape, type Strokes, shapeOf } from './glyph-shape.ts';
import { type Area, areaOf, cutGlyph, type Turn } from './glyphs.ts';
import { judge, type Verdict } from './judge-letter.ts';
import type { PageText } from './messages.ts';
import { findOtherContent } from './page-content.ts';

/** Replaces a word that is drawn but unreadable. */
export const UNREADABLE_WORD = '[…]';

/** Points: the shortest rule. */
const MIN_RULE = 20;
/** Ems: a larger gap between two letters, or a step back, ends a word. */
const MAX_GAP = 0.35;
/** Ems: two letters this close are one letter drawn twice. */
const DOUBLE_DISTANCE = 0.12;
/** A word is accepted with at most one doubtful letter in this many. */
const LETTERS_PER_DOUBT = 4;
const DIGIT = /^\d$/;
/** Smallest outline, in points across and down. */
const LEAST_OUTLINE = 0.5;
/** Ems: smallest gap between two columns or cells. Spaces between words are narrower. */
const COLUMN_GAP = 0.5;

interface Letter {
  readonly text: string;
  readonly area: Area;
  readonly em: number;
  /** Start and end along its line, and the line's position across; in pixels, increasing in reading direction. */
  readonly from: number;
  readonly to: number;
  readonly baseline: number;
  readonly turn: Turn;
  readonly verdict: Verdict;
}

export interface ReadablePage extends PageCharacters {
  readonly picture: Picture;
  /** Pixels per point. */
  readonly scale: number;
  /** The product made the page and its text: the text is trusted. */
  readonly madeHere: boolean;
}

export function readPage(page: ReadablePage): PageText {
  const reader = new PageReader(page);
  const pieces = reader.pieces();
  const paragraphs = paragraphsOf(pieces);
  if (page.madeHere) return { paragraphs, certain: true, whole: true };
  const { picture, scale } = page;
  const otherContent = findOtherContent(picture, reader.letters, Math.round(MIN_RULE * scale));
  const isPicture = paragraphs.length === 0 && otherContent.isPresent;
  // A glyph that the file declares as a space, or draws as a picture, is in the line: words may be missing.
  const isClear = !otherContent.strikesText && !otherContent.isNearText && !isPicture;
  const certain = page.complete && !reader.isDoubtful && isClear && isInReadingOrder(pieces);
  return { paragraphs, certain, whole: certain && !otherContent.isPresent };
}

class PageReader {
  readonly letters: Letter[] = [];
  /** A word was unreadable or uncertain. */
  isDoubtful = false;
  readonly #page: ReadablePage;
  readonly #pieces: TextPiece[] = [];
  readonly #seen = new Map<string, Letter[]>();
  #word: Letter[] = [];

  constructor(page: ReadablePage) {
    this.#page = page;
  }

  pieces(): readonly TextPiece[] {
    for (const character of ligatures(this.#page.characters)) {
      if (character.text.trim() === '') {
        this.#endWord();
        if (this.#isDrawn(character)) this.isDoubtful = true;
        if (/[\r\n]/.test(character.text)) this.#endLine();
        else this.#addBlank();
        continue;
      }
      const letter = this.#letterOf(character);
      if (letter === null) continue;
      if (!this.#continues(letter)) this.#endWord();
      this.#word.push(letter);
      this.letters.push(letter);
    }
    this.#endWord();
    return this.#pieces;
  }

  /** Whether a blank has a visible outline: the file declares a letter as a space. */
  #isDrawn(character: Character): boolean {
    const { picture, mapping, scale } = this.#page;
    if (character.generated || character.invisible) return false;
    const [left, bottom, right, top] = character.box;
    // A real space has no outline; PDFium returns a flat box.
    if (Math.min(right - left, top - bottom) < LEAST_OUTLINE) return false;
    return cutGlyph(picture, character, mapping, scale) !== 'unseen';
  }

  /** @returns null when the character is invisible, or already drawn there. */
  #letterOf(character: Character): Letter | null {
    const { picture, mapping, scale } = this.#page;
    if (character.invisible) return null;
    const cut = cutGlyph(picture, character, mapping, scale);
    if (cut === 'unseen') return null;
    const shape = cut === 'slanted' ? null : shapeOf(cut);
    if (cut !== 'slanted' && shape === null) return null;
    const turn = cut === 'slanted' ? 0 : cut.turn;
    // Rotated text is shown and read, but must be accompanied by a picture.
    if (turn !== 0) this.isDoubtful = true;
    const verdict = this.#verdictOn(character.text, cut, shape);
    const em = Math.hypot(character.axes[2], character.axes[3]) * scale;
    const letter = { text: character.text, em, turn, verdict, ...positionOf(character, mapping, turn) };
    return this.#isTwice(letter) ? null : letter;
  }

  #verdictOn(text: string, cut: Strokes | 'slanted', shape: Shape | null): Verdict {
    if (this.#page.madeHere) return 'sure';
    if (cut === 'slanted' || shape === null) return 'unsure';
    const verdict = judgeCached(shape, text);
    if (!DIGIT.test(text) || verdict === 'other') return verdict;
    // An amount must be read with certainty or not at all: a point drawn into the corner of a 7 changes the amount.
    return verdict === 'sure' && marksIn(cut) === 1 ? 'sure' : 'other';
  }

  #isTwice(letter: Letter): boolean {
    const [x, y] = centreOf(letter.area);
    const tolerance = letter.em * DOUBLE_DISTANCE;
    const cell = (column: number, row: number) => `${column}:${row}`;
    const [column, row] = [Math.floor(x / 16), Math.floor(y / 16)];
    for (let right = -1; right <= 1; right += 1) {
      for (let down = -1; down <= 1; down += 1) {
        for (const other of this.#seen.get(cell(column + right, row + down)) ?? []) {
          const [x2, y2] = centreOf(other.area);
          if (other.verdict === 'sure' && Math.abs(x - x2) <= tolerance && Math.abs(y - y2) <= tolerance) return true;
        }
      }
    }
    const key = cell(column, row);
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), letter]);
    return false;
  }

  #continues({ from, em, baseline, turn }: Letter): boolean {
    const last = this.#word.at(-1);
    if (last === undefined) return true;
    const gap = from - last.to;
    return turn === last.turn && Math.abs(gap) <= em * MAX_GAP && Math.abs(baseline - last.baseline) <= em * MAX_GAP;
  }

  #endWord(): void {
    const word = this.#word;
    this.#word = [];
    const [first] = word;
    if (first === undefined) return;
    const doubts = word.filter(({ verdict }) => verdict === 'unsure');
    const isOther = word.some(({ verdict }) => verdict === 'other');
    const areLetters = doubts.every(({ text }) => /^\p{L}+$/u.test(text));
    const allowed = areLetters ? Math.floor(word.length / LETTERS_PER_DOUBT) : 0;
    if (isOther || doubts.length > allowed) this.isDoubtful = true;
    const text = isOther ? UNREADABLE_WORD : word.map((letter) => letter.text).join('');
    const { scale } = this.#page;
    const left = Math.min(...word.map(({ from }) => from));
    const right = Math.max(...word.map(({ to }) => to));
    this.#pieces.push({
      text,
      x: rounded(left / scale),
      y: rounded(-first.baseline / scale),
      width: rounded((right - left) / scale),
      height: rounded(first.em / scale),
      endsLine: false,
    });
  }

  #addBlank(): void {
    const last = this.#pieces.at(-1);
    if (last === undefined || last.text === ' ') return;
    this.#pieces.push({ ...last, text: ' ', x: last.x + last.width, width: 0, endsLine: false });
  }

  #endLine(): void {
    const last = this.#pieces.pop();
    if (last !== undefined) this.#pieces.push({ ...last, endsLine: true });
  }
}

/** A letter's position on its line, with the text turned upright. */
function positionOf(
  character: Character,
  mapping: Mapping,
  turn: Turn,
): Pick<Letter, 'area' | 'from' | 'to' | 'baseline'> {
  const area = areaOf(character, mapping);
  const [a, b, c, d, e, f] = mapping;
  const [x, y] = character.origin;
  const { left, top, right, bottom } = area;
  const places = [
    { from: left, to: right, baseline: b * x + d * y + f },
    { from: -bottom, to: -top, baseline: a * x + c * y + e },
    { from: -right, to: -left, baseline: -(b * x + d * y + f) },
    { from: top, to: bottom, baseline: -(a * x + c * y + e) },
  ] as const;
  return { area, ...places[turn] };
}

const rounded = (points: number): number => Math.round(points * 100) / 100;
const centreOf = ({ left, top, right, bottom }: Area): readonly [number, number] => [
  (left + right) / 2,
  (top + bottom) / 2,
];

/** Joins the characters represented by one glyph. */
function ligatures(characters: readonly Character[]): Character[] {
  const joined: Character[] = [];
  for (const character of characters) {
    const last = joined.at(-1);
    const isSame =
      last !== undefined &&
      !last.generated &&
      !character.generated &&
      character.text.trim() !== '' &&
      last.box.every((side, index) => side === character.box[index]);
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + character.text };
    else joined.push(character);
  }
  return joined;
}

/**
 * Whether the lines follow one another down the page, column by column from the left: a step upwards must lead to the
 * right of everything read at that height and below it, as from one column or cell to the next. Text further up, such
 * as a heading over both columns, may extend beyond.
 */
function isInReadingOrder(pieces: readonly TextPiece[]): boolean {
  const previous: TextPiece[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    if (piece.text === ' ') continue;
    if (piece.y > lowest + piece.height) {
      if (previous.some((before) => blocksReadingOrder(before, piece))) return false;
      lowest = piece.y;
    }
    lowest = Math.min(lowest, piece.y);
    previous.push(piece);
  }
  return true;
}

function blocksReadingOrder(before: TextPiece, { x, y, height }: TextPiece): boolean {
  const right = before.x + before.width;
  if (before.y >= y + height) return false;
  // Text closer than that on the same line is the next word, not another column.
  return Math.abs(before.y - y) < height ? x < right + height * COLUMN_GAP : x < right;
}

const MAX_CACHED = 20_000;
const verdictCache = new Map<string, Verdict>();

/** PDFium draws a letter of one font and size with identical pixels: compare it only once. */
function judgeCached(shape: Shape, text: string): Verdict {
  const key = `${text} ${shape.top} ${shape.bottom} ${shape.proportion} ${Buffer.from(shape.cells.buffer).toString('base64')}`;
  const cached = verdictCache.get(key);
  if (cached !== undefined) return cached;
  if (verdictCache.size >= MAX_CACHED) verdictCache.clear();
  const verdict = judge(shape, text);
  verdictCache.set(key, verdict);
  return verdict;
}
