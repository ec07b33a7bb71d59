/** What a signature looks like: text that fits, glyphs that exist, nothing hidden. */
import { inflateSync } from 'node:zlib';
import { PdfRef, type PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { type Appearance, drawAppearance } from './appearance.ts';
import { glyphString, typeface } from './font.ts';
import { sampleLines } from './samples.suite.ts';

const fonts = { regular: PdfRef.of(90), semibold: PdfRef.of(91) };
const box = { width: 241, height: 72 };

function draw(change: Partial<Appearance> = {}, size = box, rotation = 0): { form: PdfStream; text: string } {
  const appearance: Appearance = { kind: 'signature', lines: sampleLines('Ginevra Provetti'), ...change };
  const form = drawAppearance(appearance, size, rotation, fonts);
  return { form, text: inflateSync(form.data).toString('latin1') };
}

/** Whether the drawing shows this text in one piece. */
const shows = (text: string, line: string, weight: 'regular' | 'semibold' = 'regular') =>
  text.includes(glyphString(typeface(weight), line));

describe('a signed box', () => {
  it('shows name, role, time with offset and the kind of signature', () => {
    const { text } = draw();
    expect(shows(text, 'Ginevra Provetti', 'semibold')).toBe(true);
    for (const line of sampleLines('').slice(1)) expect(shows(text, line)).toBe(true);
  });

  it('says that it has no value in the demo, and only there', () => {
    expect(shows(draw({ demo: true }).text, 'DEMO senza valore', 'semibold')).toBe(true);
    expect(shows(draw().text, 'DEMO senza valore', 'semibold')).toBe(false);
  });

  it('breaks a long name into two lines rather than cut it', () => {
    const { text } = draw({ lines: ['Maria Antonietta Giuseppina della Rovere-Colonna di Prova'] });
    expect(text.match(/Tj/g)).toHaveLength(2);
    expect(text).not.toContain(glyphString(typeface('semibold'), '…').slice(1, -1));
  });

  it('uses nothing but its fonts: no layer, transparency, image or action', () => {
    const { form, text } = draw({ demo: true });
    expect([...form.keys()].map(({ value }) => value).sort()).toEqual([
      'BBox',
      'Filter',
      'Resources',
      'Subtype',
      'Type',
    ]);
    expect([...(form.getDict('Resources')?.keys() ?? [])].map(({ value }) => value)).toEqual(['Font']);
    expect(text).not.toMatch(/\b(gs|Do|BDC|BMC|sh)\b/);
  });

  it('stays within its box whatever the lines', () => {
    for (const size of [box, { width: 60, height: 20 }, { width: 400, height: 30 }, { width: 45, height: 200 }]) {
      const { text } = draw(
        { lines: ['N'.repeat(90), ...Array.from({ length: 9 }, () => 'riga '.repeat(40))], demo: true },
        size,
      );
      for (const [, x = '', y = ''] of text.matchAll(/([\d.-]+) ([\d.-]+) Td/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThan(size.width);
        expect(Number(y)).toBeGreaterThanOrEqual(0);
        expect(Number(y)).toBeLessThan(size.height);
      }
    }
  });

  it('is left empty where nothing could be read', () => {
    expect(draw({}, { width: 20, height: 8 }).text).toBe('');
  });

  it.each([
    [90, [0, 1, -1, 0, 241, 0], [0, 0, 72, 241]],
    [180, [-1, 0, 0, -1, 241, 72], [0, 0, 241, 72]],
    [270, [0, -1, 1, 0, 0, 72], [0, 0, 72, 241]],
  ])('stands upright on a page turned by %d degrees', (rotation, matrix, bounds) => {
    expect(draw().form.has('Matrix')).toBe(false);
    const turned = draw({}, box, rotation).form;
    const numbers = (key: string) =>
      turned
        .getArray(key)
        ?.toArray()
        .map((one) => ('value' in one ? one.value : null));
    expect(numbers('BBox')).toEqual(bounds);
    expect(numbers('Matrix')).toEqual(matrix);
  });
});
