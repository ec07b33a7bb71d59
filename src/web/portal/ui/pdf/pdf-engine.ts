/** pdf.js, fetched only when a document is shown: own worker, no scripting, no WebAssembly, data from our own address. */
import { AnnotationMode, getDocument, PDFWorker, VerbosityLevel, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url&no-inline';
import { startWorker } from '../../../shared/trusted-worker.ts';

/** Where the build puts character maps, standard fonts and image decoders. */
const DATA = `/assets/pdfjs-${version}/`;
/** Larger images are drawn smaller. */
const IMAGE_BYTES = 128 * 1024 * 1024;

export interface PageSize {
  /** PDF points, rotation applied. */
  width: number;
  height: number;
}

export interface OpenPdf {
  sizes: readonly PageSize[];
  /** Draws page `number` (from 1) into the canvas for a width in CSS pixels; resolves when drawn or cancelled. */
  draw(number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<void>;
  /** The page's text, in the pieces it is written in. */
  readText(number: number): Promise<readonly { text: string; endsLine: boolean }[]>;
  close(): void;
}

/** Opens a PDF from its bytes, which pass over to the worker. Rejects when it cannot be read. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const port = startWorker(workerAddress);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data: bytes,
    worker,
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
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  const broken = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The viewer did not start.')), { once: true });
  });
  broken.catch(() => {});
  try {
    const pdf = await Promise.race([task.promise, broken]);
    const sizes: PageSize[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
      sizes.push({ width, height });
    }
    return {
      sizes,
      async draw(number, canvas, width, signal) {
        const page = await pdf.getPage(number);
        if (signal.aborted) return;
        const natural = page.getViewport({ scale: 1 });
        const viewport = page.getViewport({
          scale: (width / natural.width) * Math.min(globalThis.devicePixelRatio || 1, 2),
        });
        canvas.width = Math.floor(viewport.width);
        canvas.height = Math.floor(viewport.height);
        const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
        signal.addEventListener('abort', () => drawing.cancel(), { once: true });
        await drawing.promise.catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      },
      async readText(number) {
        const { items } = await (await pdf.getPage(number)).getTextContent();
        return items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : []));
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
