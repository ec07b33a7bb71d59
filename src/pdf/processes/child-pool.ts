/**
 * A pool of child processes, each working on one task at a time. A child that crashes, hangs or grows is killed and
 * replaced; only its own task fails. Children have no network, can read only the program's own files and cannot write.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FairQueue } from './fair-queue.ts';
import { FILE_PIPE, type TaskMessage } from './file-transfer.ts';
import { withoutNetwork } from './isolation.ts';

const MEBIBYTE = 1024 * 1024;
/** Page size of /proc/<pid>/statm on Linux. */
const STATM_PAGE = 4096;
const WATCH_EVERY_MS = 40;
const START_LIMIT_MS = 30_000;
/** Young generation of a child's heap. */
const YOUNG_MB = 12;
/** Code that a child may read: never the product's whole folder, which may contain `data` with its keys. */
const READABLE = ['../../domain/', '../../formats/', '../', '../../../package.json', '../../../node_modules/'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);

export interface ChildPoolOptions {
  /** The children's program. */
  entry: URL;
  /** Time limit per task, from when a child starts it. */
  timeoutMs: number;
  /** Limit of a child's resident memory. */
  memoryMb: number;
  /** Maximum number of children. */
  children: number;
  /** Another child starts when each existing one has worked on its task for this long. Default 500. */
  patienceMs?: number;
  /** Idle time after which a child ends; never by default. */
  idleMs?: number;
  /** A child is replaced after this many tasks, so that leftovers of one file affect few others. Default 200. */
  tasksPerChild?: number;
  /** Further Node options for the children. */
  nodeOptions?: readonly string[];
}

/**
 * Why a task has no result: `timeout` also for exceeding the memory limit, `crashed` if its child ended, `closed` if the
 * pool was closed first.
 */
export interface TaskFailure {
  failed: 'timeout' | 'crashed' | 'closed';
  detail: string;
}

const CLOSED: TaskFailure = { failed: 'closed', detail: 'the pool is closed' };

/** The pool was closed before the task ended: not the file's fault, so the call or job is to be repeated. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed';
}

export type TaskResult<Answer> = { answer: Answer } | TaskFailure;

/** A child's message: its program is loaded, or the answer to its task. */
type ChildMessage<Answer> = 'ready' | { answer: Answer };

/** An uninterrupted wait this many times as long, even without a slow task, also starts another child. */
const QUEUE_FACTOR = 4;
/** Cores available for this, leaving one for the server itself. */
const AVAILABLE_CORES = Math.max(1, availableParallelism() - 1);

interface Task<Question, Answer> {
  files: readonly Uint8Array[];
  question: Question;
  settle: (result: TaskResult<Answer>) => void;
}

interface Child<Question, Answer> {
  process: ChildProcess;
  /** The pipe that it reads from. */
  pipe: Writable;
  ready: boolean;
  done: number;
  task: Task<Question, Answer> | null;
  /** When its task started. */
  since: number;
  /** Resolves when the files have been written and are no longer read here. */
  written: Promise<unknown>;
  /** Stops the watches of the current task. */
  unwatch: () => void;
  /** Runs until it ends for lack of work. */
  idle?: ReturnType<typeof setTimeout> | undefined;
}

