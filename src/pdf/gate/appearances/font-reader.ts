/** Determines which characters a string shows in a font, as far as the font itself states it (ISO 32000-2, 9.10.2). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import type { Resolve } from '#formats/verify/syntax.ts';
import { follow, numberAt } from '../reading/follow-references.ts';
import { type CharacterMap, readCharacterMap } from './character-map.ts';
import { baseEncoding, dingbat, glyphText } from './encodings.ts';

export interface ShownGlyph {
  /** Null if the font does not state it. */
  readonly text: string | null;
  /** In thousandths of the font size. */
  readonly width: number;
}

export type FontReader = (bytes: Uint8Array) => ShownGlyph[];

/** For standard fonts without widths: close enough to detect text that leaves its rectangle. */
const USUAL_WIDTH = 500;

export function fontReader(font: PdfDict, resolve: Resolve): FontReader {
  const map = follow(font.get('ToUnicode'), resolve);
  const unicode = map instanceof PdfStream ? readCharacterMap(map) : null;
  return font.getName('Subtype', resolve)?.value === 'Type0'
    ? compositeReader(font, unicode, resolve)
    : simpleReader(font, unicode, resolve);
}

function simpleReader(font: PdfDict, unicode: CharacterMap | null, resolve: Resolve): FontReader {
  const texts = simpleTexts(font, resolve);
  const first = numberAt(font, 'FirstChar', resolve, 0);
  const widths = follow(font.get('Widths'), resolve);
  const scale = font.getName('Subtype', resolve)?.value === 'Type3' ? type3Scale(font, resolve) : 1;
  return (bytes) =>
    Array.from(bytes, (code) => {
      const width = widths instanceof PdfArray ? follow(widths.at(code - first), resolve) : undefined;
      return {
        text: unicode?.get(code) ?? texts[code] ?? null,
        width: width instanceof PdfNumber ? width.value * scale : USUAL_WIDTH,
      };
    });
}

function type3Scale(font: PdfDict, resolve: Resolve): number {
  const matrix = follow(font.get('FontMatrix'), resolve);
  const scale = matrix instanceof PdfArray ? follow(matrix.at(0), resolve) : undefined;
  return scale instanceof PdfNumber ? scale.value * 1000 : 1;
}

function simpleTexts(font: PdfDict, resolve: Resolve): (string | null)[] {
  const encoding = follow(font.get('Encoding'), resolve);
  const named = encoding instanceof PdfDict ? follow(encoding.get('BaseEncoding'), resolve) : encoding;
  const base = named instanceof PdfName ? baseEncoding(named.value) : null;
  const texts: (string | null)[] = [...(base ?? implicitEncoding(font, resolve))];
  const differences = encoding instanceof PdfDict ? follow(encoding.get('Differences'), resolve) : undefined;
  let code = 0;
  for (const entry of differences instanceof PdfArray ? differences : []) {
    const item = follow(entry, resolve);
    if (item instanceof PdfNumber) code = item.value;
    else if (item instanceof PdfName) texts[code++ & 255] = glyphText(item.value);
  }
  return texts;
}

/** The encoding of a font that states none: an embedded font's built-in encoding is not read here. */
function implicitEncoding(font: PdfDict, resolve: Resolve): readonly (string | null)[] {
  const name = font.getName('BaseFont', resolve)?.value ?? '';
  if (/ZapfDingbats|Dingbats/.test(name)) return Array.from({ length: 256 }, (_, code) => dingbat(code));
  const descriptor = follow(font.get('FontDescriptor'), resolve);
  const embedded =
    descriptor instanceof PdfDict && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key));
  if (embedded || /^Symbol/.test(name)) return Array.from({ length: 256 }, () => null);
  return baseEncoding('StandardEncoding') ?? [];
}

function compositeReader(font: PdfDict, unicode: CharacterMap | null, resolve: Resolve): FontReader {
  const encoding = font.getName('Encoding', resolve)?.value ?? '';
  const isUnicode = /^Uni.*(UCS2|UTF16)-[HV]$/.test(encoding);
  const descendants = follow(font.get('DescendantFonts'), resolve);
  const descendant = descendants instanceof PdfArray ? follow(descendants.at(0), resolve) : undefined;
  const widths = descendant instanceof PdfDict ? cidWidths(descendant, resolve) : new Map<number, number>();
  const usual = descendant instanceof PdfDict ? numberAt(descendant, 'DW', resolve, 1000) : 1000;
  const readable = isUnicode || /^Identity-[HV]$/.test(encoding);
  return (bytes) => {
    const glyphs: ShownGlyph[] = [];
    for (let at = 0; at < bytes.length; at += 2) {
      const code = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
      const text = unicode?.get(code) ?? (isUnicode ? String.fromCharCode(code) : null);
      glyphs.push({ text: readable ? text : null, width: widths.get(code) ?? usual });
    }
    return glyphs;
  };
}

/** `/W` of a CIDFont (ISO 32000-2, 9.7.4.3). */
function cidWidths(font: PdfDict, resolve: Resolve): Map<number, number> {
  const widths = new Map<number, number>();
  const list = follow(font.get('W'), resolve);
  const items = [...(list instanceof PdfArray ? list : [])].map((item) => follow(item, resolve));
  const number = (item: PdfObject | undefined): number => (item instanceof PdfNumber ? item.value : 0);
  for (let at = 0; at < items.length; ) {
    const first = number(items[at]);
    const next = items[at + 1];
    if (next instanceof PdfArray) {
      [...next].forEach((item, index) => {
        widths.set(first + index, number(follow(item, resolve)));
      });
      at += 2;
    } else {
      const last = Math.min(number(next), first + 65_535);
      for (let code = first; code <= last; code++) widths.set(code, number(items[at + 2]));
      at += 3;
    }
  }
  return widths;
}
