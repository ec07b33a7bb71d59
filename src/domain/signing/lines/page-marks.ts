/** Reads from a page the marks that show where it is signed: words and blanks. Points from the bottom left, as displayed. Pure. */

export interface Letter {
  readonly text: string;
  /** Left edge of the glyph outline. */
  readonly x: number;
  readonly width: number;
  /** Baseline. */
  readonly y: number;
  /** Font size. */
  readonly em: number;
}

/** A thin drawn line, horizontal or vertical. */
export interface Rule {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export interface PageMarks {
  readonly width: number;
  readonly height: number;
  readonly letters: readonly Letter[];
  readonly rules: readonly Rule[];
}

/** Adjacent words on one line. */
export interface Segment {
  readonly text: string;
  readonly x1: number;
  readonly x2: number;
  /** Baseline. */
  readonly y: number;
  readonly em: number;
}

/** Room to write on: underscores, dots or a drawn line. */
export interface Blank {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

export const topOf = ({ y, em }: Segment): number => y + 0.75 * em;
export const bottomOf = ({ y, em }: Segment): number => y - 0.22 * em;

interface Span {
  readonly x1: number;
  readonly x2: number;
}

export const overlapOf = (a: Span, b: Span): number => Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);

/** Fraction of an em: letters whose baselines are closer are on one line. */
const SAME_LINE = 0.35;
/** Fractions of an em: the gap between two words, and between two columns. */
const WORD_GAP = 0.22;
const COLUMN_GAP = 1.3;
/** Points: shorter runs of underscores or dots are not blanks. */
const MIN_BLANK = 24;
/** Leader characters that form a blank, and how many are needed. */
const LEADERS: readonly { readonly sign: RegExp; readonly least: number }[] = [
  { sign: /[_＿]/, least: 3 },
  { sign: /[….·․‥]/, least: 3 },
  { sign: /[-–—‒]/, least: 6 },
];

/** Letters grouped by line: lines from the top, letters from the left. */
function rowsOf(letters: readonly Letter[]): Letter[][] {
  const rows: Letter[][] = [];
  for (const letter of letters.toSorted((a, b) => b.y - a.y)) {
    const [first] = rows.at(-1) ?? [];
    const isSame = first !== undefined && first.y - letter.y < SAME_LINE * Math.min(first.em, letter.em);
    if (isSame) rows.at(-1)?.push(letter);
    else rows.push([letter]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x));
}

const leaderOf = ({ text }: Letter): number => LEADERS.findIndex(({ sign }) => sign.test(text) && text.length === 1);

/** The page's text segments and typed blanks. */
export function readMarks(letters: readonly Letter[]): { segments: Segment[]; blanks: Blank[] } {
  const segments: Segment[] = [];
  const blanks: Blank[] = [];
  for (const row of rowsOf(letters)) {
    let word: Letter[] = [];
    const end = () => {
      if (word.length > 0) segments.push(segmentOf(word));
      word = [];
    };
    for (let at = 0; at < row.length; ) {
      const run = leaderRun(row, at);
      const [first, last] = [run[0], run.at(-1)];
      if (first && last && last.x + last.width - first.x >= MIN_BLANK) {
        end();
        blanks.push({ x1: first.x, x2: last.x + last.width, y: first.y });
        at += run.length;
        continue;
      }
      const letter = row[at] as Letter;
      const previous = word.at(-1);
      if (previous && letter.x - previous.x - previous.width > COLUMN_GAP * letter.em) end();
      word.push(letter);
      at += 1;
    }
    end();
  }
  return { segments: segments.filter(({ text }) => text !== ''), blanks };
}

/** A run of one leader character that forms a blank; may contain spaces. */
function leaderRun(row: readonly Letter[], from: number): Letter[] {
  const first = row[from];
  const kind = first ? leaderOf(first) : -1;
  const leader = LEADERS[kind];
  if (!first || !leader) return [];
  const run: Letter[] = [];
  let end = first.x;
  for (const letter of row.slice(from)) {
    const isNear = letter.x - end < COLUMN_GAP * letter.em;
    if (!isNear || (letter.text.trim() !== '' && leaderOf(letter) !== kind)) break;
    if (letter.text.trim() === '') continue;
    run.push(letter);
    end = letter.x + letter.width;
  }
  const signs = run.reduce((sum, { text }) => sum + (text === '…' ? 3 : 1), 0);
  return signs >= leader.least ? run : [];
}

function segmentOf(letters: readonly Letter[]): Segment {
  let text = '';
  let end = Number.POSITIVE_INFINITY;
  for (const letter of letters) {
    if (letter.x - end > WORD_GAP * letter.em) text += ' ';
    text += letter.text;
    end = Math.max(end === Number.POSITIVE_INFINITY ? 0 : end, letter.x + letter.width);
  }
  const visible = letters.filter((letter) => letter.text.trim() !== '');
  const [first = letters[0] as Letter, last = first] = [visible[0], visible.at(-1)];
  const em = Math.max(...letters.map((letter) => letter.em));
  return { text: text.replaceAll(/\s+/g, ' ').trim(), x1: first.x, x2: last.x + last.width, y: first.y, em };
}
