/** The loop of every pool thread: answers one question after another, and calls the main thread while working. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { CallFailed, type CallName, type FromThread, failureOf, lendable, type ToThread } from './messages.ts';
import type { Calls, Work } from './work.ts';

interface Waiting {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let lastCall = 0;

const tell = (message: FromThread, given: ArrayBuffer[] = []): void => parentPort?.postMessage(message, given);

function callsOf(id: number): Calls {
  const call =
    (name: CallName) =>
    (data: Uint8Array, key = 0) =>
      new Promise<Uint8Array>((resolve, reject) => {
        lastCall += 1;
        waiting.set(lastCall, { resolve, reject });
        tell({ id, call: lastCall, name, data, key });
      });
  return { sign: call('sign'), stamp: call('stamp') };
}

/** Answers the main thread from now on. @param work the tasks that this thread supports. */
export function serve(work: Partial<Work>): void {
  // Requests from browsers take precedence. On Linux this affects only the calling thread; elsewhere it would affect
  // the whole process. A process started with lower priority may not raise it (EACCES).
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  tell({ ready: true });
  parentPort?.on('message', (message: ToThread) => {
    if ('call' in message) {
      const { call, answer } = message;
      if (answer) waiting.get(call)?.resolve(answer);
      else waiting.get(call)?.reject(new CallFailed(call));
      waiting.delete(call);
      return;
    }
    const { id, name, question } = message;
    const run = work[name] as (question: unknown, calls: Calls) => Promise<unknown>;
    const { bytes: lent } = question as { bytes?: Uint8Array };
    run(question, callsOf(id))
      .then(
        (answer) => tell({ id, answer }, lendable((answer as { bytes?: unknown } | null)?.bytes)),
        (error: unknown) => tell({ id, failure: failureOf(error) }),
      )
      .finally(() => lent && releaseBuffer(lent));
  });
}
