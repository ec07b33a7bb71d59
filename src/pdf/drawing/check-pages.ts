/** Draws pages and decides whether they look the same. Runs only in the drawing process. */
import { availableParallelism } from 'node:os';
import { writtenShare } from '#domain/signing/fields/written-share.ts';
import { signatureLines } from '#domain/signing/lines/signature-lines.ts';
import type { PageShape } from '#domain/signing/places.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { type Difference, differencesOf, exceedsTolerance, isChange, isIdentical } from './compare-pictures.ts';
import { findConfirmed } from './confirm-differences.ts';
import { picturesSideBySide } from './difference-picture.ts';
import type { DrawingAnswer, DrawingQuestion, EnginesRange, InkBox, PageFinding, PageRange } from './messages.ts';
import {
  blank,
  DRAWING_DPI,
  type DrawingEngine,
  greyOf,
  type OpenDrawing,
  type PageSize,
  type Picture,
  type PixelBox,
  pixelsOf,
} from './page-picture.ts';
import { loadPdfium, type OpenPdfium } from './pdfium.ts';
import { startPdfJs } from './thread/drawing-thread.ts';

/** Engines scale images differently but decode them from the same bytes: a real fault shows in more than the edges. */
const DIFFERENT_IMAGE_FROM = 10;
/** Pages with only images have no edges finer than their pixels: compare them at this resolution. */
const SCAN_DPI = 100;
/** Edges on pages made by the product: these pages are trusted, and a false alarm would block every signature. */
const MADE_HERE_FROM = 6;
/** Relative to the longer side: engines round sizes differently. */
const SIZE_TOLERANCE = 0.005;
/** A single engine renders identically to the last pixel at any size: a 3 pt mark still changes some pixels. */
const SAME_ENGINE_DPI = 48;

/** Aborts the check of a file. */
class Found extends Error {
  readonly page: number;
  readonly finding: PageFinding;
  readonly picture: Uint8Array | null;

  constructor(page: number, finding: PageFinding, detail: string, picture: Uint8Array | null = null) {
    super(detail);
    this.page = page;
    this.finding = finding;
    this.picture = picture;
  }
}

/** Two threads of pdf.js, which draws more slowly than PDFium; one on a single core. */
const [pdfJs, ...furtherPdfJs] = [startPdfJs(), ...(availableParallelism() > 1 ? [startPdfJs()] : [])];
/** From this file size in bytes only one thread of pdf.js draws: a second would need the same memory again. */
const LARGE_FILE_BYTES = 4 << 20;
/** Pixels of started pages above which no further page is started ahead: two A4 pages. Large sheets are drawn one at a time. */
const MAX_PIXELS_AHEAD = 5_000_000;
const pdfium = await loadPdfium();

/** @param files one or two, depending on the question. */
export async function checkPages(files: readonly Uint8Array[], question: DrawingQuestion): Promise<DrawingAnswer> {
  try {
    return await answer(files, question);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return { ok: false, page: error.page, finding: error.finding, detail: error.message, picture: error.picture };
  }
}

async function answer(files: readonly Uint8Array[], question: DrawingQuestion): Promise<DrawingAnswer> {
  const [first, second = first] = files;
  if (!first || !second) throw new Error('a question without a file');
  if (question.kind === 'ink') return measureInk(first, question.boxes);
  if (question.kind === 'lines') return findLines(first, question.pages);
  if (question.kind === 'engines') return compareEngines(first, question);
  if (question.kind === 'prepared') return comparePrepared(first, question);
  await compareVersions(pdfium, first, second, question);
  if (question.engines === 'both') await compareVersions(pdfJs, first, second, question);
  return { ok: true };
}

