/** Provides the marks of check boxes and radio buttons as a small font: all readers draw them alike and read them as text. */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';

/** Captions that name a mark: the characters of ZapfDingbats (ISO 32000-2, 12.5.6.19). */
interface Mark {
  readonly glyph: string;
  readonly character: string;
  readonly path: string;
}

const UNITS = 1000;
const CHECK = '130 470 m 235 575 l 400 410 l 770 830 l 880 735 l 410 180 l h f';
const THIN_CHECK = '150 450 m 215 515 l 400 320 l 800 800 l 855 750 l 405 210 l h f';
const CROSS =
  '180 270 m 270 180 l 500 410 l 730 180 l 820 270 l 590 500 l 820 730 l 730 820 l 500 590 l 270 820 l 180 730 l 410 500 l h f';
const STAR = '500 905 m 600 610 l 905 610 l 660 425 l 750 130 l 500 310 l 250 130 l 340 425 l 95 610 l 400 610 l h f';

/** Approximates a circle by Bézier curves. */
export function circlePath(x: number, y: number, radius: number): string {
  const k = radius * 0.5523;
  const at = (...values: number[]): string => values.map((value) => Number(value.toFixed(3))).join(' ');
  return [
    `${at(x + radius, y)} m`,
    `${at(x + radius, y + k, x + k, y + radius, x, y + radius)} c`,
    `${at(x - k, y + radius, x - radius, y + k, x - radius, y)} c`,
    `${at(x - radius, y - k, x - k, y - radius, x, y - radius)} c`,
    `${at(x + k, y - radius, x + radius, y - k, x + radius, y)} c h`,
  ].join(' ');
}

const MARKS: Readonly<Record<string, Mark>> = {
  '3': { glyph: 'a19', character: '✓', path: THIN_CHECK },
  '4': { glyph: 'a20', character: '✔', path: CHECK },
  '5': { glyph: 'a21', character: '✕', path: CROSS },
  '6': { glyph: 'a22', character: '✖', path: CROSS },
  '7': { glyph: 'a23', character: '✗', path: CROSS },
  '8': { glyph: 'a24', character: '✘', path: CROSS },
  H: { glyph: 'a35', character: '★', path: STAR },
  l: { glyph: 'a71', character: '●', path: `${circlePath(500, 500, 300)} f` },
  n: { glyph: 'a73', character: '■', path: '200 200 600 600 re f' },
  u: { glyph: 'a78', character: '◆', path: '500 840 m 840 500 l 500 160 l 160 500 l h f' },
};

/** @returns the mark for this caption; the default of the kind when the caption names none. */
export function markOf(caption: string, kind: 'tick' | 'radio'): string {
  const trimmed = caption.trim();
  if (Object.hasOwn(MARKS, trimmed)) return trimmed;
  const entry = Object.entries(MARKS).find(([, { character }]) => character === trimmed);
  if (entry) return entry[0];
  if (/^[xX×]$/.test(trimmed)) return '8';
  return kind === 'radio' ? 'l' : '4';
}

/** Operators that draw a mark in the middle of an area. @param size side of its square in points. @param color as `#rrggbb`. */
export function markOperators(mark: string, width: number, height: number, size: number, color: string): string {
  const at = (value: number): string => String(Number(value.toFixed(4)));
  const [x, y] = [(width - size) / 2, (height - size) / 2];
  const channels = [1, 3, 5].map((digit) => at(Number.parseInt(color.slice(digit, digit + 2), 16) / 255));
  return `q BT ${channels.join(' ')} rg /Marks ${at(size)} Tf ${at(x)} ${at(y)} Td <${Buffer.from(mark, 'latin1').toString('hex')}> Tj ET Q`;
}

/** Adds the font's objects to a file. @param register assigns a number to an object. */
export function embedMarks(register: (object: PdfDict) => PdfRef): PdfRef {
  const stream = (content: string): PdfRef => register(new PdfStream([], new TextEncoder().encode(content)));
  const entries = Object.entries(MARKS).sort(([a], [b]) => (a < b ? -1 : 1));
  const codes = entries.map(([caption]) => caption.charCodeAt(0));
  const [first = 0, last = 0] = [Math.min(...codes), Math.max(...codes)];
  const square = [0, 0, UNITS, UNITS].join(' ');
  const glyphs = entries.map(([, { glyph, path }]) => [glyph, stream(`${UNITS} 0 ${square} d1 ${path}`)] as const);
  const widths = Array.from({ length: last - first + 1 }, (_, index) =>
    PdfNumber.of(codes.includes(first + index) ? UNITS : 0),
  );
  return register(
    PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type3'),
      FontBBox: PdfArray.of(...[0, 0, UNITS, UNITS].map((value) => PdfNumber.of(value))),
      FontMatrix: PdfArray.of(...[1 / UNITS, 0, 0, 1 / UNITS, 0, 0].map((value) => PdfNumber.of(value))),
      CharProcs: PdfDict.of(Object.fromEntries(glyphs)),
      Encoding: PdfDict.of({
        Type: PdfName.of('Encoding'),
        Differences: PdfArray.of(
          ...entries.flatMap(([caption, { glyph }]) => [PdfNumber.of(caption.charCodeAt(0)), PdfName.of(glyph)]),
        ),
      }),
      FirstChar: PdfNumber.of(first),
      LastChar: PdfNumber.of(last),
      Widths: PdfArray.of(...widths),
      Resources: new PdfDict(),
      ToUnicode: stream(toUnicode(entries)),
    }),
  );
}

function toUnicode(entries: readonly (readonly [string, Mark])[]): string {
  const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
  const rows = entries.map(
    ([caption, { character }]) => `<${hex(caption.charCodeAt(0), 2)}> <${hex(character.charCodeAt(0), 4)}>`,
  );
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<00> <ff>\nendcodespacerange',
    `${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar`,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n');
}
