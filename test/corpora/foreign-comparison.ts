/** Whether a file looks the same in other makers' programs before and after. */
import { type Difference, differencesOf, isChange, isIdentical } from '#pdf/drawing/compare.ts';
import { loadPdfium, type OpenPdfium } from '#pdf/drawing/pdfium.ts';
import { blank, type DrawingEngine } from '#pdf/drawing/picture.ts';
import { drawnBy } from './foreign-drawing.ts';
import { unlikePrograms } from './unlike.ts';

const DPI = 100;
const DRAWERS = ['Poppler', 'MuPDF'] as const;

const sumOf = (differences: readonly Difference[]): number => differences.reduce((sum, { weight }) => sum + weight, 0);
/** Heaviest first. */
const weightOf = (differences: readonly Difference[]): string => (differences[0]?.weight ?? 0).toFixed(2);

export class ForeignComparison {
  readonly #pdfium: DrawingEngine<OpenPdfium>;

  private constructor(pdfium: DrawingEngine<OpenPdfium>) {
    this.#pdfium = pdfium;
  }

  static async open(): Promise<ForeignComparison> {
    return new ForeignComparison(await loadPdfium());
  }

  /**
   * Compares the first pages of a file before and after in each program, form fields and links left out, and each
   * program with PDFium.
   * @returns `different` when a program shows a page otherwise after; `accepted: made plain` when it showed the page
   *   before more than twice as unlike PDFium as it does after; `unlike` when a program shows the page after otherwise
   *   than PDFium, named in `detail`; else `accepted`.
   */
  async outcomeOf(before: Uint8Array, after: Uint8Array, pages: number): Promise<{ outcome: string; detail: string }> {
    const [one, other] = [await this.#pdfium.open(before).catch(() => null), await this.#pdfium.open(after)];
    const unlike: string[] = [];
    let outcome = 'accepted';
    try {
      for (let page = 0; page < pages; page++) {
        unlike.push(...(await unlikePrograms({ pdf: after, open: other, index: page })));
        for (const drawer of DRAWERS) {
          const right = await drawnBy(drawer, after, page + 1, DPI);
          const left = await drawnBy(drawer, before, page + 1, DPI);
          // A program that cannot draw the original has nothing to compare.
          if (left !== null && right === null) return { outcome: `different: ${drawer}`, detail: 'draws nothing' };
          if (right === null) continue;
          if (left === null || left.width * left.height === 1 || isIdentical(left, right)) continue;
          const hidden = [one, other].flatMap((open) => open?.fieldsAndLinks(page, right) ?? []);
          for (const picture of [left, right]) blank(picture, hidden);
          const changes = differencesOf(left, right).filter(isChange);
          if (changes.length === 0) continue;
          const seen = one === null || page >= one.pages ? null : await one.draw(page, left);
          if (seen) blank(seen, hidden);
          const wasOtherwise =
            seen !== null && 2 * sumOf(differencesOf(seen, right)) < sumOf(differencesOf(seen, left));
          if (!wasOtherwise)
            return { outcome: `different: ${drawer}`, detail: `page ${page + 1} differs by ${weightOf(changes)}` };
          outcome = `accepted: made plain for ${drawer}`;
        }
      }
      if (unlike.length > 0) return { outcome: 'unlike', detail: unlike.join(', ') };
      return { outcome, detail: '' };
    } finally {
      await Promise.all([one?.close(), other.close()]);
    }
  }
}
