/** Caches answers about a file's content, which never changes; keeps the most recently used ones. */

/** The content of a file; the bytes are transferred to another thread, so each use loads them again. */
export interface Content {
  readonly sha256: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export class AnswerCache<Answer> {
  readonly #kept = new Map<string, Promise<Answer>>();
  readonly #most: number;

  constructor(capacity: number) {
    this.#most = capacity;
  }

  /**
   * @param key identifies the content and the question about it.
   * @param isFinal false: the answer is not cached, and the next call loads it again, as after a failure.
   */
  get(key: string, load: () => Promise<Answer>, isFinal: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const answer = this.#kept.get(key) ?? load();
    // Evict the least recently used first.
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    for (const oldest of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - this.#most))) {
      this.#kept.delete(oldest);
    }
    const evict = () => {
      if (this.#kept.get(key) === answer) this.#kept.delete(key);
    };
    answer.then((value) => isFinal(value) || evict(), evict);
    return answer;
  }
}
