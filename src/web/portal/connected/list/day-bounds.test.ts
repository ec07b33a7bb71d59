/** The bounds of day ranges. */
import { describe, expect, test } from 'vitest';
import { dayBounds } from './day-bounds.ts';

describe('days of a list', () => {
  test.each([
    ['nothing chosen', undefined, undefined, undefined],
    ['from a day on, that day too', '2026-11-20', undefined, { greaterThanOrEqual: '2026-11-20' }],
    ['up to a day, all of that day', undefined, '2026-11-20', { lessThan: '2026-11-21' }],
    ['one day alone', '2026-11-20', '2026-11-20', { greaterThanOrEqual: '2026-11-20', lessThan: '2026-11-21' }],
    ['the end of a month', undefined, '2026-02-28', { lessThan: '2026-03-01' }],
    ['the end of a year', undefined, '2026-12-31', { lessThan: '2027-01-01' }],
    ['the night the clocks change', undefined, '2026-10-25', { lessThan: '2026-10-26' }],
  ])('%s', (_what, from, to, bounds) => {
    expect(dayBounds(from, to)).toEqual(bounds);
  });
});
