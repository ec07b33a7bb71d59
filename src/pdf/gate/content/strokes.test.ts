/** Zero-length strokes and strokes around sharp corners of curves, which programs draw differently. */
import { PDF, PdfRef, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '#test/rows.ts';
import { inspectPdf } from '../inspect-pdf.ts';
import { streamOf } from '../papers.suite.ts';
import { judged, reasonOf, withContent } from './judged.suite.ts';

const form = (content: string): Record<number, Buffer> => ({
  5: streamOf('/Subtype /Form /BBox [0 0 300 300]', content),
});
const calling = (page: string, content: string): Uint8Array =>
  withContent(page, '/XObject <</X 5 0 R>>', form(content));

describe('a zero-length stroke', () => {
  it.each(
    rowsOf(`
      a point with square caps           | 2 J 9 w 40 40 m 40 40 l S                 | a point with square caps
      a point of a curve                 | 2 J 9 w 40 40 m 40 40 40 40 40 40 c S     | a point with square caps
      a point that closes                | 2 J 9 w 40 40 m 40 40 l s                 | a point with square caps
      a closed path of nothing, round    | 1 J 9 w 40 40 m s                         | a closed path of nothing with caps
      a closed path of nothing in a clip | 1 J 9 w 40 40 m h W S                     | a closed path of nothing with caps
      a closed path of nothing, square   | 2 J 9 w 40 40 m s                         | a closed path of nothing with caps
      dashes of no length                | 2 J 9 w [0 12] 0 d 40 40 m 90 40 l S      | dashes of no length with square caps
      a cap that is set in a saved state | 2 J q 9 w 40 40 m 40 40 l S Q             | a point with square caps
      a point behind a line              | 2 J 9 w 10 10 m 90 10 l 40 40 m 40 40 l S | a point with square caps
    `),
  )('is refused: %s', async (_, content, reason) => {
    expect(await reasonOf(withContent(content))).toBe(`pdf.content: ${reason}`);
  });

  it.each(
    rowsOf(`
      a point with flat caps              | 9 w 40 40 m 40 40 l S
      a point with round caps             | 1 J 9 w 40 40 m 40 40 l S
      a cap that ends with its state      | q 2 J Q 9 w 40 40 m 40 40 l S
      a point that is filled              | 2 J 40 40 m 40 40 l f
      dashes of no length with round caps | 1 J 9 w [0 12] 0 d 40 40 m 90 40 l S
      a line with square caps             | 2 J 9 w 40 40 m 90 40 l S
    `),
  )('is accepted: %s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('unchanged');
  });

  it.each(
    rowsOf(`
      round                | 1 J 9 w 40 40 m h S        | 1 J 9 w 40 40 m S
      square               | 2 J 9 w 40 40 m h B        | 2 J 9 w 40 40 m B
      behind a rectangle   | 2 J 9 9 9 9 re 40 40 m h S | 2 J 9 9 9 9 re 40 40 m S
      before a line        | 2 J 40 40 m h 90 40 l S    | 2 J 40 40 m 90 40 l S
      closed twice         | 1 J 40 40 m h h S          | 1 J 40 40 m S
      behind a closed line | 1 J 40 40 m 90 40 l h h S  | 1 J 40 40 m 90 40 l h S
      two of them          | 1 J 40 40 m h 50 50 m h S  | 1 J 40 40 m 50 50 m S
    `),
  )('is opened if it is a closed empty path: %s', async (_, content, plain) => {
    const streams = (await storedContent(withContent(content))).split('\n');
    expect(streams.map((one) => one.trim())).toContain(plain);
  });

  it.each(
    rowsOf(`
      with flat caps | 40 40 m h S
      that is filled | 1 J 40 40 m h f
    `),
  )('remains a closed empty path %s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('unchanged');
  });

  it('in a form is judged by the caps of the file, which its caller may set', async () => {
    expect(await reasonOf(calling('2 J /X Do', '9 w 40 40 m 40 40 l S'))).toContain('a point with square caps');
    expect(await judged(calling('/X Do', '9 w 40 40 m 40 40 l S'))).toBe('unchanged');
    expect(await judged(calling('2 J 9 9 m 40 9 l S /X Do', '0 J 9 w 40 40 m 40 40 l S'))).toBe('unchanged');
  });
});

/** Two curves that meet in a corner. @param half of its angle, in radians. @param bend by which they turn away from each other. */
function petal(half: number, bend: number): string {
  const point = (angle: number, reach: number): string =>
    `${(60 - 8 * reach * Math.cos(angle)).toFixed(5)} ${(60 + 8 * reach * Math.sin(angle)).toFixed(5)}`;
  const away = `${point(half + bend, 1)} m ${point(half + 0.7 * bend, 0.66)} ${point(half, 0.33)} 60 60 c`;
  return `${away} ${point(-half, 0.33)} ${point(-half - 0.7 * bend, 0.66)} ${point(-half - bend, 1)} c`;
}

