/**
 * The only entry point for reading or writing PDFs in the server: a pool of worker threads; the main thread only passes
 * input and output. Bytes are transferred, not copied: the caller continues with those returned.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { errorOf, type FromThread, type ToThread, transferables } from './pool/messages.ts';
import type { Calls, Work } from './pool/pdf-operations.ts';
import type { SigningKey } from './signing/sign.ts';

type Question<Name extends keyof Work> = Parameters<Work[Name]>[0];
type Answer<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>>;
type Signature = Omit<Question<'seal'>['series']['signatures'][number], 'key'> & { readonly key: SigningKey };

/** A series including what cannot be passed to a thread: keys and timestamp authority are used in the main thread. */
export interface SealRequest extends Pick<Question<'seal'>['series'], 'verify'> {
  readonly signatures: readonly Signature[];
  readonly stamp: Calls['stamp'];
}

/** A thread died, timed out or was closed: its work is refused, the next question gets another thread. */
export class PdfThreadEnded extends Error {
  override readonly name = 'PdfThreadEnded';
}

export interface PoolLimits {
  /** Maximum number of threads; defaults to the number of cores. */
  readonly threads?: number;
  /** The last of several threads would use the main thread's core: it starts only when a task has waited this long for the others. */
  readonly patienceMs?: number;
  /** Heap limit of each thread. */
  readonly memoryMb?: number;
  /** Idle time after which a thread ends, unless it is the last. */
  readonly idleMs?: number;
  /** Limit for reading files whose cost has not been judged: where they may be signed. */
  readonly readingMs?: number;
  /** The program that a thread runs. */
  readonly program?: URL;
}

interface Task {
  readonly id: number;
  readonly name: keyof Work;
  readonly question: unknown;
  readonly lent: ArrayBuffer[];
  readonly calls: Partial<Calls>;
  readonly limitMs: number | null;
  /** Why a call failed, by its number: it cannot be passed to the thread, only to the caller. */
  readonly failed: Map<number, unknown>;
  timer?: ReturnType<typeof setTimeout>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
  /** Number of its tasks that are not waiting for the main thread. */
  running: number;
  /** Its program is loaded. */
  ready: boolean;
  /** Runs until it ends, while it is idle. */
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
  sign(data, index) {
    const signature = signatures[index];
    if (signature === undefined) throw new Error(`The series has no signature ${index}`);
    return signature.key.sign(data);
  },
});

const PROGRAM = new URL('./pool/pdf-thread.ts', import.meta.url);
const PHOTO_PROGRAM = new URL('./pool/photo-thread.ts', import.meta.url);
/** A photo's own bytes are outside the heap. */
const PHOTO_LIMITS = { threads: 1, memoryMb: 64, program: PHOTO_PROGRAM } as const;
/**
 * Young generation of a thread's heap. V8's default of 96 MB is more than a thread's own heap: the collector would then
 * scan the whole heap at every second document, because little room is left above it.
 */
const YOUNG_MB = 24;

export class PdfPool {
  readonly #limits: Required<PoolLimits>;
  readonly #threads = new Set<Thread>();
  readonly #queue: Task[] = [];
  #last = 0;
  /** Since when tasks have been waiting without a pause; null if none waits. */
  #crowded: number | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Photos wait only for each other, and signatures never wait for a photo. */
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

  /** Current number of threads. */
  get threads(): number {
    return this.#threads.size;
  }

  /** The same result as `verifyPdf`, with the bytes. */
  verify(bytes: Uint8Array, options: Question<'verify'>['options']): Promise<Answer<'verify'>> {
    return this.#ask('verify', { bytes, options });
  }

  /** The same result as `readLayout`. @throws if the file cannot be read, or not within the limits. */
  layout(bytes: Uint8Array, texts: readonly string[]): Promise<Answer<'layout'>> {
    return this.#ask('layout', { bytes, texts }, {}, this.#limits.readingMs);
  }

  /** Like `prepareForSigning`. */
  prepare(bytes: Uint8Array, plan: Question<'prepare'>['plan']): Promise<Answer<'prepare'>> {
    return this.#ask('prepare', { bytes, plan });
  }

  /** Like `applySeries`. */
  seal(bytes: Uint8Array, request: SealRequest): Promise<Answer<'seal'>> {
    return this.#ask('seal', { bytes, series: seriesOf(request) }, callsOf(request));
  }

  /** The same for the audit PDF drawn by `renderAuditPaper`. */
  sealTrail(trail: Question<'sealTrail'>['trail'], request: SealRequest): Promise<Answer<'sealTrail'>> {
    return this.#ask('sealTrail', { trail, series: seriesOf(request) }, callsOf(request));
  }

  /** Like `addDocumentTimestamp`. */
  stamp(
    bytes: Uint8Array,
    { stamp, ...request }: Question<'stamp'>['request'] & Pick<Calls, 'stamp'>,
  ): Promise<Answer<'stamp'>> {
    return this.#ask('stamp', { bytes, request }, { stamp });
  }

  /** Components of signatures and document timestamps, byte by byte. */
  embedded(bytes: Uint8Array): Promise<Answer<'embedded'>> {
    return this.#ask('embedded', { bytes });
  }

  /** Like `attachedFile`. */
  attached(bytes: Uint8Array, fileName: string): Promise<Answer<'attached'>> {
    return this.#ask('attached', { bytes, fileName });
  }

