/** The thread in which papers are rendered: one paper in, its PDF out (and the places of its fields). */
import { renderAuditPaper } from '../audit-paper.ts';
import { answerQuestions } from '../worker-thread.ts';
import { renderPaper } from './render.ts';
import type { Rendered, Rendering } from './renderer.ts';

answerQuestions<Rendering, Rendered>(async (asked) =>
  'trail' in asked ? renderAuditPaper(asked.trail) : renderPaper(asked.paper),
);
