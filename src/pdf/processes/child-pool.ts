/**
 * A pool of child processes, each working on one task at a time. A child that crashes, hangs or grows is killed and
 * replaced; only its own task fails. Children have no network, read only the program's own files and write nothing.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Announced, FILE_PIPE } from './incoming.ts';
import { withoutNetwork } from './isolation.ts';
import { Turns } from './turns.ts';

const MEBIBYTE = 1024 * 1024;
/** Linux pages of /proc/<pid>/statm. */
const STATM_PAGE = 4096;
const WATCH_EVERY_MS = 40;
const START_LIMIT_MS = 30_000;
/** Of the heap of a child, the part for new objects. */
const YOUNG_MB = 12;
/** What a child is made of: never the whole folder of the product, which may hold `data` with its keys. */
const READABLE = ['../../domain/', '../../formats/', '../', '../../../package.json', '../../../node_modules/'].map(
  (path) => fileURLToPath(new URL(path, import.meta.url)),
);

export interface ChildPoolOptions {
  /** The program of the children. */
  entry: URL;
  /** Time for one task, from the moment a child begins it. */
  timeoutMs: number;
  /** Resident memory of one child. */
  memoryMb: number;
  /** Children working side by side. */
  children: number;
  /** Another child starts when each of those that there are has worked on its task all that time. Default 500. */
  patienceMs?: number;
  /** A child without work ends after so long; never unless set. */
  idleMs?: number;
  /** A child is replaced after so many tasks, so that what one file left behind reaches few others. Default 200. */
  tasksPerChild?: number;
  /** Options of Node for the children besides. */
  nodeOptions?: readonly string[];
}

/** Why a task has no answer: `timeout` also for one that needs more memory than allowed, `crashed` when its child ended. */
export interface TaskFailure {
  failed: 'timeout' | 'crashed';
  detail: string;
}

export type TaskResult<Answer> = { answer: Answer } | TaskFailure;

/** What a child sends: that it has read its program, or the answer to its task. */
type ChildMessage<Answer> = 'ready' | { answer: Answer };

/** A wait this many times as long, without a pause and for no slow task, starts another child as well. */
const QUEUE = 4;
/** Cores on which it does, where the server itself leaves room. */
const CORES = Math.max(1, availableParallelism() - 1);

interface Task<Question, Answer> {
  files: readonly Uint8Array[];
  question: Question;
  settle: (result: TaskResult<Answer>) => void;
}

interface Child<Question, Answer> {
  process: ChildProcess;
  /** What it reads. */
  pipe: Writable;
  ready: boolean;
  done: number;
  task: Task<Question, Answer> | null;
  /** When its task began. */
  since: number;
  /** Resolves when the files are on their way and nothing here reads them any more. */
  written: Promise<unknown>;
  /** Ends the watches of the current task. */
  unwatch: () => void;
  /** Until it ends for want of work. */
  idle?: ReturnType<typeof setTimeout> | undefined;
}

