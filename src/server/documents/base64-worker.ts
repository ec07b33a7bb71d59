/** Entry of the decoding worker: one text in, its bytes out without copying. */
import { parentPort } from 'node:worker_threads';
import { decodeStrict } from './base64-strict.ts';

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  const bytes = decodeStrict(text);
  parentPort?.postMessage({ id, bytes }, bytes === null ? [] : [bytes.buffer]);
});
