/** Wraps pdf.js, loaded only when a document is shown: own worker, no scripting, no WebAssembly, data from our own origin. */
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
/** Larger images are scaled down. */
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

/** From the upper left, as fractions of the page's width or height. */
export interface PartOfPage {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface OpenPdf {
  pages: number;
  /** File size in bytes. */
  size: number;
  /** Size of page 1; the others are known after rendering. */
  first: PageSize;
  /** Renders page `number` (one-based) into the canvas for a width in CSS pixels; resolves with its size when rendered or cancelled. */
  draw(number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<PageSize>;
  /** Lays the page's text invisibly over its picture; returns the element of each piece of text, in reading order. */
  layText(number: number, into: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  /** The page's visible text, in the same pieces; renders the page once for it. */
  readText(number: number): Promise<readonly TextItem[]>;
  /** The page's text as stored in the file, including hidden pieces: a quick way to find pages worth reading. */
  readClaimedText(number: number): Promise<readonly TextItem[]>;
  /** The position of a rectangle in PDF points on the page as displayed. */
  partOf(number: number, box: readonly number[]): Promise<PartOfPage>;
  /** Releases the memory used to render the page. */
  release(number: number): void;
  close(): void;
}

function troubleOf(error: unknown): PdfTrouble {
  if (contactOf(error) !== null) return 'away';
  if (error instanceof ApiFailure) return 'unreachable';
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken';
}

/** The PDF worker thread; starting one takes longer than opening a short paper. */
export interface PdfThread {
  readonly worker: PDFWorker;
  readonly port: Worker;
  stop(): void;
}

/** Puts the worker's program into the browser cache, for when it is started. */
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

/** Failures of the worker and of its part requests while a document is being opened. */
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
 * Opens a PDF from its bytes, or in parts through the call that returns a stored file.
 * @param onLost a part did not arrive after the document was opened.
 * @param kept a worker reused for one document after the other; its creator stops it. Throws PdfFailure.
 */
export async function openPdf(
  file: Blob | Request,
  onLost: (failure: PdfFailure) => void,
  kept?: PdfThread,
): Promise<OpenPdf> {
  const stop = new AbortController();
  // Its program loads in parallel with the file.
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
  // Read the size first: passing the bytes to the worker empties them here.
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
    // Load only viewed pages: a catalogue of 20 MB opens like a single page.
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

/** Waits for rendering; cancelling ends it early, without an error. */
async function drawn(drawing: Promise<unknown>, cancel: () => void, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', cancel, { once: true });
  await drawing.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** A viewer's operations on the pages of an open document. */
function pageReader(pdf: PDFDocumentProxy): Omit<OpenPdf, 'pages' | 'size' | 'first' | 'close'> {
  const opened = new Map<number, PDFPageProxy>();
  const pageOf = async (number: number): Promise<PDFPageProxy> => {
    const page = opened.get(number) ?? (await pdf.getPage(number));
    opened.set(number, page);
    return page;
  };
  /** A page that cannot be rendered has no visible text. */
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
      // Hidden text is neither marked, copied nor read aloud; the other pieces keep their positions.
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

/** For each piece of a page's text, whether it is visible: renders the page at one pixel per point. */
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
  // Release its memory immediately.
  canvas.width = 0;
  if (data === undefined) return pieces.map(() => false);
  return seenPieces(pieces, { width, height, data, transform: viewport.transform });
}

function partIn(page: PDFPageProxy, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): PartOfPage {
  const viewport = page.getViewport({ scale: 1 });
  // Two opposite corners; which ones depends on the rotation of the page.
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
