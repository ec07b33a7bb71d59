/**
 * Compares two drawings of one page and finds content that only one shows. Two engines smooth edges, place hairlines
 * and convert colours differently; none of that may count, but a 6 pt decimal point must.
 */
import type { Picture } from './page-picture.ts';

export interface Difference {
  /** In pixels from the top left. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Full-contrast pixels in one drawing with no counterpart nearby in the other. */
  readonly weight: number;
  /** A separate mark such as a dot, rather than the edge of something in both drawings. */
  readonly isolated: boolean;
}

/** Weight from which a mark on an empty background counts. A black 6 pt decimal point weighs at least 0.69. */
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
const MAX_DEVIATING_PIXELS = 60_000;

/** Of 255: how far a channel may leave the range of its neighbourhood. */
const LEVEL = 40;
/** The same if both drawings are flat: engines convert CMYK and calibrated colours differently. */
const FLAT_LEVEL = 72;
/** Radius in pixels within which the same colour may occur. */
const REACH = 1;
/** Radius in pixels within which the background of a stroke is searched. */
const GROUND = 3;
/** Fraction of a stroke's contrast with which the other drawing must show it. */
const STRENGTH = 0.4;
/** The same for a line of at most BACKGROUND_RADIUS pixels: PDFium draws hairlines a full pixel wide, others smooth them down to a tenth. */
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
    return { box, weight, isolated: isSeparateMark(a, b, box) || isSeparateMark(b, a, box) };
  });
  return clusters.sort((one, other) => other.weight - one.weight);
}

/** @returns whether a difference between two renderings by one engine counts. */
export const isChange = ({ weight }: Difference): boolean => weight >= ISOLATED_FROM;

/** @returns whether a difference exceeds the tolerance between two engines. */
export function exceedsTolerance({ weight, isolated, box }: Difference): boolean {
  if (isolated) return weight >= ISOLATED_FROM;
  const isThin = Math.min(box.width, box.height) <= THIN;
  return weight >= Math.max(ATTACHED_FROM, isThin ? ATTACHED_ALONG * Math.max(box.width, box.height) : 0);
}

/** Weight from which a difference counts at the resolution of the second check. Identical text weighs at most 0.1 there. */
const ENLARGED_FROM = 4;

/** @returns whether a difference between two engines at three times the resolution exceeds their tolerance. */
export function exceedsEnlargedTolerance({ weight, isolated, box }: Difference): boolean {
  const isThin = !isolated && Math.min(box.width, box.height) <= THIN;
  return weight >= Math.max(ENLARGED_FROM, isThin ? ATTACHED_ALONG * Math.max(box.width, box.height) : 0);
}

/** Of 255: a channel that differs from the background by this much is ink, not a smoothed edge. */
const INK_LEVEL = 80;

/**
 * Whether a difference is a separate mark: where it is drawn, its ink does not continue into something larger, which
 * both drawings would show; the other drawing has the background colour there.
 */
function isSeparateMark(picture: Picture, other: Picture, { x, y, width, height }: Difference['box']): boolean {
  const middle = ((y + (height >> 1)) * other.width + x + (width >> 1)) * 4;
  const isInk = (at: number): boolean =>
    [0, 1, 2].some(
      (channel) =>
        Math.abs((picture.data[at * 4 + channel] as number) - (other.data[middle + channel] as number)) >= INK_LEVEL,
    );
  const pending: number[] = [];
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) pending.push(row * picture.width + column);
  }
  const maxPixels = pending.length * 3 + 12;
  const visited = new Set<number>();
  for (let at = pending.pop(); at !== undefined && visited.size <= maxPixels; at = pending.pop()) {
    if (visited.has(at) || !isInk(at)) continue;
    visited.add(at);
    const column = at % picture.width;
    if (column > 0) pending.push(at - 1);
    if (column < picture.width - 1) pending.push(at + 1);
    if (at >= picture.width) pending.push(at - picture.width);
    if (at + picture.width < picture.width * picture.height) pending.push(at + picture.width);
  }
  return visited.size > 0 && visited.size <= maxPixels;
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
  const excesses = new Map<number, number>();
  for (const row of differentRows(a, b)) {
    for (let at = row * width; at < (row + 1) * width; at++) {
      const [leftPixel, rightPixel] = [left[at] as number, right[at] as number];
      // Channels with the same top three bits differ by less than 32.
      if (((leftPixel ^ rightPixel) & 0xe0e0e0) === 0) continue;
      const far = farChannels(leftPixel, rightPixel);
      if (far === 0) continue;
      const outOfB = outsideAround(right, b, at, leftPixel, far);
      const outOfA = outsideAround(left, a, at, rightPixel, far);
      if ((outOfB | outOfA) === 0) continue;
      const excess = Math.max(excessAt(a, b, at, outOfB), excessAt(b, a, at, outOfA));
      if (excess > 0) excesses.set(at, excess);
      if (excesses.size >= MAX_DEVIATING_PIXELS) return excesses;
    }
  }
  return excesses;
}

