/** Typed texts: allowed characters, normalisation of several lines, valid dates. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import {
  isoDate,
  optionalDate,
  optionalLines,
  optionalPrintedLines,
  optionalText,
  requiredLine,
  requiredText,
} from './text-schemas.ts';
import { fieldIssues } from './validation.ts';

const codes = (
  schema: { safeParse: (value: unknown) => { error?: Parameters<typeof fieldIssues>[1] } },
  value: unknown,
) => {
  const { error } = schema.safeParse(value);
  return error === undefined ? [] : fieldIssues('x', error).map((issue) => issue.code);
};

describe('one line', () => {
  it.each([
    ['Nicolò D’Amico'],
    ["De' Liguoro-Rossi"],
    ['Γιώργος'],
    ['Владимир'],
    ['محمد'],
    ['می‌خواهم'],
    ['שרה'],
    ['王小明'],
    ['გიორგი'],
    ['Nguyễn Thị'],
    ['≠ ≥ ≤ № ✓'],
  ])('accepts %s', (text) => {
    expect(requiredText().parse(text)).toBe(text);
    expect(optionalText().parse(text)).toBe(text);
  });

  it('is trimmed of spaces and line endings', () => {
    expect(requiredText().parse('\t Mario\u00a0\r\n')).toBe('Mario');
  });

  it.each(
    rowsOf(`
      a tab | 0009
      a line feed | 000a
      a carriage return | 000d
      NUL | 0000
      the start of an escape sequence | 001b
      delete | 007f
      a control character of the upper half | 0085
      a line separator | 2028
      a paragraph separator | 2029
      a code point that is no character | ffff
      half a character | d800
    `),
  )('refuses %s', (_what, code = '') => {
    const text = `a${String.fromCharCode(Number.parseInt(code, 16))}b`;
    expect(codes(requiredText(), text)).toEqual(['characters']);
    expect(codes(optionalText(), text)).toEqual(['characters']);
  });

  it.each([
    ['a soft hyphen', 'Ros\u00adsi', 'Rossi'],
    ['a zero-width space', 'Ros\u200bsi', 'Rossi'],
    ['a zero-width joiner between Latin letters', 'Ros\u200dsi', 'Rossi'],
    ['a non-joiner at the end', 'Rossi\u200c', 'Rossi'],
    ['a word joiner', 'Ros\u2060si', 'Rossi'],
    ['a byte order mark', '\ufeffRossi', 'Rossi'],
    ['direction marks', '\u200fשרה\u200e', 'שרה'],
    ['an Arabic letter mark', 'علي\u061c', 'علي'],
    ['a right-to-left override', 'Ros\u202esi', 'Rossi'],
    ['an embedding and its end', '\u202aRossi\u202c', 'Rossi'],
    ['isolates', '\u2067Rossi\u2069', 'Rossi'],
    ['a variation selector', 'Rossi\ufe0f', 'Rossi'],
    ['an ideographic variation', '葛\u{e0100}', '葛'],
    ['a Hangul filler', 'Ros\u3164si', 'Rossi'],
    ['a combining grapheme joiner', 'a\u034fb', 'ab'],
    ['a Mongolian vowel separator', 'a\u180eb', 'ab'],
    ['language tags', 'a\u{e0041}b', 'ab'],
    ['an annotation mark', 'a\ufff9b', 'ab'],
  ])('drops %s', (_what, typed, kept) => {
    expect(requiredText().parse(typed)).toBe(kept);
    expect(optionalText().parse(typed)).toBe(kept);
    expect(requiredLine().parse(typed)).toBe(kept);
  });

  it('keeps meaningful joiners, composes letters and normalises spaces', () => {
    expect(requiredText().parse('می‌خواهم')).toBe('می‌خواهم');
    expect(requiredLine().parse('👨\u200d👩 ☂\ufe0f')).toBe('👨\u200d👩 ☂\ufe0f');
    expect(requiredText().parse('Nicolo\u0300')).toBe('Nicolò');
    expect(requiredText().parse('Mario\u00a0De\u2009Rossi\u3000')).toBe('Mario De Rossi');
  });

  it.each([
    ['สมชาย', 'ส ม ช า ย'],
    ['Mario 🚗', '🚗'],
    ['अमित', 'अ मि त'],
  ])('with unprintable letters, as in %s, is refused by name unless it is never printed', (text, letters) => {
    const { error } = requiredText().safeParse(text);
    expect(error && fieldIssues('x', error)).toEqual([
      { objectName: 'x', field: '', code: 'letters', parameters: { letters } },
    ]);
    expect(codes(optionalText(), text)).toEqual(['letters']);
    expect(requiredLine().parse(text)).toBe(text);
    expect(optionalLines().parse(text)).toBe(text);
    expect(codes(optionalPrintedLines(), text)).toEqual(['letters']);
  });

  it.each([[''], ['   '], ['\u200b'], ['\u200f\u00a0'], ['\u0301']])('%j is invisible and counts as empty', (text) => {
    expect(codes(requiredText(), text)[0]).toBe('required');
    expect(optionalText().parse(text)).toBeNull();
  });

  it('counts characters after trimming', () => {
    expect(requiredText(5).parse('  12345  ')).toBe('12345');
    expect(codes(requiredText(5), '123456')).toEqual(['max']);
  });
});

describe('several lines', () => {
  const lines = optionalLines(20);

  it('have uniform line endings and no tabs', () => {
    expect(lines.parse('uno\r\ndue\rtre\n\n4\t5\n')).toBe('uno\ndue\ntre\n\n4 5');
  });

  it('are null when invisible', () => {
    for (const text of [undefined, null, '', ' \r\n\t', '\u200b\n']) expect(lines.parse(text)).toBeNull();
  });

  it('refuse what one line refuses, and too many characters', () => {
    expect(codes(lines, 'a\u0000b')).toEqual(['characters']);
    expect(lines.parse('a\n\u202eb')).toBe('a\nb');
    expect(codes(lines, 'a\u2028b')).toEqual(['characters']);
    expect(codes(lines, 'x'.repeat(21))).toEqual(['max']);
  });
});

describe('dates', () => {
  it('must exist in the calendar', () => {
    expect(isoDate.parse('2024-02-29')).toBe('2024-02-29');
    for (const text of ['2023-02-29', '2023-13-01', '1799-12-31', '2023-1-1', '2023-01-01T00:00', '']) {
      expect(codes(isoDate, text), text).toContain('date');
    }
  });

  it('may be empty, as forms send them', () => {
    for (const text of [undefined, null, '']) expect(optionalDate.parse(text)).toBeNull();
    expect(codes(optionalDate, ' ')).toEqual(['date']);
  });
});
