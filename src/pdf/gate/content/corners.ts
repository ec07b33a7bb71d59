/**
 * Corners of curves under a miter join (ISO 32000-2, 8.4.3.5). Programs draw a curve as short lines and measure the corner
 * between these, so that near the miter limit some draw a point of many line widths where others cut the corner off.
 */
import type { Operands } from './operands.ts';

type Point = readonly [x: number, y: number];

/** A segment of a path. */
interface Segment {
  /** Directions from its beginning: the tangent first, then to each further control point. */
  readonly out: readonly Point[];
  /** The same from its end, looking back. */
  readonly back: readonly Point[];
}

/** Half the angle of a corner in radians, as programs may measure it. */
export interface Corner {
  readonly least: number;
  readonly most: number;
}

/** A corner that is wider is cut off under no limit that files set. */
const WIDEST = 0.5;
/** By so much do programs measure a corner narrower or wider than it is: less where the curve is nearly straight. */
const NARROWER = 0.08;
const WIDER = 0.3;
/** Rounding of the limit. */
const ROUNDING = 0.002;

/** @returns whether programs may decide differently about a corner. */
export function isDoubtful({ least, most }: Corner, miterLimit: number): boolean {
  const limit = Math.asin(1 / Math.max(1, miterLimit));
  return least < limit + ROUNDING && most > limit - ROUNDING;
}

/** Collects the corners of a path at which a curve begins or ends. */
export class Corners {
  found: Corner[] = [];
  #at: Point | null = null;
  #start: Point | null = null;
  #first: Segment | null = null;
  #last: Segment | null = null;

  /** Call for each operator that builds a path, with operands of the right kinds. */
  follow(name: string, operands: Operands): void {
    if (name === 'm') this.#begin(pointsOf(operands)[0] ?? null);
    else if (name === 're') this.#begin(null);
    else if (name === 'h') this.close();
    else if (this.#at !== null) {
      const points = pointsOf(operands);
      const end = points.at(-1) ?? this.#at;
      this.#add([this.#at, ...points, ...(name === 'y' ? [end] : [])]);
      this.#at = end;
    }
  }

  close(): void {
    if (this.#at === null || this.#start === null) return;
    this.#add([this.#at, this.#start]);
    if (this.#last && this.#first) this.#join(this.#last, this.#first);
    this.#begin(this.#start);
  }

  forget(): void {
    this.found = [];
    this.#begin(null);
  }

  #begin(at: Point | null): void {
    this.#at = at;
    this.#start = at;
    this.#first = null;
    this.#last = null;
  }

  #add(points: readonly Point[]): void {
    const segment = { out: directionsOf(points), back: directionsOf(points.toReversed()) };
    if (segment.out.length === 0) return;
    if (this.#last) this.#join(this.#last, segment);
    this.#first ??= segment;
    this.#last = segment;
  }

  #join({ back }: Segment, { out }: Segment): void {
    const corner = cornerBetween(back, out);
    if (corner && (back.length > 1 || out.length > 1)) this.found.push(corner);
  }
}

function pointsOf(operands: Operands): Point[] {
  return Array.from({ length: operands.count >> 1 }, (_, at) => [operands.number(2 * at), operands.number(2 * at + 1)]);
}

/** @returns directions of length one from the first point to each other one that lies elsewhere. */
function directionsOf([from = [0, 0], ...others]: readonly Point[]): Point[] {
  return others.flatMap(([x, y]): Point[] => {
    const length = Math.hypot(x - from[0], y - from[1]);
    return length > 0 ? [[(x - from[0]) / length, (y - from[1]) / length]] : [];
  });
}

function cornerBetween(back: readonly Point[], out: readonly Point[]): Corner | null {
  const halves = back.flatMap(([a, b]) => out.map(([c, d]) => Math.atan2(a * d - b * c, a * c + b * d) / 2));
  const half = Math.abs(halves[0] ?? WIDEST);
  if (half >= WIDEST) return null;
  const sizes = halves.map(Math.abs);
  const isCrossed = halves.some((one) => one > 0) && halves.some((one) => one < 0);
  return {
    least: Math.max(half - NARROWER, isCrossed ? 0 : Math.min(...sizes)),
    most: Math.min(half + WIDER, Math.max(...sizes)),
  };
}
