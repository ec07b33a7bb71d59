/** Draws the text of form fields: one line, several lines, comb cells, options of a list box. */
import { Letters } from './field-letters.ts';
import { FLAGS, type FormField, type Option } from './form-field.ts';
import { type Drawing, emptyDrawing } from './form-fonts.ts';
import { isLegible, LINE, multipleLines, singleLine, singleLineSize, type TextArea } from './text-layout.ts';
import { frameOperators, insetOf } from './widget-frame.ts';
import { decimal, type Style } from './widget-style.ts';

/** A value cannot be drawn; the message is technical, without the value. */
export class UndrawableValue extends Error {}

const MIN_PADDING = 2;
/** Automatic font size of a list box. */
const LIST_SIZE = 12;
/** Background of selected options, as Acrobat prints it. */
const HIGHLIGHT = '0.6 0.75686 0.8549 rg';

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** @throws Undrawable */
export function drawText(field: FormField, text: string, style: Style): Drawing {
  const letters = lettersFor(text, style);
  if (letters.text.trim() === '') return emptyDrawing(frameOperators(style));
  const inset = insetOf(style);
  const padding = Math.max(MIN_PADDING, inset * 2);
  const multiline = field.type === 'Tx' && field.has(FLAGS.multiline);
  const cells = cellsOf(field, letters);
  if (cells > 0) return drawComb(letters, cells, field.quadding, style);
  const box: TextArea = {
    width: style.width - padding * 2,
    height: style.height - inset * 2 - (multiline ? MIN_PADDING : 0),
  };
  const layout = multiline ? multipleLines(letters, box, style.size) : singleLine(letters, box, style.size);
  if (!layout || box.width <= 0) throw new UndrawableValue('the text does not fit into its box');
  const top = multiline
    ? style.height - inset - MIN_PADDING / 2 - LINE.ascent * layout.size
    : centred(style.height, layout.size);
  const lines = layout.lines.map((line, index) => ({
    text: line,
    x: startOf(letters.width(line) * layout.size, field.quadding, padding, style.width),
    y: top - index * LINE.leading * layout.size,
  }));
  return drawLines(letters, lines, layout.size, style);
}

/** A push button's caption or a password's asterisks, in one line. @throws Undrawable */
export function drawCaption(text: string, quadding: number, style: Style): Drawing {
  const letters = lettersFor(text, style);
  if (letters.text.trim() === '') return emptyDrawing(frameOperators(style));
  const padding = Math.max(MIN_PADDING, insetOf(style) * 2);
  const box = { width: style.width - padding * 2, height: style.height - insetOf(style) * 2 };
  const layout = singleLine(letters, box, style.size);
  if (!layout || box.width <= 0) throw new UndrawableValue('the caption does not fit into its box');
  const [line = ''] = layout.lines;
  const x = startOf(letters.width(line) * layout.size, quadding, padding, style.width);
  return drawLines(letters, [{ text: line, x, y: centred(style.height, layout.size) }], layout.size, style);
}

/** The part of its options that a list box shows. */
interface ListWindow {
  readonly visible: readonly Option[];
  readonly size: number;
}

/** The options of a list box from its first visible one; includes all selected ones, at a smaller size if necessary. */
export function listWindow(
  options: readonly Option[],
  selected: ReadonlySet<Option>,
  firstVisible: number,
  style: Style,
): ListWindow {
  const availableHeight = style.height - insetOf(style) * 2;
  const indexes = options.flatMap((option, index) => (selected.has(option) ? [index] : []));
  const [first = firstVisible, last = first] = [indexes[0], indexes.at(-1)];
  const size = Math.min(style.size || LIST_SIZE, availableHeight / (last - first + 1) / LINE.leading);
  const count = Math.max(1, Math.floor(availableHeight / (size * LINE.leading) + 1e-6));
  const from = Math.min(first, Math.max(firstVisible, last - count + 1));
  return { visible: options.slice(from, from + count), size };
}

