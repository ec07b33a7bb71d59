/** Judges whether a file's own appearance shows the field's value. */
import type { PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { numbersAt } from './form-field.ts';
import type { AppearanceContent, Piece } from './shown-text.ts';

/** Baselines and ends may be slightly outside the box without cutting a letter. */
const TOLERANCE = 1.5;

/**
 * Letters without white space, so that wrapped lines and comb cells compare equal. Ligatures are split into letters;
 * other compatibility characters are kept (² is not 2).
 */
export const lettersOf = (text: string): string =>
  text
    .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKD'))
    .normalize('NFC')
    .replace(/[\s\p{Z}\p{Cc}\p{Cf}]+/gu, '');

/** @returns whether the appearance shows this text entirely and inside its box. */
export function showsText(shown: AppearanceContent, appearance: PdfStream, text: string, resolve: Resolve): boolean {
  if (!shown.readable || shown.fontMissing) return false;
  const visible = visiblePieces(shown, appearance, resolve);
  return lettersOf(visible.map((piece) => piece.text).join('')) === lettersOf(text);
}

/** A list box's options, those that fit into its window, and the selected ones, as displayed. */
export interface Selection {
  readonly options: readonly string[];
  readonly visible: readonly string[];
  readonly selected: readonly string[];
}

/** @returns whether a list box shows only options, as many as fit, and highlights only the selected ones. */
export function showsSelection(
  shown: AppearanceContent,
  appearance: PdfStream,
  { options, visible, selected }: Selection,
  resolve: Resolve,
): boolean {
  if (!shown.readable || shown.fontMissing) return false;
  const box = numbersAt(appearance, 'BBox', 4, resolve);
  if (!box) return false;
  const height = Math.abs((box[3] ?? 0) - (box[1] ?? 0));
  const lines = linesOf(visiblePieces(shown, appearance, resolve));
  const known = new Set(options.map(lettersOf));
  const drawnTexts = [...lines.values()].map(({ text }) => lettersOf(text));
  if (!drawnTexts.every((text) => known.has(text)) || !visible.every((text) => drawnTexts.includes(lettersOf(text))))
    return false;
  // A fill as high as the box is its background.
  const highlights = shown.fills.filter(([, bottom, , top]) => top - bottom < height * 0.9 || options.length === 1);
  const highlighted = [...lines.values()].filter(({ x, y, size }) =>
    highlights.some(([l, b, r, t]) => x >= l - 1 && x <= r && y + size * 0.3 >= b && y + size * 0.3 <= t),
  );
  const textSet = (list: readonly string[]): string => [...new Set(list.map(lettersOf))].sort().join('\n');
  return textSet(highlighted.map(({ text }) => text)) === textSet(selected);
}

function linesOf(pieces: readonly Piece[]): Map<number, { text: string; x: number; y: number; size: number }> {
  const lines = new Map<number, { text: string; x: number; y: number; size: number }>();
  for (const { text, x, y, size } of pieces) {
    const key = Math.round(y * 2);
    const line = lines.get(key);
    if (line) line.text += text;
    else lines.set(key, { text, x, y, size });
  }
  return lines;
}

/** Pieces within the box; a piece that extends beyond it does not count at all. */
function visiblePieces(shown: AppearanceContent, appearance: PdfStream, resolve: Resolve): Piece[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(appearance, 'BBox', 4, resolve) ?? [];
  const inside = (x: number, y: number): boolean =>
    x >= Math.min(x0, x1) - TOLERANCE &&
    x <= Math.max(x0, x1) + TOLERANCE &&
    y >= Math.min(y0, y1) - TOLERANCE &&
    y <= Math.max(y0, y1) + TOLERANCE;
  return shown.pieces.filter(
    ({ text, x, y, endX, endY }) => inside(x, y) && (text.trim() === '' || inside(endX, endY)),
  );
}
