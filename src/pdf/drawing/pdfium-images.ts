/** Finds the images that a page draws, their positions, and whether PDFium can decode them. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { IDENTITY, type Matrix, multiply } from '../boxes/matrix.ts';
import { boxAround, isUniform, type PageSize, type Picture, type PixelBox } from './page-picture.ts';
import { readMatrix } from './pdfium-matrix.ts';

export interface PageImages {
  readonly boxes: readonly PixelBox[];
  /** At least one of them is invisible because it cannot be decoded. */
  readonly unreadable: boolean;
}

/** FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE and FPDF_PAGEOBJ_FORM. */
const TEXT = 1;
const IMAGE = 3;
const FORM = 5;
const MAX_DEPTH = 12;
/** Pixels around an image within which engines smooth its edge. */
const SCALING_EDGE = 3;
const MAX_IMAGES = 2000;

/** @returns a function from page coordinates to pixels. */
export function pixelsFrom(
  library: WrappedPdfiumModule,
  page: number,
  { width, height }: PageSize,
): (x: number, y: number) => [number, number] {
  const { pdfium } = library;
  return (x, y) => {
    const memory = pdfium.wasmExports.malloc(8);
    library.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory, memory + 4);
    const point: [number, number] = [pdfium.getValue(memory, 'i32'), pdfium.getValue(memory + 4, 'i32')];
    pdfium.wasmExports.free(memory);
    return point;
  };
}

/**
 * Includes images in forms.
 * @param picture of the page: only images that appear in a single colour are decoded again.
 */
export function pageImages(library: WrappedPdfiumModule, page: number, picture: Picture): PageImages {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const memory = malloc(METADATA_BYTES);
  const boxes: PixelBox[] = [];
  let unreadable = false;
  const toPixels = pixelsFrom(library, page, picture);
  const visit = (object: number, outer: Matrix, depth: number): void => {
    if (boxes.length >= MAX_IMAGES || depth > MAX_DEPTH) return;
    const type = library.FPDFPageObj_GetType(object);
    if (type !== IMAGE && type !== FORM) return;
    const matrix = multiply(readMatrix(library, object, memory), outer);
    if (type === FORM) {
      const count = library.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++)
        visit(library.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
      return;
    }
    const [a, b, c, d, e, f] = matrix;
    const corners = [toPixels(e, f), toPixels(a + e, b + f), toPixels(c + e, d + f), toPixels(a + c + e, b + d + f)];
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const box = boxAround([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], picture, SCALING_EDGE);
    if (!box) return;
    boxes.push(box);
    unreadable ||=
      !hasHeader(library, page, object, memory) || (isUniform(picture, box) && !isReadable(library, object));
  };
  const count = library.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(library.FPDFPage_GetObject(page, index), IDENTITY, 0);
  free(memory);
  return { boxes, unreadable };
}

/** FPDF_TEXTRENDERMODE_INVISIBLE: words from text recognition in a scan. */
const INVISIBLE = 3;

/** Whether a page shows only images, as made by a scanner. */
export function isScanned(library: WrappedPdfiumModule, page: number): boolean {
  const count = library.FPDFPage_CountObjects(page);
  if (count === 0 || library.FPDFPage_GetAnnotCount(page) > 0) return false;
  let images = 0;
  for (let index = 0; index < count; index++) {
    const object = library.FPDFPage_GetObject(page, index);
    const type = library.FPDFPageObj_GetType(object);
    if (type === IMAGE) images += 1;
    else if (type !== TEXT || library.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE) return false;
  }
  return images > 0;
}

/** FPDF_IMAGEOBJ_METADATA: width, height, two resolutions, bits per pixel, colour space, mark. */
const METADATA_BYTES = 28;
const BITS_OFFSET = 16;

/** Whether PDFium finds an image in the data: without one it shows nothing, and other engines a black box. */
function hasHeader(library: WrappedPdfiumModule, page: number, image: number, memory: number): boolean {
  const isFound = library.FPDFImageObj_GetImageMetadata(image, page, memory);
  return isFound && library.pdfium.getValue(memory + BITS_OFFSET, 'i32') > 0;
}

function isReadable(library: WrappedPdfiumModule, image: number): boolean {
  const bitmap = library.FPDFImageObj_GetBitmap(image);
  if (bitmap !== 0) library.FPDFBitmap_Destroy(bitmap);
  return bitmap !== 0;
}
