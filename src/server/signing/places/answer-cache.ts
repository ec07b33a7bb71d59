/** Caches answers about a file's content, which never changes; keeps the most recently used ones. */

/** The content of a file; the bytes are transferred to another thread, so each use loads them again. */
export interface Content {
  readonly sha256: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export class AnswerCache<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * @param key identifies the content and the question about it.
   * @param isFinal false: the answer is not cached, and the next call loads it again, as after a failure.
   */
  get(key: string, load: () => Promise<Answer>, isFinal: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const answer = this.#answers.get(key) ?? load();
    // Evict the least recently used first.
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    for (const oldest of [...this.#answers.keys()].slice(0, Math.max(0, this.#answers.size - this.#capacity))) {
      this.#answers.delete(oldest);
    }
    const evict = () => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    };
    answer.then((value) => isFinal(value) || evict(), evict);
    return answer;
  }
}
