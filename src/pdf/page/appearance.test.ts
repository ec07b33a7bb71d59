/** What a signature looks like: text that fits, existing glyphs, nothing hidden. */
import { inflateSync } from 'node:zlib';
import { type PdfDict, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { drawingBytes, drawingOf } from '#formats/ink/drawing.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { sampleLines } from '../signing/samples.suite.ts';
import { type Appearance, drawAppearance } from './appearance.ts';
import { glyphString, typeface } from './font.ts';

const registered: PdfDict[] = [];
const register = (object: PdfDict) => {
  registered.push(object);
  return PdfRef.of(91 + registered.length);
};
const fonts = { regular: PdfRef.of(90), semibold: PdfRef.of(91), register };
const box = { width: 241, height: 72 };

function draw(change: Partial<Appearance> = {}, size = box, rotation = 0): { form: PdfStream; text: string } {
  const appearance: Appearance = { kind: 'signature', lines: sampleLines('Ginevra Provetti'), ...change };
  const form = drawAppearance(appearance, size, rotation, fonts);
  return { form, text: inflateSync(form.data).toString('latin1') };
}

/** Whether the appearance shows this text in one piece. */
const shows = (text: string, line: string, weight: 'regular' | 'semibold' = 'regular') =>
  text.includes(glyphString(typeface(weight), line));

describe('a signature’s box', () => {
  it('shows name, role, time with offset and the kind of signature', () => {
    const { text } = draw();
    expect(shows(text, 'Ginevra Provetti', 'semibold')).toBe(true);
    for (const line of sampleLines('').slice(1)) expect(shows(text, line)).toBe(true);
  });

  it('states that it has no legal value in the demo, and only there', () => {
    expect(shows(draw({ demo: true }).text, 'DEMO senza valore', 'semibold')).toBe(true);
    expect(shows(draw().text, 'DEMO senza valore', 'semibold')).toBe(false);
  });

  it('wraps a long name to two lines rather than truncate it', () => {
    const { text } = draw({ lines: ['Maria Antonietta Giuseppina della Rovere-Colonna di Prova'] });
    expect(text.match(/Tj/g)).toHaveLength(2);
    expect(text).not.toContain(glyphString(typeface('semibold'), '…').slice(1, -1));
  });

  it('uses only its fonts: no layer, transparency, image or action', () => {
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

  describe('signed by hand', () => {
    const drawing = drawingOf(sampleCapture());
    /** The strokes as placed in the rectangle: the points of the form XObject, and which of them it shows. */
    const handOf = (text: string) => {
      const [, pen, scale, x, y] =
        /RG 1 J 1 j ([\d.]+) w ([\d.]+) 0 0 \2 ([\d.]+) ([\d.]+) cm \/Hand Do Q/.exec(text)?.map(Number) ?? [];
      const form = registered.at(-1);
      if (!(form instanceof PdfStream) || !pen || !scale || !x || !y) return { width: 0, lines: [], shown: [] };
      const content = inflateSync(form.data).toString('latin1');
      const placed = (a: number, b: number) => [x + a * scale, y + b * scale] as const;
      const lines = content
        .split('S\n')
        .slice(0, -1)
        .map((line) => [...line.matchAll(/(\d+) (\d+) [ml]\n/g)].map(([, a, b]) => placed(Number(a), Number(b))));
      const sides = form.getArray('BBox')?.toArray() ?? [];
      const [left = 0, bottom = 0, right = 0, top = 0] = sides.map((one) => ('value' in one ? Number(one.value) : 0));
      return { width: pen * scale, lines, shown: [placed(left, bottom), placed(right, top)], content };
    };

    it('shows the lines in its left half, with name, role and time beside them', () => {
      const { text } = draw({ drawing });
      expect(shows(text, 'Ginevra Provetti', 'semibold')).toBe(true);
      for (const line of sampleLines('').slice(1)) expect(shows(text, line)).toBe(true);
      const { lines } = handOf(text);
      expect(lines).toHaveLength(drawing.lines.length);
      for (const [x, y] of lines.flat()) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(box.width / 2);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(box.height);
      }
    });

    it('contains exactly the bytes named by the envelope, in a separate form XObject', () => {
      const { content } = handOf(draw({ drawing }).text);
      expect(content).toBe(Buffer.from(drawingBytes(drawing)).toString('latin1'));
      const keys = [...(registered.at(-1)?.keys() ?? [])].map(({ value }) => value).sort();
      expect(keys).toEqual(['BBox', 'Filter', 'Resources', 'Subtype', 'Type']);
    });

    it('reveals nothing of the movement: one width, even steps', () => {
      const { width, lines } = handOf(draw({ drawing }).text);
      expect(width).toBeCloseTo(1.2, 3);
      for (const points of lines) {
        const steps = points
          .slice(1)
          .map(([x, y], n) => Math.hypot(x - (points[n]?.[0] ?? 0), y - (points[n]?.[1] ?? 0)));
        expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(1.2);
      }
    });

    it('stays within its box when the drawing understates its size', () => {
      const smaller = { ...drawing, width: 10, height: 5 };
      for (const [x, y] of handOf(draw({ drawing: smaller }).text).shown) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(box.width / 2);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(box.height);
      }
    });

    it('has the lines above the text in a narrow box', () => {
      const { text } = draw({ drawing, demo: true }, { width: 140, height: 90 });
      const { lines } = handOf(text);
      expect(lines).toHaveLength(drawing.lines.length);
      for (const [x, y] of lines.flat()) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(140);
        expect(y).toBeGreaterThan(40);
        expect(y).toBeLessThan(85);
      }
      for (const line of sampleLines('').slice(1)) expect(shows(text, line)).toBe(true);
    });

    it('has no drawing if there is no room for one', () => {
      const text = draw({ drawing }, { width: 100, height: 40 }).text;
      expect(handOf(text).lines).toEqual([]);
      expect(text).toContain('Tj');
    });
  });

  it('is empty when its text would be illegible', () => {
    expect(draw({}, { width: 20, height: 8 }).text).toBe('');
  });

  it.each([
    [90, [0, 1, -1, 0, 241, 0], [0, 0, 72, 241]],
    [180, [-1, 0, 0, -1, 241, 72], [0, 0, 241, 72]],
    [270, [0, -1, 1, 0, 0, 72], [0, 0, 72, 241]],
  ])('is upright on a page rotated by %d degrees', (rotation, matrix, bounds) => {
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
