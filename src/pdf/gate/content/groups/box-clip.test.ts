/** Content that one program draws outside a box is clipped by the content itself. */
import { PDF, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '../../inspect-pdf.ts';
import { streamOf } from '../../papers.suite.ts';
import { judged, withContent } from '../judged.suite.ts';

const RED = '1 0 0 rg 0 0 400 400 re f';
const CLIPPED = 'q 0 0 50 50 re W n\n';

const tiled = (content: string, steps = '/XStep 900 /YStep 900', box = '[0 0 50 50]'): Uint8Array =>
  withContent('/Pattern cs /P scn 10 10 200 200 re f', '/Pattern <</P 5 0 R>>', {
    5: streamOf(`/PatternType 1 /PaintType 1 /TilingType 1 /BBox ${box} ${steps} /Resources <<>>`, content),
  });

const masked = (matrix: string): Uint8Array =>
  withContent(`${matrix} cm /S gs ${RED}`, '/ExtGState <</S <</SMask <</S /Luminosity /G 5 0 R>>>>>>', {
    5: streamOf(
      '/Subtype /Form /BBox [0 0 50 50] /Group <</S /Transparency /CS /DeviceRGB>>',
      '1 1 1 rg 0 0 200 200 re f',
    ),
  });

async function storedStreams(bytes: Uint8Array): Promise<string[]> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(result.detail);
  expect(await judged(result.bytes)).toBe('unchanged');
  const pdf = await PDF.load(result.bytes);
  const objects = [4, 5, 6, 7, 8].map((number) => pdf.context.registry.resolve(PdfRef.of(number, 0)));
  return objects.flatMap((object) =>
    object instanceof PdfStream ? [Buffer.from(object.getDecodedData()).toString('latin1')] : [],
  );
}

describe('a tile with gaps around it', () => {
  it('is clipped at its box', async () => {
    expect(await storedStreams(tiled(RED))).toContain(`${CLIPPED}${RED}\nQ`);
  });

  it('is unchanged where it is already clipped', async () => {
    expect(await judged(tiled(`${CLIPPED}${RED}\nQ`))).toBe('unchanged');
  });

  it('is clipped where its own clip ends before its content', async () => {
    const content = `${CLIPPED}Q q ${RED}\nQ`;
    expect(await storedStreams(tiled(content))).toContain(`${CLIPPED}${content}\nQ`);
  });

  it('with swapped box corners is clipped at the same place', async () => {
    expect(await storedStreams(tiled(RED, '/XStep 900 /YStep 50', '[50 50 0 0]'))).toContain(`${CLIPPED}${RED}\nQ`);
  });

  it('is unchanged without gaps', async () => {
    expect(await judged(tiled(RED, '/XStep 50 /YStep -50', '[5 5 55 55]'))).toBe('unchanged');
  });
});

describe('the drawing of a soft mask', () => {
  it('is clipped at its box when rotated', async () => {
    expect(await storedStreams(masked('0.98 0.17 -0.17 0.98 0 0'))).toContain(`${CLIPPED}1 1 1 rg 0 0 200 200 re f\nQ`);
  });

  it.each(['1 0 0 1 5 5', '0 1 -1 0 90 0', '2 0 0 -2 0 90'])('is unchanged under %s', async (matrix) => {
    expect(await judged(masked(matrix))).toBe('unchanged');
  });
});
