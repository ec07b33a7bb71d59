/** When something counts as near its expiry, and as expired. */
import { describe, expect, test } from 'vitest';
import { daysBetween, validityOf } from './expiry.ts';

describe('an expiry', () => {
  test.each([
    [null, 'endless'],
    ['2026-11-20', 'expired'],
    ['2026-11-21', 'near'],
    ['2026-12-21', 'near'],
    ['2026-12-22', 'valid'],
    ['2028-02-29', 'valid'],
  ] as const)('on 21/11/2026, with its last day %s, is %s', (expiresAt, validity) => {
    expect(validityOf(expiresAt, '2026-11-21')).toBe(validity);
  });
  test('is counted in days across clock changes and years', () => {
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
    expect(daysBetween('2026-11-21', '2026-11-20')).toBe(-1);
  });
});
