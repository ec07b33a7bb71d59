/** Reads the drawing of handwriting in a signature field from the file, for comparison with the strokes (record 0067). */
import { PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '@libpdf/core';
import { handwritingFormName } from '#formats/ink/drawing.ts';
import { decodeStream } from '#formats/verify/inflate.ts';
import type { FieldNode } from '#formats/verify/signature-fields.ts';
import { type Resolve, resolved, SyntaxFault } from '#formats/verify/syntax.ts';

/** Points of each line, y upwards, in any unit. */
export type Lines = readonly (readonly (readonly [x: number, y: number])[])[];

export interface Picture {
  /** Decoded content of the form XObject with the drawing; null if the lines are part of the appearance itself, as before record 0067. */
  readonly form: Uint8Array | null;
  readonly lines: Lines;
}

/** `none`: the signature field shows no drawing. `foreign`: it contains marks other than words, a frame and a single drawing. */
export type ReadPicture = Picture | 'none' | 'foreign';

/** Grey levels from 0 (black) to 1 (white): a drawing is dark, the background of words is light. */
const [darkest, lightest] = [0.4, 0.85];
/** Points: distance of the frame from the edge, and line widths of a drawing. */
const edge = 6;
const thickness = { least: 0.3, most: 2 };

/** @returns the content of the only appearance of a signature's only widget. */
export async function readPicture(field: FieldNode, resolve: Resolve): Promise<ReadPicture> {
  const [widget, ...others] = field.widgets;
  const appearance = widget?.dict.getDict('AP', resolve);
  if (appearance === undefined) return 'none';
  const box = resolved(appearance.get('N'), resolve);
  if (others.length > 0 || appearance.size > 1 || !isForm(box, ['Matrix'], resolve)) return 'foreign';
  try {
    return await readBox(box, resolve);
  } catch (error) {
    if (error instanceof SyntaxFault) return 'foreign';
    throw error;
  }
}

async function readBox(box: PdfStream, resolve: Resolve): Promise<ReadPicture> {
  const sides = numbersOf(box.get('BBox'));
  const [left = 0, bottom = 0, width = 0, height = 0] = sides;
  if (sides.length !== 4 || left !== 0 || bottom !== 0 || hasDrawnFonts(box, resolve)) return 'foreign';
  const ownLines: (readonly [number, number])[][] = [];
  let form: Awaited<ReturnType<typeof readForm>> = null;
  for (const [n, line] of latin1(await decodeStream(box))
    .split('\n')
    .entries()) {
    if (line === '' || isText(line) || isLightArea(line) || (n === 0 && isFrame(line, width, height))) continue;
    const stroke = strokeOf(line);
    const call = callOf(line);
    if (stroke) ownLines.push(stroke);
    else if (call && form === null) {
      form = await readForm(box, resolve);
      if (form === null || !isInside(form.sides, call, width, height)) return 'foreign';
    } else return 'foreign';
  }
  if (form !== null) return ownLines.length > 0 ? 'foreign' : { form: form.content, lines: form.lines };
  return ownLines.length > 0 ? { form: null, lines: ownLines } : 'none';
}

const number = String.raw`-?(?:\d+\.?\d*|\.\d+)`;
const colour = `(${number}) (${number}) (${number})`;
const pattern = (text: string): RegExp => new RegExp(`^${text}$`);

const textLine = pattern(
  String.raw`BT ${colour} rg \/\w+ ${number} Tf ${number} Tc ${number} ${number} Td (?:<[0-9a-f]*> Tj|${number} Ts|\[[^\]()]*\] TJ| )+ ET`,
);
const areaLine = pattern(String.raw`q ${colour} rg [\d. mlchre-]+ f Q`);
const frameLine = pattern(String.raw`q ${colour} RG ${number} w ([\d. mlchre-]+) S Q`);
const strokeLine = pattern(String.raw`q ${colour} RG 1 J 1 j (${number}) w ([\d. ml-]+) S Q`);
const callLine = pattern(
  String.raw`q ${colour} RG 1 J 1 j (${number}) w (${number}) 0 0 (${number}) (${number}) (${number}) cm \/${handwritingFormName} Do Q`,
);

const isText = (line: string): boolean => textLine.test(line);

const luminance = (channels: readonly (string | undefined)[]): number => {
  const [red = 0, green = 0, blue = 0] = channels.map(Number);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function isLightArea(line: string): boolean {
  const match = areaLine.exec(line);
  return match !== null && luminance(match.slice(1, 4)) >= lightest;
}

/** A single path along the edge: every point of it is near a side. */
function isFrame(line: string, width: number, height: number): boolean {
  const match = frameLine.exec(line);
  if (match === null) return false;
  const numbers = (match[4] ?? '').split(' ').map(Number).filter(Number.isFinite);
  const near = (value: number, side: number): boolean => value <= edge || side - value <= edge;
  return numbers.every((value, n) => n % 2 === 1 || near(value, width) || near(numbers[n + 1] ?? 0, height));
}

const isThickness = (width: number): boolean => width >= thickness.least && width <= thickness.most;

function strokeOf(line: string): (readonly [number, number])[] | null {
  const match = strokeLine.exec(line);
  if (match === null || luminance(match.slice(1, 4)) > darkest || !isThickness(Number(match[4]))) return null;
  return [...(match[5] ?? '').matchAll(/(\S+) (\S+) [ml]/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
}

interface Call {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** The form drawn upright, uniformly scaled, dark and with the line width of a pen. */
function callOf(line: string): Call | null {
  const match = callLine.exec(line);
  if (match === null || luminance(match.slice(1, 4)) > darkest) return null;
  const [width = 0, scale = 0, verticalScale = 0, x = 0, y = 0] = match.slice(4).map(Number);
  return scale > 0 && scale === verticalScale && isThickness(width * scale) ? { scale, x, y } : null;
}

interface Sides {
  readonly right: number;
  readonly top: number;
}

/** The drawing is completely inside the signature field, without clipping. */
function isInside({ right, top }: Sides, { scale, x, y }: Call, width: number, height: number): boolean {
  return x >= 0 && y >= 0 && x + right * scale <= width && y + top * scale <= height;
}

/** @returns null unless the content has the form that `drawingBytes` writes and is entirely visible. */
async function readForm(
  box: PdfStream,
  resolve: Resolve,
): Promise<{ content: Uint8Array; lines: Lines; sides: Sides } | null> {
  const forms = box.getDict('Resources', resolve)?.getDict('XObject', resolve);
  const form = resolved(forms?.get(handwritingFormName), resolve);
  if (forms?.size !== 1 || !isForm(form, [], resolve) || form.getDict('Resources', resolve)?.size !== 0) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(form.get('BBox'));
  const content = await decodeStream(form);
  const lines = linesOf(latin1(content));
  const points = lines?.flat() ?? [];
  const isVisible = points.every(([x, y]) => x > left && x < right && y > bottom && y < top);
  if (lines === null || !isVisible) return null;
  return {
    content,
    lines,
    sides: { right: largest(points.map(([x]) => x)), top: largest(points.map(([, y]) => y)) },
  };
}

const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** @returns null for anything but lines as `drawingBytes` writes them. */
function linesOf(content: string): Lines | null {
  const operators = content.split('\n');
  if (operators.pop() !== '') return null;
  const lines: (readonly [number, number])[][] = [];
  let open: (readonly [number, number])[] | null = null;
  for (const operator of operators) {
    const [, x, y, kind] = /^(0|[1-9]\d{0,4}) (0|[1-9]\d{0,4}) ([ml])$/.exec(operator) ?? [];
    if (operator === 'S' && open) {
      lines.push(open);
      open = null;
    } else if (kind === 'm' && open === null) open = [[Number(x), Number(y)]];
    else if (kind === 'l' && open) open.push([Number(x), Number(y)]);
    else return null;
  }
  return open === null ? lines : null;
}

/** A form without optional content, group, or any other entry that would change its rendering. */
function isForm(value: PdfObject | null, furtherKeys: readonly string[], resolve: Resolve): value is PdfStream {
  if (!(value instanceof PdfStream) || value.getName('Subtype', resolve)?.value !== 'Form') return false;
  const keys = ['Type', 'Subtype', 'BBox', 'Resources', 'Filter', 'Length', ...furtherKeys];
  return [...value.keys()].every((key) => keys.includes(key.value));
}

/** Whether a font of the appearance draws its glyphs with operators, which could draw anything (Type 3). */
function hasDrawnFonts(box: PdfStream, resolve: Resolve): boolean {
  const resources = box.getDict('Resources', resolve);
  if (resources && [...resources.keys()].some(({ value }) => value !== 'Font' && value !== 'XObject')) return true;
  const fonts = resources?.getDict('Font', resolve);
  return [...(fonts?.keys() ?? [])].some(({ value }) => {
    const font = resolved(fonts?.get(value), resolve);
    const kind = font instanceof PdfDict ? font.get('Subtype') : undefined;
    return !(kind instanceof PdfName) || kind.value === 'Type3';
  });
}

const numbersOf = (value: PdfObject | undefined): number[] =>
  value instanceof PdfArray ? [...value].map((item) => (item instanceof PdfNumber ? item.value : Number.NaN)) : [];

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
