/**
 * Loads pdf.js with one loop patched. `convertRGBToRGBA` of version 6 converts images to RGBA in strips of 16 rows; the
 * remainder of each strip is read from the start of the image instead of the start of the strip. The surplus is written
 * after the end of the strip, where it has no effect, but takes time that grows with the square of the height: 0.7 s of
 * 0.9 s for a page scanned at 200 dpi. Browsers convert an image in one piece and do not run this code.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const LIBRARY = import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs');
export const REPAIR = {
  wrong: 'for (let j = i * 4, jj = srcPos + len;',
  right: 'for (let j = srcPos + i * 4, jj = srcPos + len;',
} as const;

const hooks = registerHooks({
  load: (url, context, next) =>
    url === LIBRARY
      ? {
          format: 'module',
          shortCircuit: true,
          source: readFileSync(fileURLToPath(url), 'utf8').replaceAll(REPAIR.wrong, REPAIR.right),
        }
      : next(url, context),
});
export const { AnnotationMode, getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
hooks.deregister();
