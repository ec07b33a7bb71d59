/** Draws pages and decides whether they look the same. Runs only in the drawing process. */
import { availableParallelism } from 'node:os';
import { writtenShare } from '#domain/signing/fields/written.ts';
import { signatureLines } from '#domain/signing/lines/signature-lines.ts';
import type { PageShape } from '#domain/signing/places.ts';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { confirmedOf } from './closer.ts';
import { type Difference, differencesOf, isChange, isIdentical, isSeen } from './compare.ts';
import { picturesSideBySide } from './evidence.ts';
import { loadPdfium, type OpenPdfium } from './pdfium.ts';
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
} from './picture.ts';
import type { DrawingAnswer, DrawingQuestion, EnginesRange, InkBox, PageFinding, PageRange } from './question.ts';
import { startPdfJs } from './thread/drawing-thread.ts';

/** Engines scale images differently but decode them from the same bytes: a real fault shows in more than the edges. */
const DIFFERENT_IMAGE_FROM = 10;
/** Pages with only images have no edges finer than their pixels: compare them at this resolution. */
const SCAN_DPI = 100;
/** Edges on pages made by the product: no reader of these was deceived, and a false alarm would block every signature. */
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
const [pdfJs, ...moreOfPdfJs] = [startPdfJs(), ...(availableParallelism() > 1 ? [startPdfJs()] : [])];
/** From this file size in bytes only one thread of pdf.js draws: a second would need the same memory again. */
const LARGE = 4 << 20;
/** Pixels of started pages above which no further page is started ahead: two A4 pages. Large sheets are drawn one at a time. */
const MOST_AHEAD = 5_000_000;
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

