/** Limits concurrent work per key; the rest waits in the key's own bounded queue. */
import { Refusal } from '#domain/errors.ts';

export interface ConcurrencyLimit {
  /** Running concurrently. */
  readonly active: number;
  /** Waiting for a slot; one more is refused. */
  readonly waiting: number;
}

/** Releases a slot; further calls do nothing. */
export type Release = () => void;

interface Waiter {
  readonly start: (release: Release) => void;
}

interface Slots {
  active: number;
  readonly queue: Set<Waiter>;
}

/** Seconds after which a refused caller should try again. */
const RETRY_SECONDS = 2;

export class ConcurrencyLimiter {
  readonly #limit: () => ConcurrencyLimit;
  readonly #keys = new Map<string, Slots>();

  /** @param limit evaluated for each call, so that it can shrink under load. */
  constructor(limit: () => ConcurrencyLimit) {
    this.#limit = limit;
  }

  /**
   * Takes a slot of `key`, in order of arrival.
   * @param cancelled aborts the wait of a caller that has disconnected.
   * @throws Refusal system.busy (503 with Retry-After) when the queue is full; the reason of `cancelled`.
   */
  async acquire(key: string, cancelled?: AbortSignal): Promise<Release> {
    cancelled?.throwIfAborted();
    const slots = this.#keys.get(key) ?? { active: 0, queue: new Set() };
    this.#keys.set(key, slots);
    const { active, waiting } = this.#limit();
    if (slots.active < active && slots.queue.size === 0) return this.#take(key, slots);
    if (slots.queue.size >= waiting) throw new Refusal('system.busy', { extra: { retryAfter: RETRY_SECONDS } });
    return new Promise<Release>((resolve, reject) => {
      const waiter: Waiter = {
        start: (release) => {
          cancelled?.removeEventListener('abort', leave);
          resolve(release);
        },
      };
      const leave = (): void => {
        slots.queue.delete(waiter);
        this.#forget(key, slots);
        reject(cancelled?.reason);
      };
      slots.queue.add(waiter);
      cancelled?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Runs `work` in a slot of `key`. @throws as `acquire`, and what `work` throws. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #take(key: string, slots: Slots): Release {
    slots.active += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      slots.active -= 1;
      this.#startNext(key, slots);
    };
  }

  #startNext(key: string, slots: Slots): void {
    const { active } = this.#limit();
    // With nothing running, no release would start the next one later, so always allow one, even with a reduced limit.
    while (slots.active < Math.max(1, active)) {
      const [next] = slots.queue;
      if (next === undefined) break;
      slots.queue.delete(next);
      next.start(this.#take(key, slots));
    }
    this.#forget(key, slots);
  }

  #forget(key: string, { active, queue }: Slots): void {
    if (active === 0 && queue.size === 0) this.#keys.delete(key);
  }
}
