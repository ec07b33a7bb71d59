/** What is repaired of pdf.js, and that it has to be. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REPAIR } from './pdfjs-library.ts';

it('pdf.js still has the loop that is repaired; once it has not, pdfjs-library.ts can go', () => {
  const library = readFileSync(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')), 'utf8');
  const start = library.indexOf('function convertRGBToRGBA(');
  const converter = library.slice(start, library.indexOf('\nfunction ', start + 1));
  expect(converter.split(REPAIR.wrong)).toHaveLength(3);
  expect(library.split(REPAIR.wrong)).toHaveLength(3);
});

it('reads no pixel of a strip twice', () => {
  const width = 2000;
  const strips = 100;
  const image = new Uint8Array(width * 16 * strips * 3).map((_, at) => at % 251);
  const library = readFileSync(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')), 'utf8');
  const start = library.indexOf('function convertRGBToRGBA(');
  const source = library.slice(start, library.indexOf('\nfunction ', start + 1));
  const converterOf = (text: string) =>
    new Function('FeatureTest', `${text}; return convertRGBToRGBA;`)({ isLittleEndian: true });
  const takes = (convert: (strip: object) => { srcPos: number }) => {
    const dest = new Uint32Array(width * 16);
    const began = performance.now();
    let srcPos = 0;
    for (let strip = 0; strip < strips; strip++)
      ({ srcPos } = convert({ src: image, srcPos, dest, width, height: 16 }));
    return { ms: performance.now() - began, last: dest };
  };
  const before = takes(converterOf(source));
  const after = takes(converterOf(source.replaceAll(REPAIR.wrong, REPAIR.right)));
  expect(after.last).toEqual(before.last);
  expect(after.ms * 5).toBeLessThan(before.ms);
});
