/** Orders jobs by owner: owners take turns in a queue, so that a hundred jobs of one owner delay the others by no more than one. */
import { LruCache } from '#domain/cache/lru-cache.ts';

/** Maximum number of owners remembered; the one with the least recent turn, which has already passed, is dropped first. */
const MAX_OWNERS = 10_000;
/** Origin of the turn numbers, so that they fit into 32 bits until 2094. */
const ORIGIN = Date.UTC(2026, 0, 1);

/**
 * Virtual clocks (Zhang 1990): each owner's jobs are dated a second apart, starting now at the earliest, and the queue
 * is worked in the order of these dates. A burst is dated into the future, and jobs of other owners that arrive
 * meanwhile run first; once time reaches those dates no newer job overtakes them, so that no job waits forever. Several
 * processes need not coordinate.
 */
export class Turns {
  /** By queue and owner: second of the owner's last turn. */
  readonly #last = new LruCache<number>(MAX_OWNERS);

  /**
   * @param owner null: without an owner, dated now. @param now milliseconds. @returns the job's place in time, in
   * seconds: the lowest runs first.
   */
  next(queue: string, owner: string | null, now: number): number {
    const second = Math.floor((now - ORIGIN) / 1000);
    if (owner === null) return second;
    const key = `${queue} ${owner}`;
    const turn = Math.max(second, (this.#last.get(key) ?? Number.NEGATIVE_INFINITY) + 1);
    this.#last.set(key, turn);
    return turn;
  }
}
