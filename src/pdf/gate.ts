/** The intake gate (D-11, signing.md rule 1): every PDF is judged in a killable child process before it may be signed. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Announced, FILE_PIPE } from './gate/incoming.ts';
import { withoutNetwork } from './gate/isolation.ts';
import { type ChildReply, type GateRefusal, type GateResult, MAX_PDF_BYTES } from './gate/outcome.ts';
import { Turns } from './gate/turns.ts';

export type { GateRefusal, GateResult };

const MEBIBYTE = 1024 * 1024;
/** Linux pages of /proc/<pid>/statm. */
const STATM_PAGE = 4096;
const WATCH_EVERY_MS = 40;
/** A child is replaced after this many files, so that nothing one file left behind reaches many others. */
const FILES_PER_CHILD = 200;
const START_LIMIT_MS = 30_000;
/** Of the heap of a child, what is new in it. */
const YOUNG_MB = 12;
/** What a child is made of: never the whole folder of the product, which may hold `data` with its keys. */
const READABLE = ['../formats/', '../pdf/', '../../package.json', '../../node_modules/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

export interface PdfGateOptions {
  /** Time for one file, from the moment a child begins it. Default 10 000 (R-16). */
  timeoutMs?: number;
  /** Resident memory of one child. Default 512 (R-16). */
  memoryMb?: number;
  /** Children working side by side. Default 2. */
  children?: number;
  /** Another one starts when each of those that there are has had its file all that time. Default 500. */
  patienceMs?: number;
  /** Entry of the child process; tests put a misbehaving one here. */
  entry?: URL;
}

/** Or when somebody has waited without a pause for so many times as long, though no file takes long: */
const QUEUE = 4;
/** on one of these cores, where the server itself leaves it room. */
const CORES = Math.max(1, availableParallelism() - 1);

interface Waiting {
  bytes: Uint8Array;
  settle: (result: GateResult) => void;
}

interface Child {
  process: ChildProcess;
  /** What it reads. */
  pipe: Writable;
  ready: boolean;
  done: number;
  job: Waiting | null;
  /** Since when. */
  since: number;
  /** The whole file is on its way to it: nothing here reads it any more. */
  written: Promise<void>;
  /** Ends the watches of the current job. */
  unwatch: () => void;
}

const refusal = (code: GateRefusal, detail: string): GateResult => ({ ok: false, code, detail });

/**
 * A pool of children, each judging one file at a time. A child that crashes, hangs or grows is killed and replaced;
 * only the file it was reading is refused.
 */
export class PdfGate {
  readonly #timeoutMs: number;
  readonly #memoryMb: number;
  readonly #size: number;
  readonly #patienceMs: number;
  readonly #entry: URL;
  readonly #children = new Set<Child>();
  readonly #queue = new Turns<Waiting>();
  #startFailures = 0;
  #closed = false;
  /** Since when somebody waits, without an end; null when nobody does. */
  #crowded: number | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PdfGateOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#memoryMb = options.memoryMb ?? 512;
    this.#size = Math.max(1, options.children ?? 2);
    this.#patienceMs = options.patienceMs ?? 500;
    this.#entry = options.entry ?? new URL('./gate-child.ts', import.meta.url);
  }

  /**
   * Judges one file. Never rejects: whatever the file does ends in a refusal.
   * `bytes` of an accepted file is what to keep and hash as H0: the input itself unless `normalised` is true.
   * `pdf.timeout` is also the answer for a file that needs more memory than allowed.
   * @param owner who brings it: those who wait take turns.
   */
  inspect(bytes: Uint8Array, owner = ''): Promise<GateResult> {
    if (this.#closed) return Promise.resolve(refusal('pdf.timeout', 'the gate is closed'));
    if (bytes.byteLength > MAX_PDF_BYTES) {
      return Promise.resolve(refusal('pdf.tooLarge', `${bytes.byteLength} bytes`));
    }
    return new Promise((resolve) => {
      this.#queue.add(owner, {
        bytes,
        settle: (result) => resolve(result.ok && !result.normalised ? { ...result, bytes } : result),
      });
      this.#pump();
    });
  }

  /** Ends every child; files still waiting are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#patience);
    for (const waiting of this.#queue.drain()) waiting.settle(refusal('pdf.timeout', 'the gate is closed'));
    await Promise.all(
      [...this.#children].map(
        (child) =>
          new Promise<void>((resolve) => {
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
      if (this.#queue.length > 0 && child.ready && child.job === null) this.#begin(child);
    }
    if (this.#queue.length === 0) {
      this.#crowded = null;
      return;
    }
    this.#crowded ??= performance.now();
    const starting = [...this.#children].filter((child) => !child.ready).length;
    const wanted = Math.min(this.#size - this.#children.size, this.#queue.length - starting);
    for (let n = 0; n < wanted && this.#mayStart(starting + n); n++) this.#start();
  }

  /** Each child has memory of its own and has to become quick at its work: another one is for files that take long. */
  #mayStart(starting: number): boolean {
    if (this.#children.size === 0) return true;
    // Whoever becomes ready looks again.
    if (starting > 0) return false;
    const now = performance.now();
    const held = Math.max(...[...this.#children].map(({ since }) => since)) + this.#patienceMs;
    const crowded = (this.#crowded ?? now) + QUEUE * this.#patienceMs;
    const wait = (this.#children.size < CORES ? Math.min(held, crowded) : held) - now;
    if (wait <= 0) return true;
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      this.#pump();
    }, wait);
    return false;
  }

  #start(): void {
    const process = fork(fileURLToPath(this.#entry), [], {
      ...withoutNetwork([
        // The child may read the program that reads PDFs, and nothing else: no writing, no processes, no workers, no eval.
        '--permission',
        ...READABLE.map((path) => `--allow-fs-read=${path}`),
        `--allow-fs-read=${fileURLToPath(new URL('.', this.#entry))}`,
        '--disallow-code-generation-from-strings',
        `--max-semi-space-size=${YOUNG_MB / 3}`,
        `--max-old-space-size=${Math.max(32, Math.floor(this.#memoryMb * 0.75))}`,
        '--no-warnings',
      ]),
      serialization: 'advanced',
      env: { MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    });
    const pipe = pipeOf(process);
    const child: Child = {
      process,
      pipe,
      ready: false,
      done: 0,
      job: null,
      since: 0,
      written: Promise.resolve(),
      unwatch: () => {},
    };
    this.#children.add(child);
    const startLimit = setTimeout(() => process.kill('SIGKILL'), START_LIMIT_MS);
    process.on('message', (message: ChildReply) => {
      if (message === 'ready') {
        clearTimeout(startLimit);
        child.ready = true;
        // Whoever waited until now waited for its start.
        this.#crowded = null;
        this.#startFailures = 0;
        this.#rest(child);
        this.#pump();
      } else {
        // Whoever has the answer may give the memory of the file back.
        const { job } = child;
        void child.written.then(() => {
          if (child.job === job) this.#finish(child, message);
        });
      }
    });
    // An 'error' (spawn or channel) is followed by 'exit' or leaves a dead child: both end in #lost.
    process.on('error', () => process.kill('SIGKILL') || this.#lost(child, 'the child process could not be used'));
    process.on('exit', (code, signal) => {
      clearTimeout(startLimit);
      this.#lost(child, `the child process ended (${signal ?? `exit code ${code}`})`);
    });
  }

  #begin(child: Child): void {
    const job = this.#queue.take();
    if (!job) return;
    child.job = job;
    child.since = performance.now();
    child.process.ref();
    child.process.channel?.ref();
    const end = (reason: string) => {
      this.#answer(child, refusal('pdf.timeout', reason));
      child.process.kill('SIGKILL');
    };
    const timer = setTimeout(() => end(`longer than ${this.#timeoutMs} ms`), this.#timeoutMs);
    const watch = setInterval(async () => {
      const resident = await residentBytes(child.process.pid);
      if (child.job === job && resident > this.#memoryMb * MEBIBYTE) end(`more than ${this.#memoryMb} MB of memory`);
    }, WATCH_EVERY_MS);
    child.unwatch = () => {
      clearTimeout(timer);
      clearInterval(watch);
    };
    child.process.send({ length: job.bytes.byteLength } satisfies Announced, (error) => {
      if (error) child.process.kill('SIGKILL');
    });
    // As it stands in memory: inside a message it would be copied once here and twice there.
    child.written = new Promise((done) => child.pipe.write(job.bytes, () => done()));
  }

  #finish(child: Child, result: GateResult): void {
    this.#answer(child, result);
    child.done += 1;
    if (child.done >= FILES_PER_CHILD) {
      this.#children.delete(child);
      child.process.kill('SIGKILL');
    } else {
      this.#rest(child);
    }
    this.#pump();
  }

  #answer(child: Child, result: GateResult): void {
    child.unwatch();
    const job = child.job;
    child.job = null;
    // A killed child must not be given another file while its death is on the way.
    if (!result.ok && result.code === 'pdf.timeout') this.#children.delete(child);
    job?.settle(result);
  }

  #lost(child: Child, reason: string): void {
    this.#children.delete(child);
    if (child.job) {
      // V8 ends the process by SIGABRT/SIGTRAP when its heap is full; a crash of the reader is the file's fault.
      const code = /SIGABRT|SIGTRAP|code 134/.test(reason) ? 'pdf.timeout' : 'pdf.broken';
      this.#answer(child, refusal(code, reason));
    }
    if (!child.ready && !this.#closed) {
      this.#startFailures += 1;
      if (this.#startFailures > 5) {
        for (const waiting of this.#queue.drain()) waiting.settle(refusal('pdf.timeout', `no child starts: ${reason}`));
      }
    }
    this.#pump();
  }

  /** An idle child does not keep the program alive. */
  #rest(child: Child): void {
    child.process.unref();
    child.process.channel?.unref();
  }
}

/** An idle one does not keep the program alive; one that breaks is told by the end of its process. */
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
