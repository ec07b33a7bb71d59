/** Draws a paper's tables: columns with totals, and the Sì/No grids that a signer answers. */
import type { BlockOf, TableColumn } from '#domain/papers/paper.ts';
import { boxTitle } from '../choice-boxes.ts';
import { ink } from '../page/canvas.ts';
import { gap, keepTogether, type Piece } from './page-flow.ts';
import { type Element, type PlacedBox, page, type Sheet, styles, width } from './sheet.ts';
import { drawTick, headingPieces } from './text-blocks.ts';

const left = page.margin;
const inset = 6;
/** Longer cells are split into pieces that may be on two pages. */
const maxCellLines = 14;
/** Shorter tables, and grids, stay on one page. */
const shortTable = 240;

interface Column extends TableColumn {
  x: number;
  width: number;
}

function columnsOf(columns: readonly TableColumn[]): Column[] {
  const totalShare = columns.reduce((sum, { share }) => sum + share, 0);
  let x: number = left;
  return columns.map((column) => {
    const placedColumn = { ...column, x, width: (width * column.share) / totalShare };
    x += placedColumn.width;
    return placedColumn;
  });
}

interface Grid {
  table(): Element;
  head(lines: string[][]): { height: number; draw(y: number): void };
}

/** The table's element, created when its first row is drawn; a head repeated on a later page is not content. */
function gridOf(sheet: Sheet, columns: readonly Column[]): Grid {
  let element: Element | undefined;
  let isHeadDrawn = false;
  const table = () => {
    element ??= sheet.element('Table');
    return element;
  };
  return {
    table,
    head(lines) {
      const height = Math.max(...lines.map(({ length }) => length)) * styles.label.leading + 8;
      const style = { ...styles.label, weight: 'semibold' as const };
      return {
        height,
        draw(y) {
          const drawBackground = () => sheet.drawing.rect(left, y, width, height).fill(ink.sunken);
          const cell = (column: Column, index: number) => cellText(sheet, lines[index] ?? [], column, y + 4, style);
          sheet.artifact(drawBackground);
          if (isHeadDrawn) {
            for (const [index, column] of columns.entries()) sheet.artifact(() => cell(column, index), 'Pagination');
            return;
          }
          isHeadDrawn = true;
          const row = sheet.element('TR', table());
          for (const [index, column] of columns.entries()) {
            const th = sheet.element('TH', row, { scope: 'Column' });
            sheet.tagged(th, 'TH', () => cell(column, index));
          }
        },
      };
    },
  };
}

function cellText(
  sheet: Sheet,
  lines: readonly string[],
  column: Column,
  y: number,
  style: { size: number; leading: number; color?: string; weight?: 'regular' | 'semibold' },
): void {
  for (const [index, line] of lines.entries()) {
    const align = column.align === 'right' ? { right: column.x + column.width - inset } : undefined;
    if (line !== '') sheet.line(line, column.x + inset, y + index * style.leading, style, align);
  }
}

/** Rows break across pages below a repeated head; totals stay with the last row. */
export function tablePieces(sheet: Sheet, block: BlockOf<'table'>): Piece[] {
  const columns = columnsOf(block.columns);
  const grid = gridOf(sheet, columns);
  const head = grid.head(
    columns.map((column) =>
      sheet.wrap(column.head, column.width - 2 * inset, { ...styles.label, weight: 'semibold' as const }),
    ),
  );
  const rows = block.rows.flatMap((row) => rowPieces(sheet, row, columns, grid, head));
  const totals = (block.totals ?? []).map((total, index, totalRows) =>
    totalPiece(sheet, total, grid, index === totalRows.length - 1, index < totalRows.length - 1),
  );
  const last = rows.at(-1);
  if (last && totals.length > 0) last.withNext = true;
  return keepTogether(
    [
      ...headingPieces(sheet, block.heading),
      { height: head.height, withNext: true, draw: (y) => head.draw(y) },
      ...rows,
      ...totals,
      gap(12),
    ],
    shortTable,
  );
}

function rowPieces(
  sheet: Sheet,
  row: readonly string[],
  columns: readonly Column[],
  grid: Grid,
  head: Piece['head'] & object,
): Piece[] {
  const cells = columns.map((column, index) => sheet.wrap(row[index] ?? '', column.width - 2 * inset, styles.value));
  const lines = Math.max(...cells.map(({ length }) => length));
  const parts = Math.ceil(lines / maxCellLines);
  let elements: Element[] | undefined;
  return Array.from({ length: parts }, (_, part): Piece => {
    const shownLines = Math.min(maxCellLines, lines - part * maxCellLines);
    const closing = part === parts - 1;
    const height = shownLines * styles.value.leading + (part === 0 ? 5 : 0) + (closing ? 5 : 0);
    return {
      height,
      head,
      draw(y) {
        if (!elements) {
          const element = sheet.element('TR', grid.table());
          elements = columns.map(() => sheet.element('TD', element));
        }
        for (const [index, column] of columns.entries()) {
          const text = (cells[index] ?? []).slice(part * maxCellLines, (part + 1) * maxCellLines);
          const element = elements[index];
          if (!element || text.every((line) => line === '')) continue;
          sheet.tagged(element, 'TD', () => cellText(sheet, text, column, y + (part === 0 ? 5 : 0), styles.value));
        }
        if (closing) sheet.rule(y + height, ink.faint);
      },
    };
  });
}

