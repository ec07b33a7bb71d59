/** The pairing code: 80 bits, in a form that people can read and type. */
import { expect, it } from 'vitest';
import { formatPairingCode, normalizePairingCode, pairingCodeOf, readPairingCode } from './pairing-code.ts';

it('a pairing code has 80 bits as sixteen letters in groups of four', () => {
  expect(pairingCodeOf(new Uint8Array(10))).toBe('0000-0000-0000-0000');
  expect(pairingCodeOf(new Uint8Array(10).fill(255))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
  expect(pairingCodeOf(Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 1))).toBe('0000-0000-0000-0001');
  expect(pairingCodeOf(Uint8Array.of(0x08, 0x42, 0x10, 0x84, 0x21, 0x08, 0x42, 0x10, 0x84, 0x21))).toBe(
    '1111-1111-1111-1111',
  );
  expect(() => pairingCodeOf(new Uint8Array(9))).toThrow();
});

it.each([
  ['7KQM-3WZD-XH2P-0A9F', '7KQM3WZDXH2P0A9F'],
  [' 7kqm 3wzd xh2p oa9f ', '7KQM3WZDXH2P0A9F'],
  ['iLl1-oO00-aaaa-bbbb', '11110000AAAABBBB'],
  ['7KQM-3WZD-XH2P', null],
  ['', null],
  ['uuuu-uuuu-uuuu-uuuu', null],
])('reads “%s”', (typed, code) => expect(readPairingCode(typed)).toBe(code));

it('groups partial input, and ignores excess input', () => {
  expect(formatPairingCode(normalizePairingCode('7kqm3'))).toBe('7KQM-3');
  expect(formatPairingCode('')).toBe('');
  expect(normalizePairingCode('7KQM-3WZD-XH2P-0A9F-XXXX')).toBe('7KQM3WZDXH2P0A9F');
});