async function openFile<Open extends OpenDrawing>(
  engine: DrawingEngine<Open>,
  bytes: Uint8Array,
  transfer = false,
): Promise<Open> {
  return engine.open(bytes, transfer).catch((error: unknown) => {
    throw new Found(0, 'undrawable', `${engine.name} cannot open the file: ${messageOf(error)}`);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown failure');

/** Opens a file in PDFium for the duration of a call. */
async function withPdfium<Result>(bytes: Uint8Array, run: (file: OpenPdfium) => Promise<Result>): Promise<Result> {
  const file = await openFile(pdfium, bytes);
  try {
    return await run(file);
  } finally {
    await file.close();
  }
}

const compareEngines = (bytes: Uint8Array, range: EnginesRange): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (file) => ({ ok: true, fingerprints: await compareWithPdfJs(file, bytes, range) }));

const comparePrepared = (
  bytes: Uint8Array,
  { kept, ...range }: EnginesRange & { readonly kept: readonly string[] },
): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (file) => {
    const changedPages: number[] = [];
    for (const [page, picture] of kept.entries()) {
      if ((await fingerprintOf(file, page)) !== picture) changedPages.push(page);
    }
    await compareWithPdfJs(file, bytes, range);
    return { ok: true, unlike: changedPages };
  });

/** Leaves the bytes empty. @returns a fingerprint of each page of the range, none for generated pages. @throws Found */
async function compareWithPdfJs(pdfiumFile: OpenPdfium, bytes: Uint8Array, range: EnginesRange): Promise<string[]> {
  const { from, pages, madeHere = false } = range;
  const to = Math.min(range.to, pages);
  const others = await openPdfJs(bytes, to - from > 1 && bytes.byteLength < LARGE_FILE_BYTES);
  const fingerprints: string[] = [];
  const startedPages: StartedPage[] = [];
  try {
    for (const { pages: counted } of [pdfiumFile, ...others]) {
      if (counted !== pages) throw new Found(Math.min(counted, pages), 'engines', `${counted} pages of ${pages}`);
    }
    let next = from;
    /** Keeps each pdf.js thread busy with a page while another is compared. */
    const begin = async (): Promise<void> => {
      for (; startedPages.length <= others.length && pixelsIn(startedPages) <= MAX_PIXELS_AHEAD && next < to; next++) {
        startedPages.push(await beginPage(pdfiumFile, others[next % others.length] as OpenDrawing, next));
      }
    };
    await begin();
    for (let page = startedPages.shift(); page; page = startedPages.shift()) {
      const rendering = await drawFirst(pdfiumFile, page);
      if (!madeHere) fingerprints.push(await fingerprintOf(pdfiumFile, page.page));
      await begin();
      await comparePage(pdfiumFile, page, rendering, madeHere);
    }
    return fingerprints;
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
}

const pixelsIn = (pages: readonly StartedPage[]): number =>
  pages.reduce((sum, { pixels }) => sum + pixels.width * pixels.height, 0);

/** In all threads, or in one. The bytes are transferred and empty afterwards. */
async function openPdfJs(bytes: Uint8Array, inAllThreads: boolean): Promise<OpenDrawing[]> {
  const further = inAllThreads ? furtherPdfJs.map((engine) => openFile(engine, bytes)) : [];
  // PDFium has its own copy.
  return Promise.all([openFile(pdfJs, bytes, true), ...further]);
}

async function fingerprintOf(file: OpenPdfium, page: number): Promise<string> {
  const pixels = pixelsOf(await sizeOf(file, page), SAME_ENGINE_DPI);
  return failAsUndrawable(page, async () => file.fingerprint(page, pixels));
}

/** A page that pdf.js has started to draw. */
interface StartedPage {
  readonly page: number;
  readonly other: OpenDrawing;
  readonly size: PageSize;
  readonly pixels: PageSize;
  /** Weight from which a difference inside an image counts. */
  readonly imageFrom: number;
  readonly otherSize: Promise<PageSize>;
  readonly again: Promise<Picture>;
}

/** PDFium's rendering of a page, and its images. */
interface PdfiumRendering {
  readonly drawn: Picture;
  readonly images: readonly PixelBox[];
}

async function beginPage(pdfiumFile: OpenPdfium, pdfJsFile: OpenDrawing, page: number): Promise<StartedPage> {
  const size = await sizeOf(pdfiumFile, page);
  const dpi = await failAsUndrawable(page, async () => (pdfiumFile.isScanned(page) ? SCAN_DPI : DRAWING_DPI));
  const pixels = pixelsOf(size, dpi);
  const started = {
    ...{ page, other: pdfJsFile, size, pixels },
    // The same area of paper at each resolution.
    imageFrom: DIFFERENT_IMAGE_FROM * (dpi / DRAWING_DPI) ** 2,
    otherSize: sizeOf(pdfJsFile, page),
    again: draw(pdfJsFile, page, pixels),
  };
  // Errors are handled where the promises are awaited; this avoids unhandled rejections if an earlier page ends the
  // check.
  for (const promise of [started.otherSize, started.again]) promise.catch(() => undefined);
  return started;
}

/** @throws Found */
async function drawFirst(pdfium: OpenPdfium, { page, size, pixels, otherSize }: StartedPage): Promise<PdfiumRendering> {
  const drawn = await draw(pdfium, page, pixels);
  const { width, height } = await otherSize;
  if (Math.abs(size.width / size.height / (width / height) - 1) > SIZE_TOLERANCE)
    throw new Found(page, 'engines', 'the page has two shapes');
  const { boxes, unreadable } = pdfium.images(page, drawn);
  if (unreadable) throw new Found(page, 'image', 'an image cannot be decoded');
  return { drawn, images: boxes };
}

/** @throws Found */
async function comparePage(
  pdfiumFile: OpenPdfium,
  { page, other, pixels, imageFrom, again: drawing }: StartedPage,
  { drawn, images }: PdfiumRendering,
  madeHere: boolean,
): Promise<void> {
  const again = await drawing;
  const differences = differencesOf(drawn, again).filter((difference) => {
    if (madeHere && !difference.isolated && difference.weight < MADE_HERE_FROM) return false;
    return exceedsTolerance(difference) && !isScalingInImage(difference, images, imageFrom);
  });
  const worst = await findConfirmed(pdfiumFile, other, page, pixels, differences);
  if (worst) throw differenceFinding(page, 'engines', worst, drawn, again);
  releasePictures(drawn, again);
}

/** The garbage collector counts pictures as heap growth, and would scan the whole heap every few pages. */
const releasePictures = (...pictures: readonly Picture[]): void => {
  for (const { data } of pictures) releaseBuffer(data);
};

/** Pixels per inch for measuring ink: two pixels per point. */
const INK_DPI = 144;

const measureInk = (bytes: Uint8Array, boxes: readonly InkBox[]): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (file) => {
    const pictures = new Map<number, Picture>();
    const ink: number[] = [];
    for (const { page: number, box } of boxes) {
      const page = number - 1;
      const drawn = pictures.get(page) ?? (await draw(file, page, pixelsOf(await sizeOf(file, page), INK_DPI)));
      pictures.set(page, drawn);
      const place = file.boxOnPage(page, drawn, box);
      ink.push(place === null ? 0 : writtenShare({ ...place, grey: greyOf(drawn, place), scale: INK_DPI / 72 }));
    }
    return { ok: true, ink };
  });

/** Signatures are on the last pages; a manual with hundreds of pages is not read from the start. */
const PAGES_READ = 40;

const findLines = (bytes: Uint8Array, shapes: readonly PageShape[]): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (file) => {
    const pages = shapes.map((shape, index) => ({ page: index + 1, shape })).slice(-PAGES_READ);
    return {
      ok: true,
      lines: signatureLines(pages.map((page) => ({ ...page, marks: file.marks(page.page - 1, page.shape) }))),
    };
  });

