/** Strict base64, on both threads. */
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from './base64.ts';
import { decodeStrict } from './base64-strict.ts';

const large = Buffer.alloc(6_500_000, 'fascicolo');

describe('base64', () => {
  it.each([0, 1, 2, 3, 4, 5, 100])('gives back %i bytes', (length) => {
    const bytes = Buffer.alloc(length, 'abcdefg');
    const decoded = decodeStrict(bytes.toString('base64'));
    expect(Buffer.from(decoded ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ['another alphabet', '-_-_'],
    ['the URL alphabet mixed in', 'AA-A'],
    ['missing padding', 'QQ'],
    ['too much padding', 'Q==='],
    ['padding in the middle', 'QQ==QQ=='],
    ['blanks', 'QUJD RA='],
    ['a line break', 'QUJD\nREVG'],
    ['a data address', 'data:application/pdf;base64,QUJD'],
    ['bits that say nothing', 'QR=='],
    ['characters outside Latin', 'QUJDQUJ€'],
    ['nothing but padding', '===='],
  ])('refuses %s', (_what, text) => {
    expect(decodeStrict(text)).toBeNull();
  });

  it('decodes large texts elsewhere, several at once, each to its own bytes', async () => {
    const texts = [large, Buffer.concat([large, large]), Buffer.alloc(7_000_000, 7)];
    const decoded = await Promise.all(texts.map((one) => decodeBase64(one.toString('base64'))));
    for (const [index, bytes] of decoded.entries()) {
      expect(Buffer.from(bytes ?? []).equals(texts[index] ?? Buffer.alloc(0))).toBe(true);
    }
  });

  it('refuses large texts that are not base64, and goes on', async () => {
    const text = large.toString('base64');
    expect(await decodeBase64(`${text.slice(0, -4)}A A=`)).toBeNull();
    expect((await decodeBase64(text))?.byteLength).toBe(large.byteLength);
  });
});
