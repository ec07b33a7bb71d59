/** The remaining time of a link, as text. */
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { endsIn } from './waiting-texts.ts';

const t = ((key: string, values?: { count?: number; time?: string }) =>
  [key.replace('waiting.', ''), values?.time ?? values?.count]
    .filter((part) => part !== undefined)
    .join(' ')) as unknown as TFunction;
const NOW = Date.parse('2026-11-22T04:11:30Z');
const HOUR = 3_600_000;
const endIn = (ms: number) => endsIn(t, new Date(NOW + ms).toISOString(), NOW);

describe('the end of a link', () => {
  it('is three days away right after sending', () => {
    expect(endIn(72 * HOUR - 30_000)).toBe('within days 3');
    expect(endIn(71.5 * HOUR)).toBe('within days 3');
    expect(endIn(25 * HOUR)).toBe('within days 1');
  });

  it('is shown in hours and minutes on its last day, rounded down', () => {
    expect(endIn(24 * HOUR - 1)).toBe('within hours 23');
    expect(endIn(90_000)).toBe('within minutes 1');
    expect(endIn(0)).toBe('expired');
    expect(endsIn(t, null, NOW)).toBeNull();
  });
});
