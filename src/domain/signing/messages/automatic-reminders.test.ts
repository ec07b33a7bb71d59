/** Times of automatic reminders: after 24 and 48 hours, four hours before the end, never at night. */
import { describe, expect, it } from 'vitest';
import { romeTimeWithOffset } from '../trail/printed-time.ts';
import { afterNight, isQuiet, nextReminder, reminderMoments } from './automatic-reminders.ts';

const HOUR = 3_600_000;
const session = (start: string) => {
  const started = new Date(start);
  return { started, expires: new Date(started.getTime() + 72 * HOUR) };
};
const shown = (dates: readonly Date[]) => dates.map((date) => romeTimeWithOffset(date).slice(0, 16));

describe('reminder times of a session', () => {
  it('are a day and two days after the start, and four hours before the end', () => {
    expect(shown(reminderMoments(session('2026-11-20T15:00:00Z')))).toEqual([
      '21/11/2026 16:00',
      '22/11/2026 16:00',
      '23/11/2026 12:00',
    ]);
  });

  it('in the night are moved to eight in the morning', () => {
    // Started at 21:30 in Rome.
    expect(shown(reminderMoments(session('2026-11-20T20:30:00Z')))).toEqual([
      '22/11/2026 08:00',
      '23/11/2026 08:00',
      '23/11/2026 17:30',
    ]);
    // Started at 07:10: the last one would be sent at 03:10, and at eight the link has expired.
    expect(shown(reminderMoments(session('2026-11-20T06:10:00Z')))).toEqual([
      '21/11/2026 08:00',
      '22/11/2026 08:00',
      '22/11/2026 20:00',
    ]);
    // Started at 02:00: the link ends before the third morning.
    expect(shown(reminderMoments(session('2026-11-20T01:00:00Z')))).toEqual([
      '21/11/2026 08:00',
      '22/11/2026 08:00',
      '22/11/2026 20:00',
    ]);
  });

  it('are hours of Rome time across clock changes', () => {
    // Summer time ends on 25 October 2026, at three.
    expect(shown(reminderMoments(session('2026-10-23T19:30:00Z')))).toEqual([
      '25/10/2026 08:00',
      '25/10/2026 20:30',
      '26/10/2026 16:30',
    ]);
    // Summer time begins on 28 March 2027, at two.
    expect(shown(reminderMoments(session('2027-03-26T20:15:00Z')))).toEqual([
      '28/03/2027 08:00',
      '29/03/2027 08:00',
      '29/03/2027 18:15',
    ]);
  });

  it('are never at night or outside the session, whenever it starts', () => {
    for (let minute = 0; minute < 7 * 24 * 60; minute += 17) {
      const started = new Date(Date.UTC(2026, 9, 21) + minute * 60_000);
      const moments = reminderMoments({ started, expires: new Date(started.getTime() + 72 * HOUR) });
      expect(moments).toHaveLength(3);
      for (const moment of moments) {
        expect([isQuiet(moment), moment > started, moment.getTime() < started.getTime() + 72 * HOUR]).toEqual([
          false,
          true,
          true,
        ]);
      }
    }
  });

  it('are ascending and finite', () => {
    const one = session('2026-11-20T15:00:00Z');
    const [first, second, third] = reminderMoments(one);
    expect(nextReminder(one, one.started)).toEqual(first);
    expect(nextReminder(one, first as Date)).toEqual(second);
    expect(nextReminder(one, second as Date)).toEqual(third);
    expect(nextReminder(one, third as Date)).toBeNull();
    expect(
      nextReminder({ started: one.started, expires: new Date(one.started.getTime() + HOUR) }, one.started),
    ).toBeNull();
  });
});

describe('the night', () => {
  it.each([
    ['2026-11-20T19:59:59Z', false, '2026-11-20T19:59:59.000Z'],
    ['2026-11-20T20:00:00Z', true, '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T06:59:59Z', true, '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T07:00:00Z', false, '2026-11-21T07:00:00.000Z'],
    ['2026-07-01T19:00:00Z', true, '2026-07-02T06:00:00.000Z'],
  ])('lasts from 21 to 8 in Rome: %s', (at, quiet, morning) => {
    expect(isQuiet(new Date(at))).toBe(quiet);
    expect(afterNight(new Date(at)).toISOString()).toBe(morning);
  });
});
