/** Places a signature's lines and the demo's stamp in a rectangle so that neither covers the other. */
import { type Area, abbreviated, type Canvas, ink, shorten, type TextStyle, textWidth, wrap } from '../page/canvas.ts';

interface Line extends TextStyle {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
}

/** The name first, in a larger size; the other lines share one size. */
interface Block {
  readonly lines: readonly Line[];
  /** No line is dropped for lack of height. */
  readonly isComplete: boolean;
}

/** Printed in every signature of the demo. */
export interface Stamp extends Pick<Area, 'width' | 'height'> {
  readonly text: string;
  readonly style: TextStyle;
  /** Points to the two nearest sides of the rectangle. */
  readonly edge: number;
  /** Points from the lower side to the baseline. */
  readonly foot: number;
}

/** Points: sizes of the first line and of the others, at full scale. */
const sizes = { name: 11.5, detail: 7.5 };
/** Smaller text is illegible on paper: lines are dropped for lack of height, and cut for lack of width. */
const smallestScale = 0.55;
const smallestName = 4.8;
/** Points between a stamp and a line. */
const gap = 1;
/** From this height a long name may take two lines. */
const twoLineHeight = 42;

const stampStyle = (size: number): TextStyle => ({ size, weight: 'semibold', color: ink.warning });
/** Where the full stamp does not fit; the pages of the file have it. */
export const shortStamp: Stamp = { text: 'DEMO', style: stampStyle(4), width: 17, height: 5.6, foot: 1.4, edge: 2.5 };

/** @param isRoomy whether the rectangle has room for the usual sizes. */
export function fullStamp(isRoomy: boolean): Stamp {
  const [text, style] = ['DEMO senza valore', stampStyle(isRoomy ? 5.5 : 4)];
  return { text, style, edge: isRoomy ? 5 : 2.5, foot: 2.2, width: textWidth(text, style) + 6, height: style.size + 4 };
}

/** Draws a stamp with its lower left corner at (x, y). */
export function drawStamp(canvas: Canvas, stamp: Stamp, x: number, y: number): void {
  canvas.box(x, y, stamp.width, stamp.height, { radius: 2, fill: ink.warningSoft });
  const margin = (stamp.width - textWidth(stamp.text, stamp.style)) / 2;
  canvas.text(stamp.text, x + margin, y + stamp.foot, stamp.style);
}

/**
 * Draws the lines, and the stamp in the lower right corner: next to the lines, else below all of them, else the short
 * stamp in the same way. A line is cut or dropped only where even that one would cover it.
 * @param column where the lines may be. @param right the rectangle's side.
 */
export function drawStamped(canvas: Canvas, lines: readonly string[], column: Area, right: number, full: Stamp): void {
  const cornerOf = (stamp: Stamp) => ({ ...stamp, x: right - stamp.width - stamp.edge, y: stamp.edge });
  const ways = [full, shortStamp].map(cornerOf).flatMap((corner) => {
    const top = corner.y + corner.height + gap;
    const above = { ...column, y: top, height: column.y + column.height - top };
    return [column, above].map((area) => ({ corner, block: blockOf(lines, area) }));
  });
  const last = cornerOf(shortStamp);
  const narrow = { corner: last, block: blockOf(lines, { ...column, width: last.x - gap - column.x }) };
  const { corner, block } = ways.find((way) => isClear(way.block, way.corner)) ?? narrow;
  drawLines(canvas, block);
  drawStamp(canvas, corner, corner.x, corner.y);
}

/** The lines in the middle of an area; in a low area they are smaller, and those that still do not fit are dropped. */
export function blockOf([name = '', ...details]: readonly string[], area: Area): Block {
  const rim = Math.min(10, area.height * 0.1);
  const longest = Math.max(1, ...details.map((line) => textWidth(line, { size: sizes.detail })));
  const fitting = Math.max(smallestScale, (area.width - 0.1) / longest);
  const blockAt = (scale: number) => {
    const names = nameLines(name, area.width, scale, area.height >= twoLineHeight ? 2 : 1);
    const detailSize = sizes.detail * Math.min(scale, fitting);
    return { names, detailSize, leading: detailSize * 1.4, nameHeight: names.lines.length * names.size * 1.15 };
  };
  let scale = 1;
  let block = blockAt(scale);
  while (scale > smallestScale && block.nameHeight + details.length * block.leading > area.height - rim * 2) {
    scale = Math.max(smallestScale, scale - 0.02);
    block = blockAt(scale);
  }
  const { names, detailSize, leading, nameHeight } = block;
  const shown = details.slice(0, Math.max(0, Math.floor((area.height - rim - nameHeight) / leading)));
  let baseline = area.y + (area.height + nameHeight + shown.length * leading) / 2 + names.size * 0.3;
  const lines: Line[] = [];
  for (const text of names.lines) {
    baseline -= names.size * 1.15;
    lines.push({ text, x: area.x, baseline, size: names.size, weight: 'semibold' });
  }
  baseline -= names.size * 0.15;
  for (const detail of shown) {
    baseline -= leading;
    const style = { size: detailSize, color: ink.secondary };
    lines.push({ text: shorten(detail, area.width, style), x: area.x, baseline, ...style });
  }
  return { lines, isComplete: shown.length === details.length };
}

export function drawLines(canvas: Canvas, { lines }: Block): void {
  for (const { text, x, baseline, ...style } of lines) canvas.text(text, x, baseline, style);
}

/** Whether all lines are there, and none reaches into a rectangle, from its descenders to its accents. */
const isClear = ({ lines, isComplete }: Block, { x, y, width, height }: Area): boolean =>
  isComplete &&
  lines.every(({ text, x: left, baseline, ...style }) => {
    const isBeside = left + textWidth(text, style) + gap <= x || left >= x + width + gap;
    return isBeside || baseline - style.size * 0.25 >= y + height || baseline + style.size * 0.95 <= y;
  });

/** A name takes two smaller lines, then has its first words abbreviated, before it is cut. */
function nameLines(name: string, width: number, scale: number, maxLines: number): { size: number; lines: string[] } {
  const full = sizes.name * scale;
  const size = (full * width) / Math.max(width, textWidth(name, { size: full, weight: 'semibold' }));
  if (size >= full * 0.78) return { size, lines: [name] };
  const style = { size: full * 0.74, weight: 'semibold' } as const;
  const brief = abbreviated(name, (one) => wrap(one, width, style).length <= maxLines);
  if (wrap(brief, width, style).length <= maxLines) return { size: style.size, lines: wrap(brief, width, style) };
  const least = Math.min(style.size, Math.max(smallestName, (style.size * width) / textWidth(brief, style)));
  return { size: least, lines: [shorten(brief, width, { ...style, size: least })] };
}
