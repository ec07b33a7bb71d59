/**
 * Text used as a clip (ISO 32000-2, 9.3.6): programs smooth and join its letters differently. If nothing is painted
 * under the clip, the text can be shown without it.
 */
import { refuse } from '../content-fault.ts';

export class TextClip {
  /** Whether the open text object has shown text that becomes a clip. */
  #isBuilt = false;
  /** Number of saved states when the clip was set; null if there is none. */
  #setAt: number | null = null;

  /** @throws ContentFault if text is shown under another text's clip. */
  show(mode: number): void {
    if (!this.#isBuilt) this.refuse();
    this.#isBuilt ||= mode > 3;
  }

  /** Call at the end of a text object. */
  end(saved: number): void {
    if (this.#isBuilt) this.#setAt = saved;
    this.#isBuilt = false;
  }

  /** Call after each restore. @throws ContentFault within the text object: programs either lose or keep the clip. */
  restore(saved: number): void {
    if (this.#isBuilt) refuse('text as a clip');
    if (this.#setAt !== null && saved < this.#setAt) this.#setAt = null;
  }

  /** @throws ContentFault if something would be painted under the clip. */
  refuse(): void {
    if (this.#isBuilt || this.#setAt !== null) refuse('text as a clip');
  }
}
