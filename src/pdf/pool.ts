/**
 * The one door to everything that reads or writes a PDF in the server: a pool of threads beside the main one, which only
 * moves what goes in and out. Bytes are lent, not copied: whoever gives them goes on with those that come back.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { errorOf, type FromThread, lendable, type ToThread } from './pool/messages.ts';
import type { Calls, Work } from './pool/work.ts';
import type { SigningKey } from './signing/sign.ts';

type Question<Name extends keyof Work> = Parameters<Work[Name]>[0];
type Answer<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;
type Signature = Omit<Question<'seal'>['series']['signatures'][number], 'key'> & { readonly key: SigningKey };

/** A series with what no thread can be given: keys and timestamp authority are used in the main thread. */
export interface SealRequest extends Pick<Question<'seal'>['series'], 'verify'> {
  readonly signatures: readonly Signature[];
  readonly stamp: Calls['stamp'];
}

/** A thread died, took too long or was closed: what it worked on is refused, the next question gets another. */
export class PdfThreadEnded extends Error {
  override readonly name = 'PdfThreadEnded';
}

export interface PoolLimits {
  /** Threads at most; as many as there are cores. */
  readonly threads?: number;
  /** The last of several is the main thread's core: it starts when somebody has waited for the others all that time. */
  readonly patienceMs?: number;
  /** Of the heap of each. */
  readonly memoryMb?: number;
  /** Without work, after which a thread ends that is not the last one. */
  readonly idleMs?: number;
  /** For what is read of files that nobody has judged by their cost: where they may be signed. */
  readonly readingMs?: number;
  /** What a thread runs. */
  readonly program?: URL;
}

interface Task {
  readonly id: number;
  readonly name: keyof Work;
  readonly question: unknown;
  readonly lent: ArrayBuffer[];
  readonly calls: Partial<Calls>;
  readonly limitMs: number | null;
  /** Why a call failed, by its number: the thread cannot be told, the caller can. */
  readonly failed: Map<number, unknown>;
  timer?: ReturnType<typeof setTimeout>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
  /** Those of its tasks that do not wait for the main thread. */
  running: number;
  /** Has read its program. */
  ready: boolean;
  /** Until it ends, while it has nothing to do. */
  idle?: ReturnType<typeof setTimeout>;
}

const seriesOf = ({ signatures, verify }: SealRequest): Question<'seal'>['series'] => ({
  signatures: signatures.map(({ key: { certificate, chain, algorithm }, ...request }) => ({
    ...request,
    key: { certificate, chain, algorithm },
  })),
  verify,
});

const callsOf = ({ signatures, stamp }: SealRequest): Calls => ({
  stamp,
  sign(data, place) {
    const signature = signatures[place];
    if (signature === undefined) throw new Error(`The series has no signature ${place}`);
    return signature.key.sign(data);
  },
});

const PROGRAM = new URL('./pool/thread.ts', import.meta.url);
const PHOTO_PROGRAM = new URL('./pool/photo-thread.ts', import.meta.url);
/** A photo's own bytes lie outside the heap. */
const PHOTO_LIMITS = { threads: 1, memoryMb: 64, program: PHOTO_PROGRAM } as const;
/**
 * Of the heap of a thread, what is new in it. As much as V8 takes unasked, 96 MB, is more than a thread has of its own: the
 * collector would then look through all of its heap at each second document, because little room is left above it.
 */
const YOUNG_MB = 24;

export class PdfPool {
  readonly #limits: Required<PoolLimits>;
  readonly #threads = new Set<Thread>();
  readonly #queue: Task[] = [];
  #last = 0;
  /** Since when somebody waits, without an end; null when nobody does. */
  #crowded: number | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Photos wait for each other only, and signatures for no photo. */
  #photos: PdfPool | undefined;

  constructor({
    threads = availableParallelism(),
    patienceMs = 1_000,
    memoryMb = 1024,
    idleMs = 60_000,
    readingMs = 20_000,
    program = PROGRAM,
  }: PoolLimits = {}) {
    this.#limits = { threads, patienceMs, memoryMb, idleMs, readingMs, program };
  }

  /** Threads that there are now. */
  get threads(): number {
    return this.#threads.size;
  }

