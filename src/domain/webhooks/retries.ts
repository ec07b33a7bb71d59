/** Decides when a failed delivery is retried and when it is abandoned. */

/** After this many days there are no more automatic attempts. */
export const DELIVERY_DAYS = 3;
const DELIVERY_MS = DELIVERY_DAYS * 86_400_000;

/** Seconds between attempts; the last pause repeats. */
const PAUSES = [5, 60, 300, 1_800, 7_200, 18_000, 28_800] as const;
const MAX_PAUSE = 28_800;

export const deadlineFrom = (at: Date): Date => new Date(at.getTime() + DELIVERY_MS);

/** @param attempts made so far, at least one. @returns the time of the next attempt; null: the delivery is given up. */
export function nextAttempt(attempts: number, at: Date, deadline: Date): Date | null {
  if (at >= deadline) return null;
  const next = new Date(at.getTime() + (PAUSES[attempts - 1] ?? MAX_PAUSE) * 1000);
  return next < deadline ? next : deadline;
}
