/** A page computes the same hash with the browser's digest and without it. */
import { afterEach, expect, it, vi } from 'vitest';
import { sha256Of } from './sha256.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const hashWithoutCrypto = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  vi.stubGlobal('crypto', {});
  const hash = await sha256Of(bytes);
  vi.unstubAllGlobals();
  return hash;
};

// FIPS 180-4, appendix B.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('the hash of "%s" matches the standard, with and without a secure connection', async (text, expected) => {
  const bytes = new TextEncoder().encode(text);
  expect([await sha256Of(bytes), await hashWithoutCrypto(bytes)]).toEqual([expected, expected]);
});

// Lengths around block boundaries, where the padding needs another block.
it.each([1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 70_000])(
  'the hash of %i bytes is the same in both implementations',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 167 + (n >> 5)) & 255);
    expect(await hashWithoutCrypto(bytes)).toBe(await sha256Of(bytes));
  },
);
