/** The text of a PDF page as paragraphs that can be read aloud and enlarged at will (peers §4.13). */

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
  /** Clearly larger than the page's usual text: shown as a heading line. */
  large: boolean;
}

interface Line {
  text: string;
  y: number;
  height: number;
}

const PARAGRAPH_GAP = 1.7;
const LARGE = 1.25;

function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  let height = 0;
  let y = 0;
  let end = 0;
  const close = () => {
    const clean = text.replace(/\s+/g, ' ').trim();
    if (clean !== '') lines.push({ text: clean, y, height });
    text = '';
    height = 0;
  };
  for (const piece of pieces) {
    const size = piece.height;
    if (piece.text.trim() !== '') {
      const moved = text !== '' && Math.abs(piece.y - y) > Math.max(size, height) * 0.6;
      if (moved) close();
      // A wide hole on one line is a column of a table: the words must not run together.
      if (text !== '' && piece.x - end > size * 0.25 && !text.endsWith(' ')) text += ' ';
      y = piece.y;
      height = Math.max(height, size);
      end = piece.x + piece.width;
    }
    text += piece.text;
    if (piece.endsLine) close();
  }
  close();
  return lines;
}

function usualHeight(lines: readonly Line[]): number {
  const weight = new Map<number, number>();
  for (const line of lines) {
    const height = Math.round(line.height * 2) / 2;
    weight.set(height, (weight.get(height) ?? 0) + line.text.length);
  }
  let usual = 0;
  let most = 0;
  for (const [height, length] of weight) {
    if (length > most) {
      most = length;
      usual = height;
    }
  }
  return usual;
}

/** Joins pieces to lines and lines to paragraphs; a word divided at a line's end is put together again. */
export function paragraphsOf(pieces: readonly TextPiece[]): Paragraph[] {
  const lines = linesOf(pieces);
  const usual = usualHeight(lines);
  const paragraphs: Paragraph[] = [];
  let before: Line | null = null;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const large = line.height > usual * LARGE;
    const gap = before === null ? Number.POSITIVE_INFINITY : before.y - line.y;
    const follows = gap > 0 && gap < Math.max(line.height, before?.height ?? 0) * PARAGRAPH_GAP;
    if (last !== undefined && follows && last.large === large) {
      last.text =
        /\p{L}-$/u.test(last.text) && /^\p{Ll}/u.test(line.text)
          ? `${last.text.slice(0, -1)}${line.text}`
          : `${last.text} ${line.text}`;
    } else {
      paragraphs.push({ text: line.text, large });
    }
    before = line;
  }
  return paragraphs;
}
