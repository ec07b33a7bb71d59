/** DER is written in the shortest form and read strictly. */
import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import {
  certificateTime,
  childrenOf,
  DerError,
  definiteForm,
  generalizedTime,
  integer,
  objectIdentifier,
  octetString,
  printableString,
  readDer,
  readDerPrefix,
  readIdentifier,
  readInteger,
  readTime,
  readUnsigned,
  sequence,
  setOf,
  toHex,
} from './der.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('the DER writer', () => {
  it('writes integers in the fewest octets and never as negative ones', () => {
    expect(toHex(integer(0))).toBe('020100');
    expect(toHex(integer(127))).toBe('02017f');
    expect(toHex(integer(128))).toBe('02020080');
    expect(toHex(integer(hex('0000ff')))).toBe('020200ff');
    expect(toHex(integer(new Uint8Array()))).toBe('020100');
  });

  it('writes long lengths in the long form only when they are long', () => {
    expect(toHex(octetString(new Uint8Array(127)).subarray(0, 2))).toBe('047f');
    expect(toHex(octetString(new Uint8Array(128)).subarray(0, 3))).toBe('048180');
    expect(toHex(octetString(new Uint8Array(70000)).subarray(0, 5))).toBe('0483011170');
  });

  it('sorts the elements of a SET OF by their encodings', () => {
    expect(toHex(setOf([integer(3), integer(1), integer(2)]))).toBe('3109020101020102020103');
  });

  it('writes object identifiers, including those derived from a UUID', () => {
    expect(toHex(objectIdentifier('1.2.840.113549.1.7.1'))).toBe('06092a864886f70d010701');
    const uuid = '2.25.340282366920938463463374607431768211455';
    expect(readIdentifier(readDer(objectIdentifier(uuid)))).toBe(uuid);
  });

  it('writes a GeneralizedTime without trailing zeros and a certificate time with two-digit years until 2049', () => {
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(2));
    expect(text(generalizedTime(new Date('2026-11-20T10:43:12.340Z')))).toBe('20261120104312.34Z');
    expect(text(generalizedTime(new Date('2026-11-20T10:43:12.000Z')))).toBe('20261120104312Z');
    expect(text(certificateTime(new Date('2049-12-31T23:59:59Z')))).toBe('491231235959Z');
    expect(text(certificateTime(new Date('2050-01-01T00:00:00Z')))).toBe('20500101000000Z');
  });

  it('refuses characters not allowed in a PrintableString', () => {
    expect(() => printableString('atto_1')).toThrow(DerError);
    expect(() => printableString('è')).toThrow(DerError);
  });
});

describe('the DER reader', () => {
  it('reads back every integer of the writer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), (value) => readInteger(readDer(integer(value))) === value),
    );
  });

  it('reads back nested sequences of octet strings of any length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (items) => {
        const read = childrenOf(readDer(sequence(...items.map(octetString))));
        expect(read.map(({ content }) => toHex(content))).toEqual(items.map(toHex));
      }),
    );
  });

  it.each(
    rowsOf(`
      an empty input                    |
      a missing length                  | 30
      a content shorter than its length | 3003 0201
      an indefinite length              | 3080 0000
      a length of five octets           | 3085 0000000001 00
      a length whose octets are missing | 3082 01
      a tag of several octets           | 3f8101 00
      bytes after the element           | 0500 00
    `),
  )('refuses %s', (_, bytes) => {
    expect(() => readDer(hex(bytes))).toThrow(DerError);
  });

  it('returns an element or a DerError for random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          expect(readDerPrefix(bytes).raw.length).toBeLessThanOrEqual(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(DerError);
        }
      }),
    );
  });

  it('refuses a negative serial number', () => {
    expect(() => readUnsigned(readDer(hex('0201ff')))).toThrow(DerError);
    expect(() => readUnsigned(readDer(hex('0200')))).toThrow(DerError);
  });

  it.each(['20261120104312+0100', '261120104312Z', '20261320104312Z', '2026112010Z'])('refuses the time %s', (text) => {
    expect(() => readTime({ tag: 0x18, raw: hex(''), content: new TextEncoder().encode(text) })).toThrow(DerError);
  });

  it('reads two-digit years according to RFC 5280', () => {
    const at = (text: string) => readTime({ tag: 0x17, raw: hex(''), content: new TextEncoder().encode(text) });
    expect(at('491231235959Z').getUTCFullYear()).toBe(2049);
    expect(at('500101000000Z').getUTCFullYear()).toBe(1950);
  });
});

describe('indefinite lengths', () => {
  it('are converted, octet strings joined, and definite parts kept byte for byte', () => {
    // A sequence of an octet string in two pieces and an integer with an overlong length.
    const { der, length } = definiteForm(hex('3080 2480 0401aa 0402bbcc 0000 02810107 0000 ffff'));
    expect([toHex(der), length]).toEqual(['30090403aabbcc02810107', 19]);
  });

  it.each(
    rowsOf(`
      without an end                       | 3080 020107
      of something that is not constructed | 0480 0000
      of pieces that are no octet strings  | 2480 020107 0000
      deeper than anything real            | ${'3080'.repeat(60)}${'0000'.repeat(60)}
      of nothing                           | 30
    `),
  )('%s are refused', (_, bytes) => expect(() => definiteForm(hex(bytes))).toThrow(DerError));
});
