/** Compares how four programs of different makers draw a page: pdf.js, PDFium, Poppler and MuPDF. */
import { type DrawingEngine, type Picture, pixelsOf } from '#pdf/drawing/page-picture.ts';
import { loadPdfium } from '#pdf/drawing/pdfium.ts';
import { pdfJs } from '#pdf/drawing/pdfjs.ts';
import { drawnBy } from '../../corpora/foreign-drawing.ts';

/** Dots per inch: a page of the table is 120 dots wide. */
const RESOLUTION = 72;
/** How much a channel may differ after a blur, beyond a shift by one dot: programs convert inks differently. */
const CONTRAST = 56;
/** Of 255: lighter values are background. */
const FAINT_ABOVE = 250;
/** Dots from the middle of a hairline to the background next to it, after the blur. */
const THICK = 4;
/** Dots that may differ more: ends and joins of thin lines. */
const MAX_DOTS = 24;

/** Draws the first page of a file; null when nothing is drawn. */
type Draw = (bytes: Uint8Array) => Promise<Picture | null>;

/** An engine of the product, run here without a separate process. */
const drawInProcess =
  (engine: DrawingEngine): Draw =>
  async (bytes) => {
    const open = await engine.open(bytes).catch(() => null);
    if (open === null) return null;
    try {
      return await open.draw(0, pixelsOf(await open.size(0), RESOLUTION));
    } catch {
      return null;
    } finally {
      await open.close();
    }
  };

const pdfium = loadPdfium();
const DRAWERS: Readonly<Record<string, Draw>> = {
  'pdf.js': drawInProcess(pdfJs),
  PDFium: async (bytes) => drawInProcess(await pdfium)(bytes),
  Poppler: (bytes) => drawnBy('Poppler', bytes, 1, RESOLUTION),
  MuPDF: (bytes) => drawnBy('MuPDF', bytes, 1, RESOLUTION),
};

/** Number of differing dots on the first page for each pair of programs; a program that draws nothing differs in all dots. */
async function differences(bytes: Uint8Array): Promise<Record<string, number>> {
  const drawn = await Promise.all(
    Object.entries(DRAWERS).map(async ([name, draw]) => [name, await draw(bytes)] as const),
  );
  const counts: Record<string, number> = {};
  for (const [index, [left, a]] of drawn.entries()) {
    for (const [right, b] of drawn.slice(index + 1)) counts[`${left}, ${right}`] = unlikeDots(a, b);
  }
  return counts;
}

/** @returns the pairs of programs whose drawings differ by more than the edges of shapes. */
export async function unlikePairs(bytes: Uint8Array): Promise<string[]> {
  const pairs = Object.entries(await differences(bytes));
  return pairs.flatMap(([pair, dots]) => (dots > MAX_DOTS ? [`${pair}: ${dots}`] : []));
}

function unlikeDots(a: Picture | null, b: Picture | null): number {
  if (a === null && b === null) return 0;
  if (a === null || b === null) return Number.MAX_SAFE_INTEGER;
  // Some programs draw larger units larger, others do not; the picture is the same.
  if (a.width >= b.width * 2 - 1 && b.width > 1) return unlikeDots(halfSize(a), b);
  if (b.width >= a.width * 2 - 1 && a.width > 1) return unlikeDots(a, halfSize(b));
  if (Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1) return Number.MAX_SAFE_INTEGER;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const [left, right] = [blurred(a, width, height), blurred(b, width, height)];
  return Math.max(unmatchedDots(left, right, width, height), unmatchedDots(right, left, width, height));
}

/** Every second dot of every second row. */
function halfSize({ width, height, data }: Picture): Picture {
  const half = { width: width >> 1, height: height >> 1 };
  const dots = new Uint8Array(half.width * half.height * 4);
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const from = (y * 2 * width + x * 2) * 4;
      dots.set(data.subarray(from, from + 4), (y * half.width + x) * 4);
    }
  }
  return { ...half, data: dots };
}

/** The mean of each dot and its neighbours, because each program smooths edges differently. */
function blurred({ width: stride, data }: Picture, width: number, height: number): Uint8Array {
  const blurredData = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      const at = Math.floor(x / 3) * 4 + (x % 3);
      let sum = 0;
      let count = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = at - 4; column <= at + 4; column += 4) {
          if (column < 0 || column >= width * 4) continue;
          sum += data[row * stride * 4 + column] ?? 0;
          count++;
        }
      }
      blurredData[y * width * 3 + x] = sum / count;
    }
  }
  return blurredData;
}

/** Dots of `a` that match neither the same dot of `b` nor its neighbours. */
function unmatchedDots(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  let unmatched = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if ([0, 1, 2].some((channel) => isUnmatched(a, b, (y * width + x) * 3 + channel, width * 3))) unmatched++;
    }
  }
  return unmatched;
}

/** A hairline is one dot wide in some programs and thinner in others. */
const isThin = (a: Uint8Array, at: number, stride: number): boolean =>
  [THICK * 3, THICK * stride].some((step) => [at - step, at + step].every((other) => (a[other] ?? 0) > FAINT_ABOVE));

function isUnmatched(a: Uint8Array, b: Uint8Array, at: number, stride: number): boolean {
  const value = a[at] ?? 0;
  let [least, most] = [255, 0];
  for (let row = at - stride; row <= at + stride; row += stride) {
    for (let dot = row - 3; dot <= row + 3; dot += 3) {
      least = Math.min(least, b[dot] ?? 0);
      most = Math.max(most, b[dot] ?? 0);
    }
  }
  const isStrong = value < least - CONTRAST || value > most + CONTRAST;
  return isStrong && !(least < FAINT_ABOVE && isThin(a, at, stride));
}
