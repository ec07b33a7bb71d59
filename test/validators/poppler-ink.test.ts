/** A form's own print at a signature field counts as blank; text and pictures do not. Judged on pages drawn by Poppler. */
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { inkBoxes, isPrintedOn } from '../../src/domain/signing/fields/covered-print.ts';
import type { PageShape, Rectangle } from '../../src/domain/signing/places.ts';
import { popplerInk } from './poppler-ink.ts';

const [WIDTH, HEIGHT] = [595.28, 841.89];
/** From the upper left, as PDFKit measures. */
const PLACE = { x: 300, y: 600, width: 190, height: 60 };
type Draw = (page: PDFKit.PDFDocument, place: typeof PLACE) => void;

async function paper(draw: Draw, rotation: number, place: typeof PLACE): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => document.on('end', resolve));
  Object.assign(document.page.dictionary.data, { Rotate: rotation });
  document.fontSize(10);
  draw(document, place);
  document.end();
  await done;
  return Buffer.concat(chunks);
}

async function isPrinted(draw: Draw, { rotation = 0, place = PLACE } = {}): Promise<boolean> {
  const box: Rectangle = [place.x, HEIGHT - place.y - place.height, place.x + place.width, HEIGHT - place.y];
  const page: PageShape = { crop: [0, 0, WIDTH, HEIGHT], rotation };
  const boxes = inkBoxes({ page: 1, box }, page);
  const questions = boxes.map((one) => ({ page: 1, box: one }));
  const [wholeInk = 0, coreInk = 0] = await popplerInk.inkIn(await paper(draw, rotation, place), questions);
  return isPrintedOn(boxes, [wholeInk, coreInk]);
}

const line =
  (text: string, x: number, y: number): Draw =>
  (page) => {
    page.text(text, x, y, { lineBreak: false });
  };
const CLAUSE = 'Il Cliente dichiara di aver ricevuto le condizioni generali di vendita e di';

const BLANK: readonly [string, Draw][] = [
  ['nothing', () => {}],
  [
    'a line to sign on',
    (page, { x, y, width, height }) =>
      page
        .moveTo(x, y + height - 12)
        .lineTo(x + width, y + height - 12)
        .stroke(),
  ],
  [
    'a thick line',
    (page, { x, y, width }) =>
      page
        .lineWidth(2)
        .moveTo(x, y + 40)
        .lineTo(x + width, y + 40)
        .stroke(),
  ],
  ['a line of underscores', line('_'.repeat(34), 302, 635)],
  ['a line of dots', line('.'.repeat(66), 302, 635)],
  ['a line of dashes', line('- '.repeat(28), 302, 635)],
  ['a frame', (page, { x, y, width, height }) => page.rect(x + 1, y + 1, width - 2, height - 2).stroke()],
  [
    'a frame with round corners',
    (page, { x, y, width, height }) => page.roundedRect(x + 1, y + 1, width - 2, height - 2, 6).stroke(),
  ],
  ['a light grey box', (page, { x, y, width, height }) => page.rect(x, y, width, height).fill('#e4e4e4')],
  ['a yellow box', (page, { x, y, width, height }) => page.rect(x, y, width, height).fill('#fff9c4')],
  [
    'a light blue box with a frame',
    (page, { x, y, width, height }) => page.rect(x, y, width, height).fillAndStroke('#dde4ff', '#555555'),
  ],
  [
    'a grid',
    (page, { x, y, width, height }) => {
      for (let at = 0; at <= width; at += 14)
        page
          .moveTo(x + at, y)
          .lineTo(x + at, y + height)
          .stroke('#999999');
      for (let at = 0; at <= height; at += 14)
        page
          .moveTo(x, y + at)
          .lineTo(x + width, y + at)
          .stroke('#999999');
    },
  ],
  ['a small cross', line('x', 306, 632)],
  [
    'a caption above',
    (page, { x, y }) => page.fontSize(8).text('Firma del cliente', x + 4, y + 2, { lineBreak: false }),
  ],
  [
    'a caption below a line',
    (page, { x, y, width }) => {
      page
        .moveTo(x, y + 46)
        .lineTo(x + width, y + 46)
        .stroke();
      page.fontSize(8).text('(firma del cliente)', x + 60, y + 49, { lineBreak: false });
    },
  ],
  [
    'the one word “Firma” beside a line',
    (page, { x, y }) => {
      page.fontSize(9).text('Firma', x + 4, y + 34, { lineBreak: false });
      page
        .moveTo(x + 34, y + 43)
        .lineTo(x + 190, y + 43)
        .stroke();
    },
  ],
  [
    'two captions above',
    (page, { x, y }) =>
      page.fontSize(8).text('Luogo e data          Firma del cliente', x + 4, y + 2, { lineBreak: false }),
  ],
  [
    'a watermark in light grey',
    (page, { x, y }) =>
      page
        .fontSize(40)
        .fillColor('#e8e8e8')
        .text('COPIA', x + 20, y + 12, { lineBreak: false }),
  ],
  ['the edge of a line of text', line(CLAUSE, 300, 592)],
];

