/** Elements of a vehicle drawing: visible shapes, and areas of parts. */
import type { DamagePlace } from '../labels/choice-labels.ts';

/** In units of the drawing: front on the left, the vehicle's left side at the bottom. */
export interface Shape {
  /** SVG path. */
  readonly path: string;
  readonly fill: 'body' | 'glass' | 'wheel' | 'none';
}

/** `[left, top, right, bottom]`, or a circle `[x, y, radius]`; the first area that contains a point wins. */
export type Area = readonly [number, number, number, number] | readonly [number, number, number];

export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly areas: readonly (readonly [place: DamagePlace, area: Area])[];
}

/** @param text one shape per line: its fill, then its path as in SVG; lines that begin with # are comments. */
export const shapesFrom = (text: string): readonly Shape[] =>
  text.split('\n').flatMap((line) => {
    const [, fill, path] = /^ *(body|glass|wheel|none) (M .+)$/.exec(line) ?? [];
    return fill === undefined || path === undefined ? [] : [{ path, fill: fill as Shape['fill'] }];
  });
