/** Whether programs of different makers draw a page alike: Poppler, MuPDF and Ghostscript, where they are installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Dots per inch: a page of the table is 120 dots wide. */
const RESOLUTION = '72';
const TIMEOUT_MS = 20_000;
/** By which a channel may differ after a blur, beyond what a shift by one dot explains. */
const CONTRAST = 48;
/** Dots that may differ more: ends and joins of thin lines. */
const MAX_DOTS = 24;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a dot. */
  readonly dots: Uint8Array;
}

type Drawer = (file: string, target: string) => [program: string, args: string[]];

const DRAWERS: Readonly<Record<string, Drawer>> = {
  poppler: (file, target) => [
    'pdftoppm',
    ['-r', RESOLUTION, '-cropbox', '-f', '1', '-l', '1', '-singlefile', file, target.replace(/\.ppm$/, '')],
  ],
  mupdf: (file, target) => [
    'mutool',
    ['draw', '-q', '-r', RESOLUTION, '-c', 'rgb', '-F', 'ppm', '-o', target, file, '1'],
  ],
  ghostscript: (file, target) => [
    'gs',
    [
      ...['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=ppmraw', '-dUseCropBox', `-r${RESOLUTION}`],
      ...['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-dFirstPage=1', '-dLastPage=1', '-o', target, file],
    ],
  ],
};

/** How unlike two programs draw the first page: dots that differ, by pair; a program that draws nothing differs in all. */
export async function differences(bytes: Uint8Array): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-page-'));
  try {
    const file = join(folder, 'page.pdf');
    await writeFile(file, bytes);
    const drawn = await Promise.all(
      Object.entries(DRAWERS).map(
        async ([name, drawer]) =>
          [name, await draw(drawer(file, join(folder, `${name}.ppm`)), join(folder, `${name}.ppm`))] as const,
      ),
    );
    const found: Record<string, number> = {};
    for (const [index, [left, a]] of drawn.entries()) {
      for (const [right, b] of drawn.slice(index + 1)) found[`${left}, ${right}`] = unlikeDots(a, b);
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether all of them show the same, save at the edges of what they draw. */
export async function drawnAlike(bytes: Uint8Array): Promise<boolean> {
  return Object.values(await differences(bytes)).every((dots) => dots <= MAX_DOTS);
}

async function draw([program, args]: [string, string[]], target: string): Promise<Picture | null> {
  // Programs that complain have often drawn what they could.
  await run(program, args, { timeout: TIMEOUT_MS }).catch(() => undefined);
  return readFile(target).then(pictureOf, () => null);
}

/** Reads a PPM of kind P6. */
function pictureOf(data: Buffer): Picture | null {
  const head = /^P6\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s+255\s/.exec(data.toString('latin1', 0, 200));
  if (!head) return null;
  return { width: Number(head[1]), height: Number(head[2]), dots: data.subarray(head[0].length) };
}

function unlikeDots(a: Picture | null, b: Picture | null): number {
  if (a === null && b === null) return 0;
  if (a === null || b === null || Math.abs(a.width - b.width) > 1 || Math.abs(a.height - b.height) > 1)
    return Number.MAX_SAFE_INTEGER;
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const [left, right] = [blurred(a, width, height), blurred(b, width, height)];
  return Math.max(strangers(left, right, width, height), strangers(right, left, width, height));
}

/** The mean of each dot and its neighbours: how edges are smoothed is every program's own. */
function blurred({ width: stride, dots }: Picture, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      let sum = 0;
      let count = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = x - 3; column <= x + 3; column += 3) {
          if (column < 0 || column >= width * 3) continue;
          sum += dots[row * stride * 3 + column] ?? 0;
          count++;
        }
      }
      out[y * width * 3 + x] = sum / count;
    }
  }
  return out;
}

/** Dots of `a` that have no like among the same dot of `b` and its neighbours. */
function strangers(a: Uint8Array, b: Uint8Array, width: number, height: number): number {
  let found = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if ([0, 1, 2].some((channel) => isStrange(a, b, (y * width + x) * 3 + channel, width * 3))) found++;
    }
  }
  return found;
}

function isStrange(a: Uint8Array, b: Uint8Array, at: number, stride: number): boolean {
  const value = a[at] ?? 0;
  let [least, most] = [255, 0];
  for (let row = at - stride; row <= at + stride; row += stride) {
    for (let dot = row - 3; dot <= row + 3; dot += 3) {
      least = Math.min(least, b[dot] ?? 0);
      most = Math.max(most, b[dot] ?? 0);
    }
  }
  return value < least - CONTRAST || value > most + CONTRAST;
}
