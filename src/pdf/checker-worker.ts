/** The thread in which signed files are verified: one question in, one verification out, with the file when it was lent. */
import { verifyPdf } from '#formats/verify/index.ts';
import type { CheckAnswer, CheckQuestion } from './checker.ts';
import { answerQuestions } from './worker-thread.ts';

answerQuestions<CheckQuestion, CheckAnswer>(
  async ({ bytes, options, lent }) => ({ verification: await verifyPdf(bytes, options), bytes: lent ? bytes : null }),
  ({ bytes }) => (bytes === null ? [] : [bytes.buffer as ArrayBuffer]),
);
