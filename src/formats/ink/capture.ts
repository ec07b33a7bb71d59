/** Describes the pen's movement during a signature: the shape shared by recorder, quality gate and encoder. */

/** The input device: browsers report no pressure for a mouse, and rarely a real one for a finger. */
export type Pointer = 'pen' | 'touch' | 'mouse';

export interface CapturedPoint {
  /** Millimetres from the left edge of the pad. */
  readonly x: number;
  /** Millimetres from the lower edge of the pad: y grows upwards (ISO/IEC 19794-7). */
  readonly y: number;
  /** Milliseconds since the first point. */
  readonly t: number;
  /** Fraction of the device's full pressure, 0 to 1; 0 while the pen is lifted. */
  readonly pressure: number;
  /** Degrees from vertical, −90 to 90, towards the right and towards the signer. */
  readonly tilt: readonly [x: number, y: number] | null;
  /** Whether the pen touches the pad. */
  readonly down: boolean;
}

export interface Capture {
  readonly startedAt: Date;
  readonly pointer: Pointer;
  /** The pad's size in millimetres. */
  readonly width: number;
  readonly height: number;
  /** Whether the device distinguishes degrees of pressure, and not only contact. */
  readonly pressed: boolean;
  readonly points: readonly CapturedPoint[];
}

/** The points of each stroke, from pen contact to lift. */
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

/** Measured points per second while the pen is in contact; 0 for fewer than two points. */
export function samplingRate(points: readonly CapturedPoint[]): number {
  let [intervals, milliseconds] = [0, 0];
  for (const stroke of strokesOf(points)) {
    intervals += stroke.length - 1;
    milliseconds += (stroke.at(-1)?.t ?? 0) - (stroke[0]?.t ?? 0);
  }
  return milliseconds > 0 ? Math.round((intervals * 1000) / milliseconds) : 0;
}
