/** Codes and glyph names of simple fonts as letters. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { baseEncoding, dingbat, glyphText } from './encodings.ts';

describe('a standard encoding', () => {
  it.each(
    rowsOf(`
      StandardEncoding | 247 | \u00a7
      StandardEncoding | 47  | ’
      StandardEncoding | 341 | Æ
      StandardEncoding | 373 | ß
      StandardEncoding | 361 | æ
      StandardEncoding | 362 |
      WinAnsiEncoding  | 200 | €
      WinAnsiEncoding  | 362 | ò
      WinAnsiEncoding  | 222 | ’
      WinAnsiEncoding  | 201 | •
      MacRomanEncoding | 230 | ò
      MacRomanEncoding | 217 | è
      MacRomanEncoding | 325 | ’
    `),
  )('%s has at octal %s the letter %s', (name = '', code = '', letter) => {
    expect(baseEncoding(name)?.[Number.parseInt(code, 8)]).toBe(letter);
  });

  it('has no other name', () => {
    expect(baseEncoding('Identity-H')).toBe(null);
  });
});

it.each([
  ...rowsOf(`
    agrave        | à
    Scaron        | Š
    ccaron        | č
    lslash        | ł
    dcroat        | đ
    scommaaccent  | ș
    ohungarumlaut | ő
    germandbls    | ß
    Euro          | €
    quoteright    | ’
    fi            | ﬁ
    uni0160       | Š
    uni00660069   | fi
    u1F600        | 😀
    a.sc          | a
    a20           | ✔
    .notdef       |
  `),
  ['bar', '|'],
])('the glyph %s is %s', (name = '', letter) => {
  expect(glyphText(name)).toBe(letter);
});

it.each(['g123', 'constructor'])('the glyph %s is not a letter', (name) => {
  expect(glyphText(name)).toBe(null);
});

it.each(
  rowsOf(`
    4 | ✔
    8 | ✘
    3 | ✓
    l | ●
    n | ■
    u | ◆
    H | ★
  `),
)('%s in ZapfDingbats is %s', (caption, mark) => {
  expect(dingbat(caption.charCodeAt(0))).toBe(mark);
});
