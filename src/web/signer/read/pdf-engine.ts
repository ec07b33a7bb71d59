/** Wraps pdf.js, loaded only when a document is read: no scripting, no WebAssembly, own worker. */
import {
  AnnotationMode,
  GlobalWorkerOptions,
  getDocument,
  type PDFPageProxy,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url';
import { startWorker } from '../../shared/trusted-worker.ts';
import { canvasScale } from './zoom.ts';

/** Character maps, standard fonts and image decoders, copied there by the build. */
const DATA = `/assets/pdfjs-${version}/`;

export interface PageSize {
  /** CSS pixels at 100 %, rotation applied. */
  width: number;
  height: number;
}

export interface PageDrawing {
  done: Promise<void>;
  cancel: () => void;
}

export interface OpenPdf {
  pages: number;
  /** `page` is 1-based everywhere. */
  sizeOf(page: number): Promise<PageSize>;
  /** The position of a field of that name on the page, in CSS pixels at 100 % from the upper left; null without a visible one. */
  placeOf(page: number, field: string): Promise<(PageSize & { left: number; top: number }) | null>;
  /** The position of a rectangle in PDF points on the page, in CSS pixels at 100 % from the upper left. */
  boxOn(page: number, box: readonly number[]): Promise<PageSize & { left: number; top: number }>;
  /** Renders the page into the canvas, which it resizes, for a width in CSS pixels. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): PageDrawing;
  /** Releases what rendering the page has cached. */
  release(page: number): void;
  close(): Promise<void>;
}

function boxIn(proxy: PDFPageProxy, box: readonly number[]): PageSize & { left: number; top: number } {
  const viewport = proxy.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  // Two opposite corners; which ones depends on the rotation of the page.
  const [ax, ay] = viewport.convertToViewportPoint(x1, y1) as [number, number];
  const [bx, by] = viewport.convertToViewportPoint(x2, y2) as [number, number];
  return { left: Math.min(ax, bx), top: Math.min(ay, by), width: Math.abs(bx - ax), height: Math.abs(by - ay) };
}

let worker: Worker | null = null;

/** The worker, and a promise that rejects when its script cannot be loaded. */
function viewerWorker(): { worker: Worker; broken: Promise<never> } {
  const started = worker ?? startWorker(workerAddress);
  worker = started;
  const broken = new Promise<never>((_, reject) => {
    started.addEventListener(
      'error',
      () => {
        // The next attempt starts a new worker instead of waiting for a dead one.
        started.terminate();
        if (worker === started) worker = null;
        reject(new Error('The viewer did not start.'));
      },
      { once: true },
    );
  });
  broken.catch(() => {});
  return { worker: started, broken };
}

/** Opens a PDF from its bytes, which are transferred to the worker. Rejects when it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const started = viewerWorker();
  GlobalWorkerOptions.workerPort = started.worker;
  const task = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${DATA}cmaps/`,
    standardFontDataUrl: `${DATA}standard_fonts/`,
    iccUrl: `${DATA}iccs/`,
    wasmUrl: `${DATA}wasm/`,
    useWasm: false,
    enableXfa: false,
    // Larger images are scaled down: a phone has little memory.
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  });
  const pdf = await Promise.race([task.promise, started.broken]);

  return {
    pages: pdf.numPages,
    async sizeOf(page) {
      const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
      return { width, height };
    },
    async placeOf(page, field) {
      const proxy = await pdf.getPage(page);
      const all = await proxy.getAnnotations();
      const rect = all.find(({ fieldName }) => fieldName === field)?.rect;
      if (!Array.isArray(rect)) return null;
      const box = boxIn(proxy, rect.map(Number));
      return box.width * box.height > 0 ? box : null;
    },
    async boxOn(page, box) {
      return boxIn(await pdf.getPage(page), box);
    },
    draw(page, canvas, width) {
      let cancelled = false;
      let cancelTask = () => {};
      const done = (async () => {
        const proxy = await pdf.getPage(page);
        if (cancelled) return;
        const natural = proxy.getViewport({ scale: 1 });
        const scale = canvasScale(natural, width, globalThis.devicePixelRatio || 1);
        const viewport = proxy.getViewport({ scale });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        const drawing = proxy.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
        cancelTask = () => drawing.cancel();
        await drawing.promise;
      })();
      return {
        done,
        cancel: () => {
          cancelled = true;
          cancelTask();
        },
      };
    },
    release(page) {
      // A closed document has nothing left to release.
      pdf.getPage(page).then(
        (proxy) => proxy.cleanup(),
        () => {},
      );
    },
    async close() {
      await task.destroy();
    },
  };
}
