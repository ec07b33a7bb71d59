/** Codes and glyph names of simple fonts as letters. */
import { describe, expect, it } from 'vitest';
import { baseEncoding, dingbat, glyphText } from './encodings.ts';

describe('an encoding that the norm names', () => {
  it.each([
    ['StandardEncoding', 0o247, '§'],
    ['StandardEncoding', 0o47, '’'],
    ['StandardEncoding', 0o341, 'Æ'],
    ['StandardEncoding', 0o373, 'ß'],
    ['StandardEncoding', 0o361, 'æ'],
    ['StandardEncoding', 0o362, ''],
    ['WinAnsiEncoding', 0o200, '€'],
    ['WinAnsiEncoding', 0o362, 'ò'],
    ['WinAnsiEncoding', 0o222, '’'],
    ['WinAnsiEncoding', 0o201, '•'],
    ['MacRomanEncoding', 0o230, 'ò'],
    ['MacRomanEncoding', 0o217, 'è'],
    ['MacRomanEncoding', 0o325, '’'],
  ])('%s has at %i the letter %s', (name, code, letter) => {
    expect(baseEncoding(name)?.[code]).toBe(letter);
  });

  it('is no other', () => {
    expect(baseEncoding('Identity-H')).toBe(null);
  });
});

it.each([
  ['agrave', 'à'],
  ['Scaron', 'Š'],
  ['ccaron', 'č'],
  ['lslash', 'ł'],
  ['dcroat', 'đ'],
  ['scommaaccent', 'ș'],
  ['ohungarumlaut', 'ő'],
  ['germandbls', 'ß'],
  ['Euro', '€'],
  ['quoteright', '’'],
  ['fi', 'ﬁ'],
  ['bar', '|'],
  ['uni0160', 'Š'],
  ['uni00660069', 'fi'],
  ['u1F600', '😀'],
  ['a.sc', 'a'],
  ['a20', '✔'],
  ['.notdef', ''],
  ['g123', null],
  ['constructor', null],
])('the glyph %s is %s', (name, letter) => {
  expect(glyphText(name)).toBe(letter);
});

it.each([
  ['4', '✔'],
  ['8', '✘'],
  ['3', '✓'],
  ['l', '●'],
  ['n', '■'],
  ['u', '◆'],
  ['H', '★'],
])('%s in ZapfDingbats is %s', (caption, mark) => {
  expect(dingbat(caption.charCodeAt(0))).toBe(mark);
});
