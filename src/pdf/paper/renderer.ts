/** Renders papers off the main thread: one takes some tens of milliseconds, during which others' calls go on (issue: 20 papers a second). */
import type { Paper } from '#domain/papers/paper.ts';
import { WorkerThread } from '../worker-thread.ts';
import type { RenderedPaper } from './render.ts';

export class PaperRenderer {
  readonly #thread = new WorkerThread<Paper, RenderedPaper>(new URL('./renderer-worker.ts', import.meta.url));

  /** The same as `renderPaper`. @throws when the thread dies; the next call starts another. */
  render(paper: Paper): Promise<RenderedPaper> {
    return this.#thread.ask(paper);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
