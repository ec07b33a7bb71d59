/** Reads how a widget should look: default appearance, colours, border and rotation (ISO 32000-2, 12.5.4, 12.5.6.19, 12.7.4.3). */
import { PdfArray, PdfDict, PdfName, PdfNumber } from '@libpdf/core';
import type { Matrix } from '../../boxes/matrix.ts';
import type { FontWeight } from '../../page/font.ts';
import { follow } from '../reading/follow-references.ts';
import type { FormField } from './form-field.ts';
import { numbersAt } from './form-field.ts';
import { textOf } from './text-string.ts';

export interface Style {
  /** In points, 0 for automatic. */
  readonly size: number;
  /** Text colour, as `#rrggbb`. */
  readonly color: string;
  readonly weight: FontWeight;
  /** Operators that set the background and border colours; null for none. */
  readonly background: string | null;
  readonly border: string | null;
  readonly borderWidth: number;
  /** Solid, dashed, beveled, inset or underline. */
  readonly borderStyle: 'S' | 'D' | 'B' | 'I' | 'U';
  readonly dash: readonly number[];
  readonly caption: string;
  /** Size of the widget's rectangle. */
  readonly width: number;
  readonly height: number;
  /** Maps the upright drawing into the rotated rectangle; null if it is not rotated. */
  readonly matrix: Matrix | null;
}

const MAX_DASHES = 8;

export function styleOf(field: FormField): Style {
  const { resolve } = field;
  const look = field.ownEntry('MK');
  const characteristics = look instanceof PdfDict ? look : new PdfDict();
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersAt(field.widget, 'Rect', 4, resolve) ?? [];
  const rectangle = { width: Math.abs(x1 - x0), height: Math.abs(y1 - y0) };
  const turn = follow(characteristics.get('R'), resolve);
  return {
    ...textStyleOf(field.defaultAppearance),
    ...borderOf(field),
    ...turned(turn instanceof PdfNumber ? turn.value : 0, rectangle.width, rectangle.height),
    background: colorOf(follow(characteristics.get('BG'), resolve), false),
    border: colorOf(follow(characteristics.get('BC'), resolve), true),
    caption: textOf(follow(characteristics.get('CA'), resolve)) ?? '',
  };
}

/** Parses `/DA` as leniently as producers write it. */
function textStyleOf(appearance: string): Pick<Style, 'size' | 'color' | 'weight'> {
  const font = [...appearance.matchAll(/(?:\/([^\s/[\]()<>]*)\s+)?([-+]?\d*\.?\d+)\s+Tf\b/g)].at(-1);
  const color = [...appearance.matchAll(/((?:[-+]?\d*\.?\d+\s+){1,4})(g|rg|k)(?![A-Za-z])/g)].at(-1);
  const operandCount = { g: 1, rg: 3, k: 4 }[color?.[2] ?? ''] ?? 0;
  const values = (color?.[1] ?? '').trim().split(/\s+/).map(Number).slice(-operandCount);
  const isColor = color && values.length === operandCount && values.every((value) => value >= 0 && value <= 1);
  return {
    size: Math.abs(Number(font?.[2] ?? 0)) || 0,
    color: hexadecimal(isColor ? values : [0]),
    weight: /bold|black|heavy|^hebo|^hvb|^cobo|^tibo/i.test(font?.[1] ?? '') ? 'semibold' : 'regular',
  };
}

/** @param values of a grey, RGB or CMYK colour. */
function hexadecimal(values: readonly number[]): string {
  const [first = 0, second = first, third = first, black] = values;
  const channels = [first, second, third].map((value) =>
    black === undefined ? value : 1 - Math.min(1, value + black),
  );
  const digits = (value: number): string =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(digits).join('')}`;
}

function colorOf(value: unknown, stroke: boolean): string | null {
  if (!(value instanceof PdfArray)) return null;
  const parts = [...value].map((item) =>
    item instanceof PdfNumber ? Math.min(1, Math.max(0, item.value)) : Number.NaN,
  );
  const operator = ({ 1: 'g', 3: 'rg', 4: 'k' } as Record<number, string>)[parts.length];
  if (!operator || !parts.every(Number.isFinite)) return null;
  return `${parts.map(decimal).join(' ')} ${stroke ? operator.toUpperCase() : operator}`;
}

function borderOf(field: FormField): Pick<Style, 'borderWidth' | 'borderStyle' | 'dash'> {
  const style = field.ownEntry('BS');
  if (style instanceof PdfDict) {
    const width = follow(style.get('W'), field.resolve);
    const kind = follow(style.get('S'), field.resolve);
    const dash = follow(style.get('D'), field.resolve);
    return {
      borderWidth: widthOf(width),
      borderStyle: kind instanceof PdfName && /^[SDBIU]$/.test(kind.value) ? (kind.value as Style['borderStyle']) : 'S',
      dash: dash instanceof PdfArray ? dashOf(dash) : [3],
    };
  }
  const border = field.ownEntry('Border');
  const dash = border instanceof PdfArray ? follow(border.at(3), field.resolve) : undefined;
  return {
    borderWidth: border instanceof PdfArray ? widthOf(follow(border.at(2), field.resolve)) : 1,
    borderStyle: dash instanceof PdfArray && dash.length > 0 ? 'D' : 'S',
    dash: dash instanceof PdfArray ? dashOf(dash) : [],
  };
}

const widthOf = (value: unknown): number => (value instanceof PdfNumber && value.value >= 0 ? value.value : 1);

const dashOf = (list: PdfArray): number[] => {
  const values = [...list].slice(0, MAX_DASHES).map((item) => (item instanceof PdfNumber ? item.value : -1));
  return values.every((value) => value >= 0) && values.some((value) => value > 0) ? values : [3];
};

/** @param degrees counterclockwise, a multiple of 90. */
function turned(degrees: number, width: number, height: number): Pick<Style, 'width' | 'height' | 'matrix'> {
  const degreesTurned = ((degrees % 360) + 360) % 360;
  if (degreesTurned === 90) return { width: height, height: width, matrix: [0, 1, -1, 0, width, 0] };
  if (degreesTurned === 180) return { width, height, matrix: [-1, 0, 0, -1, width, height] };
  if (degreesTurned === 270) return { width: height, height: width, matrix: [0, -1, 1, 0, 0, height] };
  return { width, height, matrix: null };
}

export const decimal = (value: number): string => String(Number(value.toFixed(4)));
