/** Guards each call to an outside system by a time limit and a circuit breaker, so that one that is down costs nobody time (P-15, R-22). */
import type { Clock } from '#ports/clock.ts';
import { OutsideFailure, type OutsideGuard, type OutsideSystem } from '#ports/outside.ts';

export interface CircuitBreakerOptions {
  system: OutsideSystem;
  clock: Clock;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  /** Milliseconds one call may take, its answer read to the end; asked anew for each. */
  timeLimit?: number;
  /** Failures in a row after which the system is left alone. */
  failures?: number;
  /** Seconds it is then left alone; afterwards one call tries, and only its success lets the others through. */
  pause?: number;
}

/** One guard for each system and process: its state is what this node saw, and no other node needs it. */
export function openCircuitBreaker(options: CircuitBreakerOptions): OutsideGuard {
  const { system, clock, log, failures = 5, pause = 30 } = options;
  let inARow = 0;
  /** Instant until which the system is left alone; null while calls go through. */
  let openUntil: number | null = null;
  let trying = false;

  const isPaused = (): boolean => {
    if (openUntil === null) return false;
    const left = openUntil - clock.now().getTime();
    // A clock that was set back must not lengthen the pause.
    return trying || (left > 0 && left <= pause * 1000);
  };

  const failed = (error: unknown, trial: boolean): void => {
    inARow += 1;
    if (!trial && (openUntil !== null || inARow < failures)) return;
    openUntil = clock.now().getTime() + pause * 1000;
    const reason = error instanceof OutsideFailure ? error.reason : 'defect';
    log.warn({ err: error, system, reason, pause }, 'outside system left alone for a while');
  };

  const succeeded = (): void => {
    inARow = 0;
    if (openUntil === null) return;
    openUntil = null;
    log.info({ system }, 'outside system answers again');
  };

  return async (call) => {
    if (isPaused()) throw new OutsideFailure(system, 'paused', 'left alone after too many failures');
    const trial = openUntil !== null;
    if (trial) trying = true;
    try {
      const answer = await withinTime(system, options.timeLimit ?? 5_000, call);
      succeeded();
      return answer;
    } catch (error) {
      failed(error, trial);
      throw error;
    } finally {
      if (trial) trying = false;
    }
  };
}

/** Also a call that does not heed its signal is waited for no longer. */
async function withinTime<T>(
  system: OutsideSystem,
  timeLimit: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const failure = new OutsideFailure(system, 'timeout', `no answer within ${timeLimit} ms`);
      reject(failure);
      controller.abort(failure);
    }, timeLimit);
  });
  try {
    return await Promise.race([call(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
