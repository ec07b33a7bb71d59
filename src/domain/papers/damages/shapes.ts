/** What a drawing of a vehicle consists of: shapes that are seen, areas that are parts. */
import type { DamagePlace } from '../choice-labels.ts';

/** In units of the drawing: the front at the left, the vehicle's left side at the bottom. */
export interface Shape {
  /** As in SVG. */
  readonly path: string;
  readonly fill: 'body' | 'glass' | 'wheel' | 'none';
}

/** `[left, top, right, bottom]`, or a circle `[x, y, radius]`; the first area that holds a point wins. */
export type Area = readonly [number, number, number, number] | readonly [number, number, number];

export interface Drawing {
  readonly shapes: readonly Shape[];
  readonly areas: readonly (readonly [place: DamagePlace, area: Area])[];
}
