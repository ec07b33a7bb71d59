/** Draws a paper's headings, facts, paragraphs, numbered clauses and ticked lists. */
import type { BlockOf, Fact } from '#domain/papers/paper.ts';
import { ink } from '../page/canvas.ts';
import { gap, keepTogether, type Piece } from './page-flow.ts';
import { page, printableText, type Sheet, styles, width } from './sheet.ts';

const left = page.margin;

/** A heading with its rule; never last on a page. */
export function headingPieces(sheet: Sheet, text: string | undefined): Piece[] {
  if (!text) return [];
  const style = styles.heading;
  const lines = sheet.wrap(text.toUpperCase(), width / 1.1, style);
  const height = lines.length * style.leading;
  return [
    {
      height: height + 11,
      withNext: true,
      draw(y) {
        const element = sheet.element('H2');
        sheet.tagged(element, 'H2', () => {
          sheet.applyStyle(style);
          for (const [index, line] of lines.entries()) {
            sheet.drawing.text(line, left, y + index * style.leading, { lineBreak: false, characterSpacing: 0.5 });
          }
        });
        sheet.rule(y + height + 4);
      },
    },
  ];
}

const gutter = 14;
const columns = 4;
const columnWidth = (width - (columns - 1) * gutter) / columns;
const spanWidth = (span: number): number => span * columnWidth + (span - 1) * gutter;
/** Longer values are split into pieces that may be on two pages. */
const tallest = 12;
const shortBlock = 150;

interface Cell {
  fact: Fact;
  value: string[];
  label: string[];
  span: number;
}

/** As narrow as the value allows; a value that would wrap gets the next width. */
function cellOf(sheet: Sheet, fact: Fact): Cell {
  const text = fact.value.trim() || '–';
  for (let span = 1; span <= columns; span += 1) {
    const value = sheet.wrap(text, spanWidth(span), styles.value);
    const label = sheet.wrap(fact.label, spanWidth(span), styles.label);
    if (span === columns || (value.length === 1 && label.length === 1)) return { fact, value, label, span };
  }
  throw new Error('a fact has no width');
}

function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = [];
  let usedColumns = columns;
  for (const cell of cells) {
    if (usedColumns + cell.span > columns) {
      rows.push([]);
      usedColumns = 0;
    }
    rows.at(-1)?.push(cell);
    usedColumns += cell.span;
  }
  return rows;
}

/** Labels above values, in four columns; a list for screen readers. */
export function factsPieces(sheet: Sheet, block: BlockOf<'facts'>): Piece[] {
  let list: ReturnType<Sheet['element']> | undefined;
  const getList = () => {
    list ??= sheet.element('L');
    return list;
  };
  const pieces = rowsOf(block.facts.map((fact) => cellOf(sheet, fact))).flatMap((row) => factRow(sheet, row, getList));
  return keepTogether([...headingPieces(sheet, block.heading), ...pieces, gap(8)], shortBlock);
}

function factRow(sheet: Sheet, row: readonly Cell[], getList: () => ReturnType<Sheet['element']>): Piece[] {
  const [only] = row;
  const labels = Math.max(...row.map(({ label }) => label.length)) * styles.label.leading + 1;
  const lines = Math.max(...row.map(({ value }) => Math.min(value.length, tallest)));
  let body: ReturnType<Sheet['element']> | undefined;
  const first: Piece = {
    height: labels + lines * styles.value.leading + 6,
    draw(y) {
      let x: number = left;
      for (const cell of row) {
        const item = sheet.element('LI', getList());
        sheet.tagged(sheet.element('Lbl', item), 'Lbl', () => sheet.lines(cell.label, x, y, styles.label));
        body = sheet.element('LBody', item);
        const at = x;
        sheet.tagged(body, 'LBody', () => sheet.lines(cell.value.slice(0, tallest), at, y + labels, styles.value));
        x += spanWidth(cell.span) + gutter;
      }
    },
  };
  if (row.length > 1 || !only || only.value.length <= tallest) return [first];
  const rest = only.value.slice(tallest).map(
    (line): Piece => ({
      height: styles.value.leading,
      draw(y) {
        if (body && line !== '') sheet.tagged(body, 'LBody', () => sheet.line(line, left, y, styles.value));
      },
    }),
  );
  return [{ ...first, height: first.height - 6 }, ...rest, gap(6)];
}

const backgrounds = {
  note: { fill: ink.sunken, color: ink.secondary },
  warning: { fill: ink.warningSoft, color: ink.warning },
} as const;

/** Running text; a note or warning has its own background. */
export function paragraphPieces(sheet: Sheet, { text, tone = 'plain' }: BlockOf<'paragraph'>): Piece[] {
  if (tone === 'plain') return [...textPieces(sheet, text, left, width), gap(10)];
  const { fill, color } = backgrounds[tone];
  const style = { ...styles.note, color };
  const lines = sheet.wrap(text, width - 24, style);
  const height = lines.length * style.leading + 14;
  return [
    {
      height,
      draw(y) {
        sheet.artifact(() => sheet.drawing.roundedRect(left, y, width, height, 4).fill(fill));
        sheet.tagged(sheet.element('P'), 'P', () => sheet.lines(lines, left + 12, y + 7, style));
      },
    },
    gap(12),
  ];
}

