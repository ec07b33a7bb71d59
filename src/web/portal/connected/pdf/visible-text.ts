/**
 * Decides which pieces of a page's text are visible (record 0065): text that is hidden, off the page, covered, clipped,
 * in the paper's colour or too small is used neither for the search nor for proposals. Pure.
 */

/** A piece of text from pdf.js: at `transform`, with width and height in points of the page. */
export interface PlacedText {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The rendered page: RGBA rows from the top. */
export interface DrawnPage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
  /** Maps points of the page to its pixels: x' = a x + c y + e, y' = b x + d y + f. */
  readonly transform: readonly number[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In points: smaller letters are not legible. */
const MIN_HEIGHT = 2;
/** Of 255, in any colour channel: weaker text is not visible to all readers. */
const MIN_CONTRAST = 40;
/** In em: the part of letters below the baseline, and a step along the line that always contains ink where there are letters. */
const BELOW = 0.2;
const STEP = 0.7;
/** The fraction of a piece's steps that must contain ink; spaces contain none. */
const DRAWN = 0.75;
/** The fraction of the smaller piece: a piece covering this much of the other is another text in the same place. */
const SAME_PLACE = 0.5;

/** @returns for each piece whether it is read. Blank pieces are. */
export function visiblePieces(pieces: readonly PlacedText[], page: DrawnPage): boolean[] {
  const boxes = pieces.map((piece) => (piece.str.trim() === '' ? null : boxOf(piece, page.transform)));
  const visibility = pieces.map((piece, index) => {
    const box = boxes[index] ?? null;
    return box === null || (piece.height >= MIN_HEIGHT && isDrawn(piece, page));
  });
  const conflicts = new Set(conflictsIn(pieces, boxes, visibility));
  return visibility.map((isVisible, index) => isVisible && !conflicts.has(index));
}

/** A point relative to the start of a piece, along its line and across it, in pixels. */
function pointOn({ transform }: PlacedText, to: readonly number[], along: number, across: number): [number, number] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform;
  const [line, rise] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  const x = e + (a / line) * along + (c / rise) * across;
  const y = f + (b / line) * along + (d / rise) * across;
  const [g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = to;
  return [g * x + i * y + k, h * x + j * y + l];
}

function boxOf(piece: PlacedText, to: readonly number[]): Box {
  return outlineOf(piece, to, 0, piece.width);
}

/** The bounding box of a part of a piece, in pixels. */
function outlineOf(piece: PlacedText, to: readonly number[], from: number, until: number): Box {
  const corners = [from, until].flatMap((along) =>
    [-BELOW * piece.height, piece.height * (1 - BELOW)].map((across) => pointOn(piece, to, along, across)),
  );
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function isDrawn(piece: PlacedText, page: DrawnPage): boolean {
  const steps = Math.max(1, Math.round(piece.width / (piece.height * STEP)));
  const blanks = (piece.str.match(/\s/g) ?? []).length / piece.str.length;
  let drawn = 0;
  for (let step = 0; step < steps; step += 1) {
    const part = outlineOf(piece, page.transform, (piece.width * step) / steps, (piece.width * (step + 1)) / steps);
    if (hasContrast(part, page)) drawn += 1;
  }
  return drawn >= Math.max(1, steps * DRAWN * (1 - blanks));
}

/** Whether a box has contrast. The part of a box outside the page has none. */
function hasContrast({ left, top, right, bottom }: Box, { data, width, height }: DrawnPage): boolean {
  const least = [255, 255, 255];
  const most = [0, 0, 0];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, Math.ceil(bottom)); row += 1) {
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(width, Math.ceil(right)); column += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[(row * width + column) * 4 + channel] ?? 255;
        least[channel] = Math.min(least[channel] ?? 255, value);
        most[channel] = Math.max(most[channel] ?? 0, value);
      }
    }
  }
  return most.some((value, channel) => value - (least[channel] ?? 255) >= MIN_CONTRAST);
}

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

function shared(a: Box, b: Box): number {
  return areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
}

/** Pieces in the same place with different words: which one is visible cannot be determined here. */
function conflictsIn(
  pieces: readonly PlacedText[],
  boxes: readonly (Box | null)[],
  seen: readonly boolean[],
): number[] {
  const order = pieces.map((_, index) => index).filter((index) => boxes[index] !== null && seen[index]);
  order.sort((a, b) => (boxes[a]?.top ?? 0) - (boxes[b]?.top ?? 0));
  const hits: number[] = [];
  for (const [place, letter] of order.entries()) {
    const a = boxes[letter];
    if (!a) continue;
    for (const other of order.slice(place + 1)) {
      const b = boxes[other];
      if (!b || b.top >= a.bottom) break;
      if (pieces[letter]?.str === pieces[other]?.str) continue;
      if (shared(a, b) > SAME_PLACE * Math.min(areaOf(a), areaOf(b))) hits.push(letter, other);
    }
  }
  return hits;
}
