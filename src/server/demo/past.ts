/** Time as the demo world is made in it: what is said to have happened days ago happens by a clock that stands days back (P-2). */
import type { Clock } from '#ports/clock.ts';

/** From the first start back to a day on which nothing had happened yet. */
const BEGINNING_DAYS = 200;

/** When the demo's own certificates became valid: before the oldest paper. */
export const demoBeginning = (now: Date): Date => new Date(now.getTime() - BEGINNING_DAYS * 86_400_000);

/** Does something as if it were `from`, from where time runs on; then it is today again. One at a time. */
export type During = <T>(from: Date, work: () => Promise<T>) => Promise<T>;

/** @returns the same clock, and how to set it back for a while: for a server that answers nobody yet. */
export function withPast<C extends Clock>(clock: C): { clock: C; during: During } {
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
