/** A thread that does heavy work on PDFs, so that it holds up nobody's request: started when first asked, again when it died. */
import { parentPort, Worker } from 'node:worker_threads';

interface Asked<Question> {
  id: number;
  question: Question;
}

type Answered<Answer> = { id: number; answer: Answer } | { id: number; failure: string };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class WorkerThread<Question, Answer> {
  readonly #file: URL;
  #worker: Worker | undefined;
  #next = 1;
  readonly #waiting = new Map<number, Waiting<Answer>>();

  /** @param file of the thread, which calls `answerQuestions`. */
  constructor(file: URL) {
    this.#file = file;
  }

  /** @throws when the work fails or the thread dies; the next call starts another. */
  ask(question: Question): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Asked<Question>);
    });
  }

  /** What is under way is refused at once, whether or not its answer was on its way. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#refuseAll(new Error('The thread was closed'));
    await worker?.terminate();
  }

  #refuseAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  #start(): Worker {
    const worker = new Worker(this.#file);
    // An idle thread must not keep the process alive.
    worker.unref();
    worker.on('message', (answered: Answered<Answer>) => {
      const waiting = this.#waiting.get(answered.id);
      this.#waiting.delete(answered.id);
      if ('answer' in answered) waiting?.resolve(answered.answer);
      else waiting?.reject(new Error(answered.failure));
    });
    const gone = (error?: Error): void => {
      // One that was closed has nothing waiting: what waits now waits for its successor.
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#refuseAll(error ?? new Error('The thread ended'));
    };
    worker.on('error', gone);
    worker.on('exit', () => gone());
    this.#worker = worker;
    return worker;
  }
}

/** In the thread: one question in, one answer out. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    answer(question).then(
      (found) => parentPort?.postMessage({ id, answer: found } satisfies Answered<Answer>),
      (error: unknown) => parentPort?.postMessage({ id, failure: String(error) } satisfies Answered<Answer>),
    );
  });
}
