/** Figures and verdicts of `npm run bench -- lists`: percentiles, growth between sizes, and when a target counts as met. */
import { describe, expect, it } from 'vitest';
import { type Line, lineKey, type Target } from './measured-lines.ts';
import { figuresOf, type Outcome } from './measure.ts';
import { floorText, isExact, readingText, rowsOf, tableOf, writingText } from './report.ts';

const line = (target: Target | null): Line => ({
  group: 'Default lists',
  label: 'documents, page 1',
  actor: 'admin',
  target,
  calls: [],
});
const took = (p50: number, p95: number): Outcome => ({ figures: { p50, p95, calls: 100 } });
const verdict = (target: Target | null, ...outcomes: Outcome[]) => {
  const reportLine = line(target);
  return rowsOf([reportLine], new Map([[lineKey(reportLine), outcomes]]))[0]?.verdict;
};
const FLAT = { ms: 30, growth: 1.5 };

describe('figures', () => {
  it('are the median and the 95th of a hundred, whatever the order', () => {
    const samples = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
    expect(figuresOf(samples)).toEqual({ p50: 50, p95: 95, calls: 100 });
  });

  it('of few calls take the slowest as the 95th', () => {
    expect(figuresOf([4, 1, 9])).toEqual({ p50: 4, p95: 9, calls: 3 });
  });
});

describe('a verdict', () => {
  it('is met when the largest size is fast enough and hardly slower than the smallest', () => {
    expect(verdict(FLAT, took(2, 20), took(3, 30))).toBe('met');
  });

  it.each([
    ['the 95th of the largest size is over its limit', [took(2, 25), took(3, 30.1)]],
    ['it grows by more than half between the sizes', [took(2, 4), took(3, 6.1)]],
  ] as const)('is missed when %s', (_, outcomes) => {
    expect(verdict(FLAT, ...outcomes)).toBe('missed');
  });

  it('checks only the limit where growth is allowed, and where only one size was measured', () => {
    expect(verdict({ ms: 300, growth: null }, took(5, 9), took(200, 290))).toBe('met');
    expect(verdict(FLAT, took(5, 9))).toBe('met');
  });

  it('is failed as soon as one call was not answered, with or without a target', () => {
    expect(verdict(null, took(1, 2), { problem: '500 GET /api/account' })).toBe('failed');
  });

  it('is empty where there is no target or the actor sees too few rows at the largest size', () => {
    expect(verdict(null, took(1, 2), took(900, 901))).toBe('');
    expect(verdict(FLAT, took(1, 2), 'nothing to ask')).toBe('');
  });
});

describe('the table', () => {
  it('omits lines without queries at any size', () => {
    expect(verdict(FLAT, 'nothing to ask', 'nothing to ask')).toBeUndefined();
  });

  it('shows p50 and p95 of each size, the growth, the target, and the answer of a failed call', () => {
    const slow = line(FLAT);
    const failed: Line = { ...line(null), label: 'users, page 1' };
    const outcomes = new Map([
      [lineKey(slow), [took(2, 4), took(20, 40)]],
      [lineKey(failed), [took(2, 4), { problem: '404 GET /api/users: {}' }]],
    ]);
    const text = tableOf(rowsOf([slow, failed], outcomes), [100_000, 1_000_000]);
    expect(text).toMatch(/100,000 p50 +p95 +1,000,000 p50 +p95 +growth p50 +p95 +target +verdict/);
    expect(text).toMatch(/documents, page 1 +admin +2\.0 +4\.0 +20 +40 +10\.00× +10\.00× +30 ms, 1\.5× +missed/);
    expect(text).toContain('users, page 1: 404 GET /api/users: {}');
  });
});

describe('totals while writers run', () => {
  const exact = {
    list: { p50: 1, p95: 2, calls: 10 },
    writes: 100,
    created: 200,
    wrongTotals: 0,
    after: { list: 700, count: 700, expected: 700 },
    space: { used: 20_400, expected: 20_400 },
  };

  it('are exact when every total was plausible and the last ones are equal', () => {
    expect(isExact(exact)).toBe(true);
    expect(writingText(20_000, exact)).toContain('every total and every byte exact');
  });

  it.each([
    { wrongTotals: 1 },
    { after: { list: 699, count: 700, expected: 700 } },
    { after: { list: 700, count: Number.NaN, expected: 700 } },
    { space: { used: 20_401, expected: 20_400 } },
  ])('are reported as wrong: %j', (change) => {
    expect(isExact({ ...exact, ...change })).toBe(false);
    expect(writingText(20_000, { ...exact, ...change })).toContain('NOT exact');
  });
});

it('of several readers gives p50, p95 and the answers per second', () => {
  const text = readingText(100_000, { figures: { p50: 4.2, p95: 31, calls: 900 }, answers: 150.4 });
  expect(text).toMatch(/^100,000: 8 readers, .*p50 4\.2 ms, p95 31 ms, 150 answers a second$/);
});

it('of the machine gives the ratio of p95 to p50', () => {
  const text = floorText({ p50: 0.8, p95: 1.2, calls: 9000 });
  expect(text).toBe('Floor between the calls, a megabyte hashed: p50 0.80 ms, p95 1.20 ms (1.50×).');
});
