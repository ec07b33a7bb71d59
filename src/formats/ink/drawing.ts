/**
 * Makes the picture of a signature without biometric data: equidistant points along each line, so that time, speed and
 * pressure cannot be derived from it.
 */
import { type Capture, strokesOf } from './capture.ts';

/** Lines in millimetres within `width` and `height`; y grows upwards. */
export interface InkDrawing {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly (readonly (readonly [x: number, y: number])[])[];
}

/**
 * The drawing as stored in the document and hashed in the envelope: PDF path operators in hundredths of a millimetre,
 * integers, y upwards. For each line `x y m`, then `x y l` for each further point, then `S`; every operator ends with
 * one line feed, and nothing else is written (decision 0067).
 */
export function drawingBytes({ lines }: InkDrawing): Uint8Array<ArrayBuffer> {
  const path = lines.flatMap((line) => [
    ...line.map(([x, y], n) => `${hundredths(x)} ${hundredths(y)} ${n === 0 ? 'm' : 'l'}\n`),
    'S\n',
  ]);
  return new TextEncoder().encode(path.join(''));
}

/** Name of the form XObject with {@link drawingBytes}, in the resources of the signature's appearance. */
export const handwritingFormName = 'Hand';

/** SHA-256 of {@link drawingBytes}. */
export async function drawingDigest(drawing: InkDrawing): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', drawingBytes(drawing)));
}

const hundredths = (millimetres: number): number => Math.round(millimetres * 100);

/** Millimetres between two points of a line: fine enough for print, coarser than a device's sampling of slow movements. */
const pointDistance = 0.4;

/** The drawing cropped to its strokes; lines sorted from left to right, so that their order reveals nothing. */
export function drawingOf(capture: Capture): InkDrawing {
  const lines = strokesOf(capture.points).map((stroke) => resample(turned(stroke.map(({ x, y }) => [x, y] as const))));
  const allPoints = lines.flat();
  if (allPoints.length === 0) return { width: 0, height: 0, lines: [] };
  const [left, right] = bounds(allPoints.map(([x]) => x));
  const [bottom, top] = bounds(allPoints.map(([, y]) => y));
  const shiftedLines = lines.map((line) => line.map(([x, y]) => [rounded(x - left), rounded(y - bottom)] as const));
  shiftedLines.sort((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0) || (a[0]?.[1] ?? 0) - (b[0]?.[1] ?? 0));
  return { width: rounded(right - left), height: rounded(top - bottom), lines: shiftedLines };
}

type Coordinates = readonly [x: number, y: number];

/** The line, starting at its left end. */
function turned(line: readonly Coordinates[]): readonly Coordinates[] {
  const [first, last] = [line[0], line.at(-1)];
  return first && last && (first[0] - last[0] || first[1] - last[1]) > 0 ? [...line].reverse() : line;
}

/** Points at equal distances along the line, including both ends. */
function resample(line: readonly Coordinates[]): Coordinates[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last) return [];
  let length = 0;
  for (const [n, point] of line.slice(1).entries()) length += distance(line[n] ?? point, point);
  const count = Math.max(1, Math.round(length / pointDistance));
  const points: Coordinates[] = [first];
  let from = first;
  let missing = length / count;
  for (const to of line.slice(1)) {
    let remaining = distance(from, to);
    while (points.length < count && remaining >= missing && remaining > 0) {
      const part = missing / remaining;
      from = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
      points.push(from);
      remaining = distance(from, to);
      missing = length / count;
    }
    missing -= remaining;
    from = to;
  }
  return [...points, last];
}

/** Uses only operations that IEEE 754 defines exactly, so that every engine computes the same drawing: `Math.hypot` and `**` may differ. */
function distance(a: Coordinates, b: Coordinates): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(x * x + y * y);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function bounds(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
