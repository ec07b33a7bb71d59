/** Strict base64 (RFC 4648 §4); large contents are decoded in a worker, so that one upload does not hold up everybody. */
import { Worker } from 'node:worker_threads';
import { decodeStrict } from './base64-strict.ts';

/** Characters below which a worker costs more than it saves: a text is copied to it, in the time in which a megabyte is decoded. */
const WORTH_A_WORKER = 8 * 1024 * 1024;

interface Reply {
  id: number;
  bytes: Uint8Array | null;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (bytes: Uint8Array | null) => void; reject: (error: Error) => void }>();

function startWorker(): Worker {
  const started = new Worker(new URL('./base64-worker.ts', import.meta.url));
  started.unref();
  started.on('message', ({ id, bytes }: Reply) => {
    waiting.get(id)?.resolve(bytes);
    waiting.delete(id);
  });
  const fail = (error: Error) => {
    if (worker === started) worker = undefined;
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  started.on('error', fail);
  started.on('exit', (code) => fail(new Error(`The decoding worker ended with ${code}`)));
  return started;
}

/** @returns null when the text is not strict base64: another alphabet, blanks, missing padding. */
export async function decodeBase64(text: string): Promise<Uint8Array | null> {
  if (text.length < WORTH_A_WORKER) return decodeStrict(text);
  worker ??= startWorker();
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // The worker keeps the process alive only while somebody waits for it.
    running.ref();
    running.postMessage({ id, text });
  }).finally(() => {
    if (waiting.size === 0) running.unref();
  }) as Promise<Uint8Array | null>;
}