const PRINTED: readonly [string, Draw][] = [
  ['a line of text in the middle', line(CLAUSE, 200, 625)],
  ['a line of text at the upper edge', line(CLAUSE, 200, 601)],
  ['a line of small text', (page) => page.fontSize(7).text(CLAUSE, 250, 626, { lineBreak: false })],
  ['three lines of text', (page) => page.text(`${CLAUSE} ${CLAUSE} ${CLAUSE}`, 200, 605, { width: 380 })],
  ['light text', (page) => page.fillColor('#8a8a8a').text(CLAUSE, 200, 625, { lineBreak: false })],
  ['red text', (page) => page.fillColor('#cc0000').text(CLAUSE, 200, 625, { lineBreak: false })],
  [
    'an amount',
    (page) => page.font('Helvetica-Bold').fontSize(11).text('Totale € 24.900,00', 320, 622, { lineBreak: false }),
  ],
  ['a short amount', line('€ 950,00', 370, 624)],
  [
    'white text on black',
    (page, { x, y, width }) => {
      page.rect(x, y + 20, width, 18).fill('#000000');
      page.fillColor('#ffffff').text('Condizioni', x + 10, y + 24, { lineBreak: false });
    },
  ],
  ['a dark area', (page, { x, y, width, height }) => page.rect(x, y, width, height).fill('#3355aa')],
  ['a part of a dark area', (page, { x, y }) => page.rect(x - 100, y - 100, 130, 130).fill('#777777')],
  ['a large heading', (page) => page.fontSize(30).text('CONTRATTO', 280, 612, { lineBreak: false })],
  [
    'a table of numbers',
    (page, { x, y }) => {
      for (let row = 0; row < 4; row += 1)
        page.text(`${row + 1}.250,00     ${row + 2}.100,00`, x + 10, y + 4 + row * 14, { lineBreak: false });
    },
  ],
];

describe('a rectangle on the rendered page', () => {
  it.each(BLANK)('is blank with %s', async (_, draw) => {
    expect(await isPrinted(draw)).toBe(false);
  });

  it.each(PRINTED)('is not blank with %s', async (_, draw) => {
    expect(await isPrinted(draw)).toBe(true);
  });

  it.each([90, 180, 270])('is the same rectangle on a page rotated by %i', async (rotation) => {
    expect(await isPrinted(line(CLAUSE, 200, 625), { rotation })).toBe(true);
    expect(await isPrinted(line(CLAUSE, 200, 670), { rotation })).toBe(false);
  });

  it('is judged alike at every size', async () => {
    const low = { x: 300, y: 600, width: 110, height: 32 };
    const high = { x: 100, y: 300, width: 400, height: 200 };
    const inMiddle: Draw = (page, { x, y, height }) =>
      page.text(CLAUSE, x - 20, y + height / 2 - 5, { lineBreak: false });
    const ruled: Draw = (page, { x, y, width, height }) =>
      page
        .moveTo(x, y + height - 6)
        .lineTo(x + width, y + height - 6)
        .stroke();
    for (const place of [low, high]) {
      expect(await isPrinted(inMiddle, { place })).toBe(true);
      expect(await isPrinted(ruled, { place })).toBe(false);
    }
  });
});