  /** The same answer as `verifyPdf`, with the bytes. */
  verify(bytes: Uint8Array, options: Question<'verify'>['options']): Promise<Answer<'verify'>> {
    return this.#ask('verify', { bytes, options });
  }

  /** The same answer as `readLayout`. @throws when the file cannot be read, or not within the limits. */
  layout(bytes: Uint8Array, texts: readonly string[]): Promise<Answer<'layout'>> {
    return this.#ask('layout', { bytes, texts }, {}, this.#limits.readingMs);
  }

  /** As `prepareForSigning`. */
  prepare(bytes: Uint8Array, plan: Question<'prepare'>['plan']): Promise<Answer<'prepare'>> {
    return this.#ask('prepare', { bytes, plan });
  }

  /** As `applySeries`. */
  seal(bytes: Uint8Array, request: SealRequest): Promise<Answer<'seal'>> {
    return this.#ask('seal', { bytes, series: seriesOf(request) }, callsOf(request));
  }

  /** The same with the audit paper, as `renderAuditPaper` draws it. */
  sealTrail(trail: Question<'sealTrail'>['trail'], request: SealRequest): Promise<Answer<'sealTrail'>> {
    return this.#ask('sealTrail', { trail, series: seriesOf(request) }, callsOf(request));
  }

  /** As `addDocumentTimestamp`. */
  stamp(
    bytes: Uint8Array,
    { stamp, ...request }: Question<'stamp'>['request'] & Pick<Calls, 'stamp'>,
  ): Promise<Answer<'stamp'>> {
    return this.#ask('stamp', { bytes, request }, { stamp });
  }

  /** What signatures and document timestamps consist of, byte by byte. */
  embedded(bytes: Uint8Array): Promise<Answer<'embedded'>> {
    return this.#ask('embedded', { bytes });
  }

  /** As `attachedFile`. */
  attached(bytes: Uint8Array, fileName: string): Promise<Answer<'attached'>> {
    return this.#ask('attached', { bytes, fileName });
  }

  /** As `renderPaper`. */
  paper(
    paper: Question<'paper'>['paper'],
    pictures: Question<'paper'>['pictures'] = new Map(),
  ): Promise<Answer<'paper'>> {
    return this.#ask('paper', { paper, pictures });
  }

  /** As `renderSamplePaper`. */
  async sample(paper: Question<'sample'>['paper']): Promise<Uint8Array> {
    return (await this.#ask('sample', { paper })).bytes;
  }

  /** As `cleanPhoto`. @throws PdfThreadEnded when it takes longer than reading may. */
  photo(bytes: Uint8Array): Promise<Answer<'photo'>> {
    this.#photos ??= new PdfPool({ ...this.#limits, ...PHOTO_LIMITS });
    return this.#photos.#ask('photo', { bytes }, {}, this.#limits.readingMs);
  }

  /** What waits and what is under way is refused at once; the next question starts anew. */
  async close(): Promise<void> {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    for (const task of this.#queue.splice(0)) task.reject(new PdfThreadEnded('The threads were closed'));
    await Promise.all([
      this.#photos?.close(),
      ...[...this.#threads].map((thread) => this.#end(thread, 'The threads were closed')),
    ]);
  }

  #ask<Name extends keyof Work>(
    name: Name,
    question: Question<Name>,
    calls: Partial<Calls> = {},
    limitMs: number | null = null,
  ): Promise<Answer<Name>> {
    return new Promise<Answer<Name>>((resolve, reject) => {
      this.#last += 1;
      const lent = 'bytes' in question ? lendable(question.bytes) : [];
      const settle = { resolve: resolve as (answer: unknown) => void, reject };
      this.#queue.push({ id: this.#last, name, question, lent, calls, limitMs, failed: new Map(), ...settle });
      this.#hand();
    });
  }

  /** In the order they came: who waits for a thread of its own is not overtaken. */
  #hand(): void {
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const thread = this.#threadFor(task);
      if (!thread) {
        this.#crowded ??= performance.now();
        return;
      }
      this.#queue.shift();
      this.#give(thread, task);
    }
    this.#crowded = null;
  }

