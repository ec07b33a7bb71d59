/** Guards each call to an external system with a time limit and a circuit breaker, so that a system that is down delays no user. */
import type { Clock } from '#ports/clock.ts';
import { OutsideFailure, type OutsideGuard, type OutsideSystem } from '#ports/outside-system.ts';

export interface CircuitBreakerOptions {
  system: OutsideSystem;
  clock: Clock;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  /** Milliseconds for one call including its whole response. */
  timeLimit?: number;
  /** Consecutive failures that open the circuit breaker. */
  failures?: number;
  /** Seconds it stays open; then a single trial call is let through, and only its success closes it. */
  pause?: number;
}

/** One guard per system and process: its state is what this node observed, and is not shared. */
export function openCircuitBreaker(options: CircuitBreakerOptions): OutsideGuard {
  const { system, clock, log, failures = 5, pause = 30 } = options;
  let consecutiveFailures = 0;
  /** Time until which the circuit breaker is open; null while it is closed. */
  let openUntil: number | null = null;
  let isTrialRunning = false;

  const isPaused = (): boolean => {
    if (openUntil === null) return false;
    const remaining = openUntil - clock.now().getTime();
    // A clock that was set back must not lengthen the pause.
    return isTrialRunning || (remaining > 0 && remaining <= pause * 1000);
  };

  const onFailure = (error: unknown, trial: boolean): void => {
    consecutiveFailures += 1;
    if (!trial && (openUntil !== null || consecutiveFailures < failures)) return;
    openUntil = clock.now().getTime() + pause * 1000;
    const reason = error instanceof OutsideFailure ? error.reason : 'defect';
    log.warn({ err: error, system, reason, pause }, 'outside system left alone for a while');
  };

  const onSuccess = (): void => {
    consecutiveFailures = 0;
    if (openUntil === null) return;
    openUntil = null;
    log.info({ system }, 'outside system answers again');
  };

  return async (call) => {
    if (isPaused()) throw new OutsideFailure(system, 'paused', 'left alone after too many failures');
    const trial = openUntil !== null;
    if (trial) isTrialRunning = true;
    try {
      const result = await withinTime(system, options.timeLimit ?? 5_000, call);
      onSuccess();
      return result;
    } catch (error) {
      onFailure(error, trial);
      throw error;
    } finally {
      if (trial) isTrialRunning = false;
    }
  };
}

/** A call that ignores its signal is abandoned as well. */
async function withinTime<T>(
  system: OutsideSystem,
  timeLimit: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const failure = new OutsideFailure(system, 'timeout', `no answer within ${timeLimit} ms`);
      reject(failure);
      controller.abort(failure);
    }, timeLimit);
  });
  try {
    return await Promise.race([call(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