/** Lines of one paragraph: the first two and the last two are never separated. */
function textPieces(sheet: Sheet, text: string, x: number, maxWidth: number, parent = () => sheet.root): Piece[] {
  const style = styles.text;
  const lines = sheet.wrap(text, maxWidth, style);
  let element: ReturnType<Sheet['element']> | undefined;
  return lines.map((line, index) => ({
    height: style.leading,
    withNext: index === 0 || index === lines.length - 2 ? index < lines.length - 1 : false,
    draw(y) {
      element ??= sheet.element('P', parent());
      if (line !== '') sheet.tagged(element, 'P', () => sheet.line(line, x, y, style));
    },
  }));
}

const indent = 20;

/** Numbered clauses with hanging numbers; the mark of an unapproved text is next to its heading. */
export function clausesPieces(sheet: Sheet, block: BlockOf<'clauses'>, mark: string | null): Piece[] {
  let list: ReturnType<Sheet['element']> | undefined;
  const pieces = block.clauses.flatMap((clause) => {
    const style = styles.strong;
    const label = `${clause.number}.`;
    const marked = clause.placeholder && mark !== null ? printableText(mark) : '';
    const headingWidth = width - indent - (marked === '' ? 0 : sheet.widthOf(marked, styles.small) + 8);
    const heading = sheet.wrap(clause.heading, headingWidth, style);
    let body: ReturnType<Sheet['element']> | undefined;
    const head: Piece = {
      height: heading.length * style.leading + 1,
      withNext: true,
      draw(y) {
        list ??= sheet.element('L');
        const item = sheet.element('LI', list);
        sheet.tagged(sheet.element('Lbl', item), 'Lbl', () => sheet.line(label, left, y, style));
        body = sheet.element('LBody', item);
        const title = sheet.element('P', body);
        sheet.tagged(title, 'P', () => {
          sheet.lines(heading, left + indent, y, style);
          if (marked === '') return;
          const x = left + indent + sheet.widthOf(heading.at(-1) ?? '', style) + 6;
          sheet.line(marked, x, y + (heading.length - 1) * style.leading + 0.9, {
            ...styles.small,
            color: ink.warning,
          });
        });
      },
    };
    return [head, ...textPieces(sheet, clause.text, left + indent, width - indent, () => body ?? sheet.root), gap(3.5)];
  });
  return [...headingPieces(sheet, block.heading), ...pieces, gap(10)];
}

const optionColumns = 2;
const optionWidth = (width - gutter) / optionColumns;

/** Ticked and empty boxes, as entered by the dealer. */
export function optionsPieces(sheet: Sheet, block: BlockOf<'options'>): Piece[] {
  let list: ReturnType<Sheet['element']> | undefined;
  const cells = block.options.map((option) => ({
    ...option,
    lines: sheet.wrap(option.label, optionWidth - 18, styles.value),
  }));
  const pieces = Array.from({ length: Math.ceil(cells.length / optionColumns) }, (_, row): Piece => {
    const shownCells = cells.slice(row * optionColumns, (row + 1) * optionColumns);
    return {
      height: Math.max(...shownCells.map(({ lines }) => lines.length)) * styles.value.leading + 5,
      draw(y) {
        list ??= sheet.element('L');
        for (const [column, cell] of shownCells.entries()) {
          const x = left + column * (optionWidth + gutter);
          const item = sheet.element('LI', list);
          const sign = sheet.element('Lbl', item, { actual: cell.checked ? '☑' : '☐' });
          sheet.tagged(sign, 'Lbl', () => drawTick(sheet, x, y + 1, cell.checked));
          const body = sheet.element('LBody', item);
          sheet.tagged(body, 'LBody', () => sheet.lines(cell.lines, x + 16, y, styles.value));
        }
      },
    };
  });
  return [...headingPieces(sheet, block.heading), ...pieces, gap(8)];
}

/** A box of nine points, ticked or empty. */
export function drawTick(sheet: Sheet, x: number, y: number, checked: boolean): void {
  const { drawing } = sheet;
  drawing
    .roundedRect(x + 0.5, y + 0.5, 9, 9, 1.5)
    .lineWidth(0.9)
    .stroke(ink.field);
  if (!checked) return;
  drawing.lineJoin('round').lineCap('round');
  drawing
    .moveTo(x + 2.6, y + 5.2)
    .lineTo(x + 4.4, y + 7)
    .lineTo(x + 7.6, y + 3.1)
    .lineWidth(1.3)
    .stroke(ink.text);
  drawing.lineJoin('miter').lineCap('butt');
}
