/** Draws a signature whose rectangle is too small for the usual text: the name, the time, and a drawing next to them. */
import type { InkDrawing } from '#formats/ink/drawing.ts';
import { type Area, abbreviated, type Canvas, ink, shorten, type TextStyle, textWidth, wrap } from '../page/canvas.ts';
import { drawStamp, shortStamp as stamp } from './stamped-lines.ts';

export interface SmallBox {
  readonly name: string;
  /** Short date and time, the date first. */
  readonly time: string;
  readonly drawing: InkDrawing | null;
  /** Prints that the signature has no value. */
  readonly demo: boolean;
}

type Size = Pick<Area, 'width' | 'height'>;

/** Below this the usual text does not fit. */
export const isSmall = ({ width, height }: Size): boolean => width < 110 || height < 32;

/** In points: between the frame and its content, and between drawing and text. */
const padding = { side: 3, top: 2 };
/** In points; text below the minimum is illegible on paper. */
const nameSize = { maximum: 8.5, minimum: 4.8 };
const timeSize = { maximum: 6.5, minimum: 4.2 };
/** Line height as a multiple of the font size. */
const leading = 1.2;
/** From this height, name and time take two lines. */
const twoLineHeight = 16;
/** In a narrower rectangle a drawing would leave no room for a name. */
const drawingLimits = { width: 72, part: 0.4 };

/**
 * Draws into a signature field's rectangle, from (0, 0) in points.
 * @param drawHand draws the handwriting into an area.
 */
export function drawSmallBox(
  canvas: Canvas,
  box: SmallBox,
  { width, height }: Size,
  drawHand: (drawing: InkDrawing, area: Area) => void,
): void {
  const inner = { x: padding.side, y: padding.top, width: width - 2 * padding.side, height: height - 2 * padding.top };
  let text: Area = inner;
  if (box.drawing && width >= drawingLimits.width) {
    const wide = Math.min(inner.width * drawingLimits.part, inner.height * 3);
    const stampHeight = box.demo && height >= twoLineHeight ? stamp.height : 0;
    drawHand(box.drawing, { ...inner, y: inner.y + stampHeight, width: wide, height: inner.height - stampHeight });
    text = { ...inner, x: inner.x + wide + padding.side, width: inner.width - wide - padding.side };
    if (stampHeight > 0) drawStamp(canvas, stamp, inner.x, inner.y);
  }
  const isStamped = box.demo && (height < twoLineHeight || text === inner);
  if (height >= twoLineHeight) inTwoLines(canvas, box, text, isStamped);
  else inOneLine(canvas, box, text, isStamped);
}

function inTwoLines(canvas: Canvas, { name, time }: SmallBox, area: Area, isStamped: boolean): void {
  const availableWidth = area.width - (isStamped ? stamp.width + 2 : 0);
  const shownTime = fittedTime(time, availableWidth, Math.min(timeSize.maximum, area.height * 0.36));
  const nameHeight = area.height - shownTime.size * leading;
  const title = fittedName(name, area.width, nameHeight);
  const block = title.lines.length * title.size * leading + shownTime.size * leading;
  let baseline = area.y + (area.height + block) / 2;
  for (const line of title.lines) {
    baseline -= title.size * leading;
    canvas.text(line, area.x, baseline + title.size * 0.22, { size: title.size, weight: 'semibold' });
  }
  baseline -= shownTime.size * leading;
  baseline += shownTime.size * 0.22;
  canvas.text(shownTime.text, area.x, baseline, { size: shownTime.size, color: ink.secondary });
  if (isStamped) drawStamp(canvas, stamp, area.x + area.width - stamp.width, baseline - stamp.foot);
}

/** The time to the right of the name; the stamp precedes the time. */
function inOneLine(canvas: Canvas, { name, time }: SmallBox, area: Area, isStamped: boolean): void {
  const baseline = (size: number): number => area.y + area.height / 2 - size * 0.36;
  const right = area.x + area.width;
  const shared = isStamped ? area.width - stamp.width - padding.side : area.width;
  const short = fittedTime(time, shared / 2, Math.min(timeSize.maximum, area.height * 0.6));
  const shortWidth = textWidth(short.text, { size: short.size });
  const reservedWidth = shortWidth + padding.side + (isStamped ? stamp.width + padding.side : 0);
  const title = fittedName(name, area.width - reservedWidth, area.height, 1);
  canvas.text(title.lines[0] ?? '', area.x, baseline(title.size), { size: title.size, weight: 'semibold' });
  canvas.text(short.text, right - shortWidth, baseline(short.size), { size: short.size, color: ink.secondary });
  if (isStamped) {
    const left = right - shortWidth - padding.side - stamp.width;
    drawStamp(canvas, stamp, left, area.y + (area.height - stamp.height) / 2);
  }
}

/** The name in one line or, if the height allows, two; abbreviated if it is too long for the smallest size. */
function fittedName(name: string, width: number, height: number, maxLines = 2): { size: number; lines: string[] } {
  const style = (size: number): TextStyle => ({ size, weight: 'semibold' });
  const single = sizeFor(name, width, style(Math.min(nameSize.maximum, height / leading)));
  if (single >= nameSize.minimum * 1.15) return { size: single, lines: [name] };
  const half = Math.min(nameSize.maximum, height / (2 * leading));
  for (let size = half; maxLines > 1 && size >= nameSize.minimum; size -= 0.2) {
    const lines = wrap(name, width, style(size));
    if (lines.length <= 2) return { size, lines };
  }
  const minStyle = style(nameSize.minimum);
  const brief = abbreviated(name, (one) => textWidth(one, minStyle) <= width);
  const size = Math.max(nameSize.minimum, sizeFor(brief, width, style(Math.min(nameSize.maximum, height / leading))));
  return { size, lines: [shorten(brief, width, style(size))] };
}

/** The time, or only the date if both do not fit. */
function fittedTime(time: string, width: number, maxWidth: number): { size: number; text: string } {
  const size = sizeFor(time, width, { size: maxWidth });
  if (size >= timeSize.minimum) return { size, text: time };
  const day = time.split(' ')[0] ?? '';
  return { size: Math.max(timeSize.minimum, sizeFor(day, width, { size: maxWidth })), text: day };
}

/** The size at which a text fits, at most that of the style. */
const sizeFor = (text: string, width: number, style: TextStyle): number =>
  Math.min(style.size, (style.size * Math.max(0, width)) / Math.max(0.1, textWidth(text, style)));
