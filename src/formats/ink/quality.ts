/** Decides whether a drawing can pass as a signature, before it may be confirmed. */
import { type Capture, type CapturedPoint, strokesOf } from './capture.ts';
import { maxDurationMs } from './iso-capture.ts';

/** Why a drawing is rejected; the first flaw is reported. */
export type InkFlaw =
  | 'ink.empty'
  | 'ink.tooLong'
  | 'ink.tooFewPoints'
  | 'ink.tooShort'
  | 'ink.dot'
  | 'ink.line'
  | 'ink.tooSmall'
  | 'ink.mouse'
  | 'ink.noPressure';

export interface InkRequirements {
  /** An advanced signature requires a pen or finger with pressure. */
  readonly advanced: boolean;
  /** Whether the legal entity accepts a mouse for simple signatures. */
  readonly mouseAllowed: boolean;
}

export const inkLimits = {
  points: 30,
  /** Milliseconds from the first contact to the last. */
  duration: 300,
  /** Millimetres: a drawing no wider or higher than this is a dot. */
  dot: 3,
  /** Minimum length in millimetres of the drawing's longer side. */
  size: 10,
  /** Millimetres between the farthest points on either side of the drawing's own axis, below which it is a line. */
  line: 1.5,
} as const;

/** @returns every flaw; none for a drawing that may be confirmed. */
export function inkFlaws(capture: Capture, requirements: InkRequirements): InkFlaw[] {
  const flaws: InkFlaw[] = [];
  const drawn = strokesOf(capture.points).flat();
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return ['ink.empty'];
  if ((capture.points.at(-1)?.t ?? 0) > maxDurationMs) flaws.push('ink.tooLong');
  if (drawn.length < inkLimits.points) flaws.push('ink.tooFewPoints');
  if (last.t - first.t < inkLimits.duration) flaws.push('ink.tooShort');
  const longer = Math.max(spread(drawn.map(({ x }) => x)), spread(drawn.map(({ y }) => y)));
  if (longer < inkLimits.dot) flaws.push('ink.dot');
  else {
    if (breadthOf(drawn) < inkLimits.line) flaws.push('ink.line');
    if (longer < inkLimits.size) flaws.push('ink.tooSmall');
  }
  if (capture.pointer === 'mouse') {
    if (requirements.advanced || !requirements.mouseAllowed) flaws.push('ink.mouse');
  } else if (requirements.advanced && !capture.pressed) flaws.push('ink.noPressure');
  return flaws;
}

/** The drawing's extent across its own axis, at any rotation. */
function breadthOf(points: readonly CapturedPoint[]): number {
  const mean = (coordinate: (point: CapturedPoint) => number): number =>
    points.reduce((sum, point) => sum + coordinate(point), 0) / points.length;
  const [cx, cy] = [mean(({ x }) => x), mean(({ y }) => y)];
  const [xx, yy, xy] = [
    mean(({ x }) => (x - cx) ** 2),
    mean(({ y }) => (y - cy) ** 2),
    mean(({ x, y }) => (x - cx) * (y - cy)),
  ];
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return spread(points.map(({ x, y }) => (y - cy) * Math.cos(angle) - (x - cx) * Math.sin(angle)));
}

function spread(values: readonly number[]): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return high - low;
}