export class ChildPool<Question, Answer> {
  readonly #options: Required<ChildPoolOptions>;
  readonly #children = new Set<Child<Question, Answer>>();
  readonly #queue = new FairQueue<Task<Question, Answer>>();
  #startFailures = 0;
  #closed = false;
  /** Since when tasks have been waiting without a pause; null if none waits. */
  #fullSince: number | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ChildPoolOptions) {
    this.#options = {
      patienceMs: 500,
      idleMs: Number.POSITIVE_INFINITY,
      tasksPerChild: 200,
      nodeOptions: [],
      ...options,
      children: Math.max(1, options.children),
    };
  }

  /**
   * Sends files to a child process. Never rejects.
   * @param owner on whose behalf: owners take turns.
   */
  ask(files: readonly Uint8Array[], question: Question, owner = ''): Promise<TaskResult<Answer>> {
    if (this.#closed) return Promise.resolve(CLOSED);
    return new Promise((settle) => {
      this.#queue.add(owner, { files, question, settle });
      this.#assign();
    });
  }

  /** Ends every child; tasks that wait or run fail as `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#patience);
    for (const task of this.#queue.drain()) task.settle(CLOSED);
    await Promise.all(
      [...this.#children].map(
        (child) =>
          new Promise<void>((resolve) => {
            clearTimeout(child.idle);
            if (child.process.exitCode !== null || child.process.signalCode !== null) return resolve();
            child.process.ref();
            child.process.once('exit', () => resolve());
            child.process.kill('SIGKILL');
          }),
      ),
    );
  }

  #assign(): void {
    if (this.#closed) return;
    for (const child of this.#children) {
      if (this.#queue.length > 0 && child.ready && child.task === null) this.#begin(child);
    }
    if (this.#queue.length === 0) {
      this.#fullSince = null;
      return;
    }
    this.#fullSince ??= performance.now();
    const starting = [...this.#children].filter((child) => !child.ready).length;
    const startCount = Math.min(this.#options.children - this.#children.size, this.#queue.length - starting);
    for (let n = 0; n < startCount && this.#mayStart(starting + n); n++) this.#start();
  }

  /** Each child has its own memory and takes a while to warm up: another one is for tasks that take long. */
  #mayStart(starting: number): boolean {
    if (this.#children.size === 0) return true;
    // The pool checks again when that child is ready.
    if (starting > 0) return false;
    const { patienceMs } = this.#options;
    const now = performance.now();
    const busyUntil = Math.max(...[...this.#children].map(({ since }) => since)) + patienceMs;
    const crowdedUntil = (this.#fullSince ?? now) + QUEUE_FACTOR * patienceMs;
    const wait = (this.#children.size < AVAILABLE_CORES ? Math.min(busyUntil, crowdedUntil) : busyUntil) - now;
    if (wait <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#assign();
    }, wait);
    return false;
  }

  #start(): void {
    const { entry, memoryMb, nodeOptions } = this.#options;
    const process = fork(fileURLToPath(entry), [], {
      ...withoutNetwork([
        // The child may only read the code that reads PDFs: no writing, processes, threads or eval. A pool option may
        // allow one of these.
        '--permission',
        ...READABLE.map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-read=${fileURLToPath(new URL('.', entry))}`,
        '--disallow-code-generation-from-strings',
        `--max-semi-space-size=${YOUNG_MB / 3}`,
        `--max-old-space-size=${Math.max(32, Math.floor(memoryMb * 0.75))}`,
        '--no-warnings',
        ...nodeOptions,
      ]),
      serialization: 'advanced',
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    const child: Child<Question, Answer> = {
      process,
      pipe: pipeOf(process),
      ready: false,
      done: 0,
      task: null,
      since: 0,
      written: Promise.resolve(),
      unwatch: () => {},
    };
    this.#children.add(child);
    const startLimit = setTimeout(() => process.kill('SIGKILL'), START_LIMIT_MS);
    process.on('message', (message: ChildMessage<Answer>) => {
      if (message === 'ready') {
        clearTimeout(startLimit);
        this.#onReady(child);
        return;
      }
      // The caller may reuse the files' memory as soon as it has the answer.
      const { task } = child;
      void child.written.then(() => {
        if (child.task === task) this.#finish(child, message);
      });
    });
    // An 'error' (spawn or channel) is followed by 'exit' or leaves a dead child: both end in #onLost.
    process.on('error', () => process.kill('SIGKILL') || this.#onLost(child, 'the child process could not be used'));
    process.on('exit', (code, signal) => {
      clearTimeout(startLimit);
      this.#onLost(child, `the child process ended (${signal ?? `exit code ${code}`})`);
    });
  }

  #onReady(child: Child<Question, Answer>): void {
    child.ready = true;
    // Tasks that waited until now were waiting for this start.
    this.#fullSince = null;
    this.#startFailures = 0;
    this.#rest(child);
    this.#assign();
  }

  #begin(child: Child<Question, Answer>): void {
    const task = this.#queue.take();
    if (!task) return;
    const { timeoutMs, memoryMb } = this.#options;
    clearTimeout(child.idle);
    child.task = task;
    child.since = performance.now();
    child.process.ref();
    child.process.channel?.ref();
    const end = (detail: string) => {
      this.#answer(child, { failed: 'timeout', detail });
      child.process.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(`longer than ${timeoutMs} ms`), timeoutMs);
    const watch = setInterval(async () => {
      const resident = await residentBytes(child.process.pid);
      if (child.task === task && resident > memoryMb * MEBIBYTE) end(`more than ${memoryMb} MB of memory`);
    }, WATCH_EVERY_MS);
    child.unwatch = () => {
      clearTimeout(timer);
      clearInterval(watch);
    };
    const message: TaskMessage<Question> = {
      lengths: task.files.map(({ byteLength }) => byteLength),
      question: task.question,
    };
    child.process.send(message, (error) => {
      if (error) child.process.kill('SIGKILL');
    });
    // Written to the pipe directly from memory: a message would copy them once here and twice there.
    child.written = Promise.all(
      task.files.map((file) => new Promise<void>((done) => child.pipe.write(file, () => done()))),
    );
  }

  #finish(child: Child<Question, Answer>, result: { answer: Answer }): void {
    this.#answer(child, result);
    child.done += 1;
    if (child.done >= this.#options.tasksPerChild) {
      this.#children.delete(child);
      child.process.kill('SIGKILL');
    } else {
      this.#rest(child);
    }
    this.#assign();
  }

  #answer(child: Child<Question, Answer>, result: TaskResult<Answer>): void {
    child.unwatch();
    const { task } = child;
    child.task = null;
    // A killed child must not get another task while it is still dying.
    if ('failed' in result && result.failed === 'timeout') this.#children.delete(child);
    task?.settle(result);
  }

  #onLost(child: Child<Question, Answer>, detail: string): void {
    clearTimeout(child.idle);
    this.#children.delete(child);
    if (child.task) {
      // V8 ends the process with SIGABRT or SIGTRAP when its heap is full.
      const failed = /SIGABRT|SIGTRAP|code 134/.test(detail) ? 'timeout' : 'crashed';
      this.#answer(child, this.#closed ? CLOSED : { failed, detail });
    }
    if (!child.ready && !this.#closed) {
      this.#startFailures += 1;
      if (this.#startFailures > 5) {
        for (const task of this.#queue.drain())
          task.settle({ failed: 'timeout', detail: `no child starts: ${detail}` });
      }
    }
    this.#assign();
  }

  /** An idle child does not keep the process alive. */
  #rest(child: Child<Question, Answer>): void {
    child.process.unref();
    child.process.channel?.unref();
    const { idleMs } = this.#options;
    if (!Number.isFinite(idleMs)) return;
    child.idle = setTimeout(() => {
      if (child.task !== null) return;
      this.#children.delete(child);
      child.process.kill('SIGKILL');
    }, idleMs);
    child.idle.unref();
  }
}

/** An idle pipe does not keep the process alive; a broken one shows as the end of its process. */
function pipeOf(process: ChildProcess): Writable {
  const pipe = process.stdio[FILE_PIPE];
  if (!pipe || !('write' in pipe)) throw new Error('The child was started without a pipe');
  pipe.on('error', () => undefined);
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  return pipe;
}

/** Resident memory of a process; 0 on systems without /proc (the child's heap limit still applies). */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1];
    return Number(pages) * STATM_PAGE;
  } catch {
    return 0;
  }
}
