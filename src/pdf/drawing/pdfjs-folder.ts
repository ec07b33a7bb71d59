/** The folder of pdf.js, which also has typefaces and character maps. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

export const PDFJS_FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
