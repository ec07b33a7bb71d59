/** Time in the demo: events dated in the past are created with the clock set back. */
import type { Clock } from '#ports/clock.ts';

/** From the first start back to a day before any event. */
const BEGINNING_DAYS = 200;

/** When the demo's own certificates became valid: before the oldest paper. */
export const demoBeginning = (now: Date): Date => new Date(now.getTime() - BEGINNING_DAYS * 86_400_000);

/** Runs the work as if it were `from`, with time running on; afterwards it is today again. One call at a time. */
export type During = <T>(from: Date, work: () => Promise<T>) => Promise<T>;

/** @returns the same clock, and a function that sets it back for a while, for a server that has no users yet. */
export function shiftableClock<C extends Clock>(clock: C): { clock: C; during: During } {
  let behind = 0;
  return {
    clock: { ...clock, now: () => new Date(clock.now().getTime() - behind) },
    async during(from, work) {
      behind = clock.now().getTime() - from.getTime();
      try {
        return await work();
      } finally {
        behind = 0;
      }
    },
  };
}