/** Whether a difference is due to scaling within an image. */
function isScalingInImage({ weight, box }: Difference, images: readonly PixelBox[], imageFrom: number): boolean {
  return weight < imageFrom && images.some((image) => contains(image, box));
}

const contains = (outer: PixelBox, inner: PixelBox): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const differenceFinding = (page: number, finding: PageFinding, worst: Difference, a: Picture, b: Picture): Found =>
  new Found(page, finding, `differs by ${worst.weight.toFixed(2)}`, picturesSideBySide(a, b, worst.box));

const failAsUndrawable = <Result>(page: number, work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    throw new Found(page, 'undrawable', messageOf(error));
  });

async function sizeOf(file: OpenDrawing, page: number): Promise<PageSize> {
  const size = await failAsUndrawable(page, () => file.size(page));
  if (!(size.width > 0 && size.height > 0)) throw new Found(page, 'undrawable', 'the page has no size');
  return size;
}

const draw = (file: OpenDrawing, page: number, pixels: PageSize): Promise<Picture> =>
  failAsUndrawable(page, () => file.draw(page, pixels));

/**
 * Compares the pages of two versions of a file in one engine. The appearance of form fields and links is excluded:
 * fields are flattened or get their marks by separate rules.
 */
async function compareVersions(
  engine: DrawingEngine,
  before: Uint8Array,
  after: Uint8Array,
  { from, to }: PageRange,
): Promise<void> {
  // A file that an engine cannot open was repaired: there is nothing to compare with.
  const earlier = await engine.open(before).catch(() => null);
  if (earlier === null) return (await openFile(engine, after)).close();
  const openFiles: OpenDrawing[] = [earlier];
  const track = async <Opened extends OpenDrawing | null>(opening: Promise<Opened>): Promise<Opened> => {
    const file = await opening;
    if (file) openFiles.push(file);
    return file;
  };
  try {
    const later = await track(openFile(engine, after));
    let files: (OpenPdfium | null)[] | undefined;
    for (let page = from; page < Math.min(to, earlier.pages); page++) {
      if (page >= later.pages) throw new Found(page, 'versions', 'the page is lost');
      if (await isDrawnTheSame(earlier, later, page)) continue;
      files ??= [earlier, later].every(isPdfium)
        ? ([earlier, later] as OpenPdfium[])
        : [await track(pdfium.open(before).catch(() => null)), await track(openFile(pdfium, after))];
      await compareWithoutFields(earlier, later, page, files);
    }
  } finally {
    await Promise.all(openFiles.map((file) => file.close()));
  }
}

