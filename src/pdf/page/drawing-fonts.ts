/** Caches the typeface for pdfkit documents: read, shaped and cut once per process, so that each paper costs only its own glyphs. */
import { deflateSync } from 'node:zlib';
import type PDFDocument from 'pdfkit';
import { openTypeface } from '../typefaces/faces.ts';
import { drawInPieces } from '../typefaces/pdfkit-pieces.ts';
import { characterMap, type FontWeight } from './font.ts';
import { type Features, PairLayout, type Run, type ShapingFont } from './pair-layout.ts';

interface Subset {
  includeGlyph(glyph: number): number;
  encode(): Uint8Array;
}

/** Part of fontkit's font. */
interface Font extends ShapingFont {
  readonly characterSet: readonly number[];
  readonly postscriptName: string;
  readonly italicAngle: number;
  glyphForCodePoint(codePoint: number): { readonly id: number };
  createSubset(): Subset;
}

/** Part of pdfkit's reference to an object. */
interface Reference {
  data: object;
  end(bytes?: Uint8Array): void;
}

/** pdfkit's data about a font in one document; absent from its types. */
interface Embedded {
  readonly name: string;
  readonly scale: number;
  readonly ascender: number;
  readonly descender: number;
  readonly capHeight: number;
  readonly xHeight: number;
  readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>;
  readonly dictionary: Reference;
  font: Font;
  subset: Subset;
  /** Advance width and characters of each glyph of the subset, by its number there. */
  widths: number[];
  unicode: number[][];
  /** Shaped words, with their glyphs and positions. */
  layoutCache: Record<string, unknown>;
  layoutRun(text: string, features?: Features): Run;
  embed(): void;
}

interface Drawing {
  _font: Embedded;
  _fontCount: number;
  readonly _fontFamilies: Record<string, Embedded>;
  ref(data?: object): Reference;
}

interface Packed {
  /** Size of the font file in bytes before compression. */
  readonly length: number;
  readonly file: Uint8Array;
  readonly characters: Uint8Array;
}

/** Glyphs used in nearly every paper. */
interface Common {
  /** Glyph of the typeface → number in the subset. */
  readonly numbers: ReadonlyMap<number, number>;
  readonly widths: readonly number[];
  readonly unicode: readonly number[][];
  readonly packed: Packed;
}

interface Shared {
  readonly font: Font;
  readonly make: new (drawing: Drawing, font: Font, id: string) => Embedded;
  readonly pairs: PairLayout;
  readonly common: Common;
  words: Record<string, unknown>;
}

