/** In a signature field of any size, the demo's stamp, the lines and the handwriting leave one another free. */
import { inflateSync } from 'node:zlib';
import { type PdfDict, PdfRef } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '#formats/ink/drawing.ts';
import { sampleCapture } from '#formats/ink/samples.suite.ts';
import { type Appearance, drawAppearance } from '../page/appearance.ts';
import { textWidth } from '../page/canvas.ts';
import { typeface } from '../page/font.ts';

const fonts = { regular: PdfRef.of(90), semibold: PdfRef.of(91), register: (_: PdfDict) => PdfRef.of(92) };
const drawing = drawingOf(sampleCapture());
const day = '20/11/2026';

interface Mark {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Glyph numbers of the content stream as characters; a face's last character of a glyph is the usual one. */
const characters = (['regular', 'semibold'] as const).map(
  (weight) => new Map([...typeface(weight).glyphs].map(([code, glyph]) => [glyph, String.fromCodePoint(code)])),
);

function draw(width: number, height: number, change: Partial<Appearance>) {
  const appearance: Appearance = { kind: 'signature', time: `${day} 10:43`, lines: [], demo: true, ...change };
  const content = inflateSync(drawAppearance(appearance, { width, height }, 0, fonts).data).toString('latin1');
  const words = [...content.matchAll(/\/F(\d) ([\d.]+) Tf 0 Tc ([\d.-]+) ([\d.-]+) Td <([0-9a-f]+)> Tj/g)].map(
    ([, face, points, x, y, glyphs = '']): Mark => {
      const shown = glyphs
        .match(/.{4}/g)
        ?.map((glyph) => characters[Number(face) - 1]?.get(Number.parseInt(glyph, 16)));
      const [text, size, left, baseline] = [shown?.join('') ?? '', Number(points), Number(x), Number(y)];
      const right = left + textWidth(text, { size, weight: face === '2' ? 'semibold' : 'regular' });
      return { text, left, right, bottom: baseline - size * 0.22, top: baseline + size * 0.78 };
    },
  );
  const area = /^q 0\.992 0\.941 0\.839 rg (.+) f Q$/m.exec(content)?.[1];
  const numbers = area?.match(/[\d.]+/g)?.map(Number) ?? [];
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, n) => n % 2 === odd)) as [number[], number[]];
  const stamp = { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) };
  const [scale, x, y] = / ([\d.]+) 0 0 [\d.]+ ([\d.]+) ([\d.]+) cm \/Hand/.exec(content)?.slice(1).map(Number) ?? [];
  const marks = area ? [{ text: words.find(({ text }) => text.startsWith('DEMO'))?.text ?? '', ...stamp }] : [];
  if (scale !== undefined && x !== undefined && y !== undefined) {
    const [right, top] = [x + drawing.width * 100 * scale, y + drawing.height * 100 * scale];
    marks.push({ text: 'hand', left: x, bottom: y, right, top });
  }
  return { lines: words.filter(({ text }) => !text.startsWith('DEMO')), marks };
}

const overlaps = (a: Mark, b: Mark) =>
  a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top ? [[a.text, b.text]] : [];

/** From the smallest fields of a form to half a page's width, around every limit of the layout. */
const sizes = ['60 16|120 12|72 36|100 31|110 32|112 40|139 44|140 44|147 59|150 50', '110 79|110 120|150 90|169 60']
  .concat('170 60|190 60|200 33|241 72|300 100')
  .flatMap((row) => row.split('|').map((size) => size.split(' ').map(Number) as [number, number]));

const longName = 'Maria Antonietta Giuseppina della Rovere-Colonna di Prova';
const means = ['Codice SMS al *** *** 334', 'Identità confermata con un nuovo accesso', 'Firma autografa su tablet'];
const linesOf = (name: string, mean: string | undefined) => [name, 'Cliente', `Firmato il ${day} 10:43`, mean ?? ''];
const variants: Record<string, Partial<Appearance>> = {
  'a code': { lines: linesOf('Nadia Novelli', means[0]) },
  'an access and a long name': { lines: linesOf(longName, means[1]) },
  'a name alone': { lines: ['Nadia Novelli'] },
  'many lines': { lines: [longName, ...Array.from({ length: 9 }, (_, n) => `Firmato il ${day} ${'riga '.repeat(n)}`)] },
  'a hand': { lines: linesOf('Nadia Novelli', means[2]), drawing },
  'a hand and a long name': { lines: linesOf(longName, means[2]), drawing },
  'a seal': { kind: 'seal', lines: ['Sigillo elettronico', 'per Autoesempio S.p.A.', `Apposto il ${day} 10:43`] },
};

describe.each(sizes)('in a field of %d × %d points', (width, height) => {
  it.each(Object.entries(variants))('with %s nothing covers the stamp or the handwriting', (_, change) => {
    const { lines, marks } = draw(width, height, change);
    expect(marks[0]?.text).toMatch(/^DEMO( senza valore)?$/);
    const all = [...marks, ...lines];
    expect(marks.flatMap((mark, n) => all.slice(n + 1).flatMap((other) => overlaps(mark, other)))).toEqual([]);
    for (const { left, right, bottom, top } of all) {
      expect([left >= 0, right <= width, bottom >= 0, top <= height]).toEqual([true, true, true, true]);
    }
  });

  it.each(['a code', 'a hand'])('with %s the name and the date are whole, and the stamp costs no line', (variant) => {
    const change = variants[variant] ?? {};
    const shown = (demo: boolean) => draw(width, height, { ...change, demo }).lines.map(({ text }) => text);
    expect(shown(true)).toContain('Nadia Novelli');
    expect(shown(true).join(' ')).toContain(day);
    expect(shown(true)).toHaveLength(shown(false).length);
    if (width >= 110 && height >= 32) expect(shown(true)).toEqual(change.lines);
  });
});
