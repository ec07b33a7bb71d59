/** How many calls of one caller run concurrently, and how that shrinks when the event loop lags. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ConcurrencyLimit } from './concurrency.ts';

export interface CallLimits {
  /** Per user, over all sessions: the largest page sends about 20 concurrent calls. */
  readonly account: ConcurrencyLimit;
  /** Per sign link or tablet. */
  readonly link: ConcurrencyLimit;
  /** Per network, for callers not yet authenticated: a showroom or a mobile carrier shares one address. */
  readonly network: ConcurrencyLimit;
}

export const CALL_LIMITS: CallLimits = {
  account: { active: 4, waiting: 48 },
  link: { active: 4, waiting: 24 },
  network: { active: 32, waiting: 256 },
};

/** Much shorter than the accompanying Retry-After. */
export const REFUSAL_DELAY_MS = 500;

/**
 * Factors for the limits by mean event loop delay, the highest first. Fewer concurrent calls shorten the wait of
 * others; the queue shrinks last and still holds the calls of a whole page.
 */
const STEPS = [
  { fromMs: 500, active: 0.25, waiting: 0.5 },
  { fromMs: 80, active: 0.25, waiting: 1 },
  { fromMs: 20, active: 0.5, waiting: 1 },
] as const;

/** @param lagMs mean delay of the event loop. @returns the limit under that load, at least one call at a time. */
export function underLoad({ active, waiting }: ConcurrencyLimit, lagMs: number): ConcurrencyLimit {
  const step = STEPS.find(({ fromMs }) => lagMs >= fromMs);
  if (step === undefined) return { active, waiting };
  return { active: Math.ceil(active * step.active), waiting: Math.floor(waiting * step.waiting) };
}

const SAMPLE_MS = 1_000;
/** The measured delay of an idle loop. */
const RESOLUTION_MS = 20;
const NANOSECONDS_PER_MS = 1e6;

/** Mean delay of this process's event loop over the last second. */
export class EventLoopLag {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #timer: NodeJS.Timeout;
  #lagMs = 0;

  constructor() {
    this.#delays.enable();
    this.#timer = setInterval(() => {
      const { count, mean } = this.#delays;
      // A loop blocked for the whole period yields no sample.
      this.#lagMs = count === 0 ? SAMPLE_MS : Math.max(0, mean / NANOSECONDS_PER_MS - RESOLUTION_MS);
      this.#delays.reset();
    }, SAMPLE_MS).unref();
  }

  get ms(): number {
    return this.#lagMs;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }
}
