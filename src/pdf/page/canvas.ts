/** Draws content streams: text in the embedded typeface, lines, rounded rectangles (ISO 32000-1, clauses 8 and 9). */
import { PdfDict, type PdfRef, type PdfStream } from '@libpdf/core';
import { clustersOf } from '#domain/letters/printable.ts';
import type { ViewBox } from '#domain/signing/places.ts';
import { DrawnSubset, shapedWidth } from '../typefaces/shaping.ts';
import { type Piece, piecesOf } from '../typefaces/typeface-pieces.ts';
import { type FontWeight, glyphString, typeface, widthOf } from './font.ts';

/** Print colours, matching the design's neutral tokens. */
export const ink = {
  text: '#171c24',
  secondary: '#4b5462',
  caption: '#5a6371',
  line: '#d3d8df',
  faint: '#e3e6eb',
  field: '#868f9d',
  sunken: '#f6f7f9',
  accent: '#3d4a5c',
  hand: '#1b2a6b',
  good: '#14794a',
  warning: '#774800',
  warningSoft: '#fdf0d6',
} as const;

/** A part of a drawing. */
export type Area = ViewBox;

export interface TextStyle {
  readonly size: number;
  readonly weight?: FontWeight;
  readonly color?: string;
  /** Letter spacing in points. */
  readonly spacing?: number;
}

/** References of the embedded fonts, by weight, and the function that registers objects of other fonts. */
export interface FontRefs extends Readonly<Record<FontWeight, PdfRef>> {
  readonly register: (object: PdfDict) => PdfRef;
}

/** Collects operators; y grows upwards from the bottom, in points. */
export class Canvas {
  readonly #operators: string[] = [];
  readonly #weights = new Set<FontWeight>();
  /** Fonts other than Inter, by resource name. */
  readonly #subsets = new Map<string, DrawnSubset>();
  readonly #forms = new Map<string, PdfStream>();

