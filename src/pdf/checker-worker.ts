/** The thread in which signed files are verified: one question in, one verification out. */
import { verifyPdf } from '#formats/verify/index.ts';
import type { CheckQuestion } from './checker.ts';
import { answerQuestions } from './worker-thread.ts';

answerQuestions(({ bytes, options }: CheckQuestion) => verifyPdf(bytes, options));
