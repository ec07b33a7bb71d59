/** Checks embedded font programs (ISO 32000-2, 9.9). */
import { type PdfDict, PdfName, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';

const KEYS = ['FontFile', 'FontFile2', 'FontFile3'];
/** Flags of a font descriptor (ISO 32000-2, table 121). */
const SYMBOLIC = 1 << 2;
const NONSYMBOLIC = 1 << 5;
/** Glyph names made up by producers from glyph numbers: `g5167`, `cid123`. */
const NUMBERED = /^(?:g|gid|cid|glyph|index)\d+$/i;

/** @param font simple, or the descendant of a composite one. @returns whether its program is embedded in the file. */
export function isInFile(font: PdfDict, access: Access): boolean {
  const descriptor = access.dict(font, 'FontDescriptor');
  return KEYS.some((key) => descriptor?.has(key));
}

/**
 * @param font simple, or the descendant of a composite one.
 * @throws ContentFault for a program that some readers cannot decode, or whose glyphs readers find by different
 * rules.
 */
export function checkProgram(font: PdfDict, access: Access, decoder: StreamDecoder): void {
  const descriptor = access.dict(font, 'FontDescriptor');
  if (descriptor === undefined) return;
  for (const key of KEYS) {
    const program = access.get(descriptor, key);
    if (program === undefined) continue;
    if (!(program instanceof PdfStream)) refuse('a typeface whose program is no stream');
    // Some readers show the glyphs up to the damage, others none.
    const { bytes } = decoder.decode(program);
    const subtype = access.name(font, 'Subtype') ?? '';
    // ISO 32000-2, table 124: glyphs of a Type 1 program have names but no numbers, and Poppler draws them on top of
    // each other. Some producers put a compact program there, and every reader examines the data.
    if (key === 'FontFile' && subtype.startsWith('CIDFont') && !isCompact(bytes))
      refuse('a composite typeface with a program of another kind');
    if (key === 'FontFile2' && subtype === 'TrueType') checkSimpleTrueType(font, descriptor, bytes, access);
  }
}

/** Whether a program is in the Compact Font Format, version 1 (Adobe Technical Note 5176, section 6). */
const isCompact = ([major, minor, headerSize = 0, offsetSize = 0]: Uint8Array): boolean =>
  major === 1 && minor === 0 && headerSize >= 4 && offsetSize >= 1 && offsetSize <= 4;

function checkSimpleTrueType(font: PdfDict, descriptor: PdfDict, program: Uint8Array, access: Access): void {
  const flags = access.number(descriptor, 'Flags') ?? 0;
  // With the first flag, a code is a glyph number of the program; with the second, a glyph name.
  if ((flags & SYMBOLIC) !== 0 && (flags & NONSYMBOLIC) !== 0 && access.get(font, 'Encoding') !== undefined)
    refuse('a typeface that is symbolic and is not');
  const encoding = access.dict(font, 'Encoding');
  const differences = encoding ? (access.items(encoding.get('Differences')) ?? []) : [];
  const isNumbered = differences.some((item) => item instanceof PdfName && NUMBERED.test(item.value));
  // Names are ignored in a symbolic font.
  if (isNumbered && (flags & SYMBOLIC) === 0 && !hasGlyphNames(program))
    refuse('letters named by the numbers of glyphs');
}

const NAMED_POST = 0x00020000;
const DIRECTORY_AT = 12;
const DIRECTORY_ENTRY = 16;

/** Whether a TrueType program has a `post` table of format 2, which names its glyphs. */
function hasGlyphNames(program: Uint8Array): boolean {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const tables = program.length >= DIRECTORY_AT ? view.getUint16(4) : 0;
  for (let index = 0; index < tables; index++) {
    const at = DIRECTORY_AT + index * DIRECTORY_ENTRY;
    if (at + DIRECTORY_ENTRY > program.length) return false;
    if (Buffer.from(program.subarray(at, at + 4)).toString('latin1') !== 'post') continue;
    const table = view.getUint32(at + 8);
    return table + 4 <= program.length && view.getUint32(table) === NAMED_POST;
  }
  return false;
}
