/** Draws pages with Poppler, MuPDF and Ghostscript, where they are installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PageSize, Picture } from '#pdf/drawing/page-picture.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;

export type Drawer = 'Poppler' | 'MuPDF' | 'Ghostscript';

/** Pixels, or dots per inch where the program chooses the pixels. */
type Scale = PageSize | number;

type Command = (file: string, page: string, scale: Scale, out: string) => [program: string, args: string[]];

const COMMANDS: Readonly<Record<Drawer, Command>> = {
  Poppler: (file, page, scale, out) => [
    'pdftoppm',
    [
      ...(typeof scale === 'number'
        ? ['-r', `${scale}`]
        : ['-scale-to-x', `${scale.width}`, '-scale-to-y', `${scale.height}`]),
      ...['-cropbox', '-f', page, '-l', page, '-singlefile', file, out.replace(/\.ppm$/, '')],
    ],
  ],
  MuPDF: (file, page, scale, out) => [
    'mutool',
    [
      ...['draw', '-q'],
      ...(typeof scale === 'number' ? ['-r', `${scale}`] : ['-f', '-w', `${scale.width}`, '-h', `${scale.height}`]),
      ...['-c', 'rgb', '-F', 'ppm', '-o', out, file, page],
    ],
  ],
  Ghostscript: (file, page, scale, out) => [
    'gs',
    [
      ...['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=ppmraw', '-dUseCropBox'],
      ...(typeof scale === 'number' ? [`-r${scale}`] : ['-dPDFFitPage', `-g${scale.width}x${scale.height}`]),
      ...['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', `-dFirstPage=${page}`, `-dLastPage=${page}`, '-o', out, file],
    ],
  ],
};

/** Reads a PPM with 8 bits per channel (P6). */
function pictureOf(ppm: Buffer): Picture {
  const head = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 200));
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

/**
 * @param page from 1.
 * @param scale pixels to which the page is stretched, as in our engines, or dots per inch.
 * @returns null when the program draws nothing.
 */
export async function drawnBy(drawer: Drawer, pdf: Uint8Array, page: number, scale: Scale): Promise<Picture | null> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-drawing-'));
  const file = join(folder, 'file.pdf');
  const out = join(folder, 'page.ppm');
  const draw = async (wanted: Scale): Promise<Picture> => {
    const [program, args] = COMMANDS[drawer](file, `${page}`, wanted, out);
    // A program that reports an error has often drawn what it could.
    await run(program, args, { timeout: TIMEOUT_MS }).catch(() => undefined);
    return pictureOf(await readFile(out));
  };
  try {
    await writeFile(file, pdf);
    const picture = await draw(scale);
    // Poppler expects the sides of a page before its rotation.
    const isTurned = typeof scale !== 'number' && picture.width !== scale.width;
    return isTurned ? await draw({ width: scale.height, height: scale.width }) : picture;
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The words of a page as Poppler and MuPDF extract them. @param page from 1 */
export async function wordsBy(drawer: 'Poppler' | 'MuPDF', pdf: Uint8Array, page: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-words-'));
  try {
    const file = join(folder, 'file.pdf');
    await writeFile(file, pdf);
    const [program, args] =
      drawer === 'Poppler'
        ? ['pdftotext', ['-f', `${page}`, '-l', `${page}`, '-cropbox', '-enc', 'UTF-8', file, '-']]
        : ['mutool', ['draw', '-q', '-F', 'txt', '-o', '-', file, `${page}`]];
    const { stdout } = await run(program as string, args as string[], { timeout: TIMEOUT_MS });
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
