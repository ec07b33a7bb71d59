/** Pages as Poppler, MuPDF and Ghostscript draw them, where they are installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Picture } from '#pdf/drawing/picture.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 30_000;

export type Drawer = 'Poppler' | 'MuPDF' | 'Ghostscript';

type Command = (file: string, page: string, dpi: string, out: string) => [program: string, args: string[]];

const COMMANDS: Readonly<Record<Drawer, Command>> = {
  Poppler: (file, page, dpi, out) => [
    'pdftoppm',
    ['-r', dpi, '-cropbox', '-f', page, '-l', page, '-singlefile', file, out.replace(/\.ppm$/, '')],
  ],
  MuPDF: (file, page, dpi, out) => [
    'mutool',
    ['draw', '-q', '-r', dpi, '-c', 'rgb', '-F', 'ppm', '-o', out, file, page],
  ],
  Ghostscript: (file, page, dpi, out) => [
    'gs',
    [
      ...['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=ppmraw', '-dUseCropBox', `-r${dpi}`],
      ...['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', `-dFirstPage=${page}`, `-dLastPage=${page}`, '-o', out, file],
    ],
  ],
};

/** Reads a PPM of 8 bits a channel (P6). */
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

/** @param page from 1. @returns null when the program draws nothing. */
export async function drawnBy(drawer: Drawer, pdf: Uint8Array, page: number, dpi: number): Promise<Picture | null> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-drawing-'));
  try {
    const [file, out] = [join(folder, 'file.pdf'), join(folder, 'page.ppm')];
    await writeFile(file, pdf);
    const [program, args] = COMMANDS[drawer](file, `${page}`, `${dpi}`, out);
    // Programs that complain have often drawn what they could.
    await run(program, args, { timeout: TIMEOUT_MS }).catch(() => undefined);
    return pictureOf(await readFile(out));
  } catch {
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
