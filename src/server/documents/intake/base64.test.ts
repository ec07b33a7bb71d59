/** Strict base64, whole and in pieces. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { decodeBase64 } from './base64.ts';

const large = Buffer.alloc(6_500_000, 'fascicolo');

describe('base64', () => {
  it.each([0, 1, 2, 3, 4, 5, 100])('round-trips %i bytes', async (length) => {
    const bytes = Buffer.alloc(length, 'abcdefg');
    const decoded = await decodeBase64(bytes.toString('base64'));
    expect(Buffer.from(decoded ?? []).equals(bytes)).toBe(true);
  });

  it.each([
    ['a line break', 'QUJD\nREVG'],
    ...rowsOf(`
      another alphabet | -_-_
      the URL alphabet mixed in | AA-A
      missing padding | QQ
      too much padding | Q===
      padding in the middle | QQ==QQ==
      blanks | QUJD RA=
      a data address | data:application/pdf;base64,QUJD
      bits that say nothing | QR==
      characters outside Latin | QUJDQUJ€
      nothing but padding | ====
    `),
  ])('refuses %s', async (_what, text) => {
    expect(await decodeBase64(text)).toBeNull();
  });

  it('decodes several large texts concurrently in chunks, and yields in between', async () => {
    const texts = [large, Buffer.concat([large, large]), Buffer.alloc(7_000_000, 7)];
    const each: Buffer[] = [];
    let [working, turns] = [true, 0];
    const decoding = Promise.all(texts.map((one) => decodeBase64(one.toString('base64')))).finally(() => {
      working = false;
    });
    while (working) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    for (const bytes of await decoding) each.push(Buffer.from(bytes ?? []));
    expect(each.map((bytes, index) => bytes.equals(texts[index] ?? Buffer.alloc(0)))).toEqual([true, true, true]);
    expect(turns).toBeGreaterThan(10);
  });

  it.each([
    ['a blank at the end', (text: string) => `${text.slice(0, -4)}A A=`],
    ['padding where the first piece ends', (text: string) => `${text.slice(0, 1_048_574)}==${text.slice(1_048_576)}`],
    ['another alphabet in the middle', (text: string) => `${text.slice(0, 3_000_000)}-${text.slice(3_000_001)}`],
    ['a character outside Latin', (text: string) => `${text.slice(0, 3_000_000)}€${text.slice(3_000_001)}`],
  ])('refuses a large text with %s, and keeps working', async (_what, spoilt) => {
    const text = large.toString('base64');
    expect(await decodeBase64(spoilt(text))).toBeNull();
    expect((await decodeBase64(text))?.byteLength).toBe(large.byteLength);
  });
});
