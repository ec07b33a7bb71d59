/** The thread in which signed files are verified: one question in, one verification out. */
import { parentPort } from 'node:worker_threads';
import { verifyPdf } from '#formats/verify/index.ts';
import type { CheckAnswer, CheckQuestion } from './checker.ts';

parentPort?.on('message', ({ id, bytes, options }: CheckQuestion) => {
  verifyPdf(bytes, options).then(
    (verification) => parentPort?.postMessage({ id, verification } satisfies CheckAnswer),
    (error: unknown) => parentPort?.postMessage({ id, failure: String(error) } satisfies CheckAnswer),
  );
});
