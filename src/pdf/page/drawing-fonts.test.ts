/** Text shaped or cut once is not processed again, and looks the same as when shaped in full. */
import PDFDocument from 'pdfkit';
import { expect, it, vi } from 'vitest';
import { registerTypeface } from './drawing-fonts.ts';
import type { Features, Run, ShapingFont } from './pair-layout.ts';

interface Inside {
  _font: {
    font: ShapingFont;
    scale: number;
    widths: unknown[];
    unicode: number[][];
    layoutRun(text: string, features?: Features): Run;
  };
}

async function draw(text: string): Promise<{ shapings: number; glyphs: number; bytes: Buffer }> {
  const drawing = new PDFDocument({ font: '', compress: false });
  const chunks: Buffer[] = [];
  drawing.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => drawing.on('end', resolve));
  registerTypeface(drawing);
  drawing.font('regular').fontSize(9);
  const { _font: inside } = drawing as unknown as Inside;
  const layout = vi.spyOn(inside.font, 'layout');
  drawing.text(text, 50, 50, { lineBreak: false });
  const shapings = layout.mock.calls.length;
  layout.mockRestore();
  drawing.end();
  await ended;
  return { shapings, glyphs: inside.widths.length, bytes: Buffer.concat(chunks) };
}

it('shapes a pair of letters once for all documents', async () => {
  const words = 'Sghembi violacei quokka tintinnano zufolando';
  await draw(words);
  expect((await draw(words)).shapings).toBe(0);
  expect((await draw('quokka zufolando violacei')).shapings).toBeLessThanOrEqual(3);
  expect((await draw('ŁŃŁ')).shapings).toBe(3);
});

it.each([
  ['AVATAR Tokyo, LTDA. «Wołk» D’Arrigo 1.171,00 €', undefined],
  ['20/11/2026 10:43:12 (UTC+01:00)', ['tnum']],
  ['0f1a7bd24ce98653', ['tnum']],
])('sets %s like full shaping', (text, features) => {
  const drawing = new PDFDocument({ font: '' });
  registerTypeface(drawing);
  drawing.font('semibold');
  const { _font: inside } = drawing as unknown as Inside;
  const whole = inside.font.layout(text, features, 'latn');
  const pairs = inside.layoutRun(text, features);
  expect(pairs.glyphs.map(({ id }) => id)).toEqual(whole.glyphs.map(({ id }) => id));
  const advances = whole.positions.map(({ xAdvance }) => xAdvance * inside.scale);
  expect(pairs.positions.map(({ xAdvance }) => xAdvance)).toEqual(advances);
  expect(pairs.advanceWidth).toBeCloseTo(
    advances.reduce((sum, one) => sum + one, 0),
    6,
  );
});

it('embeds the common glyphs unchanged, plus a document’s additional ones', async () => {
  const [one, other, rare] = [await draw('cane'), await draw('gatto'), await draw('Łódź')];
  expect(other.glyphs).toBe(one.glyphs);
  expect(rare.glyphs).toBe(one.glyphs + 3);
  const sizes = ({ bytes }: { bytes: Buffer }): number[] =>
    [...bytes.toString('latin1').matchAll(/\/Length1 (\d+)/g)].map(([, size]) => Number(size));
  const [common = 0] = sizes(one);
  expect(sizes(other)).toEqual([common]);
  expect(sizes(rare)[0]).toBeGreaterThan(common);
});

it('maps an apostrophe to itself, whatever variant was used before', () => {
  const characters = (text: string): number[][] => {
    const drawing = new PDFDocument({ font: '' });
    registerTypeface(drawing);
    drawing.font('regular').fontSize(9).text(text, 50, 50, { lineBreak: false });
    return (drawing as unknown as Inside)._font.unicode;
  };
  expect(characters('D\u02bcArrigo Bemporad')).toContainEqual([0x2019]);
  expect(characters('D\u2019Arrigo Bemporad')).toContainEqual([0x2019]);
});

it('limits its cache of customers’ words', () => {
  const word = (index: number) => `Cliente${index.toString(36)}`;
  const kept = (text: string): boolean => {
    const drawing = new PDFDocument({ font: '' });
    registerTypeface(drawing);
    drawing.font('regular');
    return text in (drawing as unknown as { _font: { layoutCache: object } })._font.layoutCache;
  };
  const drawing = new PDFDocument({ font: '' });
  registerTypeface(drawing);
  drawing.font('regular').fontSize(9);
  drawing.widthOfString(word(5));
  expect(kept(word(5))).toBe(true);
  for (let index = 0; index <= 10_000; index += 1) drawing.widthOfString(word(index));
  expect(kept(word(5))).toBe(false);
});
