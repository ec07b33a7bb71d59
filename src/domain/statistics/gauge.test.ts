/** Bands, default totals and the meaning of an absent total. */
import { describe, expect, it } from 'vitest';
import { gaugeOf } from './gauge.ts';

describe('a gauge', () => {
  it.each([
    [0, 'ok'],
    [599, 'ok'],
    [600, 'warning'],
    [899, 'warning'],
    [900, 'alert'],
    [1000, 'alert'],
    [1400, 'alert'],
  ] as const)('with %i of 1000 is %s', (used, band) => {
    expect(gaugeOf({ used, total: 1000 }).band).toBe(band);
  });

  it('never shows the percent of a band that is not reached', () => {
    expect(gaugeOf({ used: 59_999, total: 100_000 })).toMatchObject({ percent: 59, band: 'ok' });
    expect(gaugeOf({ used: 89_999, total: 100_000 })).toMatchObject({ percent: 89, band: 'warning' });
  });

  it('stops at 100 percent', () => {
    expect(gaugeOf({ used: 1400, total: 1000 })).toMatchObject({ used: 1400, total: 1000, percent: 100 });
  });

  it('has 1000 as its total before the answer', () => {
    expect(gaugeOf(null)).toEqual({ used: 0, total: 1000, percent: 0, band: 'ok', limited: true });
  });

  it('has used + 1 as its total when the server sends none, and does not alert of a limit that is not there', () => {
    expect(gaugeOf({ used: 412 })).toEqual({ used: 412, total: 413, percent: 0, band: 'ok', limited: false });
    expect(gaugeOf({ used: 0 })).toMatchObject({ total: 1, limited: false });
  });

  it('is full when every service has expired', () => {
    expect(gaugeOf({ used: 0, total: 0 })).toEqual({ used: 0, total: 0, percent: 100, band: 'alert', limited: true });
  });
});
