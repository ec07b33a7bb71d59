/** Reading the six digits in any form. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { activeCell, isComplete, normaliseCode } from './otp-code.ts';

describe('the six digits', () => {
  it.each([
    ...rowsOf(`
      482913  | 482913
      482 913 | 482913
      482-913 | 482913
      482–913 | 482913
      ４８２９１３  | 482913
      ٤٨٢٩١٣  | 482913
      ४८२९१३  | 482913
      48a2    | 482
              |
      codice  |
      4829137 | 482913
    `),
    [' 4 8 2 9 1 3 ', '482913'],
  ])('%j is read as %j', (typed, code) => {
    expect(normaliseCode(typed)).toBe(code);
  });

  it.each(
    rowsOf(`
      Autoesempio Bologna: 482913 firma Preventivo (KQ7M-XT). Vale 5 minuti, non darlo a nessuno.
      Impronta 7K2M-9T, codice 482 913, vale 5 min
      5 minuti - 482913
      @sign.example #482913
    `),
  )('are found in a pasted message: %j', (message = '') => {
    expect(normaliseCode(message)).toBe('482913');
  });

  it('are not taken from a longer number', () => {
    expect(normaliseCode('+39 3331234567 codice 482913')).toBe('482913');
  });

  it('are always at most six plain digits, and reading them again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
        const code = normaliseCode(typed);
        expect(code).toMatch(/^[0-9]{0,6}$/);
        expect(normaliseCode(code)).toBe(code);
      }),
    );
  });

  it.each(['', '48291', '48291a', ' 482913'])('%j is not complete', (code) => {
    expect(isComplete(code)).toBe(false);
  });

  it('the caret is in the first empty cell, or in the last one when all are filled', () => {
    expect([0, 1, 5, 6].map((length) => activeCell('4'.repeat(length)))).toEqual([0, 1, 5, 5]);
  });
});
