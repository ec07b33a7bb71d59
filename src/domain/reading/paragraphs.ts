/** Extracts the text of a PDF page as paragraphs that can be read aloud and enlarged. */

export interface TextPiece {
  text: string;
  /** Left edge and baseline in points, y growing upwards. */
  x: number;
  y: number;
  width: number;
  height: number;
  endsLine: boolean;
}

export interface Paragraph {
  text: string;
  /** Clearly larger than the page's normal text: shown as a heading line. */
  large: boolean;
}

interface Line {
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
}

const PARAGRAPH_GAP = 1.7;
const LARGE = 1.25;
/** Gap widths relative to the letter height: a word space, and the gap between two table columns. */
const WORD_GAP = 0.2;
const COLUMN_GAP = 2;

function isBlank(piece: TextPiece): boolean {
  return piece.text.trim() === '';
}

/** One line from left to right; columns are separated by a wide space, which is visible but not read aloud. */
function lineOf(pieces: readonly TextPiece[]): Line | null {
  const height = Math.max(...pieces.filter((piece) => !isBlank(piece)).map((piece) => piece.height), 0);
  let text = '';
  let end: number | null = null;
  const ordered = pieces.toSorted((a, b) => a.x - b.x);
  for (const piece of ordered) {
    const gap = end === null ? 0 : piece.x - end;
    if (isBlank(piece)) {
      if (gap < height * COLUMN_GAP && piece.width < height * COLUMN_GAP) text += ' ';
      continue;
    }
    if (end !== null && gap > height * COLUMN_GAP) text = `${text.trimEnd()}\u2003`;
    else if (end !== null && gap > height * WORD_GAP) text += ' ';
    text += piece.text;
    end = piece.x + piece.width;
  }
  const cleanText = text.replace(/[^\S\u2003]+/g, ' ').trim();
  if (cleanText === '') return null;
  const [first] = ordered.filter((piece) => !isBlank(piece));
  const y = pieces.find((piece) => !isBlank(piece))?.y ?? 0;
  return { text: cleanText, left: first?.x ?? 0, right: end ?? 0, y, height };
}

/** Keeps the order of the file: two columns of running text stay two columns. */
function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let current: TextPiece[] = [];
  const endLine = () => {
    const line = lineOf(current);
    if (line !== null) lines.push(line);
    current = [];
  };
  let isLineEnded = false;
  for (const piece of pieces) {
    const last = current.findLast((other) => !isBlank(other));
    if (!isBlank(piece) && last !== undefined) {
      const sameLine = Math.abs(piece.y - last.y) <= Math.max(piece.height, last.height) * 0.6;
      // A table written cell by cell ends its line after each cell: a piece at the same height and further right
      // belongs to the same line.
      if (!sameLine || (isLineEnded && piece.x < last.x)) endLine();
    }
    if (!isBlank(piece)) isLineEnded = false;
    current.push(piece);
    if (piece.endsLine) isLineEnded = true;
  }
  endLine();
  return lines;
}

function usualHeight(lines: readonly Line[]): number {
  const weight = new Map<number, number>();
  for (const line of lines) {
    const height = Math.round(line.height * 2) / 2;
    weight.set(height, (weight.get(height) ?? 0) + line.text.length);
  }
  let usualLineHeight = 0;
  let maxWeight = 0;
  for (const [height, length] of weight) {
    if (length > maxWeight) {
      maxWeight = length;
      usualLineHeight = height;
    }
  }
  return usualLineHeight;
}

/** The start of a list item: `3.`, `b)`, a dash or a dot. */
const ITEM = /^(\d{1,2}[.)]|[a-z]\)|[•·–—-])\s/;

/** Groups lines with the spacing of one text, and of one size. */
function blocksOf(lines: readonly Line[]): Line[][] {
  const isLarge = largeIn(lines);
  const blocks: Line[][] = [];
  for (const line of lines) {
    const block = blocks.at(-1);
    const before = block?.at(-1);
    const gap = before === undefined ? Number.POSITIVE_INFINITY : before.y - line.y;
    const follows = gap > 0 && gap < Math.max(line.height, before?.height ?? 0) * PARAGRAPH_GAP;
    if (block !== undefined && before !== undefined && follows && isLarge(before) === isLarge(line)) block.push(line);
    else blocks.push([line]);
  }
  return blocks;
}

function largeIn(lines: readonly Line[]): (line: Line) => boolean {
  const usual = usualHeight(lines);
  return (line) => line.height > usual * LARGE;
}

const isRow = ({ text }: Line): boolean => text.includes('\u2003');

/** The line break is intentional: the next word would have fitted, or the line is a table row or a list item. */
function isIntentionalBreak(previous: Line, line: Line, right: number): boolean {
  if (isRow(previous) || isRow(line) || ITEM.test(line.text)) return true;
  const [word = ''] = line.text.split(' ', 1);
  const needed = ((line.right - line.left) * (word.length + 1)) / line.text.length;
  return previous.right + needed < right;
}

/** Joins pieces to lines and lines to paragraphs, and rejoins words hyphenated at a line's end. */
export function paragraphsOf(pieces: readonly TextPiece[]): Paragraph[] {
  const lines = linesOf(pieces);
  const isLarge = largeIn(lines);
  const paragraphs: Paragraph[] = [];
  for (const block of blocksOf(lines)) {
    // Table rows may be wider than the text.
    const right = Math.max(...block.filter((line) => !isRow(line)).map((line) => line.right));
    block.forEach((line, index) => {
      const previous = block[index - 1];
      const last = paragraphs.at(-1);
      if (previous === undefined || last === undefined || isIntentionalBreak(previous, line, right)) {
        paragraphs.push({ text: line.text, large: isLarge(line) });
        return;
      }
      last.text =
        /\p{L}-$/u.test(last.text) && /^\p{Ll}/u.test(line.text)
          ? `${last.text.slice(0, -1)}${line.text}`
          : `${last.text} ${line.text}`;
    });
  }
  return paragraphs;
}
