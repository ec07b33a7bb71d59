/** A point on a vehicle drawing, as stored in a document. */

/** x from its left side, y from its front, both from 0 to 1. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

const SPOT = /^(\d{1,3}|1000),(\d{1,3}|1000)$/;

/** `x,y` in thousandths, as stored in a document; undefined for anything else. */
export function readSpot(text: string): Spot | undefined {
  const [, x, y] = SPOT.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x) / 1000, y: Number(y) / 1000 };
}

export const writeSpot = ({ x, y }: Spot): string => `${Math.round(x * 1000)},${Math.round(y * 1000)}`;
