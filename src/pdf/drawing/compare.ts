/**
 * Compares two drawings of one page and finds content that only one shows. Two engines smooth edges, place hairlines
 * and convert colours differently; none of that may count, but a 6 pt decimal point must.
 */
import type { Picture } from './picture.ts';

export interface Difference {
  /** In pixels from the top left. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Full-contrast pixels in one drawing with no counterpart nearby in the other. */
  readonly weight: number;
  /** A separate mark such as a dot, rather than the edge of something in both drawings. */
  readonly isolated: boolean;
}

/** Weight from which a mark on empty ground counts. A black 6 pt decimal point weighs at least 0.69. */
const ISOLATED_FROM = 0.5;
/** The same at the edge of something in both drawings: curves and crossing lines differ by up to 1.15. */
const ATTACHED_FROM = 1.3;
/**
 * The same per pixel along a difference at most two pixels wide: PDFium places letters on whole pixels, so that the gap
 * between two strokes opens or closes along their whole height.
 */
const ATTACHED_ALONG = 0.35;
const THIN = 2;
/** Number of deviating pixels from which their positions no longer matter. */
const MOST_PIXELS = 60_000;

/** Of 255: how far a channel may leave the range of its neighbourhood. */
const LEVEL = 40;
/** The same if both drawings are flat: engines convert CMYK and calibrated colours differently. */
const FLAT_LEVEL = 72;
/** Radius in pixels within which the same colour may occur. */
const REACH = 1;
/** Radius in pixels within which the ground of a stroke is searched. */
const GROUND = 3;
/** Fraction of a stroke's contrast with which the other drawing must show it. */
const STRENGTH = 0.4;
/** The same for a line of at most GROUND pixels: PDFium draws hairlines a full pixel wide, others smooth them down to a tenth. */
const LINE_STRENGTH = 0.1;
/** A line continues for this many pixels in both directions. */
const LINE_RUN = 4;
/** Largest gap in pixels between two parts of one difference. */
const GAP = 2;

/** @returns the differences, heaviest first; one over the whole page when the sizes differ. */
export function differencesOf(a: Picture, b: Picture): Difference[] {
  if (a.width !== b.width || a.height !== b.height) {
    return [{ box: { x: 0, y: 0, width: a.width, height: a.height }, weight: a.width * a.height, isolated: true }];
  }
  const excess = excessOf(a, b);
  const clusters = clustersOf(excess, a.width, a.height).map(({ box, weight }) => {
    return { box, weight, isolated: isByItself(a, b, box) || isByItself(b, a, box) };
  });
  return clusters.sort((one, other) => other.weight - one.weight);
}

/** @returns whether a difference between two renderings by one engine counts. */
export const isChange = ({ weight }: Difference): boolean => weight >= ISOLATED_FROM;

/** @returns whether a difference exceeds the tolerance between two engines. */
export function isSeen({ weight, isolated, box }: Difference): boolean {
  if (isolated) return weight >= ISOLATED_FROM;
  const isThin = Math.min(box.width, box.height) <= THIN;
  return weight >= Math.max(ATTACHED_FROM, isThin ? ATTACHED_ALONG * Math.max(box.width, box.height) : 0);
}

/** Weight from which a difference counts at the resolution of the second check. Identical text weighs at most 0.1 there. */
const CLOSELY_FROM = 4;

/** @returns whether a difference between two engines at three times the resolution exceeds their tolerance. */
export function isSeenClosely({ weight, isolated, box }: Difference): boolean {
  const isThin = !isolated && Math.min(box.width, box.height) <= THIN;
  return weight >= Math.max(CLOSELY_FROM, isThin ? ATTACHED_ALONG * Math.max(box.width, box.height) : 0);
}

/** Of 255: a channel that differs from the ground by this much is ink, not a smoothed edge. */
const INK_LEVEL = 80;

/**
 * Whether a difference is a separate mark: where it is drawn, its ink does not continue into something larger, which
 * both drawings would show; the other drawing has the ground colour there.
 */
