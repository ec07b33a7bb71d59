/** Minutes and seconds of a video, as typed and shown. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { formatDuration, parseDuration } from './duration.ts';

describe('the length of a video', () => {
  it.each(
    rowsOf(`
      0:00 | 0
      0:07 | 7
      3:05 | 185
      59:59 | 3599
      1:00:00 | 3600
      1:02:05 | 3725
    `),
  )('%s is %s seconds, in both directions', (text = '', seconds) => {
    expect(parseDuration(text)).toBe(Number(seconds));
    expect(formatDuration(Number(seconds))).toBe(text);
  });

  it('accepts more than an hour in minutes, and surrounding spaces', () => {
    expect(parseDuration(' 75:30 ')).toBe(4530);
  });

  it.each(['', '3', '3:5', '3:60', '3.05', ':05', '-1:00', '1:2:05', '1:60:00', '3:05:1', 'tre'])(
    'is not %j',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});
