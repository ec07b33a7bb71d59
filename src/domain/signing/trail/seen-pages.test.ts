/** The trail reports exactly the pages that the signer's page counted. */
import { describe, expect, it } from 'vitest';
import { PAGE_RANGES, pageRanges, pagesIn } from './page-ranges.ts';
import { seenPagesText } from './seen-pages.ts';

describe('page ranges', () => {
  it.each([
    [[], ''],
    [[3], '3'],
    [[2, 1, 3, 7, 7], '1-3,7'],
    [[9, 11, 10, 1], '1,9-11'],
  ])('of %j are %j, and round-trip', (pages, text) => {
    expect(pageRanges(pages)).toBe(text);
    expect(pagesIn(text, 20)).toEqual([...new Set(pages)].toSorted((a, b) => a - b));
    expect(text).toMatch(PAGE_RANGES);
  });

  it('contain only pages of the document', () => {
    expect(pagesIn('0,3-99999,2', 4)).toEqual([2, 3, 4]);
    expect(pagesIn('4-2', 9)).toEqual([]);
  });

  it.each(['1,', '-3', '1-', 'a', '1--2', '1 ,2'])('%j are invalid', (text) => expect(text).not.toMatch(PAGE_RANGES));
});

describe('the record of a reading', () => {
  it.each([
    [{ pages: 1, seen: '1', asText: '' }, 'mostrato per intero, 1 pagina'],
    [{ pages: 4, seen: '1-4', asText: '' }, 'mostrato per intero, tutte le 4 pagine'],
    [{ pages: 4, seen: '1-4', asText: '2' }, 'mostrato per intero, tutte le 4 pagine'],
    [{ pages: 4, seen: '1,4', asText: '' }, 'ricevuto per intero; pagine viste: 1, 4 di 4'],
    [{ pages: 4, seen: '', asText: '1-4' }, 'ricevuto per intero; pagine viste: nessuna di 4; lette come testo: 1-4'],
    [{ pages: 0, seen: '', asText: '' }, 'ricevuto per intero; pagine viste: nessuna di 0'],
  ])('%j: %s', (seen, words) => expect(seenPagesText(seen, 'it')).toBe(words));

  it('exists in English too', () => {
    expect(seenPagesText({ pages: 2, seen: '1-2', asText: '' }, 'en')).toBe('shown in full, all 2 pages');
    expect(seenPagesText({ pages: 3, seen: '1', asText: '2' }, 'en')).toBe(
      'received in full; pages seen: 1 of 3; read as text: 2',
    );
  });
});
