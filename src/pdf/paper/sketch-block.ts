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

export function sketchPieces(sheet: Sheet, block: BlockOf<'sketch'>): Piece[] {
  const numbered = block.marks.map((mark) => ({
    ...mark,
    lines: sheet.wrap(mark.text, width - 24, styles.value),
  }));
  let list: ReturnType<Sheet['element']> | undefined;
  const rows = numbered.map(
    (mark): Piece => ({
      height: mark.lines.length * styles.value.leading + 4,
      draw(y) {
        list ??= sheet.element('L');
        const item = sheet.element('LI', list);
        sheet.tagged(sheet.element('Lbl', item), 'Lbl', () =>
          sheet.line(`${mark.number}`, left + 4, y, { ...styles.value, weight: 'semibold' }),
        );
        const body = sheet.element('LBody', item);
        sheet.tagged(body, 'LBody', () => sheet.lines(mark.lines, left + 20, y, styles.value));
      },
    }),
  );
  const figure: Piece = {
    height: height + 8,
    withNext: rows.length > 0,
    draw(y) {
      const element = sheet.element('Figure', sheet.root, { alt: block.alt });
      sheet.tagged(element, 'Figure', () => {
        sheet.drawing.roundedRect(left, y, width, height, 5).fill(ink.sunken);
        const x = left + (width - car.length) / 2;
        const top = y + (height - car.breadth) / 2;
        if (block.vehicle === 'car') drawCar(sheet, x, top);
        else drawMotorcycle(sheet, x, top);
        for (const { number, x: across, y: along } of block.marks) {
          drawMark(sheet, x + along * car.length, top + (1 - across) * car.breadth, number);
        }
      });
    },
  };
  return [...headingPieces(sheet, block.heading), figure, ...rows, gap(10)];
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
