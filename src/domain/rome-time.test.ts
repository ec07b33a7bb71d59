/** Rome time on ordinary days and in both nights when the clocks change. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { readInstant, readRomeDay, romeDay } from './rome-time.ts';

const iso = (text: string) => readInstant(text).toISOString();

describe('Rome time', () => {
  it('reads a date without time as midnight in Rome, in winter and in summer', () => {
    expect(iso('2026-11-20')).toBe('2026-11-19T23:00:00.000Z');
    expect(iso('2026-07-01')).toBe('2026-06-30T22:00:00.000Z');
  });

  it('reads a local date-time as Rome time and keeps an instant unchanged', () => {
    expect(iso('2026-11-20T09:12')).toBe('2026-11-20T08:12:00.000Z');
    expect(iso('2026-11-20T09:12:30.250')).toBe('2026-11-20T08:12:30.250Z');
    expect(iso('2026-11-20T09:12:00Z')).toBe('2026-11-20T09:12:00.000Z');
    expect(iso('2026-11-20T09:12:00+05:30')).toBe('2026-11-20T03:42:00.000Z');
  });

  it('moves a time skipped in the spring night forward by an hour', () => {
    expect(iso('2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(iso('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(iso('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(iso('2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
    expect(iso('2026-03-30')).toBe('2026-03-29T22:00:00.000Z');
  });

  it('takes the first of two equal times in the autumn night', () => {
    expect(iso('2026-10-25T01:59')).toBe('2026-10-24T23:59:00.000Z');
    expect(iso('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(iso('2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z');
    expect(iso('2026-10-25')).toBe('2026-10-24T22:00:00.000Z');
    expect(iso('2026-10-26')).toBe('2026-10-25T23:00:00.000Z');
  });

  it('gives the day in Rome, which near midnight differs from the day in UTC', () => {
    expect(romeDay(new Date('2026-11-19T22:59:59.999Z'))).toBe('2026-11-19');
    expect(romeDay(new Date('2026-11-19T23:00:00.000Z'))).toBe('2026-11-20');
    expect(romeDay(new Date('2026-06-30T22:00:00.000Z'))).toBe('2026-07-01');
  });

  it.each(
    rowsOf(`
      2026-11-20 | 2026-11-19T23:00:00.000Z | 2026-11-20T23:00:00.000Z
      2026-03-29 | 2026-03-28T23:00:00.000Z | 2026-03-29T22:00:00.000Z
      2026-10-25 | 2026-10-24T22:00:00.000Z | 2026-10-25T23:00:00.000Z
      2026-12-31 | 2026-12-30T23:00:00.000Z | 2026-12-31T23:00:00.000Z
      9999-12-31 | 9999-12-30T23:00:00.000Z | 9999-12-31T23:00:00.000Z
    `),
  )('gives start and end of %s, with 23, 24 or 25 hours', (day, from, until) => {
    const { from: first, until: next } = readRomeDay(day);
    expect([first.toISOString(), next.toISOString()]).toEqual([from, until]);
  });

  it('refuses an invalid date', () => {
    expect(() => readInstant('ieri')).toThrow(RangeError);
    expect(() => readInstant('2026-13-01')).toThrow(RangeError);
  });
});
