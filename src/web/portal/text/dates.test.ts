/** Dates as people read and type them: Rome time, gg/mm/aaaa, strict (specification §9). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatLongDate,
  formatShortDate,
  formatTime,
  nextYear,
  parseTypedDate,
  toIsoDate,
} from './dates.ts';

describe('dates as people read them', () => {
  it('shows instants in Rome time', () => {
    expect(formatDateTime('2026-11-20T08:12:00.000Z')).toBe('20/11/2026 09:12');
    expect(formatDateTime('2026-07-20T08:12:00.000Z')).toBe('20/07/2026 10:12');
    expect(formatTime('2026-11-20T23:05:00.000Z')).toBe('00:05');
  });

  it('shows the Roman day of an instant shortly before midnight UTC', () => {
    expect(formatDate('2026-11-19T23:00:00.000Z')).toBe('20/11/2026');
    expect(formatShortDate('2026-11-19T23:00:00.000Z')).toBe('20/11');
    expect(toIsoDate(new Date('2026-11-19T23:00:00.000Z'))).toBe('2026-11-20');
  });

  it('keeps a plain date as it is', () => {
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
    // With or without a comma: the data of the runtime decide.
    expect(formatLongDate(friday, 'en')).toMatch(/^Friday,? 20 November 2026$/);
  });
});

describe('dates as people type them', () => {
  it.each([
    ['20/11/2026', '2026-11-20'],
    ['1/2/2026', '2026-02-01'],
    [' 01-02-2026 ', '2026-02-01'],
    ['29.02.2028', '2028-02-29'],
  ])('reads %s', (typed, iso) => {
    expect(parseTypedDate(typed)).toBe(iso);
  });

  it.each([
    '31/02/2026',
    '29/02/2026',
    '00/01/2026',
    '01/13/2026',
    '20/11/26',
    '2026-11-20',
    '20112026',
    'oggi',
    '01/01/1899',
    '',
  ])('refuses %s', (typed) => {
    expect(parseTypedDate(typed)).toBeNull();
  });

  it('reads back every day it shows', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(parseTypedDate(formatDate(iso))).toBe(iso);
      }),
    );
  });
});

describe('a year later', () => {
  it.each([
    ['2026-11-20', '2027-11-20'],
    ['2027-12-31', '2028-12-31'],
    ['2028-02-29', '2029-02-28'],
    ['2027-02-28', '2028-02-28'],
    ['2096-02-29', '2097-02-28'],
  ])('than %s is %s', (day, later) => {
    expect(nextYear(day)).toBe(later);
  });
});
