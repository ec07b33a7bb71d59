/** Draws pages with pdf.js, the engine of Firefox and of our own pages. */

import { join } from 'node:path';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { type DrawingEngine, type OpenDrawing, type PageSize, type PixelBox, wholePage } from './page-picture.ts';
import { PDFJS_FOLDER } from './pdfjs-folder.ts';
import { AnnotationMode, getDocument, VerbosityLevel } from './pdfjs-library.ts';

type RenderParameters = Parameters<PDFPageProxy['render']>[0];

// Fonts that are neither embedded nor standard are drawn with these, on every machine.
for (const style of ['Regular', 'Bold', 'Italic', 'BoldItalic']) {
  GlobalFonts.registerFromPath(join(PDFJS_FOLDER, 'standard_fonts', `LiberationSans-${style}.ttf`), 'sans-serif');
}

/**
 * This canvas applies the current transformation to image data, contrary to the HTML standard. pdf.js converts groups
 * and soft masks in place and relies on the standard: their data would be misplaced, and the mask would hide nothing.
 */
function contextOf(canvas: Canvas): SKRSContext2D {
  const context = canvas.getContext('2d');
  const putImageData = context.putImageData.bind(context) as (...args: unknown[]) => void;
  context.putImageData = (...args: unknown[]) => {
    context.save();
    context.resetTransform();
    putImageData(...args);
    context.restore();
  };
  return context;
}

interface Surface {
  canvas: Canvas | null;
  context: SKRSContext2D | null;
}

/** The canvases that pdf.js needs while drawing. */
class Canvases {
  create(width: number, height: number): Surface {
    const canvas = createCanvas(width, height);
    return { canvas, context: contextOf(canvas) };
  }

  reset({ canvas }: Surface, width: number, height: number): void {
    if (canvas) Object.assign(canvas, { width, height });
  }

  destroy(surface: Surface): void {
    this.reset(surface, 0, 0);
    Object.assign(surface, { canvas: null, context: null });
  }
}

/** The same settings as the readers in the browser, so that all draw the same (src/web/shared/pdf/engine.ts). */
export const pdfJs: DrawingEngine = { name: 'pdf.js', open: (bytes, owned) => open(owned ? bytes : bytes.slice()) };

async function open(data: Uint8Array): Promise<OpenDrawing> {
  const task = getDocument({
    data,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${join(PDFJS_FOLDER, 'cmaps')}/`,
    standardFontDataUrl: `${join(PDFJS_FOLDER, 'standard_fonts')}/`,
    iccUrl: `${join(PDFJS_FOLDER, 'iccs')}/`,
    wasmUrl: `${join(PDFJS_FOLDER, 'wasm')}/`,
    useWasm: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
    CanvasFactory: Canvases,
  });
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    async size(index) {
      const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(index, pageSize, part = wholePage(pageSize)) {
      const page = await pdf.getPage(index + 1);
      const canvas = createCanvas(part.width, part.height);
      try {
        await render(page, canvas, pageSize, part);
        return { width: part.width, height: part.height, data: pixelsOn(canvas) };
      } finally {
        page.cleanup();
        // Frees the canvas's memory now instead of at garbage collection.
        canvas.width = 1;
        canvas.height = 1;
      }
    },
    close: () => task.destroy(),
  };
}

async function render(page: PDFPageProxy, canvas: Canvas, pageSize: PageSize, part: PixelBox): Promise<void> {
  const viewport = page.getViewport({ scale: 1 });
  await page.render({
    canvas: canvas as unknown as RenderParameters['canvas'],
    canvasContext: contextOf(canvas) as unknown as NonNullable<RenderParameters['canvasContext']>,
    viewport,
    transform: [pageSize.width / viewport.width, 0, 0, pageSize.height / viewport.height, -part.x, -part.y],
    annotationMode: AnnotationMode.ENABLE,
    background: '#ffffff',
  }).promise;
}

/**
 * A copy of a canvas's content. The paper is opaque: these are the values of getImageData, without its per-pixel
 * conversion. `data` is the canvas's own memory, which must not be read after the canvas changes.
 */
function pixelsOn(canvas: Canvas): Uint8Array {
  const canvasMemory = canvas.data();
  const data = new Uint8Array(canvasMemory);
  releaseBuffer(canvasMemory);
  return data;
}