/** Signed, so that V8 keeps them as small integers. */
const wordsOf = ({ data, width, height }: Picture): Int32Array =>
  new Int32Array(data.buffer, data.byteOffset, width * height);

/** The channels in which two pixels differ by more than LEVEL, as bits 1, 2 and 4. */
function farChannels(first: number, second: number): number {
  const red = Math.abs((first & 255) - (second & 255)) > LEVEL ? 1 : 0;
  const green = Math.abs(((first >>> 8) & 255) - ((second >>> 8) & 255)) > LEVEL ? 2 : 0;
  const blue = Math.abs(((first >>> 16) & 255) - ((second >>> 16) & 255)) > LEVEL ? 4 : 0;
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
      const word = words[row * width + column] as number;
      if ((open & 1) !== 0 && isWithin(word & 255, pixel & 255, middle & 255)) open &= ~1;
      if ((open & 2) !== 0 && isWithin((word >>> 8) & 255, (pixel >>> 8) & 255, (middle >>> 8) & 255)) open &= ~2;
      if ((open & 4) !== 0 && isWithin((word >>> 16) & 255, (pixel >>> 16) & 255, (middle >>> 16) & 255)) open &= ~4;
      if (open === 0) return 0;
    }
  }
  return open;
}

/** Whether a value is within LEVEL of another, or beyond it as seen from the middle. */
const isWithin = (neighbour: number, value: number, middle: number): boolean =>
  middle > value ? neighbour - value <= LEVEL : value - neighbour <= LEVEL;

/** @param outside the channels that `outsideAround` found. */
function excessAt(shown: Picture, other: Picture, at: number, outside: number): number {
  let greatest = 0;
  for (let channel = 0; channel < 3; channel++) {
    if ((outside & (1 << channel)) === 0) continue;
    const value = shown.data[at * 4 + channel] as number;
    const nearest = nearestAround(other, at, channel, value);
    const excess = Math.abs(nearest - value) - LEVEL;
    if (excess <= greatest) continue;
    if (!isFainter(shown, other, at, channel, nearest) && !isSimilarShade(shown, other, at, channel)) greatest = excess;
  }
  return greatest;
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
      const neighbour = data[offset] as number;
      if ((nearest - neighbour) * side > 0) nearest = neighbour;
    }
  }
  return nearest;
}

/** Whether both drawings are flat here, in similar shades. */
function isSimilarShade(picture: Picture, other: Picture, at: number, channel: number): boolean {
  const [low, high] = rangeAround(picture, at, channel);
  const [otherLow, otherHigh] = rangeAround(other, at, channel);
  if (high - low > LEVEL || otherHigh - otherLow > LEVEL) return false;
  return Math.max(high, otherHigh) - Math.min(low, otherLow) <= FLAT_LEVEL;
}

const rangeAround = (picture: Picture, at: number, channel: number): [number, number] => [
  backgroundOf(picture, at, channel, -1),
  backgroundOf(picture, at, channel, 1),
];

/**
 * Whether both show a stroke here and the other one is fainter.
 * @param nearest the value of the other picture that is closest to this one.
 */
function isFainter(picture: Picture, other: Picture, at: number, channel: number, nearest: number): boolean {
  const value = picture.data[at * 4 + channel] as number;
  const side = nearest > value ? 1 : -1;
  const contrast = (backgroundOf(picture, at, channel, side) - value) * side;
  // A flat area has no background to compare with.
  if (contrast <= LEVEL) return false;
  const otherContrast = (backgroundOf(other, at, channel, side) - nearest) * side;
  if (otherContrast >= STRENGTH * contrast) return true;
  return otherContrast >= LINE_STRENGTH * contrast && isOnLine(picture, at, channel);
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
function backgroundOf({ width, height, data }: Picture, at: number, channel: number, side: 1 | -1): number {
  const x = at % width;
  const y = (at - x) / width;
  const left = Math.max(0, x - GROUND);
  const right = Math.min(width - 1, x + GROUND);
  const bottom = Math.min(height - 1, y + GROUND);
  const extreme = side > 0 ? 255 : 0;
  let background = data[at * 4 + channel] as number;
  for (let row = Math.max(0, y - GROUND); row <= bottom && background !== extreme; row++) {
    const end = (row * width + right) * 4 + channel;
    for (let offset = (row * width + left) * 4 + channel; offset <= end; offset += 4) {
      const value = data[offset] as number;
      if ((value - background) * side > 0) background = value;
    }
  }
  return background;
}

/** Joins deviating pixels that are close together. */
function clustersOf(excess: Map<number, number>, width: number, height: number): Omit<Difference, 'isolated'>[] {
  const clusters: Omit<Difference, 'isolated'>[] = [];
  for (const start of excess.keys()) {
    const pending = [start];
    let weight = 0;
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
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
          pending.push(row * width + column);
        }
      }
    }
    if (weight > 0)
      clusters.push({ box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }, weight });
  }
  return clusters;
}
