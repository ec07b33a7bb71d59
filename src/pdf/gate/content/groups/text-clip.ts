/**
 * Text that becomes a clip (ISO 32000-2, 9.3.6): programs smooth and join its letters differently. Where nothing is painted
 * under the clip, the text may as well be shown without it.
 */
import { differs } from '../fault.ts';

export class TextClip {
  /** Whether the text object that is open has shown text that will be a clip. */
  #isBuilt = false;
  /** How many states were saved when the clip was set; null when there is none. */
  #setAt: number | null = null;

  /** @throws ContentFault where text is shown under the clip of another text. */
  show(mode: number): void {
    if (!this.#isBuilt) this.refuse();
    this.#isBuilt ||= mode > 3;
  }

  /** Call at the end of a text object. */
  end(saved: number): void {
    if (this.#isBuilt) this.#setAt = saved;
    this.#isBuilt = false;
  }

  /** Call behind each restore. @throws ContentFault inside the text object: programs lose the clip or keep it. */
  restore(saved: number): void {
    if (this.#isBuilt) differs('text as a clip');
    if (this.#setAt !== null && saved < this.#setAt) this.#setAt = null;
  }

  /** @throws ContentFault where something would be painted under the clip. */
  refuse(): void {
    if (this.#isBuilt || this.#setAt !== null) differs('text as a clip');
  }
}
