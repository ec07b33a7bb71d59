/** When a QR code expires: when its token does. */
import { describe, expect, test } from 'vitest';
import { countdown, validityOf } from './qr-expiry.ts';

const token = (claims: object) =>
  `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.x`;
const NOW = Date.parse('2026-11-20T08:12:00.000Z');
const seconds = NOW / 1000;

describe('the validity of a code', () => {
  test('ends with the expiry in its token', () => {
    expect(validityOf(token({ exp: seconds + 300 }), NOW)).toEqual({ from: NOW, until: NOW + 300_000 });
  });
  test('is its full lifetime from its arrival, independent of the local clock', () => {
    for (const wrong of [-3_600_000, 0, 3_600_000]) {
      const arrived = NOW + wrong;
      expect(validityOf(token({ iat: seconds, exp: seconds + 300 }), arrived)?.until).toBe(arrived + 300_000);
    }
  });
  test('is unknown without an expiry or with an unreadable token', () => {
    for (const wrong of [token({}), token({ exp: 'soon' }), 'x.y.z', '', `a.${btoa('null')}.b`]) {
      expect(validityOf(wrong, NOW)).toBeNull();
    }
  });
});

test('the time left is formatted as minutes and two-digit seconds', () => {
  expect([300_000, 252_000, 251_001, 60_000, 9_000, 1, 0, -5_000].map(countdown)).toEqual([
    ...['5:00', '4:12', '4:12', '1:00', '0:09', '0:01', '0:00', '0:00'],
  ]);
});
