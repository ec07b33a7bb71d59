/**
 * Splits a line of text into pieces of one typeface each, from left to right: the only place that decides which
 * typeface shows a character.
 */
import { clustersOf, type FaceName, faceOf, visibleText } from '#domain/letters/printable.ts';
import { inVisualOrder } from './bidi.ts';

export interface Piece {
  readonly face: FaceName;
  /** In reading order, also for right-to-left scripts: shaping reverses it. */
  readonly text: string;
}

/** Typefaces whose shaping reverses the letters; the others receive them from left to right. */
const TURNING: readonly FaceName[] = ['hebrew', 'arabic'];
const COMMON = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u0148\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]*$/;

/**
 * A letter missing from every typeface is shown as its number, never as another character. Typed texts with such
 * letters are refused earlier.
 */
const codeOf = (letter: string): string =>
  Array.from(letter, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('');

/** The text as printed: composed, without invisible characters, every blank a space, letters without a typeface as `[U+0E01]`. */
export function printable(text: string): string {
  if (COMMON.test(text)) return text;
  return clustersOf(visibleText(text))
    .map((letter) => (faceOf(letter) === null ? codeOf(letter) : letter))
    .join('');
}

/** @param text one line. @returns its pieces from left to right. */
export function piecesOf(text: string): Piece[] {
  if (COMMON.test(text)) return text === '' ? [] : [{ face: 'inter', text }];
  const pieces: { face: FaceName; text: string; rightToLeft: boolean }[] = [];
  for (const letter of inVisualOrder(printable(text))) {
    const face = faceOf(letter.text) ?? 'inter';
    const rightToLeft = letter.rightToLeft && TURNING.includes(face);
    const last = pieces.at(-1);
    if (last?.face !== face || last.rightToLeft !== rightToLeft) pieces.push({ face, text: letter.text, rightToLeft });
    else last.text = rightToLeft ? letter.text + last.text : last.text + letter.text;
  }
  return pieces.map(({ face, text: letters }) => ({ face, text: letters }));
}
