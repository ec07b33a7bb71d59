/** Tiles that one program places on a grid of whole pixels get a step that makes every program place them alike. */
import { PDF, PdfNumber, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '../../inspect-pdf.ts';
import { streamOf } from '../../papers.suite.ts';
import { judged, withContent } from '../judged.suite.ts';

const HATCH = '0.25 w 0 0 m 4 4 l S';

const tiled = (box: string, steps: readonly [number, number], entries = ''): Uint8Array =>
  withContent('/Pattern cs /P scn 10 10 200 200 re f', '/Pattern <</P 5 0 R>>', {
    5: streamOf(
      `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [${box}] /XStep ${steps[0]} /YStep ${steps[1]} /Resources <<>> ${entries}`,
      HATCH,
    ),
  });

/** The horizontal step of the stored tile. */
async function storedStep(bytes: Uint8Array): Promise<number> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(result.detail);
  expect(await judged(result.bytes)).toBe('unchanged');
  const pdf = await PDF.load(result.bytes);
  const objects = Array.from({ length: 12 }, (_, at) => pdf.context.registry.resolve(PdfRef.of(at + 1, 0)));
  const tile = objects.find((object) => object instanceof PdfStream && object.has('PatternType'));
  const step = tile instanceof PdfStream ? tile.get('XStep') : undefined;
  return step instanceof PdfNumber ? step.value : Number.NaN;
}

describe('a tile as large as its step', () => {
  it.each<[name: string, box: string, steps: readonly [number, number], entries?: string]>([
    ['upright', '0 0 4 4', [4, 4]],
    ['turned', '0 0 4 4', [4, 4], '/Matrix [0 1 -1 0 0 0]'],
    ['slanted', '0 0 4 4', [4, 4], '/Matrix [0.9 0.1 -0.1 0.9 0 0]'],
    ['with exchanged corners', '4 4 0 0', [4, 4]],
    ['with negative steps', '0 0 4 4', [-4, -4]],
    ['as large by 32 bits', '0 0 4.00000001 4', [4, 4]],
  ])('gets a longer step: %s', async (_, box, steps, entries) => {
    expect(await storedStep(tiled(box, steps, entries))).toBe(4.00004);
  });

  it('of a small unit gets a longer step in the file, too', async () => {
    expect(await storedStep(tiled('0 0 0.5 0.5', [0.5, 0.5], '/Matrix [8 0 0 8 0 0]'))).toBe(0.50002);
  });

  it.each<[name: string, box: string, steps: readonly [number, number]]>([
    ['a box that begins elsewhere', '1 0 5 4', [4, 4]],
    ['a box that begins below', '0 -1 4 3', [4, 4]],
    ['another width', '0 0 4 4', [3.99, 4]],
    ['another height', '0 0 4 4', [4, 3.99]],
  ])('is unchanged with %s', async (_, box, steps) => {
    expect(await judged(tiled(box, steps))).toBe('unchanged');
  });
});
