/** Decides when a failed delivery is retried and when it is abandoned. */

/** After this many days there are no more automatic attempts. */
export const DELIVERY_DAYS = 3;
const DELIVERY_MS = DELIVERY_DAYS * 86_400_000;

/** Seconds between attempts; the last pause repeats. */
const PAUSES = [5, 60, 300, 1_800, 7_200, 18_000, 28_800] as const;
const MAX_PAUSE = 28_800;

export const deadlineFrom = (at: Date): Date => new Date(at.getTime() + DELIVERY_MS);

/** With this status a receiver wants no more attempts. */
const GONE = 410;

/**
 * @param attempts made so far, at least one.
 * @param answer status and `retryAfter` (seconds) of the receiver's last answer, if it gave one.
 * @returns the time of the next attempt, at the deadline at the latest; null: the delivery is given up.
 */
export function nextAttempt(
  attempts: number,
  at: Date,
  deadline: Date,
  answer: { status?: number | null; retryAfter?: number | null } = {},
): Date | null {
  if (at >= deadline || answer.status === GONE) return null;
  const seconds = Math.max(PAUSES[attempts - 1] ?? MAX_PAUSE, answer.retryAfter ?? 0);
  const next = new Date(at.getTime() + seconds * 1000);
  return next < deadline ? next : deadline;
}
