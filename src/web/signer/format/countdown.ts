/** Computes the time left, for codes and resends; the caller passes the server's clock. */

/** Whole seconds from `now` (milliseconds) to the instant, never negative; an unreadable instant counts as past. */
export function secondsLeft(instant: string, now: number): number {
  const time = Date.parse(instant);
  return Number.isNaN(time) ? 0 : Math.max(0, Math.ceil((time - now) / 1000));
}

/** The phone's clock may be a little slow: five minutes must not read as six. */
const GRACE_SECONDS = 5;

/** Minutes to show for the seconds left, rounded up: "Vale ancora 4 minuti" is shown from 186 to 245 seconds. */
export function minutesLeft(seconds: number): number {
  return seconds <= 0 ? 0 : Math.max(1, Math.ceil((seconds - GRACE_SECONDS) / 60));
}

/** Milliseconds until a countdown's text changes: every second for short waits, every minute for long ones. */
export function untilNextChange(seconds: number, unit: 'second' | 'minute'): number {
  if (seconds <= 0) return Number.POSITIVE_INFINITY;
  if (unit === 'second') return 1000;
  // In the last minute the next change is the end of the code.
  if (seconds <= GRACE_SECONDS + 60) return seconds * 1000;
  const secondsIntoMinute = (seconds - GRACE_SECONDS) % 60;
  return (secondsIntoMinute === 0 ? 60 : secondsIntoMinute) * 1000;
}
