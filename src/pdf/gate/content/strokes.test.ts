/** Strokes of no length are refused under the caps with which programs draw them differently. */
import { describe, expect, it } from 'vitest';
import { streamOf } from '../papers.suite.ts';
import { judged, reasonOf, withContent } from './judged.suite.ts';

const form = (content: string): Record<number, Buffer> => ({
  5: streamOf('/Subtype /Form /BBox [0 0 300 300]', content),
});
const calling = (page: string, content: string): Uint8Array =>
  withContent(page, '/XObject <</X 5 0 R>>', form(content));

describe('a stroke of no length', () => {
  it.each([
    ['a point with square caps', '2 J 9 w 40 40 m 40 40 l S', 'a point with square caps'],
    ['a point of a curve', '2 J 9 w 40 40 m 40 40 40 40 40 40 c S', 'a point with square caps'],
    ['a point that closes', '2 J 9 w 40 40 m 40 40 l s', 'a point with square caps'],
    ['a closed path of nothing, round', '1 J 9 w 40 40 m h S', 'a closed path of nothing with caps'],
    ['a closed path of nothing, square', '2 J 9 w 40 40 m s', 'a closed path of nothing with caps'],
    ['dashes of no length', '2 J 9 w [0 12] 0 d 40 40 m 90 40 l S', 'dashes of no length with square caps'],
    ['a cap that is set in a saved state', '2 J q 9 w 40 40 m 40 40 l S Q', 'a point with square caps'],
    ['a point behind a line', '2 J 9 w 10 10 m 90 10 l 40 40 m 40 40 l S', 'a point with square caps'],
  ])('is refused: %s', async (_, content, reason) => {
    expect(await reasonOf(withContent(content))).toBe(`pdf.content: ${reason}`);
  });

  it.each([
    ['a point with flat caps', '9 w 40 40 m 40 40 l S'],
    ['a point with round caps', '1 J 9 w 40 40 m 40 40 l S'],
    ['a cap that ends with its state', 'q 2 J Q 9 w 40 40 m 40 40 l S'],
    ['a point that is filled', '2 J 40 40 m 40 40 l f'],
    ['dashes of no length with round caps', '1 J 9 w [0 12] 0 d 40 40 m 90 40 l S'],
    ['a line with square caps', '2 J 9 w 40 40 m 90 40 l S'],
  ])('is accepted: %s', async (_, content) => {
    expect(await judged(withContent(content))).toBe('unchanged');
  });

  it('in a form is judged by the caps of the file, which its caller may set', async () => {
    expect(await reasonOf(calling('2 J /X Do', '9 w 40 40 m 40 40 l S'))).toContain('a point with square caps');
    expect(await judged(calling('/X Do', '9 w 40 40 m 40 40 l S'))).toBe('unchanged');
    expect(await judged(calling('2 J 9 9 m 40 9 l S /X Do', '0 J 9 w 40 40 m 40 40 l S'))).toBe('unchanged');
  });
});