/** A list box with highlighted selection. @throws Undrawable */
export function drawList(window: ListWindow, selected: ReadonlySet<Option>, style: Style): Drawing {
  const { visible } = window;
  const letters = lettersFor(visible.map(({ display }) => display).join('\n'), style);
  const inset = insetOf(style);
  const padding = Math.max(MIN_PADDING, inset * 2);
  const widest = Math.max(0, ...visible.map(({ display }) => letters.width(display))) || 1;
  const size = Math.min(window.size, (style.width - padding * 2) / widest);
  if (!isLegible(size, style.size)) throw new UndrawableValue('the options do not fit into their box');
  const height = window.size * LINE.leading;
  const bottomOf = (index: number): number => style.height - inset - (index + 1) * height;
  const fills = visible.flatMap((option, index) =>
    selected.has(option)
      ? [`${[inset, bottomOf(index), style.width - inset * 2, height].map(decimal).join(' ')} re f`]
      : [],
  );
  const lines = visible.map(({ display }, index) => ({
    text: display,
    x: padding,
    y: bottomOf(index) + (height - size * LINE.capHeight) / 2,
  }));
  const highlights = fills.length > 0 ? `\nq ${HIGHLIGHT} ${fills.join(' ')} Q` : '';
  return drawLines(letters, lines, size, style, highlights);
}

function lettersFor(text: string, style: Style): Letters {
  const letters = Letters.of(text, style.weight);
  if (!letters) throw new UndrawableValue('no typeface has its letters');
  return letters;
}

/** Number of comb cells; 0 if the field has none, or its value has more letters than cells. */
function cellsOf(field: FormField, letters: Letters): number {
  const conflictingFlags = FLAGS.multiline | FLAGS.password | FLAGS.fileSelect;
  if (field.type !== 'Tx' || !field.has(FLAGS.comb) || field.has(conflictingFlags)) return 0;
  const cells = field.number('MaxLen') ?? 0;
  return [...letters.text].length <= cells ? cells : 0;
}

function drawComb(letters: Letters, cells: number, quadding: number, style: Style): Drawing {
  const cell = style.width / cells;
  const characters = [...letters.text.replace(/\n/g, ' ')];
  const widest = Math.max(...characters.map((character) => letters.width(character))) || 1;
  const size = Math.min(singleLineSize(style.height - insetOf(style) * 2, style.size), cell / widest);
  if (!isLegible(size, style.size)) throw new UndrawableValue('the text does not fit into its cells');
  const free = cells - characters.length;
  const skipped = quadding === 2 ? free : quadding === 1 ? Math.floor(free / 2) : 0;
  const lines = characters.map((text, index) => ({
    text,
    x: (skipped + index) * cell + (cell - letters.width(text) * size) / 2,
    y: centred(style.height, size),
  }));
  return drawLines(letters, lines, size, style, combLines(style, cells));
}

/** Lines between the cells, if the field has a border. */
function combLines(style: Style, cells: number): string {
  if (!style.border || style.borderWidth <= 0) return '';
  const edges = Array.from({ length: cells - 1 }, (_, index) => decimal(((index + 1) * style.width) / cells));
  const lines = edges.map((x) => `${x} 0 m ${x} ${decimal(style.height)} l`);
  return `\nq ${style.border} ${decimal(style.borderWidth)} w ${lines.join(' ')} S Q`;
}

const centred = (height: number, size: number): number => (height - LINE.capHeight * size) / 2;

function startOf(width: number, quadding: number, padding: number, totalWidth: number): number {
  if (quadding === 1) return (totalWidth - width) / 2;
  return quadding === 2 ? totalWidth - padding - width : padding;
}

/** @param extra operators between the frame and the text. */
function drawLines(letters: Letters, lines: readonly Line[], size: number, style: Style, extra = ''): Drawing {
  const drawing = emptyDrawing(`${frameOperators(style)}${extra}`);
  for (const line of lines) letters.draw(drawing.text, line, size, style.color);
  return drawing;
}
