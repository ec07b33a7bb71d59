/** Whether what was drawn can pass for a signature; asked before it may be confirmed (D-22, D-23). */
import { type Capture, type CapturedPoint, strokesOf } from './capture.ts';
import { longestMs } from './iso-capture.ts';

/** Why a drawing is not taken; the first is the one to tell. */
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

export interface InkDemands {
  /** An advanced signature wants a pen or finger with pressure (P-8). */
  readonly advanced: boolean;
  /** Whether the legal entity takes a mouse for simple signatures. */
  readonly mouseAllowed: boolean;
}

export const inkLimits = {
  points: 30,
  /** Milliseconds from the first touch to the last. */
  duration: 300,
  /** Millimetres: nothing wider or higher than this is a dot. */
  dot: 3,
  /** Millimetres that the longer side of the drawing must have. */
  size: 10,
  /** Millimetres between the points farthest off the drawing's own axis, on either side, below which it is a line. */
  line: 1.5,
} as const;

/** @returns every flaw; none for a drawing that may be confirmed. */
export function inkFlaws(capture: Capture, demands: InkDemands): InkFlaw[] {
  const flaws: InkFlaw[] = [];
  const drawn = strokesOf(capture.points).flat();
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return ['ink.empty'];
  if ((capture.points.at(-1)?.t ?? 0) > longestMs) flaws.push('ink.tooLong');
  if (drawn.length < inkLimits.points) flaws.push('ink.tooFewPoints');
  if (last.t - first.t < inkLimits.duration) flaws.push('ink.tooShort');
  const longer = Math.max(spread(drawn.map(({ x }) => x)), spread(drawn.map(({ y }) => y)));
  if (longer < inkLimits.dot) flaws.push('ink.dot');
  else {
    if (breadthOf(drawn) < inkLimits.line) flaws.push('ink.line');
    if (longer < inkLimits.size) flaws.push('ink.tooSmall');
  }
  if (capture.pointer === 'mouse') {
    if (demands.advanced || !demands.mouseAllowed) flaws.push('ink.mouse');
  } else if (demands.advanced && !capture.pressed) flaws.push('ink.noPressure');
  return flaws;
}

/** How far the drawing extends across its own axis, however it is turned. */
function breadthOf(points: readonly CapturedPoint[]): number {
  const mean = (of: (point: CapturedPoint) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
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
