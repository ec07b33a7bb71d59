/** Checks fonts, including those whose glyphs are content streams (ISO 32000-2, 9.6.4). */
import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { StreamDecoder } from '../decode.ts';
import type { Access } from '../dictionary-access.ts';
import { checkComposite } from './composite-fonts.ts';
import { checkProgram, isInFile } from './font-programs.ts';

const SUBTYPES = new Set(['Type0', 'Type1', 'MMType1', 'TrueType', 'Type3', 'CIDFontType0', 'CIDFontType2']);

/** @returns whether its glyphs are content streams. @throws ContentFault for a malformed typeface. */
export function checkFont(font: PdfDict, access: Access, decoder: StreamDecoder): 'outlines' | 'drawn' {
  const subtype = access.name(font, 'Subtype') ?? '';
  if (!SUBTYPES.has(subtype)) refuse('a typeface of an unknown kind');
  if (subtype !== 'Type3') {
    if (subtype !== 'Type0') refuseLettersByCode(font, access);
    checkProgram(subtype === 'Type0' ? checkComposite(font, access) : font, access, decoder);
    return 'outlines';
  }
  access.numbers(font, 'FontMatrix', 6) ?? refuse('drawn glyphs without a scale');
  access.dict(font, 'CharProcs') ?? refuse('drawn glyphs that are not there');
  if (!(access.get(font, 'Encoding') instanceof PdfDict)) refuse('drawn glyphs without an encoding');
  const first = access.number(font, 'FirstChar') ?? refuse('drawn glyphs without widths');
  const last = access.number(font, 'LastChar') ?? refuse('drawn glyphs without widths');
  const widths = access.numbers(font, 'Widths') ?? refuse('drawn glyphs without widths');
  if (widths.length < last - first + 1) refuse('fewer widths than glyphs');
  return 'drawn';
}

/** `uni0031` and `u0031`: without an embedded font, some readers show the letter, some another, some none. */
const LETTER_BY_CODE = /^u(?:ni)?[0-9a-f]{4,6}$/i;

function refuseLettersByCode(font: PdfDict, access: Access): void {
  const encoding = access.dict(font, 'Encoding');
  if (encoding === undefined || isInFile(font, access)) return;
  for (const item of access.items(encoding.get('Differences')) ?? []) {
    if (item instanceof PdfName && LETTER_BY_CODE.test(item.value))
      refuse('a letter by its code, of a typeface that is not in the file');
  }
}

/** Content streams of a Type 3 font's glyphs for these codes. */
export function glyphsOf(font: PdfDict, access: Access, codes: ReadonlySet<number>): PdfStream[] {
  const glyphs = access.dict(font, 'CharProcs');
  const encoding = access.dict(font, 'Encoding');
  if (!glyphs || !encoding) return [];
  // Names from a known encoding: any of them.
  const isListed = access.get(encoding, 'BaseEncoding') === undefined;
  const names = isListed
    ? namesOf(access.items(encoding.get('Differences')) ?? [], codes)
    : [...glyphs].map(([key]) => key.value);
  return [...names].flatMap((name) => {
    const glyph = access.get(glyphs, name);
    return glyph instanceof PdfStream ? [glyph] : [];
  });
}

function namesOf(differences: readonly (PdfObject | undefined)[], codes: ReadonlySet<number>): Set<string> {
  const names = new Set<string>();
  let code = 0;
  for (const item of differences) {
    if (item instanceof PdfNumber) code = item.value;
    else if (item instanceof PdfName) {
      if (codes.has(code)) names.add(item.value);
      code++;
    }
  }
  return names;
}
