/** SMS parts against the limits of 3GPP TS 23.040; random texts are reassembled. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSms, GSM7, GSM7_EXTENSION, smsParts } from './sms-parts.ts';

describe('parts of an SMS', () => {
  it.each([
    ['nothing', '', 1],
    ['160 characters', 'a'.repeat(160), 1],
    ['161 characters', 'a'.repeat(161), 2],
    ['306 characters', 'a'.repeat(306), 2],
    ['307 characters', 'a'.repeat(307), 3],
    ['eighty euro signs', '€'.repeat(80), 1],
    ['153 euro signs: 76 in each part, an escape stays with its character', '€'.repeat(153), 3],
    ['an escape on the border of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 characters of UCS-2', `${'a'.repeat(69)}’`, 1],
    ['71 characters of UCS-2', `${'a'.repeat(70)}’`, 2],
    ['35 emoji', '🚗'.repeat(35), 1],
    ['67 emoji: 33 in each part, a surrogate pair stays together', '🚗'.repeat(67), 3],
  ])('of %s', (_name, text, parts) => {
    expect(smsParts(text)).toBe(parts);
  });

  it('list the alphabet in the order of its codes', () => {
    const code = (character: string) => GSM7.indexOf(character) + (GSM7.indexOf(character) < 0x1b ? 0 : 1);
    expect(['@', 'Ξ', 'Æ', ' ', 'A', '¿', 'z', 'à'].map(code)).toEqual([0, 0x1a, 0x1c, 0x20, 0x41, 0x60, 0x7a, 0x7f]);
    expect(GSM7).toHaveLength(127);
  });

  it('lose nothing, and none is longer than the network allows', () => {
    const character = fc.oneof(
      fc.constantFrom(...GSM7, ...GSM7_EXTENSION.keys()),
      fc.constantFrom('’', '🚗', 'ł', 'a', 'a'),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 500 }), (characters) => {
        const { alphabet, segments } = encodeSms(characters.join(''));
        expect(segments.join('')).toBe(characters.join(''));
        for (const segment of segments) {
          const length =
            alphabet === 'UCS-2'
              ? segment.length
              : [...segment].reduce((sum, one) => sum + (GSM7_EXTENSION.has(one) ? 2 : 1), 0);
          expect(length).toBeLessThanOrEqual(
            segments.length === 1 ? (alphabet === 'UCS-2' ? 70 : 160) : alphabet === 'UCS-2' ? 67 : 153,
          );
        }
      }),
    );
  });
});
