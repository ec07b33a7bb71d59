/** The guard of external systems: time limit, pause after failures, one trial, recovery. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OutsideFailure, type OutsideGuard } from '#ports/outside-system.ts';
import { openCircuitBreaker } from './circuit-breaker.ts';

let time: number;
let said: string[];
let calls: number;
let guard: OutsideGuard;

beforeEach(() => {
  time = Date.parse('2026-11-20T08:00:00Z');
  said = [];
  calls = 0;
  guard = openCircuitBreaker({
    system: 'RSP',
    clock: { now: () => new Date(time) },
    log: { warn: (_fields, text) => void said.push(text), info: (_fields, text) => void said.push(text) },
    timeLimit: 30,
    failures: 3,
    pause: 30,
  });
});

const down = new OutsideFailure('RSP', 'down', 'no connection');
const answer = async (): Promise<string> => {
  calls += 1;
  return 'ecco';
};
const fail = async (): Promise<never> => {
  calls += 1;
  throw down;
};
const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutsideFailure ? error.reason : 'other'),
  );
const failing = (times: number) =>
  Array.from({ length: times }).reduce<Promise<unknown>>(
    (before) => before.then(() => reasonOf(guard(fail))),
    Promise.resolve(),
  );

describe('the time limit', () => {
  it('ends a call without a response, and aborts it', async () => {
    let stopped = false;
    const call = (signal: AbortSignal) =>
      new Promise<never>(() => {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
      });
    expect(await reasonOf(guard(call))).toBe('timeout');
    expect(stopped).toBe(true);
  });

  it('ends a call that ignores the abort, whose late failure is handled', async () => {
    let late: (error: Error) => void = () => undefined;
    expect(await reasonOf(guard(() => new Promise((_, reject) => (late = reject))))).toBe('timeout');
    late(new Error('too late'));
    expect(await guard(answer)).toBe('ecco');
  });

  it('does not affect a call that responds in time', async () => {
    const signals: AbortSignal[] = [];
    vi.useFakeTimers();
    try {
      await guard(async (signal) => void signals.push(signal));
      await vi.advanceTimersByTimeAsync(60_000);
    } finally {
      vi.useRealTimers();
    }
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
  });
});

describe('the circuit breaker', () => {
  it('opens after a number of consecutive failures, and then makes no calls', async () => {
    await failing(2);
    expect(await guard(answer)).toBe('ecco');
    await failing(3);
    expect(calls).toBe(6);
    expect(await reasonOf(guard(answer))).toBe('paused');
    expect(await reasonOf(guard(answer))).toBe('paused');
    expect(calls).toBe(6);
    expect(said).toEqual(['outside system left alone for a while']);
  });

  it('allows one trial call after the pause, and all calls after its success', async () => {
    await failing(3);
    time += 29_000;
    expect(await reasonOf(guard(answer))).toBe('paused');
    time += 1_000;
    let release: (text: string) => void = () => undefined;
    const trial = guard(() => new Promise<string>((resolve) => (release = resolve)));
    expect(await Promise.all([1, 2, 3].map(() => reasonOf(guard(answer))))).toEqual(['paused', 'paused', 'paused']);
    release('ecco');
    expect(await trial).toBe('ecco');
    expect(await guard(answer)).toBe('ecco');
    expect(said.at(-1)).toBe('outside system answers again');
    await failing(2);
    expect(await guard(answer)).toBe('ecco');
  });

  it('stays open for another pause when the trial fails', async () => {
    await failing(3);
    time += 30_000;
    expect(await reasonOf(guard(fail))).toBe('down');
    expect(await reasonOf(guard(answer))).toBe('paused');
    time += 30_000;
    expect(await guard(answer)).toBe('ecco');
  });

  it('does not stay open for ever when the clock is set back', async () => {
    await failing(3);
    time -= 86_400_000;
    expect(await guard(answer)).toBe('ecco');
  });

  it('counts slow responses as failures', async () => {
    const slow = () => new Promise<never>(() => undefined);
    expect(await Promise.all([1, 2, 3].map(() => reasonOf(guard(slow))))).toEqual(['timeout', 'timeout', 'timeout']);
    expect(await reasonOf(guard(answer))).toBe('paused');
  });

  it('passes errors on that are not failures of the system', async () => {
    const defect = new TypeError('our own fault');
    await expect(guard(() => Promise.reject(defect))).rejects.toBe(defect);
  });
});
