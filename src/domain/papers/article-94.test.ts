/** Which loans must be reported to the registry, and by when. */
import { describe, expect, it } from 'vitest';
import { daysOf, registryDay } from './article-94.ts';

const loan = (LOAN_START: string, LOAN_END: string) => ({ LOAN_START, LOAN_END });

describe('a loan', () => {
  it.each([
    ['2026-11-20T09:00', '2026-12-20T09:00', 30, null],
    ['2026-11-20T09:00', '2026-12-20T09:01', 31, '2026-12-20'],
    ['2026-12-20T23:30', '2027-03-01T08:00', 71, '2027-01-19'],
    ['2026-11-20T09:00', '2026-11-20T10:00', 1, null],
    ['2026-11-20T09:00', '', 0, null],
    ['domani', '2027-11-20T10:00', 0, null],
  ])('from %s to %s lasts %d days and must be reported until %s', (start, end, days, until) => {
    expect(daysOf(loan(start, end))).toBe(days);
    expect(registryDay(loan(start, end))).toBe(until);
  });
});
