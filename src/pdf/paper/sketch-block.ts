/** The drawing of a vehicle seen from above, with numbered damages, and their list (D §8.2). */
import type { BlockOf } from '#domain/papers/paper.ts';
import { ink } from '../canvas.ts';
import { gap, type Piece } from './flow.ts';
import { page, type Sheet, styles, width } from './sheet.ts';
import { headingPieces } from './text-blocks.ts';

const left = page.margin;
const height = 118;
/** Outlines lie along the sheet, the front at the left; coordinates of the drawing. */
const car = { length: 250, breadth: 104 };

/** Smaller where the damages are told beside it. */
const small = { scale: 0.8, width: car.length * 0.8 + 32, height: 96 } as const;
const large = { scale: 1, width, height } as const;
const textLeft = 20;

/** The drawing with the damages beside it, or under it when there are too many words for that. */
export function sketchPieces(sheet: Sheet, block: BlockOf<'sketch'>): Piece[] {
  const beside = told(sheet, block, width - small.width - textLeft - 16);
  const fits = block.marks.length > 0 && heightOf(beside) <= small.height - 8;
  const rows = fits ? beside : told(sheet, block, width - textLeft - 4);
  const listed = listing(sheet);
  const size = fits ? small : large;
  const figure: Piece = {
    height: size.height + 8,
    withNext: !fits && rows.length > 0,
    draw(y) {
      drawFigure(sheet, block, y, size);
      let at = y + (size.height - heightOf(rows)) / 2 + 2;
      for (const row of fits ? rows : []) {
        listed(row, left + size.width + 16, at);
        at += row.height;
      }
    },
  };
  const under = fits ? [] : rows.map((row): Piece => ({ height: row.height, draw: (y) => listed(row, left + 4, y) }));
  return [...headingPieces(sheet, block.heading), figure, ...under, gap(10)];
}

interface Told {
  number: number;
  lines: string[];
  height: number;
}

const told = (sheet: Sheet, { marks }: BlockOf<'sketch'>, room: number): Told[] =>
  marks.map(({ number, text }) => {
    const lines = sheet.wrap(text, room, styles.value);
    return { number, lines, height: lines.length * styles.value.leading + 4 };
  });

const heightOf = (rows: readonly Told[]): number => rows.reduce((sum, row) => sum + row.height, 0);

/** One list, whichever page its items fall on. */
function listing(sheet: Sheet): (row: Told, x: number, y: number) => void {
  let list: ReturnType<Sheet['element']> | undefined;
  return ({ number, lines }, x, y) => {
    list ??= sheet.element('L');
    const item = sheet.element('LI', list);
    sheet.tagged(sheet.element('Lbl', item), 'Lbl', () =>
      sheet.line(String(number), x, y, { ...styles.value, weight: 'semibold' }),
    );
    sheet.tagged(sheet.element('LBody', item), 'LBody', () => sheet.lines(lines, x + textLeft - 4, y, styles.value));
  };
}

function drawFigure(sheet: Sheet, block: BlockOf<'sketch'>, y: number, size: typeof small | typeof large): void {
  const element = sheet.element('Figure', sheet.root, { alt: block.alt });
  const { drawing } = sheet;
  const { scale } = size;
  sheet.tagged(element, 'Figure', () => {
    drawing.roundedRect(left, y, size.width, size.height, 5).fill(ink.sunken);
    const x = left + (size.width - car.length * scale) / 2;
    const top = y + (size.height - car.breadth * scale) / 2;
    drawing.save().translate(x, top).scale(scale);
    if (block.vehicle === 'car') drawCar(sheet, 0, 0);
    else drawMotorcycle(sheet, 0, 0);
    drawing.restore();
    nameEnds(sheet, y, size);
    for (const { number, x: across, y: along } of block.marks) {
      drawMark(sheet, x + along * car.length * scale, top + (1 - across) * car.breadth * scale, number);
    }
  });
}

