/** The typeface in pdfkit's documents: one font of the process shapes the words of all of them, so that a clause which every paper prints is shaped once. */
import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';
import { type FontWeight, fontFile } from './font.ts';

/** Of fontkit's font. */
interface Shaping {
  readonly characterSet: readonly number[];
  glyphForCodePoint(codePoint: number): unknown;
}

/** What pdfkit keeps of a font in one document; its own words are not in its types. */
interface Embedded {
  /** Shapes text; the document's subset is another one's. */
  font: Shaping;
  /** Words that were shaped, with their glyphs and places. */
  layoutCache: Record<string, unknown>;
}

interface Shaped {
  readonly file: Buffer;
  font?: Shaping;
  words: Record<string, unknown>;
}

/** Some kilobytes each; the names of customers among them pass, the words of the papers are soon there again. */
const MOST_WORDS = 10_000;
const WEIGHTS = ['regular', 'semibold'] as const;

const shaped: Partial<Record<FontWeight, Shaped>> = {};

/**
 * A glyph is told in a file by the character that asked for it first: without this, one customer's ʼ (U+02BC) would be
 * the apostrophe (U+2019) of everything that the process prints later.
 */
function settleCharacters(font: Shaping): Shaping {
  for (const character of [...font.characterSet].sort((a, b) => b - a)) font.glyphForCodePoint(character);
  return font;
}

/** Makes both weights known to a document by their names; each document has a subset of its own. */
export function registerTypeface(drawing: InstanceType<typeof PDFDocument>): void {
  for (const weight of WEIGHTS) {
    shaped[weight] ??= { file: readFileSync(fontFile(weight)), words: Object.create(null) };
    const known = shaped[weight];
    drawing.registerFont(weight, known.file);
    drawing.font(weight);
    const embedded = (drawing as unknown as { _font: Embedded })._font;
    known.font ??= settleCharacters(embedded.font);
    if (Object.keys(known.words).length > MOST_WORDS) known.words = Object.create(null);
    embedded.font = known.font;
    embedded.layoutCache = known.words;
  }
}
