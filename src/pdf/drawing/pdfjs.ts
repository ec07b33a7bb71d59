/** Draws pages with pdf.js, the engine of Firefox and of our own pages. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { AnnotationMode, getDocument, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { giveBack } from '#formats/given-back.ts';
import type { DrawingEngine, OpenDrawing } from './picture.ts';

type RenderParameters = Parameters<PDFPageProxy['render']>[0];

const DATA = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

// A font that is not embedded and has no standard name is drawn with these, on every machine.
for (const style of ['Regular', 'Bold', 'Italic', 'BoldItalic']) {
  GlobalFonts.registerFromPath(join(DATA, 'standard_fonts', `LiberationSans-${style}.ttf`), 'sans-serif');
}

/** The settings of the signer's page, so that the same is drawn here (src/web/signer/read/pdf-engine.ts). */
export const pdfJs: DrawingEngine = { name: 'pdf.js', open };

async function open(bytes: Uint8Array): Promise<OpenDrawing> {
  const task = getDocument({
    // pdf.js takes the buffer over.
    data: bytes.slice(),
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${join(DATA, 'cmaps')}/`,
    standardFontDataUrl: `${join(DATA, 'standard_fonts')}/`,
    iccUrl: `${join(DATA, 'iccs')}/`,
    wasmUrl: `${join(DATA, 'wasm')}/`,
    useWasm: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  });
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    async size(index) {
      const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
      return { width, height };
    },
    async draw(index, { width, height }) {
      const page = await pdf.getPage(index + 1);
      const canvas = createCanvas(width, height);
      try {
        await render(page, canvas);
        return { width, height, data: pixelsOn(canvas) };
      } finally {
        page.cleanup();
        // The canvas gives its memory back now and not when it is collected.
        canvas.width = 1;
        canvas.height = 1;
      }
    },
    close: () => task.destroy(),
  };
}

async function render(page: PDFPageProxy, canvas: Canvas): Promise<void> {
  const viewport = page.getViewport({ scale: 1 });
  const { width, height } = canvas;
  await page.render({
    canvas: canvas as unknown as RenderParameters['canvas'],
    canvasContext: canvas.getContext('2d') as unknown as NonNullable<RenderParameters['canvasContext']>,
    viewport,
    transform: [width / viewport.width, 0, 0, height / viewport.height, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
    background: '#ffffff',
  }).promise;
}

/**
 * A copy of what a canvas shows. The paper is opaque: these are the values of getImageData, without its conversion of each
 * pixel. `data` is the canvas's own memory, which must not be read once that has changed.
 */
function pixelsOn(canvas: Canvas): Uint8Array {
  const own = canvas.data();
  const data = new Uint8Array(own);
  giveBack(own);
  return data;
}
