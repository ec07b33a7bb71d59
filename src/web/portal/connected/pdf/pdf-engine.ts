/** pdf.js, fetched only when a document is shown: own worker, no scripting, no WebAssembly, data from our own address. */
import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { isProgramMissing, startWorker } from '../../../shared/trusted-worker.ts';
import { ApiFailure, contactOf } from '../../api/failure.ts';
import { PART_BYTES } from '../../api/queries/preview.ts';
import type { Request } from '../../api/request.ts';
import { canvasScale, type PageSize } from './layout.ts';
import { type OpenedSource, openSource } from './range-source.ts';
import type { TextItem } from './search.ts';
import { seenPieces } from './visible-text.ts';

/** Where the build puts character maps, standard fonts and image decoders. */
const DATA = `/assets/pdfjs-${version}/`;
/** Larger images are drawn smaller. */
const IMAGE_BYTES = 128 * 1024 * 1024;

/** Why a document cannot be shown; `away`: the network is missing. */
export type PdfTrouble = 'encrypted' | 'broken' | 'unreachable' | 'away';

export class PdfFailure extends Error {
  readonly trouble: PdfTrouble;

  constructor(trouble: PdfTrouble, options?: ErrorOptions) {
    super(`The document cannot be shown: ${trouble}`, options);
    this.name = 'PdfFailure';
    this.trouble = trouble;
  }
}

