/** Pages as Poppler and MuPDF draw them, for comparison with our own drawing. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Picture } from '#pdf/drawing/picture.ts';

const run = promisify(execFile);
const DPI = '100';
const TIMEOUT_MS = 30_000;

export type Drawer = 'Poppler' | 'MuPDF';

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
    data.set(ppm.subarray(at, at + 3), dot * 4);
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
