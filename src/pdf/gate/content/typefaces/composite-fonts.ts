/** Checks composite fonts (ISO 32000-2, 9.7). */
import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import { refuse } from '../content-fault.ts';
import type { Access } from '../dictionary-access.ts';
import { PREDEFINED_CMAPS } from './cmaps.ts';

/**
 * Checks a typeface of subtype Type0.
 * @returns its descendant. @throws ContentFault for a typeface that readers draw with different letters or widths.
 */
export function checkComposite(font: PdfDict, access: Access): PdfDict {
  const [descendant, ...more] = access.items(font.get('DescendantFonts')) ?? [];
  const kind = descendant instanceof PdfDict ? access.name(descendant, 'Subtype') : undefined;
  if (more.length > 0 || !(descendant instanceof PdfDict) || (kind !== 'CIDFontType0' && kind !== 'CIDFontType2'))
    return refuse('a composite typeface of nothing');
  const encoding = access.get(font, 'Encoding');
  const isKnown = encoding instanceof PdfName && PREDEFINED_CMAPS.has(encoding.value);
  if (!isKnown && !(encoding instanceof PdfStream)) refuse('a composite typeface whose codes only some readers know');
  refuseMissingProgram(access.dict(descendant, 'FontDescriptor'));
  refuseTwoWidths(access.items(descendant.get('W')) ?? [], access);
  return descendant;
}

function refuseMissingProgram(descriptor: PdfDict | undefined): void {
  // Its codes are glyphs of a font that only the producer has.
  if (!['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key)))
    refuse('a composite typeface that is not in the file');
}

/** If a glyph has two widths, some readers use the first, some the last, and some stop at a gap. */
function refuseTwoWidths(entries: readonly (PdfObject | undefined)[], access: Access): void {
  const ranges: { first: number; last: number }[] = [];
  for (let at = 0; at < entries.length; ) {
    const first = entries[at];
    const list = access.items(entries[at + 1]);
    if (!(first instanceof PdfNumber)) refuse('malformed widths');
    if (list !== undefined) {
      if (list.length > 0) ranges.push({ first: first.value, last: first.value + list.length - 1 });
      at += 2;
    } else {
      const last = entries[at + 1];
      if (!(last instanceof PdfNumber) || !(entries[at + 2] instanceof PdfNumber)) refuse('malformed widths');
      ranges.push({ first: first.value, last: last.value });
      at += 3;
    }
  }
  ranges.sort((a, b) => a.first - b.first);
  const overlap = ranges.some(({ first }, index) => index > 0 && first <= (ranges[index - 1] as { last: number }).last);
  if (overlap) refuse('two widths for one glyph');
}
