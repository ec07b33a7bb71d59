/** A thread of the pool: one question after another, and calls back to the main thread while one is worked on. */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { giveBack } from '#formats/given-back.ts';
import { hashNatively, verifyNatively } from '../native-crypto.ts';
import { CallFailed, type CallName, type FromThread, failureOf, lendable, type ToThread } from './messages.ts';
import { type Calls, WORK } from './work.ts';

// The thread is here to work: it computes as it goes, without copies and without handing over to yet another thread.
hashNatively();
verifyNatively();
// Whoever waits for a page goes first. Linux means the thread that asks; elsewhere it would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

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
  const work = WORK[name] as (question: unknown, calls: Calls) => Promise<unknown>;
  const { bytes: lent } = question as { bytes?: Uint8Array };
  work(question, callsOf(id))
    .then(
      (answer) => tell({ id, answer }, lendable((answer as { bytes?: unknown } | null)?.bytes)),
      (error: unknown) => tell({ id, failure: failureOf(error) }),
    )
    .finally(() => lent && giveBack(lent));
});
