/** Bands, default totals and the meaning of an absent total. */
import { describe, expect, it } from 'vitest';
import { rowsOf, wordsIn } from '#test/rows.ts';
import { gaugeOf } from './gauge.ts';

describe('a gauge', () => {
  it.each(
    rowsOf(`
      ok | 0 599
      warning | 600 899
      alert | 900 1000 1400
    `),
  )('is %s with %s of 1000', (band, amounts = '') => {
    for (const used of wordsIn(amounts).map(Number)) expect(gaugeOf({ used, total: 1000 }).band, `${used}`).toBe(band);
  });

  it('never rounds up to the percentage of the next band', () => {
    expect(gaugeOf({ used: 59_999, total: 100_000 })).toMatchObject({ percent: 59, band: 'ok' });
    expect(gaugeOf({ used: 89_999, total: 100_000 })).toMatchObject({ percent: 89, band: 'warning' });
  });

  it('is limited to 100 percent', () => {
    expect(gaugeOf({ used: 1400, total: 1000 })).toMatchObject({ used: 1400, total: 1000, percent: 100 });
  });

  it('has 1000 as its total before the response', () => {
    expect(gaugeOf(null)).toEqual({ used: 0, total: 1000, percent: 0, band: 'ok', limited: true });
  });

  it('has used + 1 as its total when the server sends none, and shows no alert without a limit', () => {
    expect(gaugeOf({ used: 412 })).toEqual({ used: 412, total: 413, percent: 0, band: 'ok', limited: false });
    expect(gaugeOf({ used: 0 })).toMatchObject({ total: 1, limited: false });
  });

  it('is full when every service has expired', () => {
    expect(gaugeOf({ used: 0, total: 0 })).toEqual({ used: 0, total: 0, percent: 100, band: 'alert', limited: true });
  });
});
