/** An expiry day: as typed, and a year later. */
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../shared/rows.suite.ts';
import { toFieldText, toServerDay, yearLater } from './expiry-field.tsx';

describe('a last day', () => {
  test('is typed as gg/mm/aaaa and sent as ISO; an invalid day is sent unchanged', () => {
    expect(toServerDay(' 31/12/2027 ')).toBe('2027-12-31');
    expect(toServerDay('31/02/2027')).toBe('2027-02-31');
    expect(toServerDay('  ')).toBeNull();
    expect(toFieldText('2027-12-31')).toBe('31/12/2027');
    expect(toFieldText(null)).toBe('');
  });
  test.each(
    rowsOf(`
      31/12/2027 | 31/12/2028
                 | 21/11/2027
      01/01/2020 | 21/11/2027
      non so     | 21/11/2027
    `),
  )('"%s" is extended to %s on 21/11/2026', (typed, later) => {
    expect(yearLater(typed, '2026-11-21')).toBe(later);
  });
});