/** From the upper left, each as a part of the page's width or height. */
export interface PartOfPage {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface OpenPdf {
  pages: number;
  /** Bytes of the file. */
  size: number;
  /** Of page 1; the others are known once they are drawn. */
  first: PageSize;
  /** Draws page `number` (from 1) into the canvas for a width in CSS pixels; resolves with its size when drawn or cancelled. */
  draw(number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<PageSize>;
  /** Lays the page's text over its picture, invisible; gives the element of each piece of text, in reading order. */
  layText(number: number, into: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  /** The page's text as far as it is seen, in the same pieces; the page is drawn for it once. */
  readText(number: number): Promise<readonly TextItem[]>;
  /** The page's text as the file has it, hidden pieces included: quickly, to find pages that are worth reading. */
  readClaimedText(number: number): Promise<readonly TextItem[]>;
  /** Where a box in PDF points lies on the page as it is seen. */
  partOf(number: number, box: readonly number[]): Promise<PartOfPage>;
  /** Gives back what drawing the page took. */
  release(number: number): void;
  close(): void;
}

function troubleOf(error: unknown): PdfTrouble {
  if (contactOf(error) !== null) return 'away';
  if (error instanceof ApiFailure) return 'unreachable';
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
}

/** The thread that reads PDFs; starting one takes longer than opening a short paper. */
export interface PdfThread {
  readonly worker: PDFWorker;
  readonly port: Worker;
  stop(): void;
}

/** Has the browser keep the thread's program, for when it is started. */
export async function fetchThread(): Promise<void> {
  await fetch(workerAddress, { priority: 'low' }).then((answer) => answer.arrayBuffer());
}

export function startThread(): PdfThread {
  const port = startWorker(workerAddress);
  const worker = PDFWorker.create({ port });
  const stop = () => {
    worker.destroy();
    port.terminate();
  };
  return { worker, port, stop };
}

/** The failures of a thread and of the parts that it asks for, while a document is opened. */
function watchLosses(port: Worker, onLost: (failure: PdfFailure) => void) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const onError = (event: Event) => reject(new PdfFailure(isProgramMissing(event) ? 'away' : 'broken'));
  port.addEventListener('error', onError, { once: true });
  const onFailure = (cause: unknown) => {
    const failure = new PdfFailure(contactOf(cause) === null ? 'unreachable' : 'away', { cause });
    reject(failure);
    onLost(failure);
  };
  return { lost: promise, onFailure };
}

const asFailure = (cause: unknown): PdfFailure =>
  cause instanceof PdfFailure ? cause : new PdfFailure(troubleOf(cause), { cause });

/**
 * Opens a PDF from its bytes, or part by part by the call that answers a stored file.
 * @param onLost a part did not come after the document was opened.
 * @param kept a thread for one document after the other, stopped by whoever started it. Throws PdfFailure.
 */
export async function openPdf(
  file: Blob | Request,
  onLost: (failure: PdfFailure) => void,
  kept?: PdfThread,
): Promise<OpenPdf> {
  const stop = new AbortController();
  // Its program comes while the file does.
  const thread = kept ?? startThread();
  const release = () => {
    if (kept === undefined) thread.stop();
  };
  const { lost, onFailure } = watchLosses(thread.port, onLost);
  const whole = async (blob: Blob): Promise<OpenedSource> => ({ data: new Uint8Array(await blob.arrayBuffer()) });
  const opening = file instanceof Blob ? whole(file) : openSource(file, stop, onFailure);
  const source = await opening.catch((error: unknown) => {
    release();
    throw new PdfFailure(troubleOf(error), { cause: error });
  });
  // Read before the bytes are handed over to the worker: then there are none left here.
  const size = 'data' in source ? source.data.length : source.range.length;
  const task = readDocument(source, thread.worker);
  const close = () => {
    stop.abort();
    void task.destroy().finally(release);
  };
  try {
    const pdf = await Promise.race([task.promise, lost]);
    const first = sizeOf(await Promise.race([pdf.getPage(1), lost]));
    return { pages: pdf.numPages, size, first, ...pageReader(pdf), close };
  } catch (error) {
    close();
    throw asFailure(error);
  }
}

function readDocument(source: OpenedSource, worker: PDFWorker) {
  return getDocument({
    ...source,
    worker,
    // Only what is looked at is fetched: a catalogue of 20 MB opens like a single page.
    disableStream: true,
    disableAutoFetch: true,
    rangeChunkSize: PART_BYTES,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${DATA}cmaps/`,
    standardFontDataUrl: `${DATA}standard_fonts/`,
    iccUrl: `${DATA}iccs/`,
    wasmUrl: `${DATA}wasm/`,
    useWasm: false,
    enableXfa: false,
    canvasMaxAreaInBytes: IMAGE_BYTES,
  });
}

/** Waits for drawing; when it is given up it ends early, without an error. */
async function drawn(drawing: Promise<unknown>, cancel: () => void, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', cancel, { once: true });
  await drawing.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** What a viewer does with the pages of an opened document. */
function pageReader(pdf: PDFDocumentProxy): Omit<OpenPdf, 'pages' | 'size' | 'first' | 'close'> {
  const opened = new Map<number, PDFPageProxy>();
  const pageOf = async (number: number): Promise<PDFPageProxy> => {
    const page = opened.get(number) ?? (await pdf.getPage(number));
    opened.set(number, page);
    return page;
  };
  /** Of a page that cannot be drawn nothing is seen. */
  const seen = new Map<number, Promise<boolean[]>>();
  const seenOf = (number: number): Promise<boolean[]> => {
    const known =
      seen.get(number) ??
      pageOf(number)
        .then(seenIn)
        .catch(() => []);
    seen.set(number, known);
    return known;
  };
  const itemsOf = async (number: number) => textItems(await (await pageOf(number)).getTextContent());
  return {
    async partOf(number, box) {
      return partIn(await pageOf(number), box);
    },
    async draw(number, canvas, width, signal) {
      const page = await pageOf(number);
      const natural = sizeOf(page);
      if (signal.aborted) return natural;
      const viewport = page.getViewport({ scale: canvasScale(natural, width, globalThis.devicePixelRatio || 1) });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      await drawn(drawing.promise, () => drawing.cancel(), signal);
      return natural;
    },
    async layText(number, container, signal) {
      const page = await pageOf(number);
      const textContentSource = await page.getTextContent();
      const seen = await seenOf(number);
      if (signal.aborted) return [];
      const layer = new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) });
      await drawn(layer.render(), () => layer.cancel(), signal);
      // Neither marked nor copied, and not read aloud; the others keep their places.
      for (const [index, element] of layer.textDivs.entries()) if (!seen[index]) element.textContent = '';
      return layer.textDivs;
    },
    async readText(number) {
      const seen = await seenOf(number);
      const items = await itemsOf(number);
      return items.map(({ str, hasEOL }, index) => ({ text: seen[index] ? str : '', endsLine: hasEOL }));
    },
    async readClaimedText(number) {
      return (await itemsOf(number)).map(({ str, hasEOL }) => ({ text: str, endsLine: hasEOL }));
    },
    release(number) {
      opened.get(number)?.cleanup();
    },
  };
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

const textItems = ({ items }: TextContent) => items.flatMap((item) => ('str' in item ? [item] : []));

/** Of each piece of a page's text whether it is seen: the page is drawn for it, a pixel a point. */
async function seenIn(page: PDFPageProxy): Promise<boolean[]> {
  const size = sizeOf(page);
  const viewport = page.getViewport({ scale: canvasScale(size, size.width, 1) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
  const pieces = textItems(await page.getTextContent());
  // Its memory is given back at once.
  canvas.width = 0;
  if (data === undefined) return pieces.map(() => false);
  return seenPieces(pieces, { width, height, data, transform: viewport.transform });
}

function partIn(page: PDFPageProxy, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): PartOfPage {
  const viewport = page.getViewport({ scale: 1 });
  // Two opposite corners; which ones they are depends on the rotation of the page.
  const [ax, ay] = viewport.convertToViewportPoint(x1, y1) as [number, number];
  const [bx, by] = viewport.convertToViewportPoint(x2, y2) as [number, number];
  return {
    left: Math.min(ax, bx) / viewport.width,
    top: Math.min(ay, by) / viewport.height,
    width: Math.abs(bx - ax) / viewport.width,
    height: Math.abs(by - ay) / viewport.height,
  };
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