/** Sharper than the miter limit of 10 allows, which is 0.1. */
const SHARP = petal(0.04, 0.8);

/** All content of the stored file, separated by single spaces. */
async function storedContent(bytes: Uint8Array): Promise<string> {
  const result = await inspectPdf(bytes);
  if (!result.ok) throw new Error(result.detail);
  expect(await judged(result.bytes)).toBe('unchanged');
  const { context } = await PDF.load(result.bytes);
  const objects = Array.from({ length: 12 }, (_, at) => context.registry.resolve(PdfRef.of(at + 1, 0)));
  const streams = objects.flatMap((object) => (object instanceof PdfStream ? [object.getDecodedData()] : []));
  return streams.map((data) => Buffer.from(data).toString('latin1').replace(/\s+/g, ' ')).join('\n');
}

describe('a sharp corner of a curve under a miter join', () => {
  it.each(
    rowsOf(`
      beyond the limit                            | 4 w ${SHARP} S                                | 4 w q 2 j ${SHARP} S Q
      of no angle                                 | ${petal(0, 0.8)} S                            | q 2 j ${petal(0, 0.8)} S Q
      short of the limit                          | ${petal(0.13, -0.1)} S                        | q 2 j ${petal(0.13, -0.1)} S Q
      under a lower limit                         | 4 M ${petal(0.2, 0.8)} S                      | 4 M q 2 j ${petal(0.2, 0.8)} S Q
      filled and stroked                          | ${SHARP} B*                                   | q 2 j ${SHARP} B* Q
      behind a rectangle                          | 9 9 9 9 re ${SHARP} S                         | q 2 j 9 9 9 9 re ${SHARP} S Q
      where the path closes                       | 60 60 m 20 59 20 50 20 20 c 20 40 l 60 61 l s |
      of a curve and a line                       | 20 62 m 60 60 l 52 60.3 45 55 40 40 c S       |
      of a curve that begins at its control point | 20 62 m 60 60 l 45 60 40 40 v S               |
      of a curve that ends at its control point   | 40 40 m 45 60 60 60 y 20 62 l S               |
      after a bevel that ended                    | q 2 j Q ${SHARP} S                            | q 2 j Q q 2 j ${SHARP} S Q
      with a number that is mended                | . 62 m 60 60 l 52 60.3 45 55 40 40 c S        | q 2 j 0 62 m 60 60 l 52 60.3 45 55 40 40 c S Q
    `),
  )('is clipped: %s', async (_, content = '', plain = '') => {
    const stored = await storedContent(withContent(content));
    expect(stored).toContain('q 2 j ');
    expect(stored).toContain(plain);
  });

  it.each(
    rowsOf(`
      of lines                           | 20 62 m 60 60 l 20 58 l S
      that is round                      | 1 j ${SHARP} S
      that is cut off                    | 2 j ${SHARP} S
      that is filled                     | ${SHARP} f
      that is wide                       | ${petal(0.4, 0.8)} S
      of curves that are nearly straight | ${petal(0.04, 0.001)} S
      above a higher limit               | 40 M ${petal(0.13, 0.8)} S
      of a circle                        | 20 60 m 20 71 29 80 40 80 c 51 80 60 71 60 60 c 60 49 51 40 40 40 c 29 40 20 49 20 60 c s
      of two curves that are not joined  | 20 20 m 30 21 40 30 60 60 c 60 60 m 40 31 30 21 20 21 c S
    `),
  )('is unchanged: %s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('unchanged');
  });

  it.each(
    rowsOf(`
      in a path that is a clip       | ${SHARP} W S
      in a text object               | BT ${SHARP} S ET
      with the limit inside the path | ${SHARP} 9 M S
    `),
  )('is refused: %s', async (_, content) => {
    expect(await reasonOf(withContent(content))).toBe('pdf.content: a sharp corner of a curve');
  });

  it('in a form is clipped under the standard limit, and refused where a caller sets another', async () => {
    expect(await storedContent(calling('/X Do', `${SHARP} S`))).toContain(`q 2 j ${SHARP} S Q`);
    const wider = petal(0.2, 0.8);
    expect(await judged(calling('/X Do', `${wider} S`))).toBe('unchanged');
    expect(await judged(calling('4 M /X Do', `10 M ${wider} S`))).toBe('unchanged');
    expect(await reasonOf(calling('4 M /X Do', `${wider} S`))).toBe('pdf.content: a sharp corner of a curve');
  });

  it('is clipped under the limit and join of a graphics state', async () => {
    const state = (entries: string, content: string): Uint8Array =>
      withContent(`/S gs ${content}`, `/ExtGState <</S <<${entries}>>>>`);
    expect(await storedContent(state('/ML 4', `${petal(0.2, 0.8)} S`))).toContain('q 2 j ');
    expect(await judged(state('/LJ 1', `${SHARP} S`))).toBe('unchanged');
  });
});
