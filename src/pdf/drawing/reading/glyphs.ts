/** Cuts one glyph out of a page drawing. Pure. */
import { boundsUnder } from '../../boxes/matrix-bounds.ts';
import type { Picture } from '../page-picture.ts';
import type { Character, Mapping } from './characters.ts';
import type { Strokes } from './glyph-shape.ts';

/** Of 255, in any channel: weaker text is not visible to every reader. */
const MIN_CONTRAST = 40;
/** Points: smaller letters are illegible. */
const MIN_EM = 2;
/** Pixels around a glyph within which its edges are smoothed; PDFium places letters on whole pixels. */
const SMOOTHED = 1;
/** Fraction of an em around a glyph that is searched for its background. */
const BACKGROUND_MARGIN = 0.3;
/** Fraction of the longer axis by which a line of text may slope. */
const SLOPE = 0.04;
/** Larger letters are sampled at fewer pixels. */
const MAX_PIXELS = 300;

/** A rectangle in pixels; edges may be fractional. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function areaOf({ box }: Character, mapping: Mapping): Area {
  const [left, top, right, bottom] = boundsUnder(box, mapping);
  return { left, top, right, bottom };
}

/**
 * - `strokes`: the content of the glyph's box, upright.
 * - `unseen`: no visible contrast, or the glyph is off the page or too small.
 * - `slanted`: drawn, but neither upright nor rotated by a right angle.
 */
export type GlyphCut = (Strokes & { readonly turn: Turn }) | 'unseen' | 'slanted';

/** Quarter turns of the displayed text to the left. */
export type Turn = 0 | 1 | 2 | 3;

/** @param scale pixels per point */
export function cutGlyph(picture: Picture, character: Character, mapping: Mapping, scale: number): GlyphCut {
  const area = areaOf(character, mapping);
  const [a, b, c, d] = character.axes;
  const em = Math.hypot(c, d) * scale;
  if (!(em >= MIN_EM * scale)) return 'unseen';
  const left = Math.max(0, Math.round(area.left) - SMOOTHED);
  const top = Math.max(0, Math.round(area.top) - SMOOTHED);
  const right = Math.min(picture.width, Math.round(area.right) + SMOOTHED);
  const bottom = Math.min(picture.height, Math.round(area.bottom) + SMOOTHED);
  if (right - left < 1 || bottom - top < 1 || right - left > MAX_PIXELS * 4 || bottom - top > MAX_PIXELS * 4)
    return 'unseen';
  const background = backgroundOf(picture, { left, top, right, bottom }, Math.ceil(em * BACKGROUND_MARGIN));
  const width = right - left;
  const height = bottom - top;
  const ink = new Float32Array(width * height);
  let strongest = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = ((top + row) * picture.width + left + column) * 4;
      const contrast = contrastOf(picture.data, at, background);
      strongest = Math.max(strongest, contrast);
      ink[row * width + column] = contrast;
    }
  }
  if (strongest < MIN_CONTRAST) return 'unseen';
  for (let at = 0; at < ink.length; at += 1) ink[at] = (ink[at] as number) / strongest;

  const [m1, m2, m3, m4, e, f] = mapping;
  // Directions of the glyph's own axes in the drawing, whose rows go down.
  const along = [m1 * a + m3 * b, m2 * a + m4 * b] as const;
  const up = [m1 * c + m3 * d, m2 * c + m4 * d] as const;
  const origin = [
    m1 * character.origin[0] + m3 * character.origin[1] + e - left,
    m2 * character.origin[0] + m4 * character.origin[1] + f - top,
  ] as const;
  const box = { width, height, ink };
  switch (turnOf(along, up)) {
    case 0:
      return { ...box, baseline: origin[1], em, turn: 0 };
    case 1:
      return { ...rotated(box, (x, y) => [y, height - 1 - x]), baseline: origin[0], em, turn: 1 };
    case 2:
      return { ...box, ink: ink.toReversed(), baseline: height - origin[1], em, turn: 2 };
    case 3:
      return { ...rotated(box, (x, y) => [width - 1 - y, x]), baseline: width - origin[0], em, turn: 3 };
    default:
      return 'slanted';
  }
}

/** An oblique letter leans along its line; the line itself must not slope, and letters must not be mirrored. */
function turnOf([x, y]: readonly [number, number], up: readonly [number, number]): Turn | null {
  if (Math.abs(y) <= SLOPE * Math.abs(x)) {
    if (x > 0 && up[1] < 0) return 0;
    return x < 0 && up[1] > 0 ? 2 : null;
  }
  if (Math.abs(x) > SLOPE * Math.abs(y)) return null;
  if (y < 0 && up[0] < 0) return 1;
  return y > 0 && up[0] > 0 ? 3 : null;
}

/** @param sourceOf maps a pixel of the upright glyph to its pixel in the picture. */
function rotated(
  { width, height, ink }: { width: number; height: number; ink: Float32Array },
  sourceOf: (x: number, y: number) => [number, number],
): { width: number; height: number; ink: Float32Array } {
  const upright = new Float32Array(ink.length);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < height; x += 1) {
      const [column, row] = sourceOf(x, y);
      upright[y * height + x] = ink[row * width + column] ?? 0;
    }
  }
  return { width: height, height: width, ink: upright };
}

type Colour = readonly [number, number, number];

function contrastOf(data: Uint8Array, at: number, [red, green, blue]: Colour): number {
  return Math.max(
    Math.abs((data[at] as number) - red),
    Math.abs((data[at + 1] as number) - green),
    Math.abs((data[at + 2] as number) - blue),
  );
}

/** The most frequent colour in and around a box. */
function backgroundOf(picture: Picture, area: Area, margin: number): Colour {
  const { data, width, height } = picture;
  const counts = new Map<number, number>();
  let [best, maxCount] = [0xffffff, 0];
  for (let row = Math.max(0, area.top - margin); row < Math.min(height, area.bottom + margin); row += 1) {
    for (let column = Math.max(0, area.left - margin); column < Math.min(width, area.right + margin); column += 1) {
      const at = (row * width + column) * 4;
      const colour = ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
      const count = (counts.get(colour) ?? 0) + 1;
      counts.set(colour, count);
      if (count > maxCount) [best, maxCount] = [colour, count];
    }
  }
  return [best >> 16, (best >> 8) & 255, best & 255];
}
