/** The thread in which uploaded files are read for places to sign at: one question in, one layout out. */
import type { LayoutQuestion } from './checker.ts';
import { readLayout } from './layout.ts';
import { answerQuestions } from './worker-thread.ts';

answerQuestions(({ bytes, texts }: LayoutQuestion) => readLayout(bytes, texts));
