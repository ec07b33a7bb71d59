/** Draws a vehicle seen from above and from both sides, with numbered damage, and its list. */
import { DRAWING_SIZE, pointOf, shapesOf } from '#domain/papers/damages/drawing.ts';
import type { BlockOf } from '#domain/papers/paper.ts';
import { ink } from '../page/canvas.ts';
import { gap, type Piece } from './page-flow.ts';
import { page, type Sheet, styles, width } from './sheet.ts';
import { headingPieces } from './text-blocks.ts';

const left = page.margin;
/** Room above the drawing for naming its ends. */
const padding = 10;

/** Sizes with damage described next to it, below it, and without damage: the paper then stays within two pages. */
const small = sizeOf(0.6);
const large = { ...sizeOf(0.72), width };
const unmarked = { ...sizeOf(0.544), width };
const textLeft = 20;

function sizeOf(scale: number) {
  const { width: across, height } = DRAWING_SIZE;
  return { scale, width: across * scale + 2 * padding, height: height * scale + 2 * padding };
}

/** The drawing with the damage list next to it, or below it if there is too much text. */
export function sketchPieces(sheet: Sheet, block: BlockOf<'sketch'>): Piece[] {
  const rowsBeside = damageRows(sheet, block, width - small.width - textLeft - 16);
  const fits = block.marks.length > 0 && heightOf(rowsBeside) <= small.height - 8;
  const rows = fits ? rowsBeside : damageRows(sheet, block, width - textLeft - 4);
  const drawRow = rowDrawer(sheet);
  const size = fits ? small : block.marks.length > 0 ? large : unmarked;
  const figure: Piece = {
    height: size.height + 8,
    withNext: !fits && rows.length > 0,
    draw(y) {
      drawFigure(sheet, block, y, size);
      let at = y + (size.height - heightOf(rows)) / 2 + 2;
      for (const row of fits ? rows : []) {
        drawRow(row, left + size.width + 16, at);
        at += row.height;
      }
    },
  };
  const under = fits ? [] : rows.map((row): Piece => ({ height: row.height, draw: (y) => drawRow(row, left + 4, y) }));
  return [...headingPieces(sheet, block.heading), figure, ...under, gap(10)];
}

interface DamageRow {
  number: number;
  lines: string[];
  height: number;
}

const damageRows = (sheet: Sheet, { marks }: BlockOf<'sketch'>, maxWidth: number): DamageRow[] =>
  marks.map(({ number, text }) => {
    const lines = sheet.wrap(text, maxWidth, styles.value);
    return { number, lines, height: lines.length * styles.value.leading + 4 };
  });

const heightOf = (rows: readonly DamageRow[]): number => rows.reduce((sum, row) => sum + row.height, 0);

/** A single list element, even if its items are on several pages. */
function rowDrawer(sheet: Sheet): (row: DamageRow, x: number, y: number) => void {
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

type Size = ReturnType<typeof sizeOf>;

const INKS = { body: '#ffffff', glass: ink.faint, wheel: ink.line } as const;

function drawFigure(sheet: Sheet, block: BlockOf<'sketch'>, y: number, size: Size): void {
  const element = sheet.element('Figure', sheet.root, { alt: block.alt });
  const { drawing } = sheet;
  const { scale } = size;
  sheet.tagged(element, 'Figure', () => {
    drawing.roundedRect(left, y, size.width, size.height, 5).fill(ink.sunken);
    const x = left + (size.width - DRAWING_SIZE.width * scale) / 2;
    const top = y + padding;
    drawing.save().translate(x, top).scale(scale).lineWidth(0.8).lineJoin('round');
    for (const { path, fill } of shapesOf(block.vehicle)) {
      if (fill === 'none') drawing.path(path).stroke(ink.field);
      else drawing.path(path).fillAndStroke(INKS[fill], ink.field);
    }
    drawing.restore();
    nameSides(sheet, y, size);
    for (const mark of block.marks) {
      const [along, down] = pointOf(mark);
      drawMark(sheet, x + along * scale, top + down * scale, mark.number);
    }
  });
}

/** Labels the front and the left side: a sketch that is not labelled proves nothing. */
function nameSides(sheet: Sheet, y: number, size: Size): void {
  const style = { ...styles.small, size: 5, color: ink.secondary };
  const middle = (text: string) => left + (size.width - sheet.widthOf(text, style)) / 2;
  sheet.line('ANTERIORE', left + 6, y + 3, style);
  sheet.line('POSTERIORE', 0, y + 3, style, { right: left + size.width - 6 });
  for (const [text, down] of [
    ['LATO DESTRO', 3],
    ['LATO SINISTRO', size.height - 8],
  ] as const) {
    sheet.line(text, middle(text), y + down, style);
  }
}

function drawMark(sheet: Sheet, x: number, y: number, number: number): void {
  sheet.drawing.circle(x, y, 7).fill(ink.text);
  const style = { ...styles.small, weight: 'semibold' as const, color: '#ffffff' };
  const text = String(number);
  sheet.line(text, x - sheet.widthOf(text, style) / 2, y - 4.6, style);
}