function isByItself(shown: Picture, other: Picture, { x, y, width, height }: Difference['box']): boolean {
  const middle = ((y + (height >> 1)) * other.width + x + (width >> 1)) * 4;
  const isInk = (at: number): boolean =>
    [0, 1, 2].some(
      (channel) =>
        Math.abs((shown.data[at * 4 + channel] as number) - (other.data[middle + channel] as number)) >= INK_LEVEL,
    );
  const open: number[] = [];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) open.push(row * shown.width + column);
  }
  const most = open.length * 3 + 12;
  const seen = new Set<number>();
  for (let at = open.pop(); at !== undefined && seen.size <= most; at = open.pop()) {
    if (seen.has(at) || !isInk(at)) continue;
    seen.add(at);
    const column = at % shown.width;
    if (column > 0) open.push(at - 1);
    if (column < shown.width - 1) open.push(at + 1);
    if (at >= shown.width) open.push(at - shown.width);
    if (at + shown.width < shown.width * shown.height) open.push(at + shown.width);
  }
  return seen.size > 0 && seen.size <= most;
}

/** @returns whether both pictures are identical, pixel for pixel. */
export function isIdentical(a: Picture, b: Picture): boolean {
  return a.width === b.width && a.height === b.height && Buffer.compare(a.data, b.data) === 0;
}

const bufferOf = ({ data }: Picture): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength);

/** @returns the rows that differ: most of a page is blank, and bytes are compared faster than pixels. */
function* differentRows(a: Picture, b: Picture): Generator<number> {
  const [left, right] = [bufferOf(a), bufferOf(b)];
  const bytes = a.width * 4;
  for (let row = 0, at = 0; row < a.height; row++, at += bytes) {
    if (left.compare(right, at, at + bytes, at, at + bytes) !== 0) yield row;
  }
}

/** For each deviating pixel, by how much: 1 to 255. */
function excessOf(a: Picture, b: Picture): Map<number, number> {
  const { width } = a;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const found = new Map<number, number>();
  for (const row of differentRows(a, b)) {
    for (let at = row * width; at < (row + 1) * width; at++) {
      const [one, other] = [left[at] as number, right[at] as number];
      // Channels with the same top three bits differ by less than 32.
      if (((one ^ other) & 0xe0e0e0) === 0) continue;
      const far = farChannels(one, other);
      if (far === 0) continue;
      const outOfB = outsideAround(right, b, at, one, far);
      const outOfA = outsideAround(left, a, at, other, far);
      if ((outOfB | outOfA) === 0) continue;
      const excess = Math.max(excessAt(a, b, at, outOfB), excessAt(b, a, at, outOfA));
      if (excess > 0) found.set(at, excess);
      if (found.size >= MOST_PIXELS) return found;
    }
  }
  return found;
}

/** Signed, so that V8 keeps them as small integers. */
const wordsOf = ({ data, width, height }: Picture): Int32Array =>
  new Int32Array(data.buffer, data.byteOffset, width * height);

/** The channels in which two pixels differ by more than LEVEL, as bits 1, 2 and 4. */
function farChannels(one: number, other: number): number {
  const red = Math.abs((one & 255) - (other & 255)) > LEVEL ? 1 : 0;
  const green = Math.abs(((one >>> 8) & 255) - ((other >>> 8) & 255)) > LEVEL ? 2 : 0;
  const blue = Math.abs(((one >>> 16) & 255) - ((other >>> 16) & 255)) > LEVEL ? 4 : 0;
  return red | green | blue;
}

/**
 * The channels in which a pixel is outside the range of the other picture around it, by more than LEVEL. Most differing
 * pixels at the edge of a letter are inside that range; comparing whole pixels finds them before any channel is
 * examined.
 * @param far the channels in which the pixel differs from the one at the same position: no others are checked.
 */
function outsideAround(words: Int32Array, { width, height }: Picture, at: number, pixel: number, far: number): number {
  const x = at % width;
  const y = (at - x) / width;
  const left = Math.max(0, x - REACH);
  const right = Math.min(width - 1, x + REACH);
  const bottom = Math.min(height - 1, y + REACH);
  const middle = words[at] as number;
  let open = far;
  for (let row = Math.max(0, y - REACH); row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const around = words[row * width + column] as number;
      if ((open & 1) !== 0 && isWithin(around & 255, pixel & 255, middle & 255)) open &= ~1;
      if ((open & 2) !== 0 && isWithin((around >>> 8) & 255, (pixel >>> 8) & 255, (middle >>> 8) & 255)) open &= ~2;
      if ((open & 4) !== 0 && isWithin((around >>> 16) & 255, (pixel >>> 16) & 255, (middle >>> 16) & 255)) open &= ~4;
      if (open === 0) return 0;
    }
  }
  return open;
}

