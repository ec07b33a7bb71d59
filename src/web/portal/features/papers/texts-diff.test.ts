/** The word-by-word difference of two texts. */
import { describe, expect, it } from 'vitest';
import { type Part, textsDiff } from './texts-diff.ts';

const side = (parts: readonly Part[], without: Part['kind']): string =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

describe('two texts', () => {
  it('that are equal have no difference', () => {
    expect(textsDiff('Il foro è Bologna.', 'Il foro è Bologna.')).toEqual([
      { kind: 'same', text: 'Il foro è Bologna.' },
    ]);
    expect(textsDiff('', '')).toEqual([]);
  });

  it('have their removed and added words marked', () => {
    expect(textsDiff('Il foro competente sarà Bologna.', 'Il foro esclusivo sarà Modena.')).toEqual([
      { kind: 'same', text: 'Il foro ' },
      { kind: 'removed', text: 'competente' },
      { kind: 'added', text: 'esclusivo' },
      { kind: 'same', text: ' sarà ' },
      { kind: 'removed', text: 'Bologna.' },
      { kind: 'added', text: 'Modena.' },
    ]);
  });

  it('have neighbouring changes merged, despite a short unchanged word between them', () => {
    expect(textsDiff('Il foro di Bologna.', 'Il giudice di Modena.')).toEqual([
      { kind: 'same', text: 'Il ' },
      { kind: 'removed', text: 'foro di Bologna.' },
      { kind: 'added', text: 'giudice di Modena.' },
    ]);
  });

  it.each([
    ['', 'tutto nuovo'],
    ['tutto via', ''],
    ['a b c d', 'd c b a'],
    ['riga uno\nriga due', 'riga due\n\nriga tre'],
    ['parola '.repeat(1200), 'altra '.repeat(1200)],
  ])('can both be restored from the difference', (before, after) => {
    const parts = textsDiff(before, after);
    expect(side(parts, 'added')).toBe(before);
    expect(side(parts, 'removed')).toBe(after);
  });
});
