/** A fair queue: an owner with a hundred files makes every other owner wait for at most one of them. */
export class FairQueue<T> {
  readonly #lines = new Map<string, T[]>();

  get length(): number {
    let sum = 0;
    for (const line of this.#lines.values()) sum += line.length;
    return sum;
  }

  add(owner: string, item: T): void {
    const line = this.#lines.get(owner);
    if (line) line.push(item);
    else this.#lines.set(owner, [item]);
  }

  /** The next item of the owner that has waited longest for a turn. */
  take(): T | undefined {
    const next = this.#lines.entries().next();
    if (next.done) return undefined;
    const [owner, line] = next.value;
    const item = line.shift();
    // After its turn an owner moves behind all others.
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    return item;
  }

  /** Removes and returns all waiting items. */
  drain(): T[] {
    const items = [...this.#lines.values()].flat();
    this.#lines.clear();
    return items;
  }
}
