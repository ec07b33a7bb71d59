/**
 * Provides fonts to PDFium for files that embed none: the typefaces that pdf.js includes for the same names. Otherwise
 * PDFium draws Helvetica and Arial with its own outlines, and the engines would differ in every letter.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { heapOf } from './pdfium-heap.ts';
import { PDFJS_FOLDER } from './pdfjs-folder.ts';

const FOLDER = join(PDFJS_FOLDER, 'standard_fonts');

/** Pitch and family flags of a font: fixed width, serifs. */
const FIXED_PITCH = 1;
const ROMAN = 16;
const SANS = /^(helvetica|arial|liberationsans|sans)/;
const BOLD_FROM = 600;

/** In the order of their handles, which start at 1: 0 means no font. */
const FACES = ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((style) => join(FOLDER, `LiberationSans-${style}.ttf`));

/** One table of a font file, or the whole file for tag 0. */
function tableOf(font: Buffer, tag: number): Buffer | null {
  if (tag === 0) return font;
  const count = font.readUInt16BE(4);
  for (let entry = 12; entry < 12 + count * 16; entry += 16) {
    if (font.readUInt32BE(entry) === tag) {
      const start = font.readUInt32BE(entry + 8);
      return font.subarray(start, start + font.readUInt32BE(entry + 12));
    }
  }
  return null;
}

/** Registers the callbacks of FPDF_SYSFONTINFO (fpdf_sysfontinfo.h) for the lifetime of the library. */
export function provideFonts(library: WrappedPdfiumModule): void {
  const { pdfium } = library;
  const loaded = new Map<number, Buffer>();
  const fontOf = (handle: number): Buffer => {
    const font = loaded.get(handle) ?? readFileSync(FACES[handle - 1] as string);
    loaded.set(handle, font);
    return font;
  };
  const mapFont = (
    _: number,
    weight: number,
    italic: number,
    _charset: number,
    family: number,
    face: number,
  ): number => {
    const name = pdfium
      .UTF8ToString(face)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '');
    if (!SANS.test(name) && family & (FIXED_PITCH | ROMAN)) return 0;
    return 1 + (weight >= BOLD_FROM || name.includes('bold') ? 1 : 0) + (italic || /italic|oblique/.test(name) ? 2 : 0);
  };
  const fontData = (_: number, handle: number, tag: number, buffer: number, size: number): number => {
    const table = tableOf(fontOf(handle), tag);
    if (table === null) return 0;
    if (buffer !== 0 && size >= table.length) heapOf(library).set(table, buffer);
    return table.length;
  };
  const callbacks: [callback: (...values: number[]) => number | undefined, signature: string][] = [
    [() => undefined, 'vi'],
    [() => undefined, 'vii'],
    [mapFont, 'iiiiiiii'],
    [() => 0, 'iii'],
    [fontData, 'iiiiii'],
    [() => 0, 'iiiii'],
    [() => 0, 'iii'],
    [() => undefined, 'vii'],
  ];
  const info = pdfium.wasmExports.malloc(4 + callbacks.length * 4);
  pdfium.setValue(info, 1, 'i32');
  callbacks.forEach(([callback, signature], index) => {
    pdfium.setValue(info + 4 + index * 4, pdfium.addFunction(callback, signature), 'i32');
  });
  library.FPDF_SetSystemFontInfo(info);
}
