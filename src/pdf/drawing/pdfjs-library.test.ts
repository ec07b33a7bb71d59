/** What is patched in pdf.js, and that the patch is still needed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { REPAIR } from './pdfjs-library.ts';

const library = readFileSync(fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')), 'utf8');
const start = library.indexOf('function convertRGBToRGBA(');
const converter = library.slice(start, library.indexOf('\nfunction ', start + 1));

/** Converts an image in strips as pdf.js does. @returns the last strip, and the number of bytes read singly. */
function converted(source: string) {
  const [width, height, strips] = [20, 16, 5];
  const image = new Uint8Array(width * height * strips * 3).map((_, at) => at % 251);
  let reads = 0;
  const src = new Proxy(image, {
    get(bytes, name) {
      if (name === 'buffer') return bytes.buffer;
      reads += 1;
      return Reflect.get(bytes, name, bytes);
    },
  });
  const convert = new Function('FeatureTest', `${source}; return convertRGBToRGBA;`)({ isLittleEndian: true });
  const dest = new Uint32Array(width * height);
  let srcPos = 0;
  for (let strip = 0; strip < strips; strip++) ({ srcPos } = convert({ src, srcPos, dest, width, height }));
  return { dest, reads };
}

it('pdf.js still has the loop that is patched; without it pdfjs-library.ts can be removed', () => {
  expect(converter.split(REPAIR.wrong)).toHaveLength(3);
  expect(library.split(REPAIR.wrong)).toHaveLength(3);
});

it('the patch gives the same pixels without rereading strips', () => {
  const before = converted(converter);
  const after = converted(converter.replaceAll(REPAIR.wrong, REPAIR.right));
  expect(after.dest).toEqual(before.dest);
  expect([before.reads > 0, after.reads]).toEqual([true, 0]);
});
