/** Draws pages with PDFium, the engine of Chrome, compiled to WebAssembly. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PageMarks } from '#domain/signing/lines/page-marks.ts';
import type { PageShape } from '#domain/signing/places.ts';
import { pageMarks } from './page-marks.ts';
import {
  boxAround,
  type DrawingEngine,
  type OpenDrawing,
  type PageSize,
  type Picture,
  type PixelBox,
  wholePage,
} from './page-picture.ts';
import { provideFonts } from './pdfium-fonts.ts';
import { heapOf } from './pdfium-heap.ts';
import { isScanned, type PageImages, pageImages, pixelsFrom } from './pdfium-images.ts';
import { type PageCharacters, pageCharacters } from './reading/characters.ts';

/** FPDF_ANNOT: draw annotations with the page. FPDF_REVERSE_BYTE_ORDER: RGBA instead of BGRA. */
const FLAGS = 0x01 | 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;
/** FPDF_ANNOT_LINK and FPDF_ANNOT_WIDGET. */
const LINK = 2;
const WIDGET = 20;

const WASM = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));

export interface OpenPdfium extends OpenDrawing {
  /** @param picture of the page as rendered by this engine. */
  images(page: number, picture: Picture): PageImages;
  /** Whether the page shows only images. */
  isScanned(page: number): boolean;
  /** The position in the drawing of a rectangle in page coordinates; null if it is off the page. */
  boxOnPage(page: number, picture: PageSize, box: readonly [number, number, number, number]): PixelBox | null;
  /** The page's text, with positions. @param pixels of a rendering of the page. @throws when the page cannot be opened. */
  characters(page: number, pixels: PageSize): PageCharacters;
  /** Words and lines that show where the page is signed. @throws when the page cannot be opened. */
  marks(page: number, shape: PageShape): PageMarks;
  /** Positions of form fields and links, in pixels. */
  fieldsAndLinks(page: number, pixels: PageSize): PixelBox[];
  /** SHA-256 in base64url of the drawn page: its size in pixels and every pixel. @throws like `draw` */
  fingerprint(page: number, pixels: PageSize): string;
}

export async function loadPdfium(): Promise<DrawingEngine<OpenPdfium>> {
  const binary = await readFile(WASM);
  const library = await init({ wasmBinary: new Uint8Array(binary).buffer });
  library.PDFiumExt_Init();
  provideFonts(library);
  return { name: 'PDFium', open: async (bytes) => open(library, bytes) };
}

function open(library: WrappedPdfiumModule, bytes: Uint8Array): OpenPdfium {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const file = malloc(bytes.byteLength);
  heapOf(library).set(bytes, file);
  const document = library.FPDF_LoadMemDocument(file, bytes.byteLength, '');
  if (document === 0) {
    free(file);
    throw new Error(`PDFium cannot open the file (error ${library.FPDF_GetLastError()})`);
  }
  // A page stays open until another is requested, so that it is parsed and its images are decoded only once.
  let loaded = { index: -1, page: 0 };
  const closePage = (): void => {
    if (loaded.page !== 0) library.FPDF_ClosePage(loaded.page);
    loaded = { index: -1, page: 0 };
  };
  const withPage = <Result>(index: number, run: (page: number) => Result): Result => {
    if (loaded.index !== index) {
      closePage();
      const page = library.FPDF_LoadPage(document, index);
      if (page === 0) throw new Error(`PDFium cannot open page ${index + 1}`);
      loaded = { index, page };
    }
    return run(loaded.page);
  };
  return {
    pages: library.FPDF_GetPageCount(document),
    size: async (index) => sizeOf(library, document, index),
    draw: async (index, pixels, part) => withPage(index, (page) => drawPage(library, page, pixels, part)),
    images: (index, picture) => withPage(index, (page) => pageImages(library, page, picture)),
    isScanned: (index) => withPage(index, (page) => isScanned(library, page)),
    boxOnPage: (index, pixels, [left, bottom, right, top]) =>
      withPage(index, (page) => {
        const toPixels = pixelsFrom(library, page, pixels);
        return boxAround([...toPixels(left, top), ...toPixels(right, bottom)], pixels);
      }),
    fieldsAndLinks: (index, pixels) => withPage(index, (page) => annotationBoxes(library, page, pixels)),
    fingerprint: (index, pixels) => withPage(index, (page) => fingerprintOf(library, page, pixels)),
    marks: (index, shape) => withPage(index, (page) => pageMarks(library, page, shape)),
    characters: (index, pixels) => withPage(index, (page) => pageCharacters(library, page, pixels)),
    async close() {
      closePage();
      library.FPDF_CloseDocument(document);
      free(file);
    },
  };
}

/** Does not load the page, so that another one may stay open. */
function sizeOf(library: WrappedPdfiumModule, document: number, index: number): PageSize {
  const { pdfium } = library;
  const memory = pdfium.wasmExports.malloc(8);
  try {
    if (!library.FPDF_GetPageSizeByIndexF(document, index, memory)) {
      throw new Error(`PDFium cannot open page ${index + 1}`);
    }
    return { width: pdfium.getValue(memory, 'float'), height: pdfium.getValue(memory + 4, 'float') };
  } finally {
    pdfium.wasmExports.free(memory);
  }
}

const drawPage = (library: WrappedPdfiumModule, page: number, whole: PageSize, part = wholePage(whole)): Picture =>
  withBitmap(library, page, { whole, part }, (drawn) => {
    const { width, height } = part;
    return { width, height, data: drawn.slice() };
  });

/** The fourth byte of each pixel is hashed unchanged: if it ever differs, the pages are compared as pictures. */
const fingerprintOf = (library: WrappedPdfiumModule, page: number, pixels: PageSize): string =>
  withBitmap(library, page, { whole: pixels, part: wholePage(pixels) }, (drawn) =>
    createHash('sha256').update(`${pixels.width} x ${pixels.height}\n`).update(drawn).digest('base64url'),
  );

/**
 * @param whole the pixels of the page. @param part those to draw.
 * @param run receives the pixels in PDFium's own memory, which it must not keep.
 */
function withBitmap<Result>(
  library: WrappedPdfiumModule,
  page: number,
  { whole, part: { x, y, width, height } }: { whole: PageSize; part: PixelBox },
  run: (drawn: Uint8Array) => Result,
): Result {
  const { malloc, free } = library.pdfium.wasmExports;
  const size = width * height * 4;
  const pixels = malloc(size);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, BGRX, pixels, width * 4);
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    library.FPDF_RenderPageBitmap(bitmap, page, -x, -y, whole.width, whole.height, 0, FLAGS);
    return run(heapOf(library).subarray(pixels, pixels + size));
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
    free(pixels);
  }
}

/** Pixels around an annotation within which its border may be drawn. */
const BORDER = 6;

function annotationBoxes(library: WrappedPdfiumModule, page: number, pixels: PageSize): PixelBox[] {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const memory = malloc(16);
  const boxes: PixelBox[] = [];
  const toPixels = pixelsFrom(library, page, pixels);
  for (let index = 0; index < library.FPDFPage_GetAnnotCount(page); index++) {
    const annotation = library.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = library.FPDFAnnot_GetSubtype(annotation);
    if ((subtype === LINK || subtype === WIDGET) && library.FPDFAnnot_GetRect(annotation, memory)) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => pdfium.getValue(memory + offset, 'float'));
      const first = toPixels(left as number, top as number);
      const box = boxAround([...first, ...toPixels(right as number, bottom as number)], pixels, BORDER);
      if (box) boxes.push(box);
    }
    library.FPDFPage_CloseAnnot(annotation);
  }
  free(memory);
  return boxes;
}
