/** Opens the font files of generated papers when a text first needs them (OpenType 1.9; src/pdf/fonts/README.md). */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import type { FaceName } from '#domain/letters/printable.ts';
import { type FontWeight, fontFile } from './font-files.ts';

/** In font units. */
export interface ShapedGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/** In thousandths of the font size. */
export interface ShapedPosition {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

export interface ShapedRun {
  readonly glyphs: readonly ShapedGlyph[];
  readonly positions: readonly ShapedPosition[];
}

/** fontkit's subset: the font's glyphs by their numbers in the subset. */
export interface FontSubset {
  readonly glyphs: number[];
  includeGlyph(glyph: number): number;
  encode(): Uint8Array;
}

/** The parts of fontkit's font that the product uses. */
export interface ShapingFont {
  readonly characterSet: readonly number[];
  readonly postscriptName: string;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>;
  /** Cached glyphs by number. */
  _glyphs: object;
  getGlyph(id: number, codePoints?: readonly number[]): unknown;
  layout(
    text: string,
    features?: readonly string[],
    script?: string,
    language?: string,
    direction?: 'ltr' | 'rtl',
  ): ShapedRun;
  createSubset(): FontSubset;
}

/** pdfkit's font object around {@link ShapingFont}; its constructor is absent from pdfkit's types. */
export interface EmbeddedFont {
  readonly constructor: unknown;
  readonly font: ShapingFont;
}

export interface OpenTypeface {
  readonly font: ShapingFont;
  /** Makes pdfkit's font object for a document. */
  readonly make: new (
    drawing: object,
    font: ShapingFont,
    id: string,
  ) => EmbeddedFont;
}

/** Numbers in Arabic scripts run from left to right, which fontkit does not implement. */
const isNumber = (text: string): boolean => /^[^\p{L}]*$/u.test(text);

/** @returns the glyphs from left to right, even for right-to-left scripts. */
export const layOut = (font: ShapingFont, text: string): ShapedRun =>
  isNumber(text) ? font.layout(text, undefined, undefined, undefined, 'ltr') : font.layout(text);

/** fontkit caches each glyph with the characters that first used it; here every letter gets its own glyph. */
function forgetGlyphs(font: ShapingFont): void {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints) => {
    font._glyphs = {};
    return glyphOf(id, codePoints);
  };
}

/**
 * Numbers the glyphs of a subset so that one number always means the same characters: two letters may share a glyph
 * (Arabic letters are composed of a shape and its dots), and a file states the characters of a number only once.
 */
export class SubsetNumbers {
  readonly #subset: FontSubset;
  readonly #numbers = new Map<string, number>();
  readonly #taken = new Set<number>();

  constructor(subset: FontSubset) {
    this.#subset = subset;
  }

  of({ id, codePoints }: ShapedGlyph): number {
    const key = `${id} ${codePoints.join(' ')}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#subset.includeGlyph(id);
      if (this.#taken.has(number)) number = this.#subset.glyphs.push(id) - 1;
      this.#taken.add(number);
      this.#numbers.set(key, number);
    }
    return number;
  }
}

const opened = new Map<string, OpenTypeface>();

/** The typeface, opened once per thread; the Chinese one takes about 60 ms and 8 MB. */
export function openTypeface(face: FaceName, weight: FontWeight): OpenTypeface {
  const file = fontFile(face, weight);
  let cached = opened.get(file.href);
  if (cached === undefined) {
    const bytes = readFileSync(file);
    cached = openFont(file.pathname.endsWith('.br') ? brotliDecompressSync(bytes) : bytes);
    if (face !== 'inter') forgetGlyphs(cached.font);
    opened.set(file.href, cached);
  }
  return cached;
}

/** pdfkit opens the file in a throwaway document, because fontkit itself is not a dependency of the product. */
function openFont(bytes: Buffer): OpenTypeface {
  const scratch = new PDFDocument({ autoFirstPage: false, font: '' });
  scratch.font(bytes);
  const { _font: embedded } = scratch as unknown as { _font: EmbeddedFont };
  return { font: embedded.font, make: embedded.constructor as OpenTypeface['make'] };
}
