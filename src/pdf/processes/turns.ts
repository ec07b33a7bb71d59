/** A queue in which everybody takes turns: whoever brings a hundred files makes nobody wait for more than one of them. */
export class Turns<T> {
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

  /** The next item of whoever has waited longest for a turn. */
  take(): T | undefined {
    const next = this.#lines.entries().next();
    if (next.done) return undefined;
    const [owner, line] = next.value;
    const item = line.shift();
    // Whoever has had a turn stands behind everybody else.
    this.#lines.delete(owner);
    if (line.length > 0) this.#lines.set(owner, line);
    return item;
  }

  /** Everything that waits, taken away. */
  drain(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    return all;
  }
}
