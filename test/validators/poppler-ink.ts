/** Measures pages with Poppler instead of the product's drawing engine: on drawn pages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { writtenShare } from '../../src/domain/signing/fields/written-share.ts';
import { viewAt, viewSize } from '../../src/domain/signing/places.ts';
import { cropOf, rotationOf } from '../../src/pdf/named-fields.ts';
import type { PageInk } from '../../src/ports/page-ink.ts';

const SCALE = 2;

/** A grey picture as written by `pdftoppm -gray`. */
function readPgm(bytes: Buffer): { width: number; height: number; grey: Uint8Array } {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 64).toString('latin1'));
  if (!head) throw new Error('no PGM');
  return { width: Number(head[1]), height: Number(head[2]), grey: bytes.subarray(head[0].length) };
}

function drawPage(file: string, folder: string, page: number) {
  const name = join(folder, 'page');
  const around = ['-f', String(page), '-l', String(page), '-singlefile', '-cropbox', '-r', String(72 * SCALE), '-gray'];
  execFileSync('pdftoppm', [...around, file, name]);
  return readPgm(readFileSync(`${name}.pgm`));
}

export const popplerInk: PageInk = {
  async inkIn(bytes, boxes) {
    const folder = mkdtempSync(join(tmpdir(), 'drawn-places-'));
    try {
      const file = join(folder, 'file.pdf');
      writeFileSync(file, bytes);
      const pdf = await PDF.load(bytes);
      return boxes.map(({ page, box }) => {
        const ref = pdf.context.pages.getPage(page - 1);
        if (!ref) throw new Error('no such page');
        const shape = { crop: cropOf(pdf, ref), rotation: rotationOf(pdf, ref) };
        const drawn = drawPage(file, folder, page);
        const { x, y, width, height } = viewAt(shape, box);
        const top = Math.round((viewSize(shape).height - y - height) * SCALE);
        const [from, columns, rows] = [x, width, height].map((value) => Math.round(value * SCALE)) as [
          number,
          number,
          number,
        ];
        const grey = new Uint8Array(columns * rows);
        for (let row = 0; row < rows; row += 1) {
          const start = (top + row) * drawn.width + from;
          grey.set(drawn.grey.subarray(start, start + columns), row * columns);
        }
        return writtenShare({ width: columns, height: rows, grey, scale: SCALE });
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
