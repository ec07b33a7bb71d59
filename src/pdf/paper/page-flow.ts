/** Stacks pieces vertically and breaks pages: related pieces stay together, a table's head is repeated. */
import { page, type Sheet } from './sheet.ts';

/** A piece of known height that is never split. */
export interface Piece {
  height: number;
  /** Keeps it on the page of the next piece: a heading with its content. */
  withNext?: boolean;
  /** Drawn again if this piece is the first on a page. */
  head?: { height: number; draw(y: number): void };
  /** Absent for space between blocks, which is not carried to the next page. */
  draw?(y: number): void;
}

export const gap = (height: number): Piece => ({ height });

/** Draws all pieces in order. */
export function placePieces(sheet: Sheet, pieces: readonly Piece[]): void {
  let at = 0;
  while (at < pieces.length) {
    let end = at;
    while (pieces[end]?.withNext && end + 1 < pieces.length) end += 1;
    const group = pieces.slice(at, end + 1);
    if (group.some((piece) => piece.draw) && !sheet.fits(heightOf(group))) breakBefore(sheet, group[0]);
    for (const piece of group) {
      // Only a group taller than a page is split.
      if (piece.draw && !sheet.fits(piece.height)) breakBefore(sheet, piece);
      piece.draw?.(sheet.y);
      sheet.y = Math.min(sheet.y + piece.height, page.floor);
    }
    at = end + 1;
  }
}

/** Tying more of a long part would not keep the signatures together. */
const maxTiedHeight = 120;

/** Ties the last part of a block to what follows: no page that is signed contains only the signatures. */
export function keepWithNext(pieces: readonly Piece[]): Piece[] {
  const last = pieces.findLastIndex((piece) => piece.draw !== undefined);
  const before = pieces.slice(0, Math.max(0, last)).findLastIndex((piece) => piece.draw === undefined);
  const isNear = (index: number): boolean => heightOf(pieces.slice(index)) <= maxTiedHeight;
  return pieces.map((piece, index) => (index > before && isNear(index) ? { ...piece, withNext: true } : piece));
}

/** A short block is not split: turning the page in the middle of a few facts costs the reader more than the space is worth. */
export function keepTogether(pieces: readonly Piece[], maxHeight: number): Piece[] {
  const last = pieces.findLastIndex((piece) => piece.draw !== undefined);
  if (heightOf(pieces) > maxHeight) return [...pieces];
  return pieces.map((piece, index) => (index < last ? { ...piece, withNext: true } : piece));
}

const heightOf = (group: readonly Piece[]): number => group.reduce((sum, { height }) => sum + height, 0);

function breakBefore(sheet: Sheet, piece: Piece | undefined): void {
  sheet.nextPage();
  if (!piece?.head) return;
  piece.head.draw(sheet.y);
  sheet.y += piece.head.height;
}