/** Whether a value is within LEVEL of another, or beyond it as seen from the middle. */
const isWithin = (around: number, value: number, middle: number): boolean =>
  middle > value ? around - value <= LEVEL : value - around <= LEVEL;

/** @param outside the channels that `outsideAround` found. */
function excessAt(shown: Picture, other: Picture, at: number, outside: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel++) {
    if ((outside & (1 << channel)) === 0) continue;
    const value = shown.data[at * 4 + channel] as number;
    const nearest = nearestAround(other, at, channel, value);
    const excess = Math.abs(nearest - value) - LEVEL;
    if (excess <= most) continue;
    if (!isFainter(shown, other, at, channel, nearest) && !isAnotherShade(shown, other, at, channel)) most = excess;
  }
  return most;
}

/** The neighbouring value closest to a value from which all neighbours differ by more than LEVEL in one direction. */
function nearestAround({ width, height, data }: Picture, at: number, channel: number, value: number): number {
  const x = at % width;
  const y = (at - x) / width;
  const left = Math.max(0, x - REACH);
  const right = Math.min(width - 1, x + REACH);
  const bottom = Math.min(height - 1, y + REACH);
  let nearest = data[at * 4 + channel] as number;
  const side = nearest > value ? 1 : -1;
  for (let row = Math.max(0, y - REACH); row <= bottom; row++) {
    const end = (row * width + right) * 4 + channel;
    for (let offset = (row * width + left) * 4 + channel; offset <= end; offset += 4) {
      const around = data[offset] as number;
      if ((nearest - around) * side > 0) nearest = around;
    }
  }
  return nearest;
}

/** Whether both drawings are flat here, in similar shades. */
function isAnotherShade(shown: Picture, other: Picture, at: number, channel: number): boolean {
  const [low, high] = rangeAround(shown, at, channel);
  const [otherLow, otherHigh] = rangeAround(other, at, channel);
  if (high - low > LEVEL || otherHigh - otherLow > LEVEL) return false;
  return Math.max(high, otherHigh) - Math.min(low, otherLow) <= FLAT_LEVEL;
}

const rangeAround = (picture: Picture, at: number, channel: number): [number, number] => [
  groundOf(picture, at, channel, -1),
  groundOf(picture, at, channel, 1),
];

/**
 * Whether both show a stroke here and the other one is fainter.
 * @param nearest the value of the other picture that is closest to this one.
 */
function isFainter(shown: Picture, other: Picture, at: number, channel: number, nearest: number): boolean {
  const value = shown.data[at * 4 + channel] as number;
  const side = nearest > value ? 1 : -1;
  const contrast = (groundOf(shown, at, channel, side) - value) * side;
  // A flat area has no ground to compare with.
  if (contrast <= LEVEL) return false;
  const otherContrast = (groundOf(other, at, channel, side) - nearest) * side;
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

/** @param side 1 for the highest value of a channel in the square around a pixel, -1 for the lowest. */
function groundOf({ width, height, data }: Picture, at: number, channel: number, side: 1 | -1): number {
  const x = at % width;
  const y = (at - x) / width;
  const left = Math.max(0, x - GROUND);
  const right = Math.min(width - 1, x + GROUND);
  const bottom = Math.min(height - 1, y + GROUND);
  const most = side > 0 ? 255 : 0;
  let ground = data[at * 4 + channel] as number;
  for (let row = Math.max(0, y - GROUND); row <= bottom && ground !== most; row++) {
    const end = (row * width + right) * 4 + channel;
    for (let offset = (row * width + left) * 4 + channel; offset <= end; offset += 4) {
      const value = data[offset] as number;
      if ((value - ground) * side > 0) ground = value;
    }
  }
  return ground;
}

/** Joins deviating pixels that are close together. */
function clustersOf(excess: Map<number, number>, width: number, height: number): Omit<Difference, 'isolated'>[] {
  const clusters: Omit<Difference, 'isolated'>[] = [];
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
