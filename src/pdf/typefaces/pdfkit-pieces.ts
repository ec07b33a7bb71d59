/** Makes pdfkit set each letter in the typeface that has it, measured and drawn; pdfkit itself uses one font per text. */
import type { FaceName } from '#domain/letters/printable.ts';
import { type FontSubset, layOut, openTypeface, type ShapedPosition, type ShapedRun, SubsetNumbers } from './faces.ts';
import type { FontWeight } from './font-files.ts';
import { type Piece, piecesOf } from './typeface-pieces.ts';

/** pdfkit's data about a font in one document. */
interface DocumentFont {
  readonly scale: number;
  readonly subset: FontSubset;
  /** Advance width and characters of each glyph of the subset, by its number there. */
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  ascender: number;
  descender: number;
  lineGap: number;
  xHeight: number;
  widthOfString(text: string, size: number, features?: unknown): number;
  /** Glyph numbers in hexadecimal, and their positions. */
  encode(text: string): [string[], Placed[]];
}

interface Placed extends ShapedPosition {
  readonly advanceWidth: number;
}

interface TextOptions {
  readonly align?: string;
  readonly width?: number;
  readonly lineWidth?: number;
  readonly textWidth?: number;
  readonly characterSpacing?: number;
  readonly features?: unknown;
}

/** Members of pdfkit's document that are absent from its types. */
interface Drawing {
  _font: DocumentFont;
  _fontSize: number;
  _fontCount: number;
  readonly _fontFamilies: Record<string, DocumentFont>;
  _fragment(text: string, x: number, y: number, options: TextOptions): void;
}

/** Like pdfkit's own method, but one number never represents two letters, and numbers in Arabic scripts are not reversed. */
function encodeDistinctLetters(font: DocumentFont, shape: (text: string) => ShapedRun): void {
  const numbers = new SubsetNumbers(font.subset);
  const { scale } = font;
  font.widthOfString = (text, size) =>
    shape(text).positions.reduce((sum, { xAdvance }) => sum + (xAdvance * scale * size) / 1000, 0);
  font.encode = (text) => {
    const { glyphs, positions } = shape(text);
    const placed = positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index): Placed => {
      const advanceWidth = (glyphs[index]?.advanceWidth ?? 0) * scale;
      return {
        xAdvance: xAdvance * scale,
        yAdvance: yAdvance * scale,
        xOffset: xOffset * scale,
        yOffset: yOffset * scale,
        advanceWidth,
      };
    });
    const encoded = glyphs.map((glyph) => {
      const number = numbers.of(glyph);
      font.widths[number] ??= glyph.advanceWidth * scale;
      font.unicode[number] ??= glyph.codePoints;
      return number.toString(16).padStart(4, '0');
    });
    return [encoded, placed];
  };
}

/** The fonts of a document, created when a text first needs them. */
function fontsOf(drawing: Drawing): (face: FaceName, weight: FontWeight) => DocumentFont {
  return (face, weight) => {
    const base = drawing._fontFamilies[weight];
    if (base === undefined) throw new Error(`The document has no font "${weight}"`);
    if (face === 'inter') return base;
    const name = `${face}-${weight}`;
    const existing = drawing._fontFamilies[name];
    if (existing) return existing;
    const { font, make } = openTypeface(face, weight);
    drawing._fontCount += 1;
    const documentFont = new make(drawing, font, `F${drawing._fontCount}`) as unknown as DocumentFont;
    // All pieces of a line share one baseline and one line height.
    documentFont.ascender = base.ascender;
    documentFont.descender = base.descender;
    documentFont.lineGap = base.lineGap;
    encodeDistinctLetters(documentFont, (text) => layOut(font, text));
    drawing._fontFamilies[name] = documentFont;
    return documentFont;
  };
}

/** Start of a line, with pdfkit's alignment; generated papers never use justification. */
function leftOf(x: number, measured: number, { align, width, lineWidth = 0, textWidth = 0 }: TextOptions): number {
  if (!width) return x;
  if (align === 'right') return x + lineWidth - measured;
  return align === 'center' ? x + (lineWidth - textWidth) / 2 : x;
}

/** @param document must have the fonts "regular" and "semibold" registered. */
export function drawInPieces(document: object): void {
  const drawing = document as Drawing;
  const fontOf = fontsOf(drawing);
  const weights = new Map<DocumentFont, FontWeight>();
  for (const weight of ['regular', 'semibold'] as const) {
    const font = drawing._fontFamilies[weight];
    if (font === undefined) throw new Error(`The document has no font "${weight}"`);
    const measure = font.widthOfString.bind(font);
    const widthOf = ({ face, text }: Piece, size: number, features: unknown): number =>
      face === 'inter' ? measure(text, size, features) : fontOf(face, weight).widthOfString(text, size);
    font.widthOfString = (text, size, features) =>
      piecesOf(text).reduce((width, piece) => width + widthOf(piece, size, features), 0);
    weights.set(font, weight);
  }
  const fragment = drawing._fragment.bind(drawing);
  drawing._fragment = (text, x, y, options) => {
    const font = drawing._font;
    const weight = weights.get(font);
    const pieces = piecesOf(text.replaceAll('\n', ''));
    if (weight === undefined || pieces.every(({ face }) => face === 'inter')) {
      fragment(text, x, y, options);
      return;
    }
    const { characterSpacing = 0, features } = options;
    const end = text.replace(/\s+$/, '');
    let left = leftOf(
      x,
      font.widthOfString(end, drawing._fontSize, features) + characterSpacing * (end.length - 1),
      options,
    );
    for (const piece of pieces) {
      const pieceFeatures = piece.face === 'inter' ? features : undefined;
      drawing._font = fontOf(piece.face, weight);
      const pieceWidth = drawing._font.widthOfString(piece.text, drawing._fontSize, pieceFeatures);
      fragment(piece.text, left, y, { characterSpacing, features: pieceFeatures });
      left += pieceWidth + characterSpacing * [...piece.text].length;
    }
    drawing._font = font;
  };
}
