/** Canonical JSON against the examples of RFC 8785, and the values that must be refused. */
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('writes the example of RFC 8785 section 3.2.3 in the standard’s order', () => {
    const value = {
      '€': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '😀': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      ö: 'Latin Small Letter O With Diaeresis',
    };
    const order = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1]);
    expect(order.join(', ')).toBe(
      'Carriage Return, One, Control, Latin Small Letter O With Diaeresis, Euro Sign, Emoji: Grinning Face, ' +
        'Hebrew Letter Dalet With Dagesh',
    );
  });

  it('writes numbers as in section 3.2.2.3', () => {
    expect(canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    );
  });

  it('omits undefined members and is independent of the order', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: { z: [], y: null } })).toBe('{"b":1,"c":{"y":null,"z":[]}}');
    expect(canonicalJson({ x: 1, y: 2 })).toBe(canonicalJson({ y: 2, x: 1 }));
  });

  it('refuses values without a canonical form', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800']) {
      expect(() => canonicalJson(bad)).toThrow(RangeError);
    }
  });
});
