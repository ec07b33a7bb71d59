/** Draws reference letters once per process with the available typefaces. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { PDFJS_FOLDER } from '../pdfjs-folder.ts';
import { type Shape, shapeOf } from './glyph-shape.ts';

const STANDARD = join(PDFJS_FOLDER, 'standard_fonts');
const PRODUCT_FONTS = fileURLToPath(new URL('../../fonts', import.meta.url));

const STYLES = ['Regular', 'Bold', 'Italic', 'BoldItalic'];
const FILES = [
  ...STYLES.map((style) => join(STANDARD, `LiberationSans-${style}.ttf`)),
  ...['', 'Bold', 'Italic', 'BoldItalic'].flatMap((style) => [
    join(STANDARD, `FoxitSerif${style}.pfb`),
    join(STANDARD, `FoxitFixed${style}.pfb`),
  ]),
  join(PRODUCT_FONTS, 'InterExtended-Regular.ttf'),
  join(PRODUCT_FONTS, 'InterExtended-SemiBold.ttf'),
];

const EM = 32;
/** Room for a ligature of three letters, and for accents and descenders. */
const SIDE = 3 * EM;
const BASELINE = 2 * EM;
const LEFT = EM / 2;

const families = FILES.map((file, index) => {
  const family = `reading-${index}`;
  if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`a typeface is missing: ${file}`);
  return family;
});
const canvas = createCanvas(SIDE, SIDE);
const context = canvas.getContext('2d');

function drawShape(text: string, family: string): Shape | null {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = '#000';
  context.font = `${EM}px "${family}"`;
  context.fillText(text, LEFT, BASELINE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  const ink = new Float32Array(SIDE * SIDE);
  for (let at = 0; at < ink.length; at += 1) ink[at] = 1 - (data[at * 4] as number) / 255;
  return shapeOf({ width: SIDE, height: SIDE, ink, baseline: BASELINE, em: EM });
}

const templates = new Map<string, readonly Shape[]>();

/** @returns the shape of a letter in each typeface. */
export function templatesOf(text: string): readonly Shape[] {
  const cached = templates.get(text);
  if (cached) return cached;
  const shapes = families.flatMap((family) => drawShape(text, family) ?? []);
  templates.set(text, shapes);
  return shapes;
}
