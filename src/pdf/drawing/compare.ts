/**
 * Compares two drawings of one page: what one shows and the other does not. Two engines smooth edges, place hairlines and
 * convert colours differently; none of that may count, and a decimal point of 6 pt must.
 */
import type { Picture } from './picture.ts';

export interface Difference {
  /** In pixels, from the left and the top. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Pixels of full contrast that one drawing has and the other has nowhere near. */
  readonly weight: number;
}

/** Weight from which two drawings of a page differ. A decimal point of 6 pt in black weighs 0.69 or more, noise up to 0.3. */
export const DIFFERENT_FROM = 0.5;

/** Of 255: by so much a channel may leave the range of its neighbourhood. */
const LEVEL = 40;
/** Pixels around in which the same colour may stand. */
const REACH = 1;
/** Pixels around in which the ground of a stroke is looked for. */
const GROUND = 3;
/** Share of the contrast of a stroke with which the other drawing must show it. */
const STRENGTH = 0.4;
/** The same for a line of at most GROUND pixels: PDFium draws hairlines a full pixel wide, others smooth them away to a tenth. */
const LINE_STRENGTH = 0.1;
/** A line runs on for so many pixels to both sides. */
const LINE_RUN = 4;
/** Pixels between two parts of one difference. */
const GAP = 2;

/** @returns the differences, heaviest first; one over the whole page when the sizes differ. */
export function differencesOf(a: Picture, b: Picture): Difference[] {
  if (a.width !== b.width || a.height !== b.height) {
    return [{ box: { x: 0, y: 0, width: a.width, height: a.height }, weight: a.width * a.height }];
  }
  return clustersOf(excessOf(a, b), a.width, a.height).sort((one, other) => other.weight - one.weight);
}

/** @returns whether both show the same, pixel for pixel. */
export function isIdentical(a: Picture, b: Picture): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.data, b.data) === 0;
}

/** For each pixel that stands out, by how much: 1 to 255. */
function excessOf(a: Picture, b: Picture): Map<number, number> {
  const left = new Uint32Array(a.data.buffer, a.data.byteOffset, a.width * a.height);
  const right = new Uint32Array(b.data.buffer, b.data.byteOffset, a.width * a.height);
  const found = new Map<number, number>();
  for (let at = 0; at < left.length; at++) {
    if (left[at] === right[at]) continue;
    const excess = Math.max(excessAt(a, b, at), excessAt(b, a, at));
    if (excess > 0) found.set(at, excess);
  }
  return found;
}

function excessAt(shown: Picture, other: Picture, at: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    const value = shown.data[at * 4 + channel] as number;
    if (Math.abs(value - (other.data[at * 4 + channel] as number)) <= LEVEL) continue;
    const [low, high] = rangeAround(other, at, channel, REACH);
    const excess = Math.max(low - LEVEL - value, value - high - LEVEL);
    if (excess > most && !isFainter(shown, other, at, channel, low > value ? low : high)) most = excess;
  }
  return most;
}

/**
 * Whether both show a stroke here, the other one fainter.
 * @param nearest value of the other drawing that comes closest to this one.
 */
function isFainter(shown: Picture, other: Picture, at: number, channel: number, nearest: number): boolean {
  const value = shown.data[at * 4 + channel] as number;
  const [darkest, lightest] = rangeAround(shown, at, channel, GROUND);
  const contrast = nearest > value ? lightest - value : value - darkest;
  // A flat area has no ground to compare with.
  if (contrast <= LEVEL) return false;
  const [otherDarkest, otherLightest] = rangeAround(other, at, channel, GROUND);
  const otherContrast = nearest > value ? otherLightest - nearest : nearest - otherDarkest;
  if (otherContrast >= STRENGTH * contrast) return true;
  return otherContrast >= LINE_STRENGTH * contrast && isOnLine(shown, at, channel);
}

/** Whether a pixel is part of a thin line, horizontal or vertical. */
function isOnLine(picture: Picture, at: number, channel: number): boolean {
  const { width, height, data } = picture;
  const x = at % width;
  const y = (at - x) / width;
  const value = data[at * 4 + channel] as number;
  const near = (dx: number, dy: number): boolean => {
    const [column, row] = [x + dx, y + dy];
    if (column < 0 || row < 0 || column >= width || row >= height) return false;
    return Math.abs((data[(row * width + column) * 4 + channel] as number) - value) <= LEVEL;
  };
  const runs = (dx: number, dy: number): boolean => {
    for (let step = 1; step <= LINE_RUN; step++) {
      if (!near(dx * step, dy * step) && !near(-dx * step, -dy * step)) return false;
    }
    return !near(dy * GROUND, dx * GROUND) && !near(-dy * GROUND, -dx * GROUND);
  };
  return runs(1, 0) || runs(0, 1);
}

/** Lowest and highest value of a channel in the square around a pixel, cut at the edges of the picture. */
function rangeAround({ width, height, data }: Picture, at: number, channel: number, reach: number): [number, number] {
  const x = at % width;
  const y = (at - x) / width;
  const left = Math.max(0, x - reach);
  const right = Math.min(width - 1, x + reach);
  const bottom = Math.min(height - 1, y + reach);
  let low = 255;
  let high = 0;
  for (let row = Math.max(0, y - reach); row <= bottom; row++) {
    const end = (row * width + right) * 4 + channel;
    for (let offset = (row * width + left) * 4 + channel; offset <= end; offset += 4) {
      const value = data[offset] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low, high];
}

/** Joins pixels that stand out near one another. */
function clustersOf(excess: Map<number, number>, width: number, height: number): Difference[] {
  const clusters: Difference[] = [];
  for (const start of excess.keys()) {
    const open = [start];
    let weight = 0;
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const value = excess.get(at);
      if (value === undefined) continue;
      excess.delete(at);
      weight += value / 255;
      const x = at % width;
      const y = (at - x) / width;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let row = Math.max(0, y - GAP); row <= Math.min(height - 1, y + GAP); row++) {
        for (let column = Math.max(0, x - GAP); column <= Math.min(width - 1, x + GAP); column++) {
          open.push(row * width + column);
        }
      }
    }
    if (weight > 0)
      clusters.push({ box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, weight });
  }
  return clusters;
}
