/** In the small fields of real forms, a signature's name and time stay legible, and nothing leaves the rectangle. */
import { inflateSync } from 'node:zlib';
import { type PdfDict, PdfRef } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '#formats/ink/drawing.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { type Appearance, drawAppearance } from '../page/appearance.ts';
import { glyphString, typeface } from '../page/font.ts';
import { sampleLines } from '../signing/samples.suite.ts';

const time = '20/11/2026 10:43';
const fonts = { regular: PdfRef.of(90), semibold: PdfRef.of(91), register: (_: PdfDict) => PdfRef.of(92) };

function draw(width: number, height: number, change: Partial<Appearance> = {}, name = 'Ginevra Provetti'): string {
  const appearance = { kind: 'signature', time, lines: sampleLines(name), ...change } as const;
  return inflateSync(drawAppearance(appearance, { width, height }, 0, fonts).data).toString('latin1');
}

interface Piece {
  readonly glyphs: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

const piecesOf = (text: string): Piece[] =>
  [...text.matchAll(/\/F\d ([\d.]+) Tf 0 Tc ([\d.-]+) ([\d.-]+) Td (<[0-9a-f]+>) Tj/g)].map(
    ([, size, x, y, glyphs = '']) => ({ glyphs, size: Number(size), x: Number(x), y: Number(y) }),
  );
const glyphs = (text: string, weight: 'regular' | 'semibold' = 'regular') => glyphString(typeface(weight), text);
const pieceOf = (text: string, words: string, weight?: 'semibold'): Piece | undefined =>
  piecesOf(text).find((piece) => piece.glyphs === glyphs(words, weight));

/** Field sizes from real forms, and the smallest of each kind (`MIN_SIZES` in the domain). */
const sizes = [
  [72, 18],
  [60, 16],
  [120, 12],
  [144, 14],
  [200, 16],
  [90, 24],
  [100, 31],
  [72, 36],
  [60, 80],
] as const;

describe.each(sizes)('a field of %d × %d points', (width, height) => {
  it('has the name and the time in legible size, within the box', () => {
    const text = draw(width, height);
    const [name, when] = [pieceOf(text, 'Ginevra Provetti', 'semibold'), pieceOf(text, time)];
    expect(name?.size).toBeGreaterThanOrEqual(4.8);
    expect(when?.size).toBeGreaterThanOrEqual(4.2);
    for (const { x, y, size } of piecesOf(text)) {
      expect(x).toBeGreaterThanOrEqual(2);
      expect(y).toBeGreaterThanOrEqual(1);
      expect(y + size * 0.73).toBeLessThanOrEqual(height - 1);
    }
  });

  it('keeps the surname of a long name', () => {
    const text = draw(width, height, {}, 'Maria Antonietta Provetti');
    const shorter = ['M. Antonietta Provetti', 'M. A. Provetti', 'Provetti', 'Antonietta Provetti'];
    expect(['Maria Antonietta Provetti', ...shorter].some((one) => pieceOf(text, one, 'semibold') !== undefined)).toBe(
      true,
    );
  });

  it('is marked as a demo without covering text', () => {
    const text = draw(width, height, { demo: true });
    const stamp = pieceOf(text, 'DEMO', 'semibold');
    expect(stamp).toBeDefined();
    const when = piecesOf(text).find((piece) => [glyphs(time), glyphs('20/11/2026')].includes(piece.glyphs));
    expect(when).toBeDefined();
    expect(pieceOf(text, 'Ginevra Provetti', 'semibold')).toBeDefined();
  });
});

it('shows a drawing to the left of name and time from 72 points on', () => {
  const drawing = drawingOf(sampleCapture());
  for (const [width, height] of sizes.filter(([width]) => width >= 72)) {
    const text = draw(width, height, { drawing });
    const [, x] = / ([\d.]+) [\d.]+ cm \/Hand Do Q/.exec(text) ?? [];
    expect(Number(x)).toBeGreaterThan(2);
    for (const piece of piecesOf(text)) expect(piece.x).toBeGreaterThan(Number(x));
  }
  expect(draw(60, 16, { drawing })).not.toContain('Do');
});

it('the appearance is unchanged if there is room for all lines, or there is no time', () => {
  expect(pieceOf(draw(110, 32), sampleLines('')[3] ?? '')).toBeDefined();
  expect(
    pieceOf(draw(100, 40, { time: undefined } as unknown as Partial<Appearance>), sampleLines('')[1] ?? ''),
  ).toBeDefined();
});
