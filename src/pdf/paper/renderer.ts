/** Renders papers off the main thread: one takes some tens of milliseconds, during which others' calls go on (issue: 20 papers a second). */
import type { Paper } from '#domain/papers/paper.ts';
import type { AuditPaper } from '../audit-paper.ts';
import { WorkerThread } from '../worker-thread.ts';
import type { RenderedPaper } from './render.ts';

/** What a thread is asked to render, and what it answers. */
export type Rendering = { readonly paper: Paper } | { readonly trail: AuditPaper };
export type Rendered = RenderedPaper | Uint8Array;

export class PaperRenderer {
  readonly #thread = new WorkerThread<Rendering, Rendered>(new URL('./renderer-worker.ts', import.meta.url));

  /** The same as `renderPaper`. @throws when the thread dies; the next call starts another. */
  render(paper: Paper): Promise<RenderedPaper> {
    return this.#thread.ask({ paper }) as Promise<RenderedPaper>;
  }

  /** The same as `renderAuditPaper`. @throws when the thread dies; the next call starts another. */
  renderTrail(trail: AuditPaper): Promise<Uint8Array> {
    return this.#thread.ask({ trail }) as Promise<Uint8Array>;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
