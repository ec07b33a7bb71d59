/** Reads the characters of a page's text with PDFium: what the file claims, and where it is drawn. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PageSize } from '../page-picture.ts';

/** One character, or several represented by one glyph, such as a ligature. */
export interface Character {
  readonly text: string;
  /** Inserted by PDFium: a space between words, the end of a line. */
  readonly generated: boolean;
  /** Drawn without ink: rendering modes 3 and 7. */
  readonly invisible: boolean;
  /** The glyph's bounding box on the page, in points: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
  /** Start of the glyph's baseline, in points. */
  readonly origin: readonly [number, number];
  /** Maps the glyph's own axes, one em long, to points of the page: a, b, c, d. */
  readonly axes: readonly [number, number, number, number];
}

const INVISIBLE = 3;
const CLIPPING = 7;
/** PDFium's code for a hyphen at the end of a line. */
const LINE_HYPHEN = 2;
const TAB = 9;
const REPLACEMENT = 0xfffd;

/** Surrogate halves and control characters are no letters. Qt writes a tab for each space. */
function textOf(code: number): string {
  if (code === LINE_HYPHEN) return '-';
  if (code === TAB) return ' ';
  const isSign = (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff || (code < 32 && code !== 10 && code !== 13);
  return String.fromCodePoint(isSign ? REPLACEMENT : code);
}

/** In file order. @throws if PDFium cannot read the page's text */
export function charactersOf(library: WrappedPdfiumModule, page: number): { characters: Character[]; all: boolean } {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const text = library.FPDFText_LoadPage(page);
  if (text === 0) throw new Error('PDFium cannot read the text of the page');
  const memory = malloc(64);
  const double = (offset: number): number => pdfium.getValue(memory + offset, 'double');
  const float = (offset: number): number => pdfium.getValue(memory + offset, 'float');
  try {
    const characters: Character[] = [];
    const count = library.FPDFText_CountChars(text);
    for (let index = 0; index < Math.min(count, MAX_CHARACTERS); index += 1) {
      const code = library.FPDFText_GetUnicode(text, index);
      const size = library.FPDFText_GetFontSize(text, index);
      library.FPDFText_GetCharBox(text, index, memory, memory + 8, memory + 16, memory + 24);
      const box = [double(0), double(16), double(8), double(24)] as const;
      library.FPDFText_GetCharOrigin(text, index, memory, memory + 8);
      const origin = [double(0), double(8)] as const;
      library.FPDFText_GetMatrix(text, index, memory);
      const axes = [float(0) * size, float(4) * size, float(8) * size, float(12) * size] as const;
      const mode = library.FPDFTextObj_GetTextRenderMode(library.FPDFText_GetTextObject(text, index));
      characters.push({
        text: textOf(code),
        generated: library.FPDFText_IsGenerated(text, index) === 1,
        invisible: mode === INVISIBLE || mode === CLIPPING,
        box,
        origin,
        axes,
      });
    }
    return { characters: characters, all: count <= MAX_CHARACTERS };
  } finally {
    free(memory);
    library.FPDFText_ClosePage(text);
  }
}

export interface PageCharacters {
  readonly characters: readonly Character[];
  readonly mapping: Mapping;
  /** These are all characters of the page, and no form field shows others. */
  readonly complete: boolean;
}

/** Longer texts are not read: a page of small print has about 10,000 characters. */
const MAX_CHARACTERS = 20_000;

/**
 * @param pixels of the rendering with which the characters are compared. @throws when PDFium cannot read the page's
 * text
 */
export function pageCharacters(library: WrappedPdfiumModule, page: number, pixels: PageSize): PageCharacters {
  const { characters, all } = charactersOf(library, page);
  const complete = all && !hasFilledField(library, page);
  return { characters, complete, mapping: mappingOf(library, page, pixels) };
}

/** FPDF_ANNOT_WIDGET; the normal appearance. */
const WIDGET = 20;
const NORMAL = 0;

/** PDFium draws fields only as part of a form: their content is missing from the drawing that is read. */
function hasFilledField(library: WrappedPdfiumModule, page: number): boolean {
  const count = library.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = library.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const isFilled =
      library.FPDFAnnot_GetSubtype(annotation) === WIDGET &&
      library.FPDFAnnot_GetAP(annotation, NORMAL, 0, 0) > EMPTY_AP;
    library.FPDFPage_CloseAnnot(annotation);
    if (isFilled) return true;
  }
  return false;
}

/** Bytes of an empty appearance: the UTF-16 terminator. */
const EMPTY_AP = 2;

/** Maps points of the page to pixels of its drawing: x' = a x + c y + e, y' = b x + d y + f. */
export type Mapping = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** PDFium returns whole pixels: request a larger drawing for precision. */
const PRECISION = 64;
const FAR = 256;

/** @returns the mapping from points of the page to a rendering of the given size in pixels. */
function mappingOf(library: WrappedPdfiumModule, page: number, { width, height }: PageSize): Mapping {
  const { pdfium } = library;
  const memory = pdfium.wasmExports.malloc(8);
  const pixel = (x: number, y: number): [number, number] => {
    library.FPDF_PageToDevice(page, 0, 0, width * PRECISION, height * PRECISION, 0, x, y, memory, memory + 4);
    return [pdfium.getValue(memory, 'i32') / PRECISION, pdfium.getValue(memory + 4, 'i32') / PRECISION];
  };
  const [e, f] = pixel(0, 0);
  const [x1, y1] = pixel(FAR, 0);
  const [x2, y2] = pixel(0, FAR);
  pdfium.wasmExports.free(memory);
  return [(x1 - e) / FAR, (y1 - f) / FAR, (x2 - e) / FAR, (y2 - f) / FAR, e, f];
}
