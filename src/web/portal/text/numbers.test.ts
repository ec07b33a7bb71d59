/** Numbers, sizes and money in the format of the current language. */
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { formatCount, formatMoney, formatSize, formatSpace, parseTypedCount, spaceOf } from './numbers.ts';

const spoken = i18next.language;
afterEach(() => {
  i18next.language = spoken;
});

describe('numbers in Italian notation', () => {
  it.each(
    rowsOf(`
      0       | 0
      999     | 999
      1423    | 1.423
      1234567 | 1.234.567
    `),
  )('groups %s as %s', (value, text) => {
    expect(formatCount(Number(value))).toBe(text);
  });

  it('shows sizes in megabytes of 1048576 bytes, with a non-breaking space', () => {
    expect(formatSize(1_048_576)).toBe('1,00\u00a0MB');
    expect(formatSize(1_489_000)).toBe('1,42\u00a0MB');
    expect(formatSize(1_500_000_000)).toBe('1.430,51\u00a0MB');
  });

  it('shows small ones in kilobytes', () => {
    expect(formatSize(7_168)).toBe('7\u00a0KB');
    expect(formatSize(440_402)).toBe('430\u00a0KB');
    expect(formatSize(1_047_552)).toBe('1.023\u00a0KB');
    expect(formatSize(1_048_570)).toBe('1,00\u00a0MB');
  });

  it('never shows a nonempty file as zero', () => {
    expect(formatSize(1)).toBe('1\u00a0KB');
    expect(formatSize(0)).toBe('0\u00a0KB');
  });

  it('shows a dash for a missing size', () => {
    expect(formatSize(null)).toBe('–');
    expect(formatSize(undefined)).toBe('–');
  });

  it('writes money with the sign first', () => {
    expect(formatMoney(29750.01)).toBe('€\u00a029.750,01');
    expect(formatMoney(-1229.51)).toBe('−\u00a0€\u00a01.229,51');
    expect(formatMoney(1423)).toBe('€\u00a01.423,00');
  });
});

describe('typed whole numbers', () => {
  it.each([
    ['1000', 1000],
    [' 1.000 ', 1000],
    ['1 000 000', 1_000_000],
    ['0', 0],
    ['-3', -3],
    ['−1.000', -1000],
    ['', null],
    ['   ', null],
  ])('reads "%s" as %s', (text, value) => {
    expect(parseTypedCount(text)).toBe(value);
  });
  it.each(['12,5', '1.00', '--3', '-', '1e3', 'mille', '10 MB'])('refuses "%s"', (text) => {
    expect(parseTypedCount(text)).toBeNaN();
  });
});

describe('megabytes', () => {
  it.each(
    rowsOf(`
      1000  | 1.000\u00a0MB
      742.5 | 742,5\u00a0MB
      3.416 | 3,42\u00a0MB
      0.007 | 7\u00a0KB
      0     | 0\u00a0MB
    `),
  )('%s is written %s', (value, text) => {
    expect(formatSpace(Number(value))).toBe(text);
  });

  it('of a used total have the unit once, unless there are two', () => {
    expect(spaceOf(742.5, 1000)).toEqual({ used: '742,5', total: '1.000\u00a0MB' });
    expect(spaceOf(0, 1000)).toEqual({ used: '0', total: '1.000\u00a0MB' });
    expect(spaceOf(0.007, 1000)).toEqual({ used: '7\u00a0KB', total: '1.000\u00a0MB' });
  });
});

describe('in English', () => {
  it('a point separates decimals and a comma groups', () => {
    i18next.language = 'en';
    expect([formatCount(1423), formatSize(1_489_000), formatMoney(29750.01)]).toEqual([
      ...['1,423', '1.42\u00a0MB', '€\u00a029,750.01'],
    ]);
    expect([parseTypedCount('1,000'), parseTypedCount('1.000')]).toEqual([1000, 1000]);
    i18next.language = 'it';
    expect([formatCount(1423), parseTypedCount('1,000')]).toEqual(['1.423', Number.NaN]);
  });
});
