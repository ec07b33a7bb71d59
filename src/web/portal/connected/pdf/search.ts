/** Finds text in a page as people type it, ignoring case, accents, ligatures and line breaks. */

export interface TextItem {
  text: string;
  /** The line ends after this piece. */
  endsLine: boolean;
}

/** A page's normalized text, with the position of each of its characters in the pieces. */
export interface FoldedText {
  text: string;
  item: readonly number[];
  offset: readonly number[];
}

/** The part of one piece that belongs to a match. */
export interface MatchPart {
  item: number;
  from: number;
  /** Exclusive. */
  to: number;
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function foldItems(items: readonly TextItem[]): FoldedText {
  let text = '';
  const item: number[] = [];
  const offset: number[] = [];
  const add = (folded: string, index: number, at: number) => {
    for (const unit of folded) {
      // Runs of blanks count as one.
      if (unit.trim() === '' && (text === '' || text.endsWith(' '))) continue;
      text += unit.trim() === '' ? ' ' : unit;
      for (let step = 0; step < unit.length; step += 1) {
        item.push(index);
        offset.push(at);
      }
    }
  };
  items.forEach((piece, index) => {
    let at = 0;
    for (const character of piece.text) {
      add(fold(character), index, at);
      at += character.length;
    }
    if (piece.endsLine) add(' ', index, piece.text.length);
  });
  return { text, item, offset };
}

/** The normalized search text; empty when there is nothing to search for. */
export function foldQuery(query: string): string {
  return fold(query).replace(/\s+/gu, ' ').trim();
}

/** Every match of the normalized query, as the covered parts of the pieces. */
export function findMatches(page: FoldedText, query: string): MatchPart[][] {
  if (query === '') return [];
  const matches: MatchPart[][] = [];
  for (let at = page.text.indexOf(query); at !== -1; at = page.text.indexOf(query, at + query.length)) {
    const parts: MatchPart[] = [];
    for (let index = at; index < at + query.length; index += 1) {
      const item = page.item[index] ?? 0;
      const offset = page.offset[index] ?? 0;
      const last = parts.at(-1);
      if (last?.item === item) last.to = offset + 1;
      else parts.push({ item, from: offset, to: offset + 1 });
    }
    matches.push(parts);
  }
  return matches;
}
