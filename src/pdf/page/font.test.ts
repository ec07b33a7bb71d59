/** The embedded font covers customers' names. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { printable } from '../typefaces/typeface-pieces.ts';
import { Canvas, shorten, textWidth, wrap } from './canvas.ts';
import { glyphString, typeface } from './font.ts';

const regular = typeface('regular');
const style = { size: 10 };

describe('the papers’ typeface', () => {
  it('has a glyph for every letter of European names in Latin script', () => {
    const letters = 'ÀÈÉÌÒÙàèéìòùČĆĐŠŽčćđšžĂÂÎȘȚăâîșțŞŢşţŁłŃńŘřŤťŮůŐőŰűĞğİıŸÿŒœÆæØøÅåÐðÞþĀāĒēĢģĶķĻļŅņŪūẞß€–—’“”·…';
    for (const weight of ['regular', 'semibold'] as const) {
      const { glyphs } = typeface(weight);
      expect([...letters].filter((letter) => !glyphs.has(letter.codePointAt(0) ?? 0))).toEqual([]);
    }
  });

  it.each(
    rowsOf(`
      decomposed letters           | Z\u030cofia                    | Žofia
      letters of several scripts   | Nguyễn Иван 陈伟              | Nguyễn Иван 陈伟
      arrows and a fixed hyphen    | *** 001 → *** 002, due‑volumi | *** 001 → *** 002, due‑volumi
      what is not seen             | a\u202eb\u0000c\u2009d         | abc d
      letters without a typeface   | ก 🚗                          | [U+0E01] [U+1F697]
    `),
  )('prints %s', (_, text = '', printed) => {
    expect(printable(text)).toBe(printed);
  });

  it('shows text as glyph numbers, four digits each', () => {
    expect(glyphString(regular, 'Aa')).toMatch(/^<[0-9a-f]{8}>$/);
    expect(glyphString(regular, 'A')).not.toBe(glyphString(regular, 'a'));
  });

  it('is wider in semibold and grows with its size', () => {
    expect(textWidth('Provetti', { size: 10, weight: 'semibold' })).toBeGreaterThan(textWidth('Provetti', style));
    expect(textWidth('Provetti', { size: 20 })).toBeCloseTo(textWidth('Provetti', style) * 2);
  });
});

describe('lines of text', () => {
  it('are wrapped between words and never wider than the space', () => {
    const lines = wrap('Approvazione specifica dei punti 3, 4 e 5 (artt. 1341 e 1342 c.c.)', 100, style);
    expect(lines.join(' ')).toBe('Approvazione specifica dei punti 3, 4 e 5 (artt. 1341 e 1342 c.c.)');
    for (const line of lines) expect(textWidth(line, style)).toBeLessThanOrEqual(100);
  });

  it('wrap a word that is too wide by itself', () => {
    const lines = wrap('x'.repeat(100), 100, style);
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(textWidth(line, style)).toBeLessThanOrEqual(100);
  });

  it('end in an ellipsis when truncated, and are unchanged when they fit', () => {
    expect(shorten('Ginevra', 100, style)).toBe('Ginevra');
    expect(shorten('Ginevra Provetti di Prova', 60, style)).toMatch(/^Ginevra.*…$/);
    expect(wrap('una frase che non sta in due righe di questo riquadro', 60, style, 2)).toHaveLength(2);
    expect(wrap('una frase che non sta in due righe di questo riquadro', 60, style, 2)[1]).toMatch(/…$/);
  });
});

describe('a drawing', () => {
  it('sets letter spacing each time, since it persists', () => {
    const canvas = new Canvas();
    canvas.text('FIRME', 0, 0, { size: 8, spacing: 0.6 });
    canvas.text('testo', 0, 10, { size: 8 });
    expect(canvas.content().toString()).toMatch(/0\.6 Tc[\s\S]+\b0 Tc/);
  });

  it('writes no number in exponent form', () => {
    const canvas = new Canvas();
    canvas.line(1e-9, 1e-7, 0.1 + 0.2, 3, '#000000');
    canvas.box(0, 0, 10, 10, { radius: 4, fill: '#ffffff', stroke: '#112233' });
    expect(canvas.content().toString()).not.toMatch(/\de[-+]?\d/);
  });
});
