/** Places pieces one under the other and breaks pages: what belongs together stays together, a table's head is repeated. */
import { page, type Sheet } from './sheet.ts';

/** Something of a known height that is never cut. */
export interface Piece {
  height: number;
  /** Stays on the page of the next piece: a heading with what it heads. */
  withNext?: boolean;
  /** Drawn again when this piece is the first of a page. */
  head?: { height: number; draw(y: number): void };
  /** Nothing at all for room between blocks, which is not carried to the next page. */
  draw?(y: number): void;
}

export const gap = (height: number): Piece => ({ height });

/** Draws all pieces in order. */
export function place(sheet: Sheet, pieces: readonly Piece[]): void {
  let at = 0;
  while (at < pieces.length) {
    let end = at;
    while (pieces[end]?.withNext && end + 1 < pieces.length) end += 1;
    const group = pieces.slice(at, end + 1);
    if (group.some((piece) => piece.draw) && !sheet.fits(heightOf(group))) breakBefore(sheet, group[0]);
    for (const piece of group) {
      // Only a group taller than a page is parted.
      if (piece.draw && !sheet.fits(piece.height)) breakBefore(sheet, piece);
      piece.draw?.(sheet.y);
      sheet.y = Math.min(sheet.y + piece.height, page.floor);
    }
    at = end + 1;
  }
}

/** More of a long part than this would not leave the signatures whole. */
const tiedHeight = 120;

/** Ties the last part of a block to what follows: nobody signs a page that holds nothing but the signatures. */
export function boundToNext(pieces: readonly Piece[]): Piece[] {
  const last = pieces.findLastIndex((piece) => piece.draw !== undefined);
  const before = pieces.slice(0, Math.max(0, last)).findLastIndex((piece) => piece.draw === undefined);
  const near = (index: number): boolean => heightOf(pieces.slice(index)) <= tiedHeight;
  return pieces.map((piece, index) => (index > before && near(index) ? { ...piece, withNext: true } : piece));
}

/** A short block is not parted: turning the page in the middle of a few facts costs the reader more than the room. */
export function together(pieces: readonly Piece[], tallest: number): Piece[] {
  const last = pieces.findLastIndex((piece) => piece.draw !== undefined);
  if (heightOf(pieces) > tallest) return [...pieces];
  return pieces.map((piece, index) => (index < last ? { ...piece, withNext: true } : piece));
}

const heightOf = (group: readonly Piece[]): number => group.reduce((sum, { height }) => sum + height, 0);

function breakBefore(sheet: Sheet, piece: Piece | undefined): void {
  sheet.nextPage();
  if (!piece?.head) return;
  piece.head.draw(sheet.y);
  sheet.y += piece.head.height;
}
