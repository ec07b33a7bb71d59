/** The product's embedded typeface (Inter, SIL OFL, Latin subset): metrics, text as glyphs, and the PDF font objects (ISO 32000-1, 9.7). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PdfArray, type PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { embedFont } from '../typefaces/embed-font.ts';
import { type FontWeight, fontFile } from '../typefaces/font-files.ts';

export type { FontWeight } from '../typefaces/font-files.ts';

export interface Typeface {
  readonly weight: FontWeight;
  /** Name in `/DR`: includes a hash of the font file, so that glyph numbers of another version are never used. */
  readonly resource: string;
  readonly postScriptName: string;
  readonly file: Buffer;
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly bbox: readonly [number, number, number, number];
  readonly advances: Uint16Array;
  readonly glyphs: ReadonlyMap<number, number>;
}

const loaded = new Map<FontWeight, Typeface>();

/** The typeface, read once per process. */
export function typeface(weight: FontWeight): Typeface {
  let face = loaded.get(weight);
  if (!face) {
    face = readTypeface(weight, readFileSync(fontFile('inter', weight)));
    loaded.set(weight, face);
  }
  return face;
}

/** Width in points of a text that has only characters of this typeface. */
export function widthOf(face: Typeface, text: string, size: number): number {
  let units = 0;
  for (const character of text) units += face.advances[glyphOf(face, character)] ?? 0;
  return (units * size) / face.unitsPerEm;
}

/** Glyph numbers as a hexadecimal string for an Identity-H font; the text has only characters of this typeface. */
export function glyphString(face: Typeface, text: string): string {
  let hex = '';
  for (const character of text) hex += glyphOf(face, character).toString(16).padStart(4, '0');
  return `<${hex}>`;
}

const glyphOf = (face: Typeface, character: string): number => face.glyphs.get(character.codePointAt(0) ?? 0) ?? 0;

/**
 * Adds the font's objects to a file.
 * @param register assigns a number to an object. @returns the Type 0 font's reference.
 */
export function embedTypeface(face: Typeface, register: (object: PdfDict) => PdfRef): PdfRef {
  const packed = packedOf(face);
  const widths = [...face.advances].map((units) => PdfNumber.of(Math.round((units * 1000) / face.unitsPerEm)));
  const embedded = {
    ...face,
    file: packedStream({ Length1: PdfNumber.of(face.file.length) }, packed.file),
    widths: PdfArray.of(PdfNumber.of(0), PdfArray.of(...widths)),
    characters: packedStream({}, packed.characters),
  };
  return embedFont(embedded, register);
}

/** A stream compressed here, so that the file's other streams stay unchanged. */
export function flate(entries: Record<string, PdfNumber | PdfName>, data: Uint8Array): PdfStream {
  return packedStream(entries, deflateSync(data, { level: 9 }));
}

const packedStream = (entries: Record<string, PdfNumber | PdfName>, packed: Uint8Array): PdfStream =>
  PdfStream.fromDict({ ...entries, Filter: PdfName.FlateDecode }, packed);

const packedFaces = new WeakMap<Typeface, { file: Uint8Array; characters: Uint8Array }>();

/** Compressed once per process: it would be most of the cost of a generated paper. */
function packedOf(face: Typeface): { file: Uint8Array; characters: Uint8Array } {
  let packed = packedFaces.get(face);
  if (!packed) {
    packed = {
      file: deflateSync(face.file, { level: 9 }),
      characters: deflateSync(Buffer.from(toUnicode(face), 'latin1'), { level: 9 }),
    };
    packedFaces.set(face, packed);
  }
  return packed;
}

function toUnicode(face: Typeface): string {
  const seen = new Map<number, number>();
  // If several characters share a glyph, the last is the usual one: ’ (U+2019), not ʼ (U+02BC).
  for (const [codePoint, glyph] of face.glyphs) seen.set(glyph, codePoint);
  return characterMap([...seen].sort(([a], [b]) => a - b));
}

/** The stream of a `/ToUnicode` (ISO 32000-1, 9.10.3). @param pairs glyph numbers with the characters they show, in numeric order. */
export function characterMap(
  pairs: readonly (readonly [glyph: number, codePoints: number | readonly number[]])[],
): string {
  const rows = pairs.map(
    ([glyph, codes]) => `<${hex4(glyph)}> <${utf16(typeof codes === 'number' ? [codes] : codes)}>`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n');
}

const utf16 = (codePoints: readonly number[]): string =>
  Buffer.from(String.fromCodePoint(...codePoints), 'utf16le')
    .swap16()
    .toString('hex');

const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** Reads what PDF needs from a TrueType file: head, hhea, hmtx, OS/2, cmap format 4. */
function readTypeface(weight: FontWeight, file: Buffer): Typeface {
  const tables = new Map<string, number>();
  for (let i = 0; i < file.readUInt16BE(4); i += 1) {
    tables.set(file.toString('latin1', 12 + i * 16, 16 + i * 16), file.readUInt32BE(20 + i * 16));
  }
  const at = (tag: string): number => {
    const offset = tables.get(tag);
    if (offset === undefined) throw new Error(`the font has no ${tag} table`);
    return offset;
  };
  const head = at('head');
  const hhea = at('hhea');
  const measured = file.readUInt16BE(hhea + 34);
  const advances = new Uint16Array(file.readUInt16BE(at('maxp') + 4));
  for (let glyph = 0; glyph < advances.length; glyph += 1) {
    advances[glyph] = file.readUInt16BE(at('hmtx') + Math.min(glyph, measured - 1) * 4);
  }
  const digest = createHash('sha256').update(file).digest('hex').slice(0, 8);
  return {
    weight,
    resource: `Fascicolo${weight === 'regular' ? 'Regular' : 'SemiBold'}-${digest}`,
    postScriptName: weight === 'regular' ? 'Inter-Regular' : 'Inter-SemiBold',
    file,
    unitsPerEm: file.readUInt16BE(head + 18),
    bbox: [36, 38, 40, 42].map((field) => file.readInt16BE(head + field)) as [number, number, number, number],
    ascent: file.readInt16BE(hhea + 4),
    descent: file.readInt16BE(hhea + 6),
    capHeight: file.readInt16BE(at('OS/2') + 88),
    advances,
    glyphs: readCmap(file, at('cmap')),
  };
}

function readCmap(file: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < file.readUInt16BE(cmap + 2); i += 1) {
    const table = cmap + file.readUInt32BE(cmap + 8 + i * 8);
    if (file.readUInt16BE(table) !== 4) continue;
    const doubled = file.readUInt16BE(table + 6);
    for (let segment = 0; segment < doubled; segment += 2) {
      const end = file.readUInt16BE(table + 14 + segment);
      const start = file.readUInt16BE(table + 16 + doubled + segment);
      const delta = file.readUInt16BE(table + 16 + doubled * 2 + segment);
      const rangeAt = table + 16 + doubled * 3 + segment;
      const range = file.readUInt16BE(rangeAt);
      for (let code = start; code <= end && code !== 0xffff; code += 1) {
        const raw = range === 0 ? code : file.readUInt16BE(rangeAt + range + (code - start) * 2);
        const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
        if (glyph) glyphs.set(code, glyph);
      }
    }
    return glyphs;
  }
  throw new Error('the font has no usable character map');
}
