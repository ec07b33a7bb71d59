/**
 * Corners of curves under a miter join (ISO 32000-2, 8.4.3.5). Programs draw a curve as short lines and measure the
 * corner between these, so that near the miter limit some draw a spike many line widths long where others cut the
 * corner off.
 */
import type { Operands } from './operands.ts';

/** Concatenated coordinates of its points: two points for a line, four for a curve. */
type Segment = readonly number[];

/** Half the angle of a corner in radians, as programs may measure it. */
export interface Corner {
  readonly minimum: number;
  readonly maximum: number;
}

/** Half the angle in radians: a wider corner is never cut off by any limit that files set. */
const WIDEST = 0.5;
const WIDEST_COSINE = Math.cos(2 * WIDEST);
/** How much narrower or wider programs may measure a corner than it is: less if the curve is nearly straight. */
const MAX_NARROWER = 0.08;
const MAX_WIDER = 0.3;
/** Rounding of the limit. */
const ROUNDING = 0.002;

/** @returns whether readers may decide differently about a corner. */
export function isDoubtful({ minimum: least, maximum: most }: Corner, miterLimit: number): boolean {
  const limit = Math.asin(1 / Math.max(1, miterLimit));
  return least < limit + ROUNDING && most > limit - ROUNDING;
}

const LINE_LENGTH = 4;

/** Collects the corners of a path where a curve starts or ends. */
export class Corners {
  corners: Corner[] = [];
  /** Start of the subpath; null if none is open. */
  #start: readonly [x: number, y: number] | null = null;
  #x = 0;
  #y = 0;
  #first: Segment | null = null;
  #last: Segment | null = null;

  /** Call for each path construction operator, with operands of the right types. */
  addOperator(name: string, operands: Operands): void {
    if (name === 'm') this.#begin([operands.number(0), operands.number(1)]);
    else if (name === 're') this.#begin(null);
    else if (name === 'h') this.close();
    else if (this.#start !== null) {
      const points = [this.#x, this.#y];
      for (let index = 0; index < operands.count; index++) points.push(operands.number(index));
      this.#add(points);
    }
  }

  close(): void {
    if (this.#start === null) return;
    this.#add([this.#x, this.#y, ...this.#start]);
    if (this.#last && this.#first) this.#join(this.#last, this.#first);
    this.#begin(this.#start);
  }

  reset(): void {
    if (this.corners.length > 0) this.corners = [];
    this.#begin(null);
  }

  #begin(start: readonly [x: number, y: number] | null): void {
    this.#start = start;
    if (start) [this.#x, this.#y] = start;
    this.#first = null;
    this.#last = null;
  }

  #add(segment: Segment): void {
    this.#x = segment.at(-2) ?? 0;
    this.#y = segment.at(-1) ?? 0;
    if (isPoint(segment)) return;
    if (this.#last) this.#join(this.#last, segment);
    this.#first ??= segment;
    this.#last = segment;
  }

  #join(first: Segment, second: Segment): void {
    if (first.length === LINE_LENGTH && second.length === LINE_LENGTH) return;
    const corner = cornerBetween(directionsOf(first, true), directionsOf(second, false));
    if (corner) this.corners.push(corner);
  }
}

function isPoint(segment: Segment): boolean {
  for (let index = 2; index < segment.length; index++) if (segment[index] !== segment[index % 2]) return false;
  return true;
}

/**
 * @param isBack from the end, looking back.
 * @returns unit directions, as pairs of coordinates: first the tangent, then to each further control point.
 */
function directionsOf(segment: Segment, isBack: boolean): number[] {
  const from = isBack ? segment.length - 2 : 0;
  const directions: number[] = [];
  for (let step = 2; step < segment.length; step += 2) {
    const at = isBack ? from - step : step;
    const x = (segment[at] as number) - (segment[from] as number);
    const y = (segment[at + 1] as number) - (segment[from + 1] as number);
    const length = Math.hypot(x, y);
    if (length > 0) directions.push(x / length, y / length);
  }
  return directions;
}

/** @param incoming directions of the segment before the corner. @param outgoing directions of the segment after it. */
function cornerBetween(incoming: readonly number[], outgoing: readonly number[]): Corner | null {
  const [a = 0, b = 0] = incoming;
  const [c = 0, d = 0] = outgoing;
  const cosine = a * c + b * d;
  if (cosine <= WIDEST_COSINE) return null;
  const half = Math.abs(Math.atan2(a * d - b * c, cosine)) / 2;
  const halves: number[] = [];
  for (let i = 0; i < incoming.length; i += 2)
    for (let j = 0; j < outgoing.length; j += 2) halves.push(halfBetween(incoming, i, outgoing, j));
  const sizes = halves.map(Math.abs);
  const isCrossed = halves.some((angle) => angle > 0) && halves.some((half) => half < 0);
  return {
    minimum: Math.max(half - MAX_NARROWER, isCrossed ? 0 : Math.min(...sizes)),
    maximum: Math.min(half + MAX_WIDER, Math.max(...sizes)),
  };
}

/** Half the signed angle between two directions. */
function halfBetween(incoming: readonly number[], i: number, outgoing: readonly number[], j: number): number {
  const [a, b] = [incoming[i] as number, incoming[i + 1] as number];
  const [c, d] = [outgoing[j] as number, outgoing[j + 1] as number];
  return Math.atan2(a * d - b * c, a * c + b * d) / 2;
}
