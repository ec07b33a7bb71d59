/** Numbers, sizes and money in Italian form (DESIGN.md §3.4). */
import { describe, expect, it } from 'vitest';
import { formatCount, formatMegabytes, formatMoney, formatSize, parseTypedCount } from './numbers.ts';

describe('numbers in Italian form', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1423, '1.423'],
    [1234567, '1.234.567'],
  ])('groups %i as %s', (value, text) => {
    expect(formatCount(value)).toBe(text);
  });

  it('shows sizes in megabytes of 1048576 bytes, with a space that does not break', () => {
    expect(formatSize(1_048_576)).toBe('1,00\u00a0MB');
    expect(formatSize(440_402)).toBe('0,42\u00a0MB');
    expect(formatSize(1_500_000_000)).toBe('1.430,51\u00a0MB');
  });

  it('shows small ones in kilobytes', () => {
    expect(formatSize(59_600)).toBe('58\u00a0KB');
    expect(formatSize(102_399)).toBe('100\u00a0KB');
    expect(formatSize(102_400)).toBe('0,10\u00a0MB');
  });

  it('never shows a file that has bytes as nothing', () => {
    expect(formatSize(1)).toBe('1\u00a0KB');
    expect(formatSize(0)).toBe('0\u00a0KB');
  });

  it('shows a dash for no size', () => {
    expect(formatSize(null)).toBe('–');
    expect(formatSize(undefined)).toBe('–');
  });

  it('writes money with the sign first', () => {
    expect(formatMoney(29750.01)).toBe('€\u00a029.750,01');
    expect(formatMoney(-1229.51)).toBe('−\u00a0€\u00a01.229,51');
    expect(formatMoney(1423)).toBe('€\u00a01.423,00');
  });
});

describe('whole numbers as people type them', () => {
  it.each([
    ['1000', 1000],
    [' 1.000 ', 1000],
    ['1 000 000', 1_000_000],
    ['0', 0],
    ['', null],
    ['   ', null],
  ])('reads "%s" as %s', (text, value) => {
    expect(parseTypedCount(text)).toBe(value);
  });
  it.each(['12,5', '1.00', '-3', '1e3', 'mille', '10 MB'])('reads "%s" as no number', (text) => {
    expect(parseTypedCount(text)).toBeNaN();
  });
});

describe('megabytes', () => {
  it.each([
    [1000, '1.000'],
    [742.5, '742,5'],
    [0.01, '0,01'],
  ])('%s is written %s', (value, text) => {
    expect(formatMegabytes(value)).toBe(text);
  });
});
