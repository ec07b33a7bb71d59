/** Pages as Poppler and MuPDF draw them, for comparison with one another and with our own drawing. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Difference, differencesOf, isChange, isIdentical, isSeen } from '#pdf/drawing/compare.ts';
import { loadPdfium, type OpenPdfium } from '#pdf/drawing/pdfium.ts';
import { blank, type DrawingEngine, type Picture } from '#pdf/drawing/picture.ts';

const run = promisify(execFile);
const DPI = '100';
const TIMEOUT_MS = 30_000;

const DRAWERS = ['Poppler', 'MuPDF'] as const;
export type Drawer = (typeof DRAWERS)[number];

const COMMANDS: Readonly<Record<Drawer, (file: string, page: number, out: string) => [string, string[]]>> = {
  Poppler: (file, page, out) => [
    'pdftoppm',
    ['-r', DPI, '-cropbox', '-f', `${page}`, '-l', `${page}`, '-singlefile', file, out.replace(/\.ppm$/, '')],
  ],
  MuPDF: (file, page, out) => [
    'mutool',
    ['draw', '-q', '-r', DPI, '-c', 'rgb', '-F', 'ppm', '-o', out, file, `${page}`],
  ],
};

/** Reads a PPM of 8 bits a channel (P6). */
function pictureOf(ppm: Buffer): Picture {
  const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 64));
  if (!head) throw new Error('no PPM');
  const [width, height] = [Number(head[1]), Number(head[2])];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let dot = 0, at = head[0].length; dot < width * height; dot++, at += 3) {
    data[dot * 4] = ppm[at] as number;
    data[dot * 4 + 1] = ppm[at + 1] as number;
    data[dot * 4 + 2] = ppm[at + 2] as number;
  }
  return { width, height, data };
}

/** @param page from 1. @returns null when the program draws nothing. */
export async function drawnBy(drawer: Drawer, pdf: Uint8Array, page: number): Promise<Picture | null> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-drawing-'));
  try {
    const [file, out] = [join(folder, 'file.pdf'), join(folder, 'page.ppm')];
    await writeFile(file, pdf);
    const [program, args] = COMMANDS[drawer](file, page, out);
    await run(program, args, { timeout: TIMEOUT_MS }).catch(() => undefined);
    return pictureOf(await readFile(out));
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
   * @returns `different` when a program shows a page otherwise after; `accepted`, in which `detail` names the programs that
   *   differ from PDFium in both.
   */
  async outcomeOf(before: Uint8Array, after: Uint8Array, pages: number): Promise<{ outcome: string; detail: string }> {
    const [one, other] = [await this.#pdfium.open(before).catch(() => null), await this.#pdfium.open(after)];
    const notes: string[] = [];
    try {
      for (let page = 0; page < pages; page++) {
        for (const drawer of DRAWERS) {
          const right = await drawnBy(drawer, after, page + 1);
          const left = await drawnBy(drawer, before, page + 1);
          // A program that cannot draw the original has nothing to compare.
          if (left !== null && right === null) return { outcome: `different: ${drawer}`, detail: 'draws nothing' };
          if (right === null) continue;
          const own = differencesOf(await other.draw(page, right), right).filter(isSeen);
          if (own.length > 0) notes.push(`${drawer} page ${page + 1} ${weightOf(own)}`);
          if (left === null || isIdentical(left, right)) continue;
          const hidden = [one, other].flatMap((open) => open?.fieldsAndLinks(page, right) ?? []);
          for (const picture of [left, right]) blank(picture, hidden);
          const changes = differencesOf(left, right).filter(isChange);
          if (changes.length === 0) continue;
          return { outcome: `different: ${drawer}`, detail: `page ${page + 1} differs by ${weightOf(changes)}` };
        }
      }
      return { outcome: 'accepted', detail: notes.join(', ') };
    } finally {
      await Promise.all([one?.close(), other.close()]);
    }
  }
}