/** A few kilobytes per word; clearing the cache drops customers' names, and the papers' own words soon return. */
const MAX_CACHED_WORDS = 10_000;
const WEIGHTS = ['regular', 'semibold'] as const;
const COMMON = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}àèéìòùÀÈÉÌÒÙ’“”«»–—…·•°€`;
/** Tags for subsets of the two weights; a reader distinguishes them by these. */
const TAGS = { regular: 'FASCRG', semibold: 'FASCSB' } as const;

const shared: Partial<Record<FontWeight, Shared>> = {};

/**
 * In a file, a glyph is mapped to the first character that used it: without this, one customer's ʼ (U+02BC) would
 * become the apostrophe (U+2019) of everything that the process prints later.
 */
function fixCharacterMapping(font: Font): Font {
  for (const character of [...font.characterSet].sort((a, b) => b - a)) font.glyphForCodePoint(character);
  return font;
}

function pack(subset: Subset, unicode: readonly number[][]): Packed {
  const file = subset.encode();
  const pairs = unicode.flatMap((characters, glyph): [number, number][] =>
    characters[0] === undefined || glyph === 0 ? [] : [[glyph, characters[0]]],
  );
  return {
    length: file.length,
    file: deflateSync(file, { level: 9 }),
    characters: deflateSync(Buffer.from(characterMap(pairs), 'latin1'), { level: 9 }),
  };
}

/** @param scale from font units to thousandths. */
function subsetCommonGlyphs(font: Font, pairs: PairLayout, scale: number): Common {
  const subset = font.createSubset();
  const numbers = new Map([[0, 0]]);
  const widths: number[] = [];
  const unicode: number[][] = [[0]];
  for (const features of [undefined, ['tnum']]) {
    for (const { id, advanceWidth, codePoints } of pairs.layout(COMMON, features).glyphs) {
      const number = subset.includeGlyph(id);
      numbers.set(id, number);
      widths[number] ??= advanceWidth * scale;
      unicode[number] ??= [...codePoints];
    }
  }
  widths[0] ??= 0;
  return { numbers, widths, unicode, packed: pack(subset, unicode) };
}

/** The common glyphs, plus those of one document. */
class DocumentSubset implements Subset {
  readonly #shared: Shared;
  #own: Subset | null = null;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  get isCommon(): boolean {
    return this.#own === null;
  }

  includeGlyph(glyph: number): number {
    const { font, common } = this.#shared;
    const commonNumber = common.numbers.get(glyph);
    if (commonNumber !== undefined) return commonNumber;
    if (this.#own === null) {
      this.#own = font.createSubset();
      for (const number of common.numbers.keys()) this.#own.includeGlyph(number);
    }
    return this.#own.includeGlyph(glyph);
  }

  encode(): Uint8Array {
    if (this.#own === null) throw new Error('The common glyphs are packed already');
    return this.#own.encode();
  }
}

function readShared(weight: FontWeight): Shared {
  const { font: openedFont, make } = openTypeface('inter', weight);
  const font = fixCharacterMapping(openedFont as unknown as Font);
  const scale = 1000 / openedFont.unitsPerEm;
  const pairs = new PairLayout(font, scale);
  return {
    ...{ font, pairs, words: Object.create(null), common: subsetCommonGlyphs(font, pairs, scale) },
    make: make as unknown as Shared['make'],
  };
}

/** Like pdfkit's own method, but reuses the packed data. */
function embed(drawing: Drawing, font: Embedded, weight: FontWeight, { common, font: face }: Shared): void {
  const { subset, scale, bbox } = font;
  const isCommon = subset instanceof DocumentSubset && subset.isCommon;
  const { length, file, characters } = isCommon ? common.packed : pack(subset, font.unicode);
  const stream = (data: object, bytes: Uint8Array): Reference => {
    const reference = drawing.ref({ ...data, Filter: 'FlateDecode' });
    reference.end(bytes);
    return reference;
  };
  const object = (data: object): Reference => {
    const reference = drawing.ref(data);
    reference.end();
    return reference;
  };
  const name = `${TAGS[weight]}+${face.postscriptName}`;
  const descriptor = object({
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4,
    FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((edge) => edge * scale),
    ItalicAngle: face.italicAngle,
    Ascent: font.ascender,
    Descent: font.descender,
    CapHeight: font.capHeight,
    XHeight: font.xHeight,
    StemV: 0,
    FontFile2: stream({ Length1: length }, file),
  });
  const descendant = object({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    // Objects of this kind are written as strings, others as names.
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    W: [0, font.widths],
    CIDToGIDMap: 'Identity',
  });
  font.dictionary.data = {
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: name,
    Encoding: 'Identity-H',
    DescendantFonts: [descendant],
    ToUnicode: stream({}, characters),
  };
  font.dictionary.end();
}

/** Registers both weights in a document by name; characters they lack use other typefaces. */
export function registerTypeface(drawing: InstanceType<typeof PDFDocument>): void {
  const pdfkitDocument = drawing as unknown as Drawing;
  for (const weight of WEIGHTS) {
    shared[weight] ??= readShared(weight);
    const sharedFont = shared[weight];
    pdfkitDocument._fontCount += 1;
    const font = new sharedFont.make(pdfkitDocument, sharedFont.font, `F${pdfkitDocument._fontCount}`);
    if (Object.keys(sharedFont.words).length > MAX_CACHED_WORDS) sharedFont.words = Object.create(null);
    font.layoutCache = sharedFont.words;
    font.layoutRun = (text, features) => sharedFont.pairs.layout(text, features);
    font.subset = new DocumentSubset(sharedFont);
    font.widths = [...sharedFont.common.widths];
    font.unicode = [...sharedFont.common.unicode];
    font.embed = () => embed(pdfkitDocument, font, weight, sharedFont);
    pdfkitDocument._fontFamilies[weight] = font;
    drawing.font(weight);
  }
  drawInPieces(drawing);
}