  /**
   * One that has nothing to do, else a new one, else one whose work waits for a timestamp or a key meanwhile. What may be
   * ended for its time shares a thread with nothing.
   */
  #threadFor({ limitMs }: Task): Thread | undefined {
    const threads = [...this.#threads];
    const idle = threads.find(({ tasks }) => tasks.size === 0);
    if (idle) return idle;
    if (this.#mayStart()) return this.#start();
    return limitMs === null ? threads.find(({ running }) => running === 0) : undefined;
  }

  #mayStart(): boolean {
    const left = this.#limits.threads - this.#threads.size;
    if (this.#threads.size === 0 || left > 1) return true;
    // One that reads its program is waited for: each has to, and to become quick at its work, in memory of its own.
    if (left < 1 || [...this.#threads].some(({ ready }) => !ready)) return false;
    const now = performance.now();
    const wait = (this.#crowded ?? now) + this.#limits.patienceMs - now;
    if (wait <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#hand();
    }, wait);
    return false;
  }

  #give(thread: Thread, task: Task): void {
    const { id, name, question, lent, limitMs } = task;
    try {
      thread.worker.postMessage({ id, name, question } satisfies ToThread, lent);
    } catch (error) {
      // What cannot be sent is not worked on.
      task.reject(error);
      return;
    }
    clearTimeout(thread.idle);
    thread.tasks.set(id, task);
    thread.running += 1;
    // The thread keeps the process alive only while somebody waits for it.
    thread.worker.ref();
    if (limitMs !== null)
      task.timer = setTimeout(() => void this.#end(thread, `The thread took longer than ${limitMs} ms`), limitMs);
  }

  #start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(this.#limits.program, { resourceLimits });
    const thread: Thread = { worker, tasks: new Map(), running: 0, ready: false };
    worker.on('message', (message: FromThread) => this.#hear(thread, message));
    worker.on('error', (error) => this.#lose(thread, `The thread failed: ${error}`));
    worker.on('exit', () => this.#lose(thread, 'The thread ended'));
    this.#threads.add(thread);
    return thread;
  }

  #hear(thread: Thread, message: FromThread): void {
    if ('ready' in message) {
      thread.ready = true;
      // Whoever waited until now waited for its start.
      this.#crowded = null;
      this.#hand();
      return;
    }
    const task = thread.tasks.get(message.id);
    if (!task) return;
    thread.running -= 1;
    if ('call' in message) {
      void this.#answerCall(thread, task, message);
    } else {
      this.#leave(thread, task);
      if ('answer' in message) task.resolve(message.answer);
      else {
        const { call } = message.failure;
        task.reject(call === undefined ? errorOf(message.failure) : task.failed.get(call));
      }
    }
    this.#hand();
  }

  async #answerCall(
    thread: Thread,
    task: Task,
    { id, call, name, data, key }: Extract<FromThread, { call: number }>,
  ): Promise<void> {
    const asked = async (): Promise<Uint8Array | undefined> => task.calls[name]?.(data, key);
    const answer = await asked().catch((error: unknown) => {
      task.failed.set(call, error);
      return null;
    });
    // It may have ended while the key or the authority was asked.
    if (!thread.tasks.has(id)) return;
    thread.running += 1;
    thread.worker.postMessage({ id, call, answer: answer ?? null } satisfies ToThread);
  }

  #leave(thread: Thread, task: Task): void {
    clearTimeout(task.timer);
    thread.tasks.delete(task.id);
    if (thread.tasks.size > 0) return;
    thread.worker.unref();
    thread.idle = setTimeout(() => this.#rest(thread), this.#limits.idleMs).unref();
  }

  /** A burst leaves its memory with its threads; the last one stays, so that nobody waits for a new one to have read its program. */
  #rest(thread: Thread): void {
    if (thread.tasks.size === 0 && this.#threads.size > 1) void this.#end(thread, 'The thread had nothing to do');
  }

  async #end(thread: Thread, why: string): Promise<void> {
    this.#lose(thread, why);
    await thread.worker.terminate();
  }

  #lose(thread: Thread, why: string): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.idle);
    for (const task of [...thread.tasks.values()]) {
      this.#leave(thread, task);
      task.reject(new PdfThreadEnded(why));
    }
    this.#hand();
  }
}
