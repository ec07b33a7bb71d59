/** Estimates how long reading and signing will take, for the start page. */

const MINUTES_PER_PAGE = 0.75;
const MINUTES_PER_POINT = 0.25;
const MINUTES_FOR_CODE = 1;

/** Whole minutes, at least 1; above 20 rounded up to the next five, since the estimate is imprecise. */
export function minutesNeeded(pages: number, points: number): number {
  const minutes = Math.ceil(pages * MINUTES_PER_PAGE + points * MINUTES_PER_POINT + MINUTES_FOR_CODE);
  return minutes > 20 ? Math.ceil(minutes / 5) * 5 : Math.max(1, minutes);
}
