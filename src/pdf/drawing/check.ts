/** Draws pages and judges whether they look the same. Runs in the drawing process only. */
import { writtenShare } from '#domain/signing/fields/written.ts';
import { confirmedOf } from './closer.ts';
import { type Difference, differencesOf, isChange, isIdentical, isSeen } from './compare.ts';
import { picturesSideBySide } from './evidence.ts';
import { loadPdfium, type OpenPdfium } from './pdfium.ts';
import { pdfJs } from './pdfjs.ts';
import { blank, greyOf, type OpenDrawing, type Picture, type PixelBox, pixelsOf } from './picture.ts';
import type { DrawingAnswer, DrawingQuestion, EnginesRange, InkBox, PageFinding, PageRange } from './question.ts';

/** Engines scale images differently, and decode them from the same bytes: a fault shows in more than the edges. */
const DIFFERENT_IMAGE_FROM = 10;
/** Edges on pages that the product made: no reader of theirs was deceived, and a false alarm would stop every signature. */
const MADE_HERE_FROM = 6;
/** Of the longer side: engines round sizes differently. */
const SIZE_TOLERANCE = 0.005;
/** One engine draws the same twice to the last pixel, at any size. */
const SAME_ENGINE_DPI = 72;

/** Ends the check of a file. */
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

const pdfium = await loadPdfium();

/** @param files one or two, as the question asks. */
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
  if (question.kind === 'engines') return compareEngines(first, question);
  await compareVersions(pdfium, first, second, question);
  if (question.engines === 'both') await compareVersions(pdfJs, first, second, question);
  return { ok: true };
}

async function opened<Open extends OpenDrawing>(
  engine: { readonly name: string; open(bytes: Uint8Array): Promise<Open> },
  bytes: Uint8Array,
): Promise<Open> {
  return engine.open(bytes).catch((error: unknown) => {
    throw new Found(0, 'undrawable', `${engine.name} cannot open the file: ${messageOf(error)}`);
  });
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown failure');

async function compareEngines(bytes: Uint8Array, range: EnginesRange): Promise<DrawingAnswer> {
  const { from, to, pages, madeHere = false } = range;
  const one = await opened(pdfium, bytes);
  const other = await opened(pdfJs, bytes);
  try {
    for (const { pages: counted } of [one, other]) {
      if (counted !== pages) throw new Found(Math.min(counted, pages), 'engines', `${counted} pages of ${pages}`);
    }
    for (let page = from; page < Math.min(to, pages); page++) await comparePage(one, other, page, madeHere);
    return { ok: true };
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
}

async function comparePage(one: OpenPdfium, other: OpenDrawing, page: number, madeHere: boolean): Promise<void> {
  const size = await sizeOf(one, page);
  const otherSize = await sizeOf(other, page);
  const ratio = size.width / size.height / (otherSize.width / otherSize.height);
  if (Math.abs(ratio - 1) > SIZE_TOLERANCE) throw new Found(page, 'engines', 'the page has two shapes');
  const pixels = pixelsOf(size);
  const drawn = await drawnBy(one, page, pixels);
  const images = one.images(page, drawn);
  if (images.unreadable) throw new Found(page, 'image', 'an image cannot be decoded');
  const again = await drawnBy(other, page, pixels);
  const seen = differencesOf(drawn, again).filter((difference) => {
    if (madeHere && !difference.isolated && difference.weight < MADE_HERE_FROM) return false;
    return isSeen(difference) && !isOfImage(difference, images.boxes);
  });
  const worst = await confirmedOf(one, other, page, pixels, seen);
  if (worst) throw different(page, 'engines', worst, drawn, again);
}

/** Pixels per inch for measuring what is written: two pixels a point. */
const INK_DPI = 144;

async function measureInk(bytes: Uint8Array, boxes: readonly InkBox[]): Promise<DrawingAnswer> {
  const file = await opened(pdfium, bytes);
  try {
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
  } finally {
    await file.close();
  }
}

/** Whether a difference is one of scaling inside an image. */
function isOfImage({ weight, box }: Difference, images: readonly PixelBox[]): boolean {
  return weight < DIFFERENT_IMAGE_FROM && images.some((image) => contains(image, box));
}

const contains = (outer: PixelBox, inner: PixelBox): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

const different = (page: number, finding: PageFinding, worst: Difference, a: Picture, b: Picture): Found =>
  new Found(page, finding, `differs by ${worst.weight.toFixed(2)}`, picturesSideBySide(a, b, worst.box));

async function sizeOf(open: OpenDrawing, page: number) {
  const size = await open.size(page).catch((error: unknown) => {
    throw new Found(page, 'undrawable', messageOf(error));
  });
  if (!(size.width > 0 && size.height > 0)) throw new Found(page, 'undrawable', 'the page has no size');
  return size;
}

async function drawnBy(open: OpenDrawing, page: number, pixels: { width: number; height: number }): Promise<Picture> {
  return open.draw(page, pixels).catch((error: unknown) => {
    throw new Found(page, 'undrawable', messageOf(error));
  });
}

/**
 * Compares the pages of two versions of a file in one engine. What form fields and links show is left out: fields become
 * part of the page or get their marks, each by rules of its own.
 */
async function compareVersions(
  engine: { readonly name: string; open(bytes: Uint8Array): Promise<OpenDrawing> },
  before: Uint8Array,
  after: Uint8Array,
  { from, to }: PageRange,
): Promise<void> {
  // What an engine cannot open was repaired: there is nothing to compare with.
  const one = await engine.open(before).catch(() => null);
  const other = await opened(engine, after);
  if (one === null) {
    await other.close();
    return;
  }
  const masks = [await pdfium.open(before).catch(() => null), await opened(pdfium, after)];
  try {
    for (let page = from; page < Math.min(to, one.pages); page++) {
      if (page >= other.pages) throw new Found(page, 'versions', 'the page is lost');
      for (const dpi of [SAME_ENGINE_DPI, undefined]) {
        const pixels = pixelsOf(await sizeOf(one, page), dpi);
        const left = await drawnBy(one, page, pixels);
        const right = await drawnBy(other, page, pixels);
        if (isIdentical(left, right)) break;
        const hidden = masks.flatMap((file) => file?.fieldsAndLinks(page, pixels) ?? []);
        for (const picture of [left, right]) blank(picture, hidden);
        if (isIdentical(left, right)) break;
        if (dpi !== undefined) continue;
        const worst = differencesOf(left, right).find(isChange);
        if (worst) throw different(page, 'versions', worst, left, right);
      }
    }
  } finally {
    await Promise.all([...masks, one, other].map((open) => open?.close()));
  }
}
