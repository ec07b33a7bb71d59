/** Times as formatted in responses. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { instantText } from './instant-text.ts';

it('formats every instant as JavaScript does', () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), (date) => instantText(date) === date.toISOString()));
});

it.each([0, -1, 86_399_999, 86_400_000, -62_198_755_200_000, 253_402_300_800_000, 8.64e15, -8.64e15])(
  'formats %d milliseconds as JavaScript does',
  (instant) => {
    const date = new Date(instant);
    expect(instantText(date)).toBe(date.toISOString());
  },
);

it('is right for more days than the cache keeps', () => {
  for (let day = 0; day < 5000; day += 1) {
    const date = new Date(day * 86_400_000 + 45_296_789);
    expect(instantText(date)).toBe(date.toISOString());
  }
});

const written = (date: Date, micros = ''): string => `${date.toISOString().slice(0, -1).replace('T', ' ')}${micros}+00`;

it('formats PostgreSQL’s text like the date', () => {
  const dates = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  const micros = fc.constantFrom('', '1', '12', '999');
  fc.assert(fc.property(dates, micros, (date, more) => instantText(written(date, more)) === date.toISOString()));
});

it.each(
  rowsOf(`
    2026-11-26 08:05:09+00 | 2026-11-26T08:05:09.000Z
    2026-11-26 08:05:09.5+00 | 2026-11-26T08:05:09.500Z
    2026-11-26 08:05:09.05+00 | 2026-11-26T08:05:09.050Z
    2026-11-26 08:05:09.123+02 | 2026-11-26T06:05:09.123Z
  `),
)('formats %s, written shorter or in another zone', (text, told) => {
  expect(instantText(text)).toBe(told);
});

it('refuses a text that is not an instant', () => {
  expect(() => instantText('infinity')).toThrow(RangeError);
});

it('refuses an invalid date, as JavaScript does', () => {
  expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError);
});
