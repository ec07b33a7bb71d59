/** A form field's text keeps all its characters within its rectangle. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Letters } from './field-letters.ts';
import { type Layout, multipleLines, singleLine, type TextArea } from './text-layout.ts';

const letters = (text: string): Letters => {
  const letters = Letters.of(text, 'regular');
  if (!letters) throw new Error('letters are missing');
  return letters;
};

const packed = (text: string): string => text.replace(/\s/g, '');
const text = fc.string({
  unit: fc.constantFrom('a', 'è', 'M', 'i', ' ', ' ', '\n', '€', 'parola', '-'),
  maxLength: 120,
});
const box = fc.record({ width: fc.integer({ min: 20, max: 400 }), height: fc.integer({ min: 6, max: 200 }) });
const size = fc.constantFrom(0, 3, 8, 12, 30);

/** Checks each layout of arbitrary text that fits its box. */
const everyLayout = (
  layOut: typeof singleLine,
  check: (layout: Layout, field: Letters, area: TextArea) => void,
): void =>
  fc.assert(
    fc.property(text, box, size, (value, area, requestedSize) => {
      const field = letters(value);
      const layout = layOut(field, area, requestedSize);
      if (!layout) return;
      expect(packed(layout.lines.join(''))).toBe(packed(field.text));
      check(layout, field, area);
    }),
  );

it('several lines keep every letter and stay within the box, or the text does not fit', () => {
  everyLayout(multipleLines, ({ lines, size: drawn }, field, area) => {
    for (const line of lines) expect(field.width(line) * drawn).toBeLessThanOrEqual(area.width + 1e-5);
    expect(lines.length * drawn * 1.15).toBeLessThanOrEqual(area.height + drawn);
  });
});

it('one line stays within the box, or the text does not fit', () => {
  everyLayout(singleLine, ({ lines: [line = ''], size: drawn }, field, area) => {
    expect(field.width(line) * drawn).toBeLessThanOrEqual(area.width + 1e-6);
  });
});

it('spaces inside a line and explicit line breaks are kept', () => {
  const layout = multipleLines(letters('uno  due\n\ntre'), { width: 200, height: 100 }, 10);
  expect(layout?.lines).toEqual(['uno  due', '', 'tre']);
});

it('sizes below four points are illegible, unless the file requests them', () => {
  const long = letters('m'.repeat(100));
  expect(singleLine(long, { width: 100, height: 20 }, 12)).toBe(null);
  expect(singleLine(letters('nota'), { width: 100, height: 20 }, 3)?.size).toBe(3);
});
