/** Typefaces whose glyphs are content streams (ISO 32000-2, 9.6.4). */
import { PdfDict, PdfStream } from '@libpdf/core';
import type { Access } from './access.ts';
import { differs } from './fault.ts';

const SUBTYPES = new Set(['Type0', 'Type1', 'MMType1', 'TrueType', 'Type3', 'CIDFontType0', 'CIDFontType2']);

/**
 * @param drawGlyph goes through what a glyph draws; gives its operators.
 * @returns the operators of the glyphs together; 0 for a typeface of outlines. @throws ContentFault
 */
export function checkFont(font: PdfDict, access: Access, drawGlyph: (glyph: PdfStream) => number): number {
  const subtype = access.name(font, 'Subtype') ?? '';
  if (!SUBTYPES.has(subtype)) differs('a typeface of an unknown kind');
  if (subtype !== 'Type3') return 0;
  access.numbers(font, 'FontMatrix', 6) ?? differs('drawn glyphs without a scale');
  const glyphs = access.dict(font, 'CharProcs') ?? differs('drawn glyphs that are not there');
  if (!(access.get(font, 'Encoding') instanceof PdfDict)) differs('drawn glyphs without an encoding');
  const first = access.number(font, 'FirstChar') ?? differs('drawn glyphs without widths');
  const last = access.number(font, 'LastChar') ?? differs('drawn glyphs without widths');
  const widths = access.numbers(font, 'Widths') ?? differs('drawn glyphs without widths');
  if (widths.length < last - first + 1) differs('fewer widths than glyphs');
  let operators = 0;
  for (const [key] of glyphs) {
    const glyph = access.get(glyphs, key.value);
    if (glyph instanceof PdfStream) operators += drawGlyph(glyph);
  }
  return operators;
}
