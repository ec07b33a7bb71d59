/** The clock of tests: it starts at one instant, the same in every run, and moves only when a test moves it. */
// Real time: the few tests that need it get it from here.
import type { Clock } from '#ports/clock.ts';

export interface TestClock extends Clock {
  /** Moves the clock; seconds may be negative. */
  advance(seconds: number): void;
}

/** @returns a Friday morning in Rome, outside summer time. */
export const testNow = (): Date => new Date('2026-11-20T09:00:00.000Z');

/** @returns the current time, for files that external programs check: they use only the real time. */
export const realNow = (): Date => new Date();

/** Time passes at its real pace from the instant a test sets: for servers that browsers use. */
export function runningClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(realNow().getTime() + offset),
    advance: (seconds) => {
      offset += seconds * 1000;
    },
  };
}

export function testClock(start = testNow()): TestClock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    advance: (seconds) => {
      now += seconds * 1000;
    },
  };
}
