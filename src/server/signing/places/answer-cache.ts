/** Caches answers about a file's content, which never changes; keeps the most recently used ones. */
import { LruCache } from '#domain/cache/lru-cache.ts';

/** The content of a file; the bytes are transferred to another thread, so each use loads them again. */
export interface Content {
  readonly sha256: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export class AnswerCache<Answer> {
  readonly #answers: LruCache<Promise<Answer>>;

  constructor(capacity: number) {
    this.#answers = new LruCache(capacity);
  }

  /**
   * @param key identifies the content and the question about it.
   * @param isFinal false: the answer is not cached, and the next call loads it again, as after a failure.
   */
  get(key: string, load: () => Promise<Answer>, isFinal: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const answer = this.#answers.get(key) ?? load();
    this.#answers.set(key, answer);
    const evict = () => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
    };
    answer.then((value) => isFinal(value) || evict(), evict);
    return answer;
  }
}
