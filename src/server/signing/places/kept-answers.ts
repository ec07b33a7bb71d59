/** Answers about the content of a file, which never changes: asked once, and kept for as many as were asked last. */

/** The content of a file; its bytes are another thread's once they were handed over, so each use asks for them. */
export interface Content {
  readonly sha256: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, Promise<Answer>>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * @param key names the content, and what is asked of it.
   * @param isFinal false: whoever asks next asks anew, as after a failure.
   */
  get(key: string, ask: () => Promise<Answer>, isFinal: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const answer = this.#kept.get(key) ?? ask();
    // The least recently asked one goes first.
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    for (const oldest of [...this.#kept.keys()].slice(0, Math.max(0, this.#kept.size - this.#most))) {
      this.#kept.delete(oldest);
    }
    const forget = () => {
      if (this.#kept.get(key) === answer) this.#kept.delete(key);
    };
    answer.then((found) => isFinal(found) || forget(), forget);
    return answer;
  }
}
