/** The loop of every pool thread: answers one question after another, and calls the main thread while working. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { releaseBuffer } from '#formats/release-buffer.ts';
import { CallFailed, type CallName, type FromThread, failureOf, type ToThread, transferables } from './messages.ts';
import type { Calls, Work } from './pdf-operations.ts';

interface PendingCall {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

const pendingCalls = new Map<number, PendingCall>();
let lastCall = 0;

const send = (message: FromThread, transfer: ArrayBuffer[] = []): void => parentPort?.postMessage(message, transfer);

function callsOf(id: number): Calls {
  const call =
    (name: CallName) =>
    (data: Uint8Array, key = 0) =>
      new Promise<Uint8Array>((resolve, reject) => {
        lastCall += 1;
        pendingCalls.set(lastCall, { resolve, reject });
        send({ id, call: lastCall, name, data, key });
      });
  return { sign: call('sign'), stamp: call('stamp') };
}

/** Answers the main thread from now on. @param work the tasks that this thread supports. */
export function serve(work: Partial<Work>): void {
  // Requests from browsers take precedence. On Linux this affects only the calling thread; elsewhere it would affect
  // the whole process. A process started with lower priority may not raise it (EACCES).
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  if (process.platform === 'linux' && getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  send({ ready: true });
  parentPort?.on('message', (message: ToThread) => {
    if ('call' in message) {
      const { call, answer } = message;
      if (answer) pendingCalls.get(call)?.resolve(answer);
      else pendingCalls.get(call)?.reject(new CallFailed(call));
      pendingCalls.delete(call);
      return;
    }
    const { id, name, question } = message;
    const run = work[name] as (question: unknown, calls: Calls) => Promise<unknown>;
    const { bytes: inputBytes } = question as { bytes?: Uint8Array };
    run(question, callsOf(id))
      .then(
        (answer) => send({ id, answer }, transferables((answer as { bytes?: unknown } | null)?.bytes)),
        (error: unknown) => send({ id, failure: failureOf(error) }),
      )
      .finally(() => inputBytes && releaseBuffer(inputBytes));
  });
}
