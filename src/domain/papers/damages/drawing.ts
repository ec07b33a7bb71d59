/** The vehicle drawing for marking damage: the same shapes on the paper and in the form, and the part at each point. */
import type { DamagePlace } from '../labels/choice-labels.ts';
import { CAR } from './car.ts';
import { MOTORCYCLE } from './motorcycle.ts';
import type { Area, Drawing, Shape } from './shapes.ts';
import type { Spot } from './spot.ts';

export type Vehicle = 'car' | 'motorcycle';

export const DRAWING_SIZE = { width: 300, height: 180 } as const;

const DRAWINGS: Readonly<Record<Vehicle, Drawing>> = { car: CAR, motorcycle: MOTORCYCLE };

export const shapesOf = (vehicle: Vehicle): readonly Shape[] => DRAWINGS[vehicle].shapes;

/** The vehicle's parts, in the order of the form. */
export const partsOf = (vehicle: Vehicle): DamagePlace[] => [
  ...new Set(DRAWINGS[vehicle].areas.map(([place]) => place)),
];

/** A spot in the drawing's units. */
export const pointOf = ({ x, y }: Spot): readonly [number, number] => [
  y * DRAWING_SIZE.width,
  (1 - x) * DRAWING_SIZE.height,
];

/** The spot at a point of the drawing, limited to its bounds. */
export function spotAt(left: number, top: number): Spot {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  return { x: clamp(1 - top / DRAWING_SIZE.height), y: clamp(left / DRAWING_SIZE.width) };
}

const centreOf = (area: Area): readonly [number, number] => {
  const [left, top, rightOrRadius, bottom] = area;
  return bottom === undefined ? [left, top] : [(left + rightOrRadius) / 2, (top + bottom) / 2];
};

/** Distance of a point from an area; 0 inside. */
function distanceTo(area: Area, x: number, y: number): number {
  const [left, top, rightOrRadius, bottom] = area;
  if (bottom === undefined) return Math.max(0, Math.hypot(x - left, y - top) - rightOrRadius);
  return Math.hypot(Math.max(left - x, 0, x - rightOrRadius), Math.max(top - y, 0, y - bottom));
}

/** Maximum distance from the vehicle, in units of the drawing, at which a touch still selects the nearest part. */
const MAX_TOUCH_DISTANCE = 6;

/** The part at a spot; undefined outside the vehicle. */
export function partAt(vehicle: Vehicle, spot: Spot): DamagePlace | undefined {
  const [x, y] = pointOf(spot);
  let nearest: { place?: DamagePlace; distance: number } = { distance: MAX_TOUCH_DISTANCE };
  for (const [place, area] of DRAWINGS[vehicle].areas) {
    const distance = distanceTo(area, x, y);
    if (distance === 0) return place;
    if (distance < nearest.distance) nearest = { place, distance };
  }
  return nearest.place;
}

/** Default spot of a part; the middle for another vehicle's part. */
export function spotOfPart(vehicle: Vehicle, place: string): Spot {
  const entry = DRAWINGS[vehicle].areas.find(([part]) => part === place);
  return entry === undefined ? { x: 0.5, y: 0.5 } : spotAt(...centreOf(entry[1]));
}
