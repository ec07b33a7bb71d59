/** Decides whether two drawings show the same lines, for envelopes that do not yet name the drawing (record 0067). */
import type { Lines } from './picture.ts';

/** Tolerated distance of the lines in millimetres: more than rounding, less than the difference between two hands. */
const tolerance = 0.6;

type Point = readonly [x: number, y: number];

/**
 * @param drawn in any unit. @param written in millimetres.
 * @returns whether every point of each lies on the other after `drawn` was moved and scaled, equally in both
 * directions.
 */
export function areAlike(drawn: Lines, written: Lines): boolean {
  const [one, writtenPoints] = [drawn.flat(), written.flat()];
  const [from, to] = [cornersOf(one), cornersOf(writtenPoints)];
  if (one.length === 0 || writtenPoints.length === 0) return false;
  const scale = Math.max(to.width, to.height) / Math.max(from.width, from.height, Number.MIN_VALUE);
  const moved = one.map(([x, y]): Point => [(x - from.left) * scale + to.left, (y - from.bottom) * scale + to.bottom]);
  return liesOn(moved, writtenPoints) && liesOn(writtenPoints, moved);
}

export function cornersOf(points: readonly Point[]): { left: number; bottom: number; width: number; height: number } {
  let [left, bottom, right, top] = [points[0]?.[0] ?? 0, points[0]?.[1] ?? 0, points[0]?.[0] ?? 0, points[0]?.[1] ?? 0];
  for (const [x, y] of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return { left, bottom, width: right - left, height: top - bottom };
}

const liesOn = (points: readonly Point[], others: readonly Point[]): boolean =>
  points.every(([x, y]) => others.some(([a, b]) => Math.abs(a - x) <= tolerance && Math.abs(b - y) <= tolerance));
