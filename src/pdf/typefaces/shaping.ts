/** Shapes text of the typefaces other than Inter for the product's content streams, and embeds them as subsets (ISO 32000-1, 9.7). */
import { PdfArray, type PdfDict, PdfNumber, type PdfRef } from '@libpdf/core';
import type { FaceName } from '#domain/letters/printable.ts';
import { characterMap, flate } from '../page/font.ts';
import { embedFont } from './embed-font.ts';
import { type FontSubset, layOut, type OpenTypeface, openTypeface, type ShapedRun, SubsetNumbers } from './faces.ts';
import { type FontWeight, fontFile } from './font-files.ts';
import type { Piece } from './typeface-pieces.ts';

interface ShapedPiece {
  readonly run: ShapedRun;
  /** In thousandths of the font size. */
  readonly width: number;
}

/** A few hundred bytes each; clearing the cache drops customers' names. */
const MAX_CACHED_PIECES = 2000;
const shapedPieces = new Map<string, ShapedPiece>();

function shape({ face, text }: Piece, weight: FontWeight): ShapedPiece {
  const key = `${fontFile(face, weight).href} ${text}`;
  const cached = shapedPieces.get(key);
  if (cached) return cached;
  const { font } = openTypeface(face, weight);
  const run = layOut(font, text);
  const units = run.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  if (shapedPieces.size >= MAX_CACHED_PIECES) shapedPieces.clear();
  const shaped = { run, width: (units * 1000) / font.unitsPerEm };
  shapedPieces.set(key, shaped);
  return shaped;
}

/** Width in points, with `spacing` after each glyph. */
export function shapedWidth(piece: Piece, weight: FontWeight, size: number, spacing: number): number {
  const { run, width } = shape(piece, weight);
  return (width * size) / 1000 + spacing * run.glyphs.length;
}

/** The glyphs that one drawing uses of one font file. */
export class DrawnSubset {
  readonly #open: OpenTypeface;
  readonly #weight: FontWeight;
  readonly #subset: FontSubset;
  readonly #numbers: SubsetNumbers;
  /** Advance width in thousandths and characters of each glyph, by its number in the subset. */
  readonly #glyphs = new Map<number, { advance: number; codePoints: readonly number[] }>();

  constructor(face: FaceName, weight: FontWeight) {
    this.#open = openTypeface(face, weight);
    this.#weight = weight;
    this.#subset = this.#open.font.createSubset();
    this.#numbers = new SubsetNumbers(this.#subset);
  }

  /** @returns text-showing operators for a piece, for a text object with this font and a rise of 0. */
  show(piece: Piece, size: number): string {
    const { glyphs, positions } = shape(piece, this.#weight).run;
    const perMille = 1000 / this.#open.font.unitsPerEm;
    const operators: string[] = [];
    let array = '';
    let rise = 0;
    const adjust = (units: number): string => (units === 0 ? '' : `${rounded(-units * perMille)} `);
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      if (yOffset !== rise) {
        if (array) operators.push(`[ ${array}] TJ`);
        operators.push(`${rounded((yOffset * perMille * size) / 1000)} Ts`);
        array = '';
        rise = yOffset;
      }
      const after = xAdvance - glyph.advanceWidth - xOffset;
      array += `${adjust(xOffset)}<${this.#number(glyph)}> ${adjust(after)}`;
    }
    if (array) operators.push(`[ ${array}] TJ`);
    if (rise !== 0) operators.push('0 Ts');
    return operators.join(' ');
  }

  #number(glyph: ShapedRun['glyphs'][number]): string {
    const number = this.#numbers.of(glyph);
    const advance = (glyph.advanceWidth * 1000) / this.#open.font.unitsPerEm;
    this.#glyphs.set(number, { advance, codePoints: glyph.codePoints });
    return number.toString(16).padStart(4, '0');
  }

  /** @returns the reference of a Type 0 font with the glyphs shown so far. */
  embed(register: (object: PdfDict) => PdfRef): PdfRef {
    const { font } = this.#open;
    const glyphs = [...this.#glyphs].sort(([a], [b]) => a - b);
    const file = Buffer.from(this.#subset.encode());
    const { minX, minY, maxX, maxY } = font.bbox;
    const widths = glyphs.flatMap(([number, { advance }]) => [
      PdfNumber.of(number),
      PdfArray.of(PdfNumber.of(Math.round(advance * 100) / 100)),
    ]);
    const characters = characterMap(glyphs.map(([number, { codePoints }]) => [number, codePoints] as const));
    return embedFont(
      {
        postScriptName: `FASCXT+${font.postscriptName}`,
        weight: this.#weight,
        unitsPerEm: font.unitsPerEm,
        bbox: [minX, minY, maxX, maxY],
        ascent: font.ascent,
        descent: font.descent,
        capHeight: font.capHeight || font.ascent,
        file: flate({ Length1: PdfNumber.of(file.length) }, file),
        widths: PdfArray.of(...widths),
        characters: flate({}, Buffer.from(characters, 'latin1')),
      },
      register,
    );
  }
}

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000);