async function opened<Open extends OpenDrawing>(
  engine: DrawingEngine<Open>,
  bytes: Uint8Array,
  given = false,
): Promise<Open> {
  return engine.open(bytes, given).catch((error: unknown) => {
    throw new Found(0, 'undrawable', `${engine.name} cannot open the file: ${messageOf(error)}`);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown failure');

/** Opens a file in PDFium for the duration of a call. */
async function withPdfium<Result>(bytes: Uint8Array, use: (open: OpenPdfium) => Promise<Result>): Promise<Result> {
  const open = await opened(pdfium, bytes);
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

const compareEngines = (bytes: Uint8Array, range: EnginesRange): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (open) => ({ ok: true, fingerprints: await drawnAlike(open, bytes, range) }));

const comparePrepared = (
  bytes: Uint8Array,
  { kept, ...range }: EnginesRange & { readonly kept: readonly string[] },
): Promise<DrawingAnswer> =>
  withPdfium(bytes, async (open) => {
    const unlike: number[] = [];
    for (const [page, picture] of kept.entries()) {
      if ((await fingerprintOf(open, page)) !== picture) unlike.push(page);
    }
    await drawnAlike(open, bytes, range);
    return { ok: true, unlike };
  });

/** Leaves the bytes empty. @returns a fingerprint of each page of the range, none for generated pages. @throws Found */
async function drawnAlike(one: OpenPdfium, bytes: Uint8Array, range: EnginesRange): Promise<string[]> {
  const { from, pages, madeHere = false } = range;
  const to = Math.min(range.to, pages);
  const others = await openPdfJs(bytes, to - from > 1 && bytes.byteLength < LARGE);
  const fingerprints: string[] = [];
  const begun: BegunPage[] = [];
  try {
    for (const { pages: counted } of [one, ...others]) {
      if (counted !== pages) throw new Found(Math.min(counted, pages), 'engines', `${counted} pages of ${pages}`);
    }
    let next = from;
    /** Keeps each pdf.js thread busy with a page while another is compared. */
    const begin = async (): Promise<void> => {
      for (; begun.length <= others.length && pixelsIn(begun) <= MOST_AHEAD && next < to; next++) {
        begun.push(await beginPage(one, others[next % others.length] as OpenDrawing, next));
      }
    };
    await begin();
    for (let page = begun.shift(); page; page = begun.shift()) {
      const drawn = await drawFirst(one, page);
      if (!madeHere) fingerprints.push(await fingerprintOf(one, page.page));
      await begin();
      await comparePage(one, page, drawn, madeHere);
    }
    return fingerprints;
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
}

const pixelsIn = (pages: readonly BegunPage[]): number =>
  pages.reduce((sum, { pixels }) => sum + pixels.width * pixels.height, 0);

/** In all threads, or in one. The bytes are transferred and empty afterwards. */
async function openPdfJs(bytes: Uint8Array, inAll: boolean): Promise<OpenDrawing[]> {
  const more = inAll ? moreOfPdfJs.map((engine) => opened(engine, bytes)) : [];
  // PDFium has its own copy.
  return Promise.all([opened(pdfJs, bytes, true), ...more]);
}

async function fingerprintOf(open: OpenPdfium, page: number): Promise<string> {
  const pixels = pixelsOf(await sizeOf(open, page), SAME_ENGINE_DPI);
  return orUndrawable(page, async () => open.fingerprint(page, pixels));
}

/** A page that pdf.js has started to draw. */
interface BegunPage {
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
interface FirstDrawing {
  readonly drawn: Picture;
  readonly images: readonly PixelBox[];
}

async function beginPage(one: OpenPdfium, other: OpenDrawing, page: number): Promise<BegunPage> {
  const size = await sizeOf(one, page);
  const dpi = await orUndrawable(page, async () => (one.isScanned(page) ? SCAN_DPI : DRAWING_DPI));
  const pixels = pixelsOf(size, dpi);
  const begun = {
    ...{ page, other, size, pixels },
    // The same area of paper at each resolution.
    imageFrom: DIFFERENT_IMAGE_FROM * (dpi / DRAWING_DPI) ** 2,
    otherSize: sizeOf(other, page),
    again: drawnBy(other, page, pixels),
  };
  // Errors are handled where the promises are awaited; this avoids unhandled rejections if an earlier page ends the
  // check.
  for (const asked of [begun.otherSize, begun.again]) asked.catch(() => undefined);
  return begun;
}

/** @throws Found */
async function drawFirst(one: OpenPdfium, { page, size, pixels, otherSize }: BegunPage): Promise<FirstDrawing> {
  const drawn = await drawnBy(one, page, pixels);
  const { width, height } = await otherSize;
  if (Math.abs(size.width / size.height / (width / height) - 1) > SIZE_TOLERANCE)
    throw new Found(page, 'engines', 'the page has two shapes');
  const { boxes, unreadable } = one.images(page, drawn);
  if (unreadable) throw new Found(page, 'image', 'an image cannot be decoded');
  return { drawn, images: boxes };
}

/** @throws Found */
async function comparePage(
  one: OpenPdfium,
  { page, other, pixels, imageFrom, again: drawing }: BegunPage,
  { drawn, images }: FirstDrawing,
  madeHere: boolean,
): Promise<void> {
  const again = await drawing;
  const seen = differencesOf(drawn, again).filter((difference) => {
    if (madeHere && !difference.isolated && difference.weight < MADE_HERE_FROM) return false;
    return isSeen(difference) && !isOfImage(difference, images, imageFrom);
  });
  const worst = await confirmedOf(one, other, page, pixels, seen);
  if (worst) throw different(page, 'engines', worst, drawn, again);
  giveBackAll(drawn, again);
}

/** The garbage collector counts pictures as heap growth, and would scan the whole heap every few pages. */
const giveBackAll = (...pictures: readonly Picture[]): void => {
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
      const drawn = pictures.get(page) ?? (await drawnBy(file, page, pixelsOf(await sizeOf(file, page), INK_DPI)));
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
      lines: signatureLines(pages.map((one) => ({ ...one, marks: file.marks(one.page - 1, one.shape) }))),
    };
  });

/** Whether a difference is due to scaling within an image. */
function isOfImage({ weight, box }: Difference, images: readonly PixelBox[], imageFrom: number): boolean {
  return weight < imageFrom && images.some((image) => contains(image, box));
}

const contains = (outer: PixelBox, inner: PixelBox): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const different = (page: number, finding: PageFinding, worst: Difference, a: Picture, b: Picture): Found =>
  new Found(page, finding, `differs by ${worst.weight.toFixed(2)}`, picturesSideBySide(a, b, worst.box));

const orUndrawable = <Result>(page: number, work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    throw new Found(page, 'undrawable', messageOf(error));
  });

async function sizeOf(open: OpenDrawing, page: number): Promise<PageSize> {
  const size = await orUndrawable(page, () => open.size(page));
  if (!(size.width > 0 && size.height > 0)) throw new Found(page, 'undrawable', 'the page has no size');
  return size;
}

const drawnBy = (open: OpenDrawing, page: number, pixels: PageSize): Promise<Picture> =>
  orUndrawable(page, () => open.draw(page, pixels));

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
  const one = await engine.open(before).catch(() => null);
  if (one === null) return (await opened(engine, after)).close();
  const open: OpenDrawing[] = [one];
  const kept = async <Opened extends OpenDrawing | null>(opening: Promise<Opened>): Promise<Opened> => {
    const file = await opening;
    if (file) open.push(file);
    return file;
  };
  try {
    const other = await kept(opened(engine, after));
    let files: (OpenPdfium | null)[] | undefined;
    for (let page = from; page < Math.min(to, one.pages); page++) {
      if (page >= other.pages) throw new Found(page, 'versions', 'the page is lost');
      if (await isDrawnTheSame(one, other, page)) continue;
      files ??= [one, other].every(isPdfium)
        ? ([one, other] as OpenPdfium[])
        : [await kept(pdfium.open(before).catch(() => null)), await kept(opened(pdfium, after))];
      await compareWithoutFields(one, other, page, files);
    }
  } finally {
    await Promise.all(open.map((file) => file.close()));
  }
}

const isPdfium = (open: OpenDrawing): open is OpenPdfium => 'fingerprint' in open;

async function isDrawnTheSame(one: OpenDrawing, other: OpenDrawing, page: number): Promise<boolean> {
  if (isPdfium(one) && isPdfium(other)) return (await fingerprintOf(one, page)) === (await fingerprintOf(other, page));
  const pixels = pixelsOf(await sizeOf(one, page), SAME_ENGINE_DPI);
  const pictures = [await drawnBy(one, page, pixels), await drawnBy(other, page, pixels)] as const;
  const same = isIdentical(...pictures);
  giveBackAll(...pictures);
  return same;
}

/** @param files the ones used to locate form fields and links. @throws Found */
async function compareWithoutFields(
  one: OpenDrawing,
  other: OpenDrawing,
  page: number,
  files: readonly (OpenPdfium | null)[],
): Promise<void> {
  const drawnAt = async (dpi?: number): Promise<[Picture, Picture]> => {
    const pixels = pixelsOf(await sizeOf(one, page), dpi);
    const hidden = files.flatMap((file) => file?.fieldsAndLinks(page, pixels) ?? []);
    const pictures: [Picture, Picture] = [await drawnBy(one, page, pixels), await drawnBy(other, page, pixels)];
    for (const picture of pictures) blank(picture, hidden);
    return pictures;
  };
  for (const dpi of [SAME_ENGINE_DPI, undefined]) {
    const [left, right] = await drawnAt(dpi);
    const same = isIdentical(left, right);
    const worst = same || dpi !== undefined ? undefined : differencesOf(left, right).find(isChange);
    if (worst) throw different(page, 'versions', worst, left, right);
    giveBackAll(left, right);
    if (same) return;
  }
}
