/** Dates, countdowns and sizes as displayed to the signer. */
import { describe, expect, it } from 'vitest';
import { sizeText, timeText } from '../../shared/chrome/format.ts';
import { minutesLeft, secondsLeft, untilNextChange } from './countdown.ts';
import { dayText, sentenceStart } from './dates.ts';
import { minutesNeeded } from './minutes-needed.ts';

describe('a deadline in words', () => {
  it('is in Italian time, in winter and in summer', () => {
    expect(dayText('2026-11-23T08:12:00.000Z', 'it-IT')).toBe('lunedì 23\u00a0novembre');
    expect(timeText('2026-11-23T08:12:00.000Z', 'it-IT')).toBe('09:12');
    expect(timeText('2026-07-23T08:12:00.000Z', 'it-IT')).toBe('10:12');
  });

  it('has the Italian day, not that of UTC', () => {
    expect(dayText('2026-11-22T23:30:00.000Z', 'it-IT')).toBe('lunedì 23\u00a0novembre');
    expect(timeText('2026-11-22T23:30:00.000Z', 'it-IT')).toBe('00:30');
  });

  it('includes the year in a record', () => {
    expect(sentenceStart(dayText('2026-11-20T09:43:00.000Z', 'it-IT', true))).toBe('Venerdì 20\u00a0novembre 2026');
    expect(dayText('2026-11-20T09:43:00.000Z', 'en-GB', true)).toMatch(/^Friday,? 20\u00a0November 2026$/);
  });

  it('of an unreadable instant is empty', () => {
    expect(dayText('ieri', 'it-IT')).toBe('');
    expect(timeText('', 'it-IT')).toBe('');
    expect(sentenceStart('')).toBe('');
  });
});

describe('time left', () => {
  const now = Date.parse('2026-11-20T08:12:00.000Z');
  it('is never negative and counts a started second', () => {
    expect(secondsLeft('2026-11-20T08:12:38.000Z', now)).toBe(38);
    expect(secondsLeft('2026-11-20T08:12:00.001Z', now)).toBe(1);
    expect(secondsLeft('2026-11-20T08:11:59.000Z', now)).toBe(0);
    expect(secondsLeft('mai', now)).toBe(0);
  });

  it('in minutes is rounded up', () => {
    expect([0, 1, 60, 66, 245, 300, 303].map(minutesLeft)).toEqual([0, 1, 1, 2, 4, 5, 5]);
  });

  it('is updated each second for a short wait, each minute for a long one, and never after its end', () => {
    expect(untilNextChange(38, 'second')).toBe(1000);
    expect(untilNextChange(305, 'minute')).toBe(60_000);
    expect(untilNextChange(250, 'minute')).toBe(5_000);
    expect(untilNextChange(40, 'minute')).toBe(40_000);
    expect(untilNextChange(0, 'second')).toBe(Number.POSITIVE_INFINITY);
  });

  it('in minutes decreases by one at each update, to zero', () => {
    for (let seconds = 300; seconds > 0; ) {
      const step = untilNextChange(seconds, 'minute') / 1000;
      expect(minutesLeft(seconds - step)).toBe(minutesLeft(seconds) - 1);
      seconds -= step;
    }
  });
});

describe('sizes and durations', () => {
  it.each([
    [1, 'it-IT', '1\u00a0KB'],
    [9_300, 'it-IT', '9\u00a0KB'],
    [183_204, 'it-IT', '179\u00a0KB'],
    [1_482_345, 'en-GB', '1.41\u00a0MB'],
    [26_214_400, 'it-IT', '25\u00a0MB'],
  ])('%i bytes in %s give %j', (bytes, locale, words) => {
    expect(sizeText(bytes, locale)).toBe(words);
  });

  it('the estimated time grows with pages and signature fields, and is realistic for long papers', () => {
    expect(minutesNeeded(2, 2)).toBe(3);
    expect(minutesNeeded(0, 0)).toBe(1);
    expect(minutesNeeded(4, 1)).toBeGreaterThan(minutesNeeded(1, 1));
    expect(minutesNeeded(300, 2) % 5).toBe(0);
  });
});
