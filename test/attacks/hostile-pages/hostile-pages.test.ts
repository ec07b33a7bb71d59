/** Pages that programs may draw each in its own way: what the gate accepts is drawn alike by Poppler, MuPDF and Ghostscript. */
import { describe, expect, it } from 'vitest';
import { inspectPdf } from '#pdf/gate/inspect.ts';
import { constructs } from './constructs.ts';
import { differences, drawnAlike } from './drawn-alike.ts';

/**
 * Drawn differently for what no grammar tells: how a thin line or a point is drawn, which typeface stands for one that
 * is missing, whether a picture can be decoded, which value a colour has. The comparison of drawings judges them.
 */
const LEFT_TO_THE_DRAWING = new Set([
  'annotations: a link with a frame',
  'colour spaces: a colour beyond its palette',
  'colour spaces: a separation of black that shows white',
  'drawn glyphs: a drawn glyph that cuts itself',
  'drawn glyphs: drawn glyphs that are mirrored',
  'outlines: a typeface with a letter by its code',
  'outlines: a typeface with a letter that is not there',
  'paths: a clip of a line',
  'paths: a line of width zero',
  'paths: a moved-to point with round caps',
  'pictures: a picture that is no JPEG',
  'text: a string with a line end',
]);

/** Boxes and page trees are judged by rules of their own. */
const isOfTheGrammar = (name: string): boolean => !/^(?:boxes|page trees|cross-references): /.test(name);

describe('hostile pages', () => {
  it('are many and have names of their own', () => {
    const names = constructs().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(400);
  });

  it('are told apart by the programs that draw them', async () => {
    const named = (name: string): Uint8Array =>
      constructs().find((one) => one.name === name)?.bytes ?? new Uint8Array();
    expect(await drawnAlike(named('profiles: a profile'))).toBe(true);
    expect(await drawnAlike(named('operators: a colour with a number too many'))).toBe(false);
  });

  it('are refused, or drawn alike as they are stored', async () => {
    const reasons: Record<string, number> = {};
    const different: string[] = [];
    let accepted = 0;
    for (const { name, bytes } of constructs()) {
      const result = await inspectPdf(bytes);
      if (!result.ok) {
        const reason = `${result.code}: ${result.detail}`;
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        continue;
      }
      accepted++;
      if (!isOfTheGrammar(name) || LEFT_TO_THE_DRAWING.has(name)) continue;
      if (!(await drawnAlike(result.bytes)))
        different.push(`${name} ${JSON.stringify(await differences(result.bytes))}`);
    }
    console.table(reasons);
    console.log(`${accepted} accepted`);
    expect(different).toEqual([]);
    expect(accepted).toBeGreaterThan(100);
  }, 600_000);
});
