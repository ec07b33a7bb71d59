/** The search in a page's text, as people type. */
import { describe, expect, it } from 'vitest';
import { findMatches, foldItems, foldQuery } from './search.ts';

const page = (...lines: string[]) => foldItems(lines.map((text) => ({ text, endsLine: true })));
const find = (query: string, ...lines: string[]) => findMatches(page(...lines), foldQuery(query));

describe('the search in a page’s text', () => {
  it('ignores case and accents, in the text and in the query', () => {
    expect(find('PERCHE', 'Perché no')).toEqual([[{ item: 0, from: 0, to: 6 }]]);
    expect(find('perché', 'PERCHE no')).toHaveLength(1);
  });

  it('finds words separated by a line break or several spaces', () => {
    expect(find('garanzia legale', 'la garanzia', 'legale dura')).toEqual([
      [
        { item: 0, from: 3, to: 12 },
        { item: 1, from: 0, to: 6 },
      ],
    ]);
    expect(find('due  anni', 'per due   anni')).toEqual([[{ item: 0, from: 4, to: 14 }]]);
  });

  it('joins parts of a word that are separate in the file', () => {
    const folded = foldItems([
      { text: 'Pre', endsLine: false },
      { text: 'zzo', endsLine: true },
    ]);
    expect(findMatches(folded, 'prezzo')).toEqual([
      [
        { item: 0, from: 0, to: 3 },
        { item: 1, from: 0, to: 3 },
      ],
    ]);
  });

  it('marks a whole ligature', () => {
    expect(find('ufficio', 'u\ufb03cio')).toEqual([[{ item: 0, from: 0, to: 5 }]]);
  });

  it('counts each match once, without overlaps', () => {
    expect(find('aa', 'aaaa')).toHaveLength(2);
  });

  it('finds nothing for an empty query', () => {
    expect(find('   ', 'testo')).toEqual([]);
    expect(find('altro', 'testo')).toEqual([]);
  });
});
