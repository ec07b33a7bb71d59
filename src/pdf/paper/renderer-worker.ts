/** The thread in which papers are rendered: one paper in, its PDF and the places of its fields out. */
import type { Paper } from '#domain/papers/paper.ts';
import { answerQuestions } from '../worker-thread.ts';
import { renderPaper } from './render.ts';

answerQuestions((paper: Paper) => renderPaper(paper));
