/** What is shaped once is not shaped again, and a document has its own subset all the same. */
import PDFDocument from 'pdfkit';
import { expect, it, vi } from 'vitest';
import { registerTypeface } from './drawing-fonts.ts';

interface Inside {
  _font: { font: { layout: (text: string) => unknown }; widths: unknown[]; unicode: number[][] };
}

function draw(text: string): { shapings: number; glyphs: number } {
  const drawing = new PDFDocument({ font: '' });
  registerTypeface(drawing);
  drawing.font('regular').fontSize(9);
  const { _font: inside } = drawing as unknown as Inside;
  const layout = vi.spyOn(inside.font, 'layout');
  drawing.text(text, 50, 50, { lineBreak: false });
  const shapings = layout.mock.calls.length;
  layout.mockRestore();
  return { shapings, glyphs: inside.widths.length };
}

it('shapes a word once, whichever document prints it', () => {
  // Words that no paper of another test prints: what was shaped before is kept by the process.
  const words = 'Sghembi violacei quokka tintinnano zufolando';
  expect(draw(words).shapings).toBe(words.split(' ').length);
  expect(draw(words).shapings).toBe(0);
  expect(draw(`${words} sbilenchi`).shapings).toBe(2);
});

it('embeds in each document the glyphs of its own words alone', () => {
  const all = draw('Il quick brown fox salta sopra il cane pigro 0123456789').glyphs;
  const few = draw('cane').glyphs;
  expect(few).toBe(1 + 'cane'.length);
  expect(all).toBeGreaterThan(few);
});

it('tells the apostrophe as what it is, whoever has written theirs otherwise before', () => {
  const characters = (text: string): number[][] => {
    const drawing = new PDFDocument({ font: '' });
    registerTypeface(drawing);
    drawing.font('regular').fontSize(9).text(text, 50, 50, { lineBreak: false });
    return (drawing as unknown as Inside)._font.unicode;
  };
  expect(characters('D\u02bcArrigo Bemporad')).toContainEqual([0x2019]);
  expect(characters('D\u2019Arrigo Bemporad')).toContainEqual([0x2019]);
});

it('forgets the words of customers once there are very many', () => {
  const word = (index: number) => `Cliente${index.toString(36)}`;
  const drawing = new PDFDocument({ font: '' });
  registerTypeface(drawing);
  drawing.font('regular').fontSize(9);
  for (let index = 0; index <= 10_000; index += 1) drawing.widthOfString(word(index));
  expect(draw(word(5)).shapings).toBe(1);
});
