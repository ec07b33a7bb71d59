/** Tracks the path that a content stream builds (ISO 32000-2, 8.5), as far as the grammar needs it. */
import { refuse } from './content-fault.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

export class CurrentPath {
  /** Only moves, only rectangles, or with other segments to draw. */
  #extent: 'none' | 'moved' | 'rectangles' | 'drawn' = 'none';
  /** The clipping operator pending until the path is painted. */
  #clip: Range | null = null;
  /** Whether readers still have an open path that the rewritten content ends: some join it to the next path. */
  #isLeft = false;

  get isOpen(): boolean {
    return this.#extent !== 'none' || this.#clip !== null;
  }

  /** @param start of the clipping operator. */
  clip(start: number, end: number): void {
    this.refuseAbandonedPath();
    this.#clip = { start, end };
  }

  /** @returns whether there was a path, and whether it becomes a clip. @throws ContentFault */
  paint(): { isDrawn: boolean; isClip: boolean } {
    this.refuseAbandonedPath();
    const isDrawn = this.#extent !== 'none';
    const isClip = this.#clip !== null;
    if (isClip && !isDrawn) refuse('a clip without a path');
    this.#extent = 'none';
    this.#clip = null;
    return { isDrawn, isClip };
  }

  /** @returns false for an operator without effect. @throws ContentFault */
  extend(name: string): boolean {
    this.refuseAbandonedPath();
    if (name === 're') {
      this.#extent = this.#extent === 'none' || this.#extent === 'rectangles' ? 'rectangles' : 'drawn';
    } else if (name === 'm') {
      this.#extent = this.#extent === 'none' ? 'moved' : this.#extent === 'rectangles' ? 'drawn' : this.#extent;
    } else if (this.#extent === 'none') {
      if (name !== 'h') refuse('a line without a beginning');
      return false;
    } else if (name !== 'h') this.#extent = 'drawn';
    return true;
  }

  /** @returns whether a path is open that would draw nothing. @throws ContentFault for any other open path */
  close(before: string): boolean {
    if (!this.isOpen) return false;
    if (this.#extent !== 'moved' || this.#clip !== null) refuse(`${before} inside a path`);
    this.#extent = 'none';
    return true;
  }

  /** Ends a rectangular clip that nothing paints. @returns its operator, or null when there is no such clip. */
  dropUnpaintedClip(): Range | null {
    const clip = this.#clip;
    if (clip === null || this.#extent !== 'rectangles') return null;
    this.#extent = 'none';
    this.#clip = null;
    this.#isLeft = true;
    return clip;
  }

  /** Ends a clip without a path. @returns its operator, or null when there is no such clip. */
  dropClipWithoutPath(): Range | null {
    const clip = this.#clip;
    if (clip === null || this.#extent !== 'none') return null;
    this.#clip = null;
    return clip;
  }

  /** @throws ContentFault */
  refuseAbandonedPath(): void {
    if (this.#isLeft) refuse('a path behind one that was never painted');
  }
}
