/**
 * Opens PDFs and renders their pages with pdf.js, for both readers; loaded only when a document is shown: own worker, no
 * scripting, no WebAssembly, data from our own origin.
 */
import {
  AnnotationMode,
  getDocument,
  type PDFDataRangeTransport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { asPdfFailure } from './failure.ts';
import { memoryLimits } from './memory-limits.ts';
import { canvasScale, type PageSize } from './page-positions.ts';
import type { PdfThread } from './pdf-thread.ts';

/** Where the build puts character maps, standard fonts and image decoders. */
const DATA_PATH = `/assets/pdfjs-${version}/`;

/** All bytes of a file, or its parts as they are needed. */
export type PdfSource = { data: Uint8Array } | { range: PDFDataRangeTransport; rangeChunkSize: number };

/** From the upper left of a page as displayed, in PDF points. */
export interface RectangleOnPage extends PageSize {
  left: number;
  top: number;
}

export interface Rendering {
  /** Of the page on the screen, in CSS pixels. */
  width: number;
  /** Canvas pixels per CSS pixel; by default the screen's. */
  pixelRatio?: number;
  signal: AbortSignal;
}

/** Pages are numbered from 1. */
export interface OpenPdf {
  pageCount: number;
  /** Size of page 1. */
  firstSize: PageSize;
  /** All bytes are here: pages can be measured without loading anything. */
  isWhole: boolean;
  sizeOf(page: number): Promise<PageSize>;
  /** The position of a rectangle in PDF points, given by two opposite corners in the page's own coordinates. */
  rectangleOn(page: number, box: readonly number[]): Promise<RectangleOnPage>;
  /** The position of the form field of that name; null when the page shows none. */
  fieldRectangle(page: number, field: string): Promise<RectangleOnPage | null>;
  /** Renders the page into the canvas, which it resizes. Resolves with the page's size when rendered or cancelled. */
  draw(page: number, canvas: HTMLCanvasElement, rendering: Rendering): Promise<PageSize>;
  /** Releases what rendering the page has cached. */
  release(page: number): void;
  close(): Promise<void>;
}

/** Adds pdf.js's own page objects, for features that only one of the readers has. */
export interface EnginePdf extends OpenPdf {
  pageOf(page: number): Promise<PDFPageProxy>;
}

/** The same settings as on the server (src/pdf/drawing/pdfjs.ts), so that both render the same. */
function load(source: PdfSource, { worker }: PdfThread) {
  return getDocument({
    ...source,
    worker,
    // Load only viewed pages: a catalogue of 20 MB opens like a single page.
    disableStream: true,
    disableAutoFetch: true,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${DATA_PATH}cmaps/`,
    standardFontDataUrl: `${DATA_PATH}standard_fonts/`,
    iccUrl: `${DATA_PATH}iccs/`,
    wasmUrl: `${DATA_PATH}wasm/`,
    useWasm: false,
    enableXfa: false,
    canvasMaxAreaInBytes: memoryLimits().imageBytes,
  });
}

/**
 * Opens a PDF; its bytes are moved to the thread. Throws PdfFailure. The thread outlives the document.
 * @param lost rejects with a PdfFailure when a part of the file does not arrive.
 */
export async function openPdf(source: PdfSource, thread: PdfThread, lost?: Promise<never>): Promise<EnginePdf> {
  const task = load(source, thread);
  // A failed thread no longer answers, not even to confirm that the document is closed.
  const close = () => Promise.race([task.destroy(), thread.failure]).catch(() => {});
  const unlessLost = <T>(step: Promise<T>): Promise<T> => Promise.race([step, thread.failure, ...(lost ? [lost] : [])]);
  try {
    const pdf = await unlessLost(task.promise);
    const firstSize = sizeOf(await unlessLost(pdf.getPage(1)));
    return { pageCount: pdf.numPages, firstSize, isWhole: 'data' in source, ...pagesOf(pdf), close };
  } catch (error) {
    void close();
    throw asPdfFailure(error);
  }
}

function pagesOf(pdf: PDFDocumentProxy): Omit<EnginePdf, 'pageCount' | 'firstSize' | 'isWhole' | 'close'> {
  const openedPages = new Map<number, PDFPageProxy>();
  const pageOf = async (number: number): Promise<PDFPageProxy> => {
    const page = openedPages.get(number) ?? (await pdf.getPage(number));
    openedPages.set(number, page);
    return page;
  };
  return {
    pageOf,
    async sizeOf(number) {
      return sizeOf(await pageOf(number));
    },
    async rectangleOn(number, box) {
      return rectangleIn(await pageOf(number), box);
    },
    async fieldRectangle(number, field) {
      const page = await pageOf(number);
      const rect: unknown = (await page.getAnnotations()).find(({ fieldName }) => fieldName === field)?.rect;
      if (!Array.isArray(rect)) return null;
      const rectangle = rectangleIn(page, rect.map(Number));
      return rectangle.width * rectangle.height > 0 ? rectangle : null;
    },
    async draw(number, canvas, { width, pixelRatio = globalThis.devicePixelRatio || 1, signal }) {
      const page = await pageOf(number);
      const size = sizeOf(page);
      if (signal.aborted) return size;
      const scale = canvasScale(size, width, pixelRatio, memoryLimits().canvasPixels);
      const viewport = page.getViewport({ scale });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const renderTask = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      await untilCancelled(renderTask.promise, () => renderTask.cancel(), signal);
      return size;
    },
    release(number) {
      openedPages.get(number)?.cleanup();
    },
  };
}

/** Waits for a step; cancelling ends it early, without an error. */
export async function untilCancelled(step: Promise<unknown>, cancel: () => void, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', cancel, { once: true });
  await step.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

function rectangleIn(page: PDFPageProxy, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): RectangleOnPage {
  const viewport = page.getViewport({ scale: 1 });
  // Two opposite corners; which ones depends on the rotation of the page.
  const [ax, ay] = viewport.convertToViewportPoint(x1, y1) as [number, number];
  const [bx, by] = viewport.convertToViewportPoint(x2, y2) as [number, number];
  return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay) };
}
