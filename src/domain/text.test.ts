/** Texts that people type: what a line may hold, how several lines are kept, which dates exist (specification §5). */
import { describe, expect, it } from 'vitest';
import { isoDate, optionalDate, optionalLines, optionalText, requiredText } from './text.ts';
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
    ['\u200fשרה'],
    ['王小明'],
    ['สมชาย'],
    ['🚗'],
  ])('takes %s', (text) => {
    expect(requiredText().parse(text)).toBe(text);
    expect(optionalText().parse(text)).toBe(text);
  });

  it('loses the blanks and line endings at its ends', () => {
    expect(requiredText().parse('\t Mario\u00a0\r\n')).toBe('Mario');
  });

  it.each([
    ['a tab', 'a\tb'],
    ['a line feed', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['NUL', 'a\u0000b'],
    ['an escape sequence', 'a\u001b[31mb'],
    ['delete', 'a\u007fb'],
    ['a control character of the upper half', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a right-to-left override', 'fattura\u202efdp.exe'],
    ['an embedding', '\u202aab'],
    ['the end of an embedding', 'ab\u202cc'],
    ['an isolate', 'a\u2067bc'],
    ['the end of an isolate', 'a\u2069b'],
    ['a byte order mark inside', 'a\ufeffb'],
    ['an annotation mark', 'a\ufff9b'],
    ['a language tag', 'a\u{e0041}b'],
    ['a code point that is no character', 'a\uffffb'],
    ['half a character', 'a\ud800b'],
  ])('refuses %s', (_what, text) => {
    expect(codes(requiredText(), text)).toEqual(['characters']);
    expect(codes(optionalText(), text)).toEqual(['characters']);
  });

  it.each([[''], ['   '], ['\u200b'], ['\u200f\u00a0'], ['\u0301']])('%j is seen by nobody and is no text', (text) => {
    expect(codes(requiredText(), text)[0]).toBe('required');
    expect(optionalText().parse(text)).toBeNull();
  });

  it('counts the characters after trimming', () => {
    expect(requiredText(5).parse('  12345  ')).toBe('12345');
    expect(codes(requiredText(5), '123456')).toEqual(['max']);
  });
});

describe('several lines', () => {
  const lines = optionalLines(20);

  it('have one kind of line ending and no tabs', () => {
    expect(lines.parse('uno\r\ndue\rtre\n\n4\t5\n')).toBe('uno\ndue\ntre\n\n4 5');
  });

  it('are null when nobody sees them', () => {
    for (const text of [undefined, null, '', ' \r\n\t', '\u200b\n']) expect(lines.parse(text)).toBeNull();
  });

  it('refuse what a line refuses, and too many characters', () => {
    expect(codes(lines, 'a\u0000b')).toEqual(['characters']);
    expect(codes(lines, 'a\n\u202eb')).toEqual(['characters']);
    expect(codes(lines, 'a\u2028b')).toEqual(['characters']);
    expect(codes(lines, 'x'.repeat(21))).toEqual(['max']);
  });
});

describe('dates', () => {
  it('exist in the calendar', () => {
    expect(isoDate.parse('2024-02-29')).toBe('2024-02-29');
    for (const text of ['2023-02-29', '2023-13-01', '1799-12-31', '2023-1-1', '2023-01-01T00:00', '']) {
      expect(codes(isoDate, text), text).toContain('date');
    }
  });

  it('may be left empty as forms do', () => {
    for (const text of [undefined, null, '']) expect(optionalDate.parse(text)).toBeNull();
    expect(codes(optionalDate, ' ')).toEqual(['date']);
  });
});
