/** Whether Poppler and MuPDF show the same as PDFium, which our own check compares with pdf.js. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type Difference,
  differencesOf,
  exceedsEnlargedTolerance,
  exceedsTolerance,
} from '#pdf/drawing/compare-pictures.ts';
import { blank, boxAround, type PageSize, type Picture, type PixelBox, pixelsOf } from '#pdf/drawing/page-picture.ts';
import type { OpenPdfium } from '#pdf/drawing/pdfium.ts';
import { drawnBy, wordsBy } from './foreign-drawing.ts';

const run = promisify(execFile);

const DPI = 100;
/** Differences that disappear at this resolution are only the smoothing of edges and of lines thinner than a pixel. */
const CLOSE_DPI = 300;
/** The area around a character that another design of its typeface may cover: pixels, and a share of its height. */
const DESIGN = 8;
const DESIGN_SHARE = 0.25;

/** Minimum weight of a difference inside a picture, as in our own check: programs enlarge pictures differently. */
const IMAGE_FROM = 10;

export const DRAWERS = ['Poppler', 'MuPDF'] as const;
export type Drawer = (typeof DRAWERS)[number];

/** A page that a program shows differently. */
export interface Finding {
  readonly drawer: Drawer;
  /** From 1. */
  readonly page: number;
  /** Weight of the heaviest difference; infinite where the program draws nothing. */
  readonly weight: number;
}

interface Page {
  readonly pdf: Uint8Array;
  readonly open: OpenPdfium;
  /** From 0. */
  readonly index: number;
}

/** @returns the programs that show this page differently from PDFium, each with the weight of the heaviest difference. */
export async function differingPrograms(page: Page): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const drawer of DRAWERS) {
    if ((await weightBetween(page, drawer, DPI, exceedsTolerance)) === 0) continue;
    const weight = await weightBetween(page, drawer, CLOSE_DPI, exceedsEnlargedTolerance);
    if (weight === 0) continue;
    const weightBeside = (await weightBesideLetters(page, drawer)) ?? weight;
    if (weightBeside > 0) findings.push({ drawer, page: page.index + 1, weight: weightBeside });
  }
  return findings;
}

/**
 * Ignores fields and links: MuPDF marks signature fields, Poppler redraws fields.
 * @param shared boxes in which the other program's pixels are replaced by PDFium's. Blanking them would cut lines
 * that both programs draw, and the cut edges would differ.
 */
async function weightBetween(
  { pdf, open, index }: Page,
  drawer: Drawer,
  dpi: number,
  counts: typeof exceedsTolerance,
  shared: (pixels: PageSize) => readonly PixelBox[] = () => [],
): Promise<number> {
  const pixels = pixelsOf(await open.size(index), dpi);
  const other = await drawnBy(drawer, pdf, index + 1, pixels);
  // A page beyond the program's limits has nothing to compare.
  if (other === null) return 0;
  const drawn = await open.draw(index, pixels);
  const cut = croppedTo(other, drawn);
  const images = open.images(index, drawn).boxes;
  for (const picture of [drawn, cut]) blank(picture, open.fieldsAndLinks(index, pixels));
  copyBoxes(drawn, cut, shared(pixels));
  const isInImage = ({ box }: Difference): boolean => images.some((image) => isInside(box, image));
  const visible = differencesOf(drawn, cut).find((one) => counts(one) && (one.weight >= IMAGE_FROM || !isInImage(one)));
  return visible?.weight ?? 0;
}

/** Copies the pixels of some boxes to another picture of the same size. */
function copyBoxes(from: Picture, to: Picture, boxes: readonly PixelBox[]): void {
  for (const { x, y, width, height } of boxes) {
    for (let row = y; row < y + height; row++) {
      const [start, end] = [(row * from.width + x) * 4, (row * from.width + x + width) * 4];
      to.data.set(from.data.subarray(start, end), start);
    }
  }
}

const isInside = (box: PixelBox, outer: PixelBox): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height;

/** Programs round the far edge of a page up or down; a difference of one pixel is none. */
function croppedTo(picture: Picture, { width, height }: PageSize): Picture {
  const isNear = Math.abs(picture.width - width) <= 1 && Math.abs(picture.height - height) <= 1;
  if (!isNear || (picture.width === width && picture.height === height)) return picture;
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let row = 0; row < Math.min(height, picture.height); row++) {
    const from = row * picture.width * 4;
    data.set(picture.data.subarray(from, from + Math.min(width, picture.width) * 4), row * width * 4);
  }
  return { width, height, data };
}

/**
 * Where a typeface is not embedded, every program substitutes its own, and letters may have another design.
 * @returns weight of the heaviest difference that is not a letter; null where letters count, because all typefaces
 * are embedded or the words differ.
 */
async function weightBesideLetters(page: Page, drawer: Drawer): Promise<number | null> {
  const { pdf, open, index } = page;
  if (!(await hasMissingTypeface(pdf, index + 1))) return null;
  const { characters } = open.characters(index, pixelsOf(await open.size(index), CLOSE_DPI));
  const words = characters.flatMap(({ text, generated }) => (generated ? [] : [text])).join('');
  const [own, foreignLetters] = [words, await wordsBy(drawer, pdf, index + 1)].map(lettersOf);
  if (own !== foreignLetters) return null;
  const boxes = (pixels: PageSize): PixelBox[] => {
    const [a, b, c, d, e, f] = open.characters(index, pixels).mapping;
    return characters.flatMap(({ box: [left, bottom, right, top] }) => {
      const corners = [left, right].flatMap((x) => [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]));
      const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
      const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      const margin = DESIGN + Math.round(DESIGN_SHARE * Math.max(x1 - x0, y1 - y0));
      const surrounding = boxAround([x0, y0, x1, y1], pixels, margin);
      return surrounding ? [surrounding] : [];
    });
  };
  return weightBetween(page, drawer, CLOSE_DPI, exceedsEnlargedTolerance, boxes);
}

/** Sorted, because programs read columns in different orders. PDFium reads a soft hyphen as a hyphen, the others omit it. */
const lettersOf = (text: string): string =>
  [...text.normalize('NFKC').replace(/[\s\p{C}\ufffd-]/gu, '')].sort().join('');

async function hasMissingTypeface(pdf: Uint8Array, page: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'typefaces-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run('pdffonts', ['-f', `${page}`, '-l', `${page}`, file]);
    // Columns: name, type, encoding, embedded, subset, ToUnicode, object.
    return stdout.split('\n').some((line) => / no +(?:yes|no) +(?:yes|no) +(?:\d+ +\d+|\[none\])/.test(line));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
