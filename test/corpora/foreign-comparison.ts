/** Compares how a file looks in other makers' programs before and after. */
import { type Difference, differencesOf, isChange, isIdentical } from '#pdf/drawing/compare-pictures.ts';
import { blank, type DrawingEngine } from '#pdf/drawing/page-picture.ts';
import { loadPdfium, type OpenPdfium } from '#pdf/drawing/pdfium.ts';
import { drawnBy } from './foreign-drawing.ts';
import { DRAWERS, type Drawer, differingPrograms, type Finding } from './program-differences.ts';

const DPI = 100;

const sumOf = (differences: readonly Difference[]): number => differences.reduce((sum, { weight }) => sum + weight, 0);

export interface Comparison {
  /** Pages that a program shows differently than before. */
  readonly different: readonly Finding[];
  /** Pages that a program shows differently than PDFium. */
  readonly unlike: readonly Finding[];
  /** The programs whose rendering of a page differed from PDFium's more than twice as much before. */
  readonly madePlain: readonly Drawer[];
}

interface Versions {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** As opened by PDFium; null where it cannot. */
  readonly openBefore: OpenPdfium | null;
  readonly openAfter: OpenPdfium;
}

export class ForeignComparison {
  readonly #pdfium: DrawingEngine<OpenPdfium>;

  private constructor(pdfium: DrawingEngine<OpenPdfium>) {
    this.#pdfium = pdfium;
  }

  static async open(): Promise<ForeignComparison> {
    return new ForeignComparison(await loadPdfium());
  }

  /** Compares the first pages of a file before and after in each program, and after with PDFium. Form fields and links are excluded. */
  async compare(before: Uint8Array, after: Uint8Array, pages: number): Promise<Comparison> {
    const openBefore = await this.#pdfium.open(before).catch(() => null);
    const versions = { before, after, openBefore, openAfter: await this.#pdfium.open(after) };
    const [different, unlike, madePlain]: [Finding[], Finding[], Drawer[]] = [[], [], []];
    try {
      for (let index = 0; index < pages; index++) {
        unlike.push(...(await differingPrograms({ pdf: after, open: versions.openAfter, index })));
        for (const drawer of DRAWERS) {
          const change = await pageChange(versions, drawer, index);
          if (change === 'made plain') madePlain.push(drawer);
          else if (change > 0) different.push({ drawer, page: index + 1, weight: change });
        }
      }
      return { different, unlike, madePlain };
    } finally {
      await Promise.all([openBefore?.close(), versions.openAfter.close()]);
    }
  }
}

/** @returns weight of the heaviest change that a program shows on a page, infinite where it no longer draws anything. */
async function pageChange(
  { before, after, openBefore, openAfter }: Versions,
  drawer: Drawer,
  index: number,
): Promise<number | 'made plain'> {
  const right = await drawnBy(drawer, after, index + 1, DPI);
  const left = await drawnBy(drawer, before, index + 1, DPI);
  // A program that cannot draw the original has nothing to compare.
  if (left !== null && right === null) return Number.POSITIVE_INFINITY;
  if (right === null || left === null || left.width * left.height === 1 || isIdentical(left, right)) return 0;
  const hidden = [openBefore, openAfter].flatMap((open) => open?.fieldsAndLinks(index, right) ?? []);
  for (const picture of [left, right]) blank(picture, hidden);
  const [heaviest] = differencesOf(left, right).filter(isChange);
  if (heaviest === undefined) return 0;
  if (openBefore === null || index >= openBefore.pages) return heaviest.weight;
  const seen = await openBefore.draw(index, left);
  blank(seen, hidden);
  const isMadePlain = 2 * sumOf(differencesOf(seen, right)) < sumOf(differencesOf(seen, left));
  return isMadePlain ? 'made plain' : heaviest.weight;
}