  /**
   * Draws one line of text with its baseline at y; `x` is its left end, or its right end with `align: 'right'`. Each
   * character uses the typeface that has it.
   */
  text(text: string, x: number, y: number, style: TextStyle & { align?: 'left' | 'right' }): void {
    const weight = style.weight ?? 'regular';
    let left = style.align === 'right' ? x - textWidth(text, style) : x;
    for (const piece of piecesOf(text)) {
      const { font, shown } = this.#shown(piece, weight, style.size);
      // Set every time: the text state persists after BT … ET.
      const spacing = `${number(style.spacing ?? 0)} Tc `;
      this.#operators.push(
        `BT ${color(style.color ?? ink.text)} rg /${font} ${number(style.size)} Tf ${spacing}` +
          `${number(left)} ${number(y)} Td ${shown} ET`,
      );
      left += pieceWidth(piece, style);
    }
  }

  #shown(piece: Piece, weight: FontWeight, size: number): { font: string; shown: string } {
    if (piece.face === 'inter') {
      this.#weights.add(weight);
      return { font: fontName(weight), shown: `${glyphString(typeface(weight), piece.text)} Tj` };
    }
    const font = `${fontName(weight)}${piece.face}`;
    const subset = this.#subsets.get(font) ?? new DrawnSubset(piece.face, weight);
    this.#subsets.set(font, subset);
    return { font, shown: subset.show(piece, size) };
  }

  line(x1: number, y1: number, x2: number, y2: number, stroke: string, width = 0.5): void {
    this.#operators.push(
      `q ${color(stroke)} RG ${number(width)} w ${number(x1)} ${number(y1)} m ${number(x2)} ${number(y2)} l S Q`,
    );
  }

  /** A rectangle with rounded corners, filled, stroked or both. */
  box(
    x: number,
    y: number,
    width: number,
    height: number,
    style: { radius?: number; fill?: string; stroke?: string; lineWidth?: number; dash?: number },
  ): void {
    const radius = Math.min(style.radius ?? 0, width / 2, height / 2);
    const paint = style.fill ? (style.stroke ? 'B' : 'f') : 'S';
    const setup = [
      style.fill ? `${color(style.fill)} rg` : '',
      style.stroke ? `${color(style.stroke)} RG ${number(style.lineWidth ?? 0.75)} w` : '',
      style.dash ? `[${number(style.dash)}] 0 d` : '',
    ];
    this.#operators.push(`q ${setup.filter(Boolean).join(' ')} ${roundedPath(x, y, width, height, radius)} ${paint} Q`);
  }

  /** A stroked open path through points given relative to (x, y). */
  stroke(x: number, y: number, points: readonly (readonly [number, number])[], stroke: string, width: number): void {
    const path = points.map(([dx, dy], i) => `${number(x + dx)} ${number(y + dy)} ${i ? 'l' : 'm'}`).join(' ');
    this.#operators.push(`q ${color(stroke)} RG 1 J 1 j ${number(width)} w ${path} S Q`);
  }

  /** Draws a form XObject of open paths, `scale` points per unit, stroked in this colour and width (points). */
  strokeForm(
    name: string,
    form: PdfStream,
    at: { x: number; y: number; scale: number; stroke: string; width: number },
  ): void {
    this.#forms.set(name, form);
    const scale = precise(at.scale);
    this.#operators.push(
      `q ${color(at.stroke)} RG 1 J 1 j ${precise(at.width / at.scale)} w ` +
        `${scale} 0 0 ${scale} ${number(at.x)} ${number(at.y)} cm /${name} Do Q`,
    );
  }

  circle(x: number, y: number, radius: number, fill: string): void {
    this.box(x - radius, y - radius, radius * 2, radius * 2, { radius, fill });
  }

  content(): Buffer {
    return Buffer.from(this.#operators.join('\n'), 'latin1');
  }

  /** Resources for everything used; forms and the fonts other than Inter are embedded now, each font with the glyphs drawn. */
  resources(fonts: FontRefs): PdfDict {
    const used = [...this.#weights].sort().map((weight): [string, PdfRef] => [fontName(weight), fonts[weight]]);
    const others = [...this.#subsets].map(([name, subset]): [string, PdfRef] => [name, subset.embed(fonts.register)]);
    const forms = [...this.#forms].map(([name, form]): [string, PdfRef] => [name, fonts.register(form)]);
    return PdfDict.of({
      Font: PdfDict.of(Object.fromEntries([...used, ...others])),
      ...(forms.length > 0 ? { XObject: PdfDict.of(Object.fromEntries(forms)) } : {}),
    });
  }
}

/** Width in points, including letter spacing. */
export const textWidth = (text: string, style: TextStyle): number =>
  piecesOf(text).reduce((width, piece) => width + pieceWidth(piece, style), 0);

function pieceWidth(piece: Piece, { size, weight = 'regular', spacing = 0 }: TextStyle): number {
  if (piece.face !== 'inter') return shapedWidth(piece, weight, size, spacing);
  return widthOf(typeface(weight), piece.text, size) + spacing * [...piece.text].length;
}

/** Breaks text into lines of at most this width; a single word that is too wide is broken. The last line ends in "…" if the text is cut. */
export function wrap(text: string, width: number, style: TextStyle, maxLines = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(/\s+/).flatMap((part) => breakWord(part, width, style))) {
    const longer = current ? `${current} ${word}` : word;
    if (current && textWidth(longer, style) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  if (current) lines.push(current);
  if (lines.length <= maxLines) return lines;
  const visibleLines = lines.slice(0, maxLines);
  visibleLines[maxLines - 1] = shorten(`${visibleLines[maxLines - 1]} ${lines[maxLines]}`, width, style);
  return visibleLines;
}

/**
 * A person's name with as many first words abbreviated as it takes to fit, because the surname is last: `Maria
 * Antonietta Provetti`, `M. Antonietta Provetti`, `M. A. Provetti`.
 */
export function abbreviated(name: string, fits: (brief: string) => boolean): string {
  const words = name.split(/\s+/);
  for (let n = 0; n < words.length - 1 && !fits(words.join(' ')); n += 1) {
    words[n] = `${clustersOf(words[n] ?? '')[0]}.`;
  }
  return words.join(' ');
}

/** One line of at most this width, cut with "…" if necessary. */
export function shorten(text: string, width: number, style: TextStyle): string {
  if (textWidth(text, style) <= width) return text;
  const characters = clustersOf(text);
  while (characters.length && textWidth(`${characters.join('').trimEnd()}…`, style) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function breakWord(word: string, width: number, style: TextStyle): string[] {
  if (textWidth(word, style) <= width) return word ? [word] : [];
  const parts: string[] = [];
  let part = '';
  for (const character of clustersOf(word)) {
    if (part && textWidth(part + character, style) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return part ? [...parts, part] : parts;
}

const fontName = (weight: FontWeight): string => (weight === 'regular' ? 'F1' : 'F2');

function color(hex: string): string {
  const channel = (at: number) => number(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return `${channel(1)} ${channel(3)} ${channel(5)}`;
}

function number(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** For factors that are multiplied with large coordinates. */
const precise = (value: number): string => String(Math.round(value * 1e7) / 1e7);

/** Approximates quarter circles by Bézier curves. */
function roundedPath(x: number, y: number, width: number, height: number, radius: number): string {
  const [l, b, r, t] = [x, y, x + width, y + height];
  if (!radius) return `${[l, b, width, height].map(number).join(' ')} re`;
  const k = radius * 0.5523;
  const curve = (...values: number[]) => `${values.map(number).join(' ')} c`;
  return [
    `${number(l + radius)} ${number(b)} m ${number(r - radius)} ${number(b)} l`,
    curve(r - radius + k, b, r, b + radius - k, r, b + radius),
    `${number(r)} ${number(t - radius)} l`,
    curve(r, t - radius + k, r - radius + k, t, r - radius, t),
    `${number(l + radius)} ${number(t)} l`,
    curve(l + radius - k, t, l, t - radius + k, l, t - radius),
    `${number(l)} ${number(b + radius)} l`,
    curve(l, b + radius - k, l + radius - k, b, l + radius, b),
    'h',
  ].join(' ');
}