/** Which end is the front: a sketch that has to be guessed at proves nothing. */
function nameEnds(sheet: Sheet, y: number, size: typeof small | typeof large): void {
  const style = { ...styles.small, size: 5, color: ink.secondary };
  sheet.line('ANTERIORE', left + 6, y + 3, style);
  sheet.line('POSTERIORE', 0, y + 3, style, { right: left + size.width - 6 });
}

function drawCar(sheet: Sheet, x: number, y: number): void {
  const { drawing } = sheet;
  const { length, breadth } = car;
  drawing.lineWidth(0.9).lineJoin('round');
  for (const at of [48, length - 74]) {
    for (const side of [2, breadth - 10]) drawing.roundedRect(x + at, y + side, 34, 8, 3).fill(ink.line);
  }
  drawing.roundedRect(x, y + 6, length, breadth - 12, 30).fillAndStroke('#ffffff', ink.field);
  drawing
    .moveTo(x + 72, y + 16)
    .bezierCurveTo(x + 60, y + 38, x + 60, y + breadth - 38, x + 72, y + breadth - 16)
    .lineTo(x + 98, y + breadth - 24)
    .bezierCurveTo(x + 92, y + breadth - 42, x + 92, y + 42, x + 98, y + 24)
    .closePath()
    .fillAndStroke(ink.sunken, ink.field);
  drawing
    .moveTo(x + length - 26, y + 20)
    .bezierCurveTo(x + length - 18, y + 40, x + length - 18, y + breadth - 40, x + length - 26, y + breadth - 20)
    .lineTo(x + length - 50, y + breadth - 25)
    .bezierCurveTo(x + length - 44, y + breadth - 42, x + length - 44, y + 42, x + length - 50, y + 25)
    .closePath()
    .fillAndStroke(ink.sunken, ink.field);
  drawing.roundedRect(x + 98, y + 25, length - 148, breadth - 50, 6).stroke(ink.line);
  for (const side of [2, breadth - 8])
    drawing.roundedRect(x + 76, y + side, 10, 6, 2).fillAndStroke('#ffffff', ink.field);
  for (const side of [14, breadth - 26]) {
    drawing.roundedRect(x + 5, y + side, 7, 12, 3).stroke(ink.field);
    drawing.roundedRect(x + length - 11, y + side, 6, 12, 3).stroke(ink.field);
  }
  drawing.lineJoin('miter');
}

function drawMotorcycle(sheet: Sheet, x: number, y: number): void {
  const { drawing } = sheet;
  const { length, breadth } = car;
  const middle = y + breadth / 2;
  drawing.lineWidth(0.9).lineJoin('round');
  drawing.roundedRect(x + 6, middle - 6, 62, 12, 6).fillAndStroke(ink.line, ink.field);
  drawing.roundedRect(x + length - 70, middle - 8, 62, 16, 7).fillAndStroke(ink.line, ink.field);
  drawing
    .moveTo(x + 72, middle - 42)
    .lineTo(x + 82, middle)
    .lineTo(x + 72, middle + 42)
    .lineWidth(3)
    .stroke(ink.field);
  drawing.lineWidth(0.9);
  drawing.ellipse(x + 112, middle, 34, 20).fillAndStroke('#ffffff', ink.field);
  drawing.roundedRect(x + 140, middle - 13, 70, 26, 12).fillAndStroke('#ffffff', ink.field);
  drawing.circle(x + 62, middle, 8).fillAndStroke('#ffffff', ink.field);
  drawing.lineJoin('miter');
}

function drawMark(sheet: Sheet, x: number, y: number, number: number): void {
  sheet.drawing.circle(x, y, 7).fill(ink.text);
  const style = { ...styles.small, weight: 'semibold' as const, color: '#ffffff' };
  const text = String(number);
  sheet.line(text, x - sheet.widthOf(text, style) / 2, y - 4.6, style);
}