  /** Like `renderPaper`. */
  paper(
    paper: Question<'paper'>['paper'],
    pictures: Question<'paper'>['pictures'] = new Map(),
  ): Promise<Answer<'paper'>> {
    return this.#ask('paper', { paper, pictures });
  }

  /** Like `renderSamplePaper`. */
  async sample(paper: Question<'sample'>['paper']): Promise<Uint8Array> {
    return (await this.#ask('sample', { paper })).bytes;
  }

  /** Like `cleanPhoto`. @throws PdfThreadEnded if it takes longer than the limit for reading. */
  photo(bytes: Uint8Array): Promise<Answer<'photo'>> {
    this.#photos ??= new PdfPool({ ...this.#limits, ...PHOTO_LIMITS });
    return this.#photos.#ask('photo', { bytes }, {}, this.#limits.readingMs);
  }

  /** Waiting and running tasks are refused immediately; the next question starts afresh. */
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
      const lent = 'bytes' in question ? transferables(question.bytes) : [];
      const settle = { resolve: resolve as (answer: unknown) => void, reject };
      this.#queue.push({ id: this.#last, name, question, lent, calls, limitMs, failed: new Map(), ...settle });
      this.#hand();
    });
  }

  /** In order of arrival: a task that needs its own thread is not overtaken. */
  #hand(): void {
    for (let task = this.#queue[0]; task; task = this.#queue[0]) {
      const thread = this.#threadFor(task);
      if (!thread) {
        this.#crowded ??= performance.now();
        return;
      }
      this.#queue.shift();
      this.#assign(thread, task);
    }
    this.#crowded = null;
  }

  /**
   * An idle thread, else a new one, else one whose work is waiting for a timestamp or a key. A task with a time limit
   * never shares a thread.
   */
  #threadFor({ limitMs }: Task): Thread | undefined {
    const threads = [...this.#threads];
    const idle = threads.find(({ tasks }) => tasks.size === 0);
    if (idle) return idle;
    if (this.#mayStart()) return this.#start();
    return limitMs === null ? threads.find(({ running }) => running === 0) : undefined;
  }

  #mayStart(): boolean {
    const freeSlots = this.#limits.threads - this.#threads.size;
    if (this.#threads.size === 0 || freeSlots > 1) return true;
    // Wait for a thread that is loading its program: each must do so, and warm up, in its own memory.
    if (freeSlots < 1 || [...this.#threads].some(({ ready }) => !ready)) return false;
    const now = performance.now();
    const wait = (this.#crowded ?? now) + this.#limits.patienceMs - now;
    if (wait <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#hand();
    }, wait);
    return false;
  }

  #assign(thread: Thread, task: Task): void {
    const { id, name, question, lent, limitMs } = task;
    try {
      thread.worker.postMessage({ id, name, question } satisfies ToThread, lent);
    } catch (error) {
      // A question that cannot be sent is not processed.
      task.reject(error);
      return;
    }
    clearTimeout(thread.idle);
    thread.tasks.set(id, task);
    thread.running += 1;
    // The thread keeps the process alive only while a caller waits for it.
    thread.worker.ref();
    if (limitMs !== null)
      task.timer = setTimeout(() => void this.#end(thread, `The thread took longer than ${limitMs} ms`), limitMs);
  }

  #start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(this.#limits.program, { resourceLimits });
    const thread: Thread = { worker, tasks: new Map(), running: 0, ready: false };
    worker.on('message', (message: FromThread) => this.#receive(thread, message));
    worker.on('error', (error) => this.#lose(thread, `The thread failed: ${error}`));
    worker.on('exit', () => this.#lose(thread, 'The thread ended'));
    this.#threads.add(thread);
    return thread;
  }

  #receive(thread: Thread, message: FromThread): void {
    if ('ready' in message) {
      thread.ready = true;
      // Tasks that waited until now were waiting for this start.
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
      this.#release(thread, task);
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
    const callMainThread = async (): Promise<Uint8Array | undefined> => task.calls[name]?.(data, key);
    const answer = await callMainThread().catch((error: unknown) => {
      task.failed.set(call, error);
      return null;
    });
    // It may have ended while the key or authority was called.
    if (!thread.tasks.has(id)) return;
    thread.running += 1;
    thread.worker.postMessage({ id, call, answer: answer ?? null } satisfies ToThread);
  }

  #release(thread: Thread, task: Task): void {
    clearTimeout(task.timer);
    thread.tasks.delete(task.id);
    if (thread.tasks.size > 0) return;
    thread.worker.unref();
    thread.idle = setTimeout(() => this.#rest(thread), this.#limits.idleMs).unref();
  }

  /**
   * After a burst, ending the threads frees their memory; the last one stays, so that the next task need not wait for a
   * program to load.
   */
  #rest(thread: Thread): void {
    if (thread.tasks.size === 0 && this.#threads.size > 1) void this.#end(thread, 'The thread was idle');
  }

  async #end(thread: Thread, reason: string): Promise<void> {
    this.#lose(thread, reason);
    await thread.worker.terminate();
  }

  #lose(thread: Thread, reason: string): void {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.idle);
    for (const task of [...thread.tasks.values()]) {
      this.#release(thread, task);
      task.reject(new PdfThreadEnded(reason));
    }
    this.#hand();
  }
}
