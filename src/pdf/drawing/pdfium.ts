/** Draws pages with PDFium, the engine of Chrome, compiled to WebAssembly. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { provideFonts } from './pdfium-fonts.ts';
import { heapOf } from './pdfium-heap.ts';
import { type PageImages, pageImages, pixelsFrom } from './pdfium-images.ts';
import {
  boxAround,
  type DrawingEngine,
  type OpenDrawing,
  type PageSize,
  type Picture,
  type PixelBox,
} from './picture.ts';
import { type PageCharacters, pageCharacters } from './reading/characters.ts';

/** FPDF_ANNOT: annotations are drawn with the page. FPDF_REVERSE_BYTE_ORDER: RGBA instead of BGRA. */
const FLAGS = 0x01 | 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;
/** FPDF_ANNOT_LINK and FPDF_ANNOT_WIDGET. */
const LINK = 2;
const WIDGET = 20;

const WASM = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));

export interface OpenPdfium extends OpenDrawing {
  /** @param picture of the page as this engine drew it. */
  images(page: number, picture: Picture): PageImages;
  /** Where a box in the page's own coordinates stands on its drawing; null when it is off the page. */
  boxOnPage(page: number, picture: PageSize, box: readonly [number, number, number, number]): PixelBox | null;
  /** What the page's text says, and where. @param pixels of a drawing of the page. @throws */
  characters(page: number, pixels: PageSize): PageCharacters;
  /** Where form fields and links stand, in pixels. */
  fieldsAndLinks(page: number, pixels: PageSize): PixelBox[];
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
  const withPage = <Result>(index: number, use: (page: number) => Result): Result => {
    const page = library.FPDF_LoadPage(document, index);
    if (page === 0) throw new Error(`PDFium cannot open page ${index + 1}`);
    try {
      return use(page);
    } finally {
      library.FPDF_ClosePage(page);
    }
  };
  return {
    pages: library.FPDF_GetPageCount(document),
    size: async (index) =>
      withPage(index, (page) => ({
        width: library.FPDF_GetPageWidthF(page),
        height: library.FPDF_GetPageHeightF(page),
      })),
    draw: async (index, pixels) => withPage(index, (page) => drawPage(library, page, pixels)),
    images: (index, picture) => withPage(index, (page) => pageImages(library, page, picture)),
    boxOnPage: (index, pixels, [left, bottom, right, top]) =>
      withPage(index, (page) => {
        const toPixels = pixelsFrom(library, page, pixels);
        return boxAround([...toPixels(left, top), ...toPixels(right, bottom)], pixels);
      }),
    fieldsAndLinks: (index, pixels) => withPage(index, (page) => annotationBoxes(library, page, pixels)),
    characters: (index, pixels) => withPage(index, (page) => pageCharacters(library, page, pixels)),
    async close() {
      library.FPDF_CloseDocument(document);
      free(file);
    },
  };
}

function drawPage(library: WrappedPdfiumModule, page: number, { width, height }: PageSize): Picture {
  const { pdfium } = library;
  const { malloc, free } = pdfium.wasmExports;
  const size = width * height * 4;
  const pixels = malloc(size);
  const bitmap = library.FPDFBitmap_CreateEx(width, height, BGRX, pixels, width * 4);
  try {
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
    const data = heapOf(library).slice(pixels, pixels + size);
    // The fourth byte of BGRX is undefined.
    const words = new Uint32Array(data.buffer);
    for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) | 0xff000000;
    return { width, height, data };
  } finally {
    library.FPDFBitmap_Destroy(bitmap);
    free(pixels);
  }
}

/** Pixels around an annotation on which its border may be drawn. */
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