export class ChildPool<Question, Answer> {
  readonly #options: Required<ChildPoolOptions>;
  readonly #children = new Set<Child<Question, Answer>>();
  readonly #queue = new Turns<Task<Question, Answer>>();
  #startFailures = 0;
  #closed = false;
  /** Since when a task has waited, without a pause; null when none does. */
  #crowded: number | null = null;
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
   * Has a child work on files. Never rejects.
   * @param owner on whose behalf: owners take turns.
   */
  ask(files: readonly Uint8Array[], question: Question, owner = ''): Promise<TaskResult<Answer>> {
    if (this.#closed) return Promise.resolve({ failed: 'timeout', detail: 'the pool is closed' });
    return new Promise((settle) => {
      this.#queue.add(owner, { files, question, settle });
      this.#pump();
    });
  }

  /** Ends every child; tasks still waiting fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#patience);
    for (const task of this.#queue.drain()) task.settle({ failed: 'timeout', detail: 'the pool is closed' });
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

  #pump(): void {
    if (this.#closed) return;
    for (const child of this.#children) {
      if (this.#queue.length > 0 && child.ready && child.task === null) this.#begin(child);
    }
    if (this.#queue.length === 0) {
      this.#crowded = null;
      return;
    }
    this.#crowded ??= performance.now();
    const starting = [...this.#children].filter((child) => !child.ready).length;
    const wanted = Math.min(this.#options.children - this.#children.size, this.#queue.length - starting);
    for (let n = 0; n < wanted && this.#mayStart(starting + n); n++) this.#start();
  }

  /** Each child has memory of its own and takes a while to become fast: another one is for tasks that take long. */
  #mayStart(starting: number): boolean {
    if (this.#children.size === 0) return true;
    // The pool looks again when that child is ready.
    if (starting > 0) return false;
    const { patienceMs } = this.#options;
    const now = performance.now();
    const held = Math.max(...[...this.#children].map(({ since }) => since)) + patienceMs;
    const crowded = (this.#crowded ?? now) + QUEUE * patienceMs;
    const wait = (this.#children.size < CORES ? Math.min(held, crowded) : held) - now;
    if (wait <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#pump();
    }, wait);
    return false;
  }

  #start(): void {
    const { entry, memoryMb, nodeOptions } = this.#options;
    const process = fork(fileURLToPath(entry), [], {
      ...withoutNetwork([
        // The child may read the program that reads PDFs, and nothing else: no writing, no processes, no threads, no eval.
        // An option of the pool may allow one.
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
        this.#hearReady(child);
        return;
      }
      // The caller may reuse the memory of the files as soon as it has the answer.
      const { task } = child;
      void child.written.then(() => {
        if (child.task === task) this.#finish(child, message);
      });
    });
    // An 'error' (spawn or channel) is followed by 'exit' or leaves a dead child: both end in #lost.
    process.on('error', () => process.kill('SIGKILL') || this.#lost(child, 'the child process could not be used'));
    process.on('exit', (code, signal) => {
      clearTimeout(startLimit);
      this.#lost(child, `the child process ended (${signal ?? `exit code ${code}`})`);
    });
  }

  #hearReady(child: Child<Question, Answer>): void {
    child.ready = true;
    // Tasks that waited until now waited for its start.
    this.#crowded = null;
    this.#startFailures = 0;
    this.#rest(child);
    this.#pump();
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
    const announced: Announced<Question> = {
      lengths: task.files.map(({ byteLength }) => byteLength),
      question: task.question,
    };
    child.process.send(announced, (error) => {
      if (error) child.process.kill('SIGKILL');
    });
    // Through the pipe as they stand in memory: inside a message they would be copied once here and twice there.
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
    this.#pump();
  }

  #answer(child: Child<Question, Answer>, result: TaskResult<Answer>): void {
    child.unwatch();
    const { task } = child;
    child.task = null;
    // A killed child must not be given another task while its death is on the way.
    if ('failed' in result && result.failed === 'timeout') this.#children.delete(child);
    task?.settle(result);
  }

  #lost(child: Child<Question, Answer>, detail: string): void {
    clearTimeout(child.idle);
    this.#children.delete(child);
    if (child.task) {
      // V8 ends the process by SIGABRT or SIGTRAP when its heap is full.
      const failed = /SIGABRT|SIGTRAP|code 134/.test(detail) ? 'timeout' : 'crashed';
      this.#answer(child, { failed, detail });
    }
    if (!child.ready && !this.#closed) {
      this.#startFailures += 1;
      if (this.#startFailures > 5) {
        for (const task of this.#queue.drain())
          task.settle({ failed: 'timeout', detail: `no child starts: ${detail}` });
      }
    }
    this.#pump();
  }

  /** An idle child does not keep the program alive. */
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

/** An idle one does not keep the program alive; a broken one shows in the end of its process. */
function pipeOf(process: ChildProcess): Writable {
  const pipe = process.stdio[FILE_PIPE];
  if (!pipe || !('write' in pipe)) throw new Error('The child was started without a pipe');
  pipe.on('error', () => undefined);
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  return pipe;
}

/** Resident memory of a process; 0 where the system has no /proc (the heap limit of the child still holds). */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1];
    return Number(pages) * STATM_PAGE;
  } catch {
    return 0;
  }
}