function totalPiece(
  sheet: Sheet,
  { label, value }: { label: string; value: string },
  grid: Grid,
  sum: boolean,
  withNext: boolean,
): Piece {
  const style = sum ? { ...styles.value, size: 10, weight: 'semibold' as const } : styles.value;
  const right = left + width - inset;
  const availableWidth = width - sheet.widthOf(value, style) - 4 * inset;
  const lines = sheet.wrap(label, availableWidth, style);
  const height = lines.length * style.leading + 9;
  return {
    height,
    withNext,
    draw(y) {
      if (sum) {
        sheet.artifact(() => {
          const { drawing } = sheet;
          drawing
            .moveTo(left + width * 0.5, y + 1)
            .lineTo(left + width, y + 1)
            .lineWidth(0.9)
            .stroke(ink.text);
        });
      }
      const row = sheet.element('TR', grid.table());
      const th = sheet.element('TH', row, { scope: 'Row' });
      sheet.tagged(th, 'TH', () => {
        for (const [index, line] of lines.entries()) {
          const align = { right: right - Math.max(90, sheet.widthOf(value, style) + 20) };
          sheet.line(line, left, y + 5 + index * style.leading, style, align);
        }
      });
      sheet.tagged(sheet.element('TD', row), 'TD', () => sheet.line(value, left, y + 5, style, { right }));
    },
  };
}

const answerWidth = 44;
const channelWidth = 150;
const box = 10;

/** Purpose × channel with two empty boxes each; reports their positions, so that the answers can be printed there. */
export function choicesPieces(sheet: Sheet, block: BlockOf<'choices'>, placed: PlacedBox[]): Piece[] {
  const purposeWidth = width - channelWidth - 2 * answerWidth;
  const columns: Column[] = [
    { head: '', share: 1, x: left, width: purposeWidth },
    { head: '', share: 1, x: left + purposeWidth, width: channelWidth },
    ...block.answers.map((head, index) => ({
      head,
      share: 1,
      x: left + purposeWidth + channelWidth + index * answerWidth,
      width: answerWidth,
    })),
  ];
  const grid = gridOf(sheet, columns);
  const head = grid.head(columns.map(({ head: text }) => [text]));
  const rows = block.rows.flatMap((row): Piece[] => {
    const purpose = sheet.wrap(row.purpose, purposeWidth - 2 * inset, styles.strong);
    const text = row.text ? sheet.wrap(row.text, purposeWidth - 2 * inset, styles.note) : [];
    const textHeight = purpose.length * styles.strong.leading + text.length * styles.note.leading + 10;
    const channels = row.choices.map(({ channel }) => sheet.wrap(channel, channelWidth - 2 * inset, styles.value));
    const heights = channels.map(({ length }) => Math.max(20, length * styles.value.leading + 8));
    const height = Math.max(
      textHeight,
      heights.reduce((sum, lineHeight) => sum + lineHeight, 4),
    );
    return [
      {
        height,
        head,
        draw(y) {
          let at = y + 3;
          for (const [index, choice] of row.choices.entries()) {
            const element = sheet.element('TR', grid.table());
            const th = sheet.element('TH', element, { scope: 'Row' });
            if (index === 0) {
              sheet.tagged(th, 'TH', () => {
                sheet.lines(purpose, left + inset, y + 5, styles.strong);
                sheet.lines(text, left + inset, y + 5 + purpose.length * styles.strong.leading, styles.note);
              });
            }
            const channel = columns[1];
            const lines = channels[index] ?? [];
            const top = at;
            if (channel) {
              sheet.tagged(sheet.element('TD', element), 'TD', () =>
                cellText(sheet, lines, channel, top + 3, styles.value),
              );
            }
            for (const [answer, label] of block.answers.entries()) {
              const column = columns[answer + 2];
              if (!column) continue;
              const x = column.x + inset;
              const id = boxTitle(choice.id, answer === 0 ? 'yes' : 'no');
              sheet.artifact(() => drawTick(sheet, x, top + 4, false));
              const question = `${label}: ${row.purpose}, ${choice.channel}`;
              sheet.addEmptyBox(sheet.element('TD', element), id, question, [x, top + 4, x + box, top + 4 + box]);
              placed.push(sheet.placedBox(id, x, top + 4, box, box));
            }
            at += heights[index] ?? 20;
          }
          sheet.rule(y + height, ink.faint);
        },
      },
    ];
  });
  return keepTogether(
    [
      ...headingPieces(sheet, block.heading),
      { height: head.height, withNext: true, draw: (y) => head.draw(y) },
      ...rows,
      gap(10),
    ],
    shortTable,
  );
}
