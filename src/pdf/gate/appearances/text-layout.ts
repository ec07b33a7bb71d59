/** Breaks a form field's text into lines, and finds the font size at which it fits into its rectangle. */
import type { Letters } from './field-letters.ts';

/** Smaller text is illegible on paper. */
const MIN_SIZE = 4;
/** Initial automatic size in multi-line fields, as in Acrobat. */
const AUTOMATIC_MULTILINE = 12;
/** Fraction of the box's height used as automatic size for a single line. */
const AUTOMATIC_SHARE = 0.67;
const STEP = 0.25;
/** Tolerance for sums of widths, in points. */
const TOLERANCE = 1e-6;

/** Line metrics of the typefaces: from the top of accented capitals to the lowest descender, and between baselines. */
export const LINE = { ascent: 0.95, descent: 0.22, leading: 1.15, capHeight: 0.73 } as const;

export interface TextArea {
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly size: number;
  readonly lines: readonly string[];
}

/** @param requestedSize size in points, 0 for automatic. @returns null when the text does not fit at any legible size. */
export function singleLine(letters: Letters, box: TextArea, requestedSize: number): Layout | null {
  const text = letters.text.replace(/\n+/g, ' ');
  const width = letters.width(text.trimEnd());
  const tallest = singleLineSize(box.height, requestedSize);
  const size = width > 0 ? Math.min(tallest, box.width / width) : tallest;
  return isLegible(size, requestedSize) ? { size: rounded(size), lines: [text.trimEnd()] } : null;
}

/** The font size of a line in a box of this height, regardless of width. @param requestedSize size in points, 0 for automatic. */
export const singleLineSize = (height: number, requestedSize: number): number =>
  Math.min(requestedSize || height * AUTOMATIC_SHARE, height / (LINE.ascent + LINE.descent));

/** @param requestedSize size in points, 0 for automatic. @returns null when the text does not fit at any legible size. */
export function multipleLines(letters: Letters, box: TextArea, requestedSize: number): Layout | null {
  for (let size = requestedSize || AUTOMATIC_MULTILINE; isLegible(size, requestedSize); size -= STEP) {
    const lines = wrap(letters, box.width / size);
    // A single letter may be wider than the box.
    const fits = lines.every((line) => letters.width(line) * size <= box.width + TOLERANCE);
    if (fits && heightOf(lines.length, size) <= box.height) return { size: rounded(size), lines };
  }
  return null;
}

/** Height of this many lines. */
const heightOf = (lines: number, size: number): number =>
  ((lines - 1) * LINE.leading + LINE.ascent + LINE.descent) * size;

/** A size that the file itself requests counts as legible. */
export const isLegible = (size: number, requestedSize: number): boolean =>
  size >= (requestedSize > 0 ? Math.min(MIN_SIZE, requestedSize) : MIN_SIZE) - 1e-9;

const rounded = (size: number): number => Math.floor(size * 100) / 100;

/** @param width in units of the font size. Spaces inside a line are kept, spaces at a break are dropped. */
function wrap(letters: Letters, width: number): string[] {
  return letters.text
    .replace(/\s+$/, '')
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(letters, paragraph, width));
}

function wrapParagraph(letters: Letters, paragraph: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let lineWidth = 0;
  for (const token of paragraph.match(/ +|[^ ]+/g) ?? []) {
    const tokenWidth = letters.width(token);
    if (lineWidth + tokenWidth <= width) {
      line += token;
      lineWidth += tokenWidth;
      continue;
    }
    if (token.startsWith(' ')) {
      lines.push(line);
      [line, lineWidth] = ['', 0];
      continue;
    }
    if (line.trim()) lines.push(line.trimEnd());
    const pieces = breakWord(letters, token, width);
    line = pieces.pop() ?? '';
    lineWidth = letters.width(line);
    lines.push(...pieces);
  }
  return [...lines, line.trimEnd()];
}

function breakWord(letters: Letters, word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let pieceWidth = 0;
  for (const character of word) {
    const characterWidth = letters.width(character);
    if (piece && pieceWidth + characterWidth > width) {
      pieces.push(piece);
      [piece, pieceWidth] = ['', 0];
    }
    piece += character;
    pieceWidth += characterWidth;
  }
  return [...pieces, piece];
}
