/** Reads page boxes as readers do (ISO 32000-2, 7.9.5 and 14.11.2). */
import { PdfArray, PdfNumber, type PdfObject } from '@libpdf/core';
import type { Rectangle } from '#domain/signing/places.ts';
import type { Resolve } from '#formats/verify/syntax.ts';
import { follow } from '../reading/follow-references.ts';

/** The size that pdf.js, Poppler, MuPDF and PDFium assume for a page without one. */
export const LETTER: Rectangle = [0, 0, 612, 792];

/** @returns null for a box without area; `written` is whether the file already has it in the usual form. */
export function boxAt(value: PdfObject | undefined, resolve: Resolve): { box: Rectangle; written: boolean } | null {
  if (!(value instanceof PdfArray) || value.length < 4) return null;
  const items = [...value].slice(0, 4).map((item) => follow(item, resolve));
  const [a, b, c, d] = items.map((item) => (item instanceof PdfNumber ? item.value : Number.NaN)) as [
    number,
    number,
    number,
    number,
  ];
  const box: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  // NaN makes both comparisons false.
  if (!(box[2] - box[0] > 0 && box[3] - box[1] > 0)) return null;
  return { box, written: value.length === 4 && a < c && b < d };
}

/** @returns null when the boxes do not overlap. */
export function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  const overlap: Rectangle = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return overlap[2] > overlap[0] && overlap[3] > overlap[1] ? overlap : null;
}
