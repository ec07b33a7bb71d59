/** Dates as people read and type them: Rome time, gg/mm/aaaa, strict. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { formatDate, formatDateTime, formatLongDate, formatShortDate, formatTime, toIsoDate } from './dates.ts';
import { nextYear } from './next-year.ts';
import { parsedDay, parseTypedDate } from './typed-dates.ts';
import { normalisedTime } from './typed-times.ts';

describe('displayed dates', () => {
  it('shows instants in Rome time', () => {
    expect(formatDateTime('2026-11-20T08:12:00.000Z')).toBe('20/11/2026 09:12');
    expect(formatDateTime('2026-07-20T08:12:00.000Z')).toBe('20/07/2026 10:12');
    expect(formatTime('2026-11-20T23:05:00.000Z')).toBe('00:05');
  });

  it('shows the day in Rome of an instant shortly before midnight UTC', () => {
    expect(formatDate('2026-11-19T23:00:00.000Z')).toBe('20/11/2026');
    expect(formatShortDate('2026-11-19T23:00:00.000Z')).toBe('20/11');
    expect(toIsoDate(new Date('2026-11-19T23:00:00.000Z'))).toBe('2026-11-20');
  });

  it('keeps a plain date unchanged', () => {
    expect(formatDate('1980-01-01')).toBe('01/01/1980');
  });

  it.each([null, undefined, '', 'yesterday'])('shows a dash for %s', (value) => {
    expect(formatDate(value)).toBe('–');
    expect(formatDateTime(value)).toBe('–');
    expect(formatTime(value)).toBe('–');
  });

  it('writes today in full, in both languages', () => {
    const friday = new Date('2026-11-20T08:00:00.000Z');
    expect(formatLongDate(friday, 'it')).toBe('venerdì 20 novembre 2026');
    // The comma depends on the runtime's locale data.
    expect(formatLongDate(friday, 'en')).toMatch(/^Friday,? 20 November 2026$/);
  });
});

describe('typed dates', () => {
  it.each(
    rowsOf(`
      20/11/2026 | 2026-11-20
      1/2/2026 | 2026-02-01
      01-02-2026 | 2026-02-01
      29.02.2028 | 2028-02-29
      28112026 | 2026-11-28
      281126 | 2026-11-28
      28-11-26 | 2026-11-28
      28/11/26 | 2026-11-28
      28 11 2026 | 2026-11-28
      1.2.26 | 2026-02-01
      2026-11-28 | 2026-11-28
      20261128 | 2026-11-28
      20111950 | 1950-11-20
      290224 | 2024-02-29
      150585 | 1985-05-15
    `),
  )('reads %s', (typed, iso) => {
    expect(parseTypedDate(typed)).toBe(iso);
    expect(parseTypedDate(` ${typed} `)).toBe(iso);
  });

  it.each(
    rowsOf(`
      31/02/2026
      29/02/2026
      00/01/2026
      01/13/2026
      31022026
      290223
      2026-02-31
      2811
      2811026
      28/1126
      2811202
      oggi
      01/01/1899
    `),
  )('refuses %s', (typed) => {
    expect(parseTypedDate(typed)).toBeNull();
    expect(parseTypedDate('')).toBeNull();
  });

  it.each(
    rowsOf(`
      150540 | 1940-05-15 | 2040-05-15
      281126 | 2026-11-28 | 2026-11-28
      291126 | 1926-11-29 | 2026-11-29
      311246 | 1946-12-31 | 2046-12-31
      010147 | 1947-01-01 | 1947-01-01
    `),
  )('reads %s as %s in the past, otherwise as %s', (typed, past, any) => {
    vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') });
    expect([parseTypedDate(typed, 'past'), parseTypedDate(typed)]).toEqual([past, any]);
    vi.useRealTimers();
  });

  it.each(
    rowsOf(`
      31022026 | 2026-02-31
      31/02/26 | 2026-02-31
      290223 | 2023-02-29
      28/11/2026 | 2026-11-28
      oggi | oggi
      01/01/1899 | 01/01/1899
    `),
  )('passes %s to validation as %s', (typed, written) => {
    expect(parsedDay(typed)).toBe(written);
  });

  it.each(
    rowsOf(`
      28112026 1430 | 2026-11-28T14:30
      28/11/26 14.30 | 2026-11-28T14:30
      281126 930 | 2026-11-28T09:30
      2811261430 | 2026-11-28T14:30
      281120261430 | 2026-11-28T14:30
      28 11 2026 14:30 | 2026-11-28T14:30
      28/11/2026 alle ore 9 | 2026-11-28T09:00
      28/11/2026 at 9.05 | 2026-11-28T09:05
      2026-11-28T14:30 | 2026-11-28T14:30
      1430 | 2026-11-20T14:30
      9.30 | 2026-11-20T09:30
      31/02/2026 10 | 2026-02-31T10:00
    `),
  )('reads the instant %s as %s', (typed, moment) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
    expect(normalisedTime(typed)).toBe(moment);
    vi.useRealTimers();
  });

  it.each(['28112026', '28 11 2026', '281126', '28/11/2026 24:00', '14'])('reads no instant in %s', (typed) => {
    expect(normalisedTime(typed)).toBeNull();
  });

  it('round-trips every day', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(parseTypedDate(formatDate(iso))).toBe(iso);
      }),
    );
  });
});

describe('one year later', () => {
  it.each(
    rowsOf(`
      2026-11-20 | 2027-11-20
      2027-12-31 | 2028-12-31
      2028-02-29 | 2029-02-28
      2027-02-28 | 2028-02-28
      2096-02-29 | 2097-02-28
    `),
  )('than %s is %s', (day, later) => {
    expect(nextYear(day)).toBe(later);
  });
});