const isPdfium = (file: OpenDrawing): file is OpenPdfium => 'fingerprint' in file;

async function isDrawnTheSame(one: OpenDrawing, later: OpenDrawing, page: number): Promise<boolean> {
  if (isPdfium(one) && isPdfium(later)) return (await fingerprintOf(one, page)) === (await fingerprintOf(later, page));
  const pixels = pixelsOf(await sizeOf(one, page), SAME_ENGINE_DPI);
  const pictures = [await draw(one, page, pixels), await draw(later, page, pixels)] as const;
  const isSame = isIdentical(...pictures);
  releasePictures(...pictures);
  return isSame;
}

/** @param files the ones used to locate form fields and links. @throws Found */
async function compareWithoutFields(
  earlier: OpenDrawing,
  later: OpenDrawing,
  page: number,
  files: readonly (OpenPdfium | null)[],
): Promise<void> {
  const drawBoth = async (dpi?: number): Promise<[Picture, Picture]> => {
    const pixels = pixelsOf(await sizeOf(earlier, page), dpi);
    const hidden = files.flatMap((file) => file?.fieldsAndLinks(page, pixels) ?? []);
    const pictures: [Picture, Picture] = [await draw(earlier, page, pixels), await draw(later, page, pixels)];
    for (const picture of pictures) blank(picture, hidden);
    return pictures;
  };
  for (const dpi of [SAME_ENGINE_DPI, undefined]) {
    const [left, right] = await drawBoth(dpi);
    const isSame = isIdentical(left, right);
    const worst = isSame || dpi !== undefined ? undefined : differencesOf(left, right).find(isChange);
    if (worst) throw differenceFinding(page, 'versions', worst, left, right);
    releasePictures(left, right);
    if (isSame) return;
  }
}
