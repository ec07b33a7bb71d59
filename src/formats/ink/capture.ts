/** What a pen did while somebody signed: the shape that recorder, quality gate and encoder share (P-8, D-22). */

/** What drew: of a mouse the browser reports no pressure, of a finger rarely a true one. */
export type Pointer = 'pen' | 'touch' | 'mouse';

export interface CapturedPoint {
  /** Millimetres from the left edge of the pad. */
  readonly x: number;
  /** Millimetres from the lower edge of the pad: Y grows upwards (ISO/IEC 19794-7). */
  readonly y: number;
  /** Milliseconds since the first point. */
  readonly t: number;
  /** Part of the device's full pressure, 0 to 1; 0 while the pen is lifted. */
  readonly pressure: number;
  /** Degrees from the upright, −90 to 90, towards the right and towards the signer. */
  readonly tilt: readonly [x: number, y: number] | null;
  /** Whether the pen touches the pad. */
  readonly down: boolean;
}

export interface Capture {
  readonly startedAt: Date;
  readonly pointer: Pointer;
  /** The pad, in millimetres. */
  readonly width: number;
  readonly height: number;
  /** Whether the device tells pressure apart, and not merely touching from not touching. */
  readonly pressed: boolean;
  readonly points: readonly CapturedPoint[];
}

/** The points of each stroke: from where the pen touches to where it lifts. */
export function strokesOf(points: readonly CapturedPoint[]): CapturedPoint[][] {
  const strokes: CapturedPoint[][] = [];
  let current: CapturedPoint[] | null = null;
  for (const point of points) {
    if (!point.down) current = null;
    else if (current) current.push(point);
    else {
      current = [point];
      strokes.push(current);
    }
  }
  return strokes;
}

/** Measured points a second while the pen touches; 0 for fewer than two. */
export function samplingRate(points: readonly CapturedPoint[]): number {
  let [intervals, milliseconds] = [0, 0];
  for (const stroke of strokesOf(points)) {
    intervals += stroke.length - 1;
    milliseconds += (stroke.at(-1)?.t ?? 0) - (stroke[0]?.t ?? 0);
  }
  return milliseconds > 0 ? Math.round((intervals * 1000) / milliseconds) : 0;
}
