/** pdf.js, fetched only when a document is shown: own worker, no scripting, no WebAssembly, data from our own address. */
import {
  AnnotationMode,
  getDocument,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { isProgramMissing, startWorker } from '../../../shared/trusted-worker.ts';
import { ApiFailure, contactOf } from '../../api/failure.ts';
import { PART_BYTES } from '../../api/preview.ts';
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
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const onFailure = (failure: unknown) => {
    const told = new PdfFailure(contactOf(failure) === null ? 'unreachable' : 'away', { cause: failure });
    lost.reject(told);
    onLost(told);
  };
  const { worker, port } = thread;
  const onError = (event: Event) => lost.reject(new PdfFailure(isProgramMissing(event) ? 'away' : 'broken'));
  port.addEventListener('error', onError, { once: true });
  const whole = async (blob: Blob): Promise<OpenedSource> => ({ data: new Uint8Array(await blob.arrayBuffer()) });
  const opening = file instanceof Blob ? whole(file) : openSource(file, stop, onFailure);
  const source = await opening.catch((error: unknown) => {
    if (kept === undefined) thread.stop();
    throw new PdfFailure(troubleOf(error), { cause: error });
  });
  const size = 'data' in source ? source.data.length : source.range.length;
  const task = getDocument({
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
  const close = () => {
    stop.abort();
    void task.destroy().finally(() => {
      if (kept === undefined) thread.stop();
    });
  };
  try {
    const pdf = await Promise.race([task.promise, lost.promise]);
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
    const first = sizeOf(await Promise.race([pageOf(1), lost.promise]));
    return {
      pages: pdf.numPages,
      size,
      first,
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
        signal.addEventListener('abort', () => drawing.cancel(), { once: true });
        await drawing.promise.catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        return natural;
      },
      async layText(number, into, signal) {
        const page = await pageOf(number);
        const text = await page.getTextContent();
        const seen = await seenOf(number);
        if (signal.aborted) return [];
        const layer = new TextLayer({
          textContentSource: text,
          container: into,
          viewport: page.getViewport({ scale: 1 }),
        });
        signal.addEventListener('abort', () => layer.cancel(), { once: true });
        await layer.render().catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        // Neither marked nor copied, and not read aloud; the others keep their places.
        for (const [index, element] of layer.textDivs.entries()) if (!seen[index]) element.textContent = '';
        return layer.textDivs;
      },
      async readText(number) {
        const seen = await seenOf(number);
        const items = textItems(await (await pageOf(number)).getTextContent());
        return items.map(({ str, hasEOL }, index) => ({ text: seen[index] ? str : '', endsLine: hasEOL }));
      },
      async readClaimedText(number) {
        const items = textItems(await (await pageOf(number)).getTextContent());
        return items.map(({ str, hasEOL }) => ({ text: str, endsLine: hasEOL }));
      },
      release(number) {
        opened.get(number)?.cleanup();
      },
      close,
    };
  } catch (error) {
    close();
    throw error instanceof PdfFailure ? error : new PdfFailure(troubleOf(error), { cause: error });
  }
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
