/** One typo is tolerated, two are not. */
import { expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { isOneTypo, startsWithTypo, variantsOf } from './typos.ts';

it.each(
  rowsOf(`
    binachi | bianchi
    rosi | rossi
    rosssi | rossi
    rassi | rossi
    orssi | rossi
    ross | rossi
    ossi | rossi
    mueller | muller
  `),
)('%s is one typo away from %s, in both directions', (one, other) => {
  expect([isOneTypo(one, other), isOneTypo(other, one)]).toEqual([true, true]);
  expect(variantsOf(one).some((variant) => variantsOf(other).includes(variant))).toBe(true);
});

it.each(
  rowsOf(`
    rossi | rossi
    bnaichi | bianchi
    ros | rossi
    rsosi | rosis
    c | ab
  `),
)('%s and %s are not', (one, other) => {
  expect([isOneTypo(one, other), isOneTypo(other, one)]).toEqual([false, false]);
});

it('a prefix may contain a typo from four letters on', () => {
  expect(['ute', 'utne', 'untenti', 'utemti', 'utenti'].filter((typed) => !startsWithTypo('utenti', typed))).toEqual(
    [],
  );
  expect(['tue', 'xyz', 'clie'].map((typed) => startsWithTypo('utenti', typed))).toEqual([false, false, false]);
});
