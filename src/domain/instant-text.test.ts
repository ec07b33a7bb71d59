/** Instants as answers tell them. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantText } from './instant-text.ts';

it('tells every instant as the language does', () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), (date) => instantText(date) === date.toISOString()));
});

it.each([0, -1, 86_399_999, 86_400_000, -62_198_755_200_000, 253_402_300_800_000, 8.64e15, -8.64e15])(
  'tells %d milliseconds as the language does',
  (instant) => {
    const date = new Date(instant);
    expect(instantText(date)).toBe(date.toISOString());
  },
);

it('keeps no more days than it may', () => {
  for (let day = 0; day < 5000; day += 1) {
    const date = new Date(day * 86_400_000 + 45_296_789);
    expect(instantText(date)).toBe(date.toISOString());
  }
});

it('refuses an invalid date, as the language does', () => {
  expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError);
});
