/** Makes the PDF objects of a TrueType font shown by glyph numbers (ISO 32000-1, 9.7.4 and 9.8). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, type PdfStream, PdfString } from '@libpdf/core';
import type { FontWeight } from './font-files.ts';

export interface EmbeddedFont {
  readonly postScriptName: string;
  readonly weight: FontWeight;
  /** Font units of all measures. */
  readonly unitsPerEm: number;
  readonly bbox: readonly [number, number, number, number];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** The compressed font file; its `/Length1` is the uncompressed size. */
  readonly file: PdfStream;
  /** The `/W` array, in thousandths of the font size. */
  readonly widths: PdfArray;
  /** The `/ToUnicode` stream. */
  readonly characters: PdfStream;
}

/** @param register assigns a number to an object. @returns the reference of the Type 0 font. */
export function embedFont(font: EmbeddedFont, register: (object: PdfDict) => PdfRef): PdfRef {
  const name = PdfName.of(font.postScriptName);
  const perMille = (units: number) => PdfNumber.of(Math.round((units * 1000) / font.unitsPerEm));
  const descriptor = register(
    PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      Flags: PdfNumber.of(4),
      FontBBox: PdfArray.of(...font.bbox.map(perMille)),
      ItalicAngle: PdfNumber.of(0),
      Ascent: perMille(font.ascent),
      Descent: perMille(font.descent),
      CapHeight: perMille(font.capHeight),
      StemV: PdfNumber.of(font.weight === 'regular' ? 88 : 124),
      FontFile2: register(font.file),
    }),
  );
  const descendant = register(
    PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: descriptor,
      W: font.widths,
      CIDToGIDMap: PdfName.of('Identity'),
    }),
  );
  return register(
    PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: PdfArray.of(descendant),
      ToUnicode: register(font.characters),
    }),
  );
}
