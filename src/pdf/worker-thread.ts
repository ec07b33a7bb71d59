/** A thread that does heavy work on PDFs, so that it holds up nobody's request: started when first asked, again when it died. */
import { parentPort, Worker } from 'node:worker_threads';

interface Asked<Question> {
  id: number;
  question: Question;
}

type Answered<Answer> = { id: number; answer: Answer } | { id: number; failure: string };

export interface ThreadLimits {
  /** Time for one question; a thread that takes longer is ended, and what waits for it is refused. */
  timeoutMs?: number;
  /** Of its heap. */
  memoryMb?: number;
}

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class WorkerThread<Question, Answer> {
  readonly #file: URL;
  readonly #limits: ThreadLimits;
  #worker: Worker | undefined;
  #next = 1;
  readonly #waiting = new Map<number, Waiting<Answer>>();

  /** @param file of the thread, which calls `answerQuestions`. */
  constructor(file: URL, limits: ThreadLimits = {}) {
    this.#file = file;
    this.#limits = limits;
  }

  /** @throws when the work fails or the thread dies; the next call starts another. */
  /** @param lend memory that goes to the thread without being copied: whoever asks has it no more. */
  ask(question: Question, lend: readonly ArrayBuffer[] = []): Promise<Answer> {
    const worker = this.#worker ?? this.#start();
    const answered = new Promise<Answer>((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      // The thread keeps the process alive only while somebody waits for it.
      worker.ref();
      worker.postMessage({ id, question } satisfies Asked<Question>, [...lend]);
    }).finally(() => {
      if (this.#waiting.size === 0) worker.unref();
    });
    const { timeoutMs } = this.#limits;
    if (timeoutMs === undefined) return answered;
    const timer = setTimeout(() => void this.#end(worker, `The thread took longer than ${timeoutMs} ms`), timeoutMs);
    return answered.finally(() => clearTimeout(timer));
  }

  /** What is under way is refused at once, whether or not its answer was on its way. */
  async close(): Promise<void> {
    if (this.#worker) await this.#end(this.#worker, 'The thread was closed');
  }

  async #end(worker: Worker, why: string): Promise<void> {
    // One that was ended has nothing waiting: what waits now waits for its successor.
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#refuseAll(new Error(why));
    await worker.terminate();
  }

  #refuseAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  #start(): Worker {
    const { memoryMb } = this.#limits;
    const worker = new Worker(this.#file, memoryMb ? { resourceLimits: { maxOldGenerationSizeMb: memoryMb } } : {});
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

/** In the thread: one question in, one answer out. @param given memory of an answer that goes along without being copied. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  given: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', ({ id, question }: Asked<Question>) => {
    answer(question).then(
      (found) => parentPort?.postMessage({ id, answer: found } satisfies Answered<Answer>, given(found)),
      (error: unknown) => parentPort?.postMessage({ id, failure: String(error) } satisfies Answered<Answer>),
    );
  });
}
